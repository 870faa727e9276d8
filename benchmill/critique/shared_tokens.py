"""Two texts -> their tokens, and which of them both have.

The tokens are those of `records.numbers`: a quantity is one token, whatever its unit is called.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from benchmill.records.numbers import Quantity, tokens_with_quantities
from benchmill.records.stopwords import STOP_WORDS
from benchmill.records.words import stem

Token: TypeAlias = str | Quantity

_REFERENCE = re.compile(r"(?<=\w)__?(?!\w)")  # `keyfinder-cli_`: a link in reStructuredText


def is_same(one: Token, other: Token) -> bool:
    """Equal words, or equal quantities; a number without a unit is any quantity of that number (a table's cell)."""
    if isinstance(one, str) or isinstance(other, str):
        return one == other
    if one.value == other.value and one.unit == other.unit:
        return True
    return one.written == other.written and not (one.unit and other.unit)


@lru_cache(maxsize=4096)
def tokens_of(text: str) -> tuple[Token, ...]:
    """The tokens of a text, cached: the similar passages of one candidate are often those of a later candidate.

    Of a folder with more passages than the cache takes, most are read again for each candidate. One takes 4 KB.
    """
    return tuple(tokens_with_quantities(_REFERENCE.sub("", text)))


@lru_cache(maxsize=512)
def stems_of(text: str, language: str) -> tuple[Token, ...]:
    """The tokens of a text without the articles of its language, each word as its stem."""
    stop = STOP_WORDS.get(language, frozenset())

    def root(word: str) -> str:
        short = stem(word, language)
        clash = short in stop and word not in stop  # the German stemmer makes nach of nächste
        return f"{short}'" if clash else short

    tokens = tokens_with_quantities(text, language)
    return tuple(root(token) if isinstance(token, str) else token for token in tokens)


def facts_of(tokens: Sequence[Token]) -> list[Token]:
    """Tokens that must be equal: quantities and identifiers."""
    return [token for token in tokens if isinstance(token, Quantity) or _is_name(token)]


def _is_name(word: str) -> bool:
    return any(letter.isdigit() or letter in "_.-+#" for letter in word)


def is_subset(some: Sequence[Token], others: Sequence[Token]) -> bool:
    return all(any(is_same(token, other) for other in others) for token in some)


def is_inside(part: Sequence[Token], whole: Sequence[Token]) -> bool:
    """Whether the tokens of `part` are in `whole`, in a row."""
    size = len(part)
    return (
        not part
        or any(
            is_same(part[0], whole[start])  # most places fail here, without a loop of their own
            and all(is_same(one, other) for one, other in zip(part, whole[start : start + size], strict=True))
            for start in range(len(whole) - size + 1)
        )
    )


def common(some: Sequence[Token], others: Sequence[Token]) -> int:
    """How many tokens the two share, each counted once."""
    left = list(others)
    count = 0
    for token in some:
        at = next((place for place, other in enumerate(left) if is_same(token, other)), None)
        if at is not None:
            del left[at]
            count += 1
    return count


def f1(one: Sequence[Token], other: Sequence[Token]) -> float:
    return 2 * common(one, other) / (len(one) + len(other))
