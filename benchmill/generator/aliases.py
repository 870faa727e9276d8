"""An answer and what its writer calls other forms of it -> the forms of which code can show that they say the same.

No critic sees an alias, and a wrong one makes scorers accept a wrong answer. So a form that code cannot prove is left
out; the answer itself remains.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from benchmill.records.numbers import answer_tokens, quantities
from benchmill.records.words import words

MOST = 3

_LONGER_BY = 3  # words: a longer form adds what the thing is ("the `disk` backend"), no second fact
_SHORTEST = 2  # letters of an abbreviation
_SPACE = re.compile(r"\s+")
_NEGATIONS = frozenset(
    {"no", "not", "never", "none", "without", "nicht", "kein", "keine", "ohne", "pas", "sans", "sin"}
)


def equal_forms(answer: str, aliases: Sequence[str], quote: str, passage: str) -> tuple[str, ...]:
    """Up to three of the `aliases`: the same value, an abbreviation or its long form, or a longer form in the quote.

    >>> equal_forms("14 days", ["2 weeks", "2 months", "fourteen days"], "kept for 14 days", "Logs: kept for 14 days.")
    ('2 weeks', 'fourteen days')
    """
    kept: dict[str, str] = {}
    for alias in aliases:
        plain = _plain(alias)
        if plain and plain not in (_plain(answer), *kept) and any(_reasons(answer, alias, quote, passage)):
            kept[plain] = alias
    return tuple(kept.values())[:MOST]


def _reasons(answer: str, alias: str, quote: str, passage: str) -> Iterator[bool]:
    one, other = answer_tokens(answer), answer_tokens(alias)
    yield bool(one) and one == other
    if sorted(map(str, quantities(answer))) != sorted(map(str, quantities(alias))):
        return
    short, long = sorted((answer, alias), key=len)
    yield _plain(alias) in _plain(passage) and _abbreviates(short, long)
    added = [word for word in other if word not in one]
    inside = any(other[at : at + len(one)] == one for at in range(len(other)))
    yield (
        bool(one)
        and inside
        and len(added) <= _LONGER_BY
        and not _NEGATIONS & set(added)
        and (_plain(alias) in _plain(quote))
    )


def _abbreviates(short: str, long: str) -> bool:
    """Whether `short` has the first letters of the words of `long`.

    >>> _abbreviates("CLI", "command-line interface"), _abbreviates("CI", "command-line interface")
    (True, False)
    """
    letters = "".join(character for character in short if character.isalnum())
    first = "".join(word[0] for word in words(long))
    return len(letters) >= _SHORTEST and letters.isupper() and letters.casefold() == first.casefold()


def _plain(text: str) -> str:
    return _SPACE.sub(" ", text.replace("`", "").replace("*", "")).strip().casefold()
