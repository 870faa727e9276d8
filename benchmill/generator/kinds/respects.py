"""Two passages -> how alike they are, whether they state one thing of each, and whether they give it other values."""

from __future__ import annotations

import re
from collections.abc import Set
from functools import lru_cache
from itertools import pairwise

from benchmill.generator.kinds.sections import TABLE_ROW
from benchmill.records import Chunk
from benchmill.records.sentences import prose_sentences
from benchmill.records.words import content_words

Statement = tuple[Set[str], Set[str]]
"""The words of a sentence or row beside its values, and the values."""

_LIKE = 0.2  # of passages in which most things have a counterpart
_LIKE_SENTENCES, _FEWEST_SHARED = 0.4, 4
_LIKE_STATEMENTS, _FEWEST_IN_BOTH = 0.35, 3
_VALUE = re.compile(r"`[^`\n]{1,60}`|(?<![\w.])\d[\d.,]*")
_NUMBERED = re.compile(r"\W*\d{1,2}[.):、．]")
_INSIDE = re.compile(r"_|(?<=[a-z])(?=[A-Z])")  # where a name of code has parts
# In Chinese and Japanese a word is a run of katakana, or two characters; kana between them carry no meaning.
_KATAKANA = re.compile(r"[ァ-ヺー]{2,}")
_HAN = re.compile(r"[㐀-鿿豈-﫿]{2,}")


def likeness(one: str, other: str, name: str = "") -> float:
    """The words that two texts share, as a share of the words of both, without those of `name`.

    >>> likeness("The disk store keeps all files.", "The cloud store keeps all files.", "store")
    0.5
    """
    return _share(terms(one) - terms(name), terms(other) - terms(name))


def share_a_respect(one: str, other: str) -> bool:
    """Whether two texts say much in the same words, or have two sentences that do: these state one thing of each."""
    if likeness(one, other) >= _LIKE:
        return True
    pairs = ((first, second) for first in _sentences(one) for second in _sentences(other))
    return any(
        len(first & second) >= _FEWEST_SHARED and _share(first, second) >= _LIKE_SENTENCES for first, second in pairs
    )


def give_other_values(one: str, other: str) -> bool:
    """Whether a sentence, entry or row of each says the same in nearly the same words, with another value.

    >>> give_other_values("`build` stops after 60 minutes of work.", "`deploy` stops after 10 minutes of work.")
    True
    >>> give_other_values("Press `Save` to keep the note.", "Install `git` with your package manager.")
    False
    """
    return any(are_of_other_values(mine, yours) for mine in statements(one) for yours in statements(other))


def are_of_other_values(one: Statement, other: Statement) -> bool:
    """Whether two statements say the same in nearly the same words, each with a value that the other lacks."""
    (first, mine), (second, yours) = one, other
    return (
        not (mine <= yours or yours <= mine)
        and len(first & second) >= _FEWEST_IN_BOTH
        and _share(first, second) >= _LIKE_STATEMENTS
    )


def have_like_headings(one: Chunk, other: Chunk) -> bool:
    """Whether the last headings share a third of their words; of names of code, of their parts."""
    if not one.headings or not other.headings or any(_NUMBERED.match(each.headings[-1]) for each in (one, other)):
        return False
    first, second = (terms(_INSIDE.sub(" ", each.headings[-1])) for each in (one, other))
    return first != second and 3 * len(first & second) >= len(first | second)


@lru_cache(maxsize=1024)  # a passage is compared with many others; 8,192 took 14 MB more and no less time
def terms(text: str) -> Set[str]:
    """The words of a text that carry meaning, each in the form that search compares."""
    found = {word for word in content_words(text) if not _is_one_sign(word)}
    found.update(_KATAKANA.findall(text))
    for run in _HAN.findall(text):
        found.update(map("".join, pairwise(run)))
    return frozenset(found)


def _is_one_sign(word: str) -> bool:
    return len(word) == 1 and word > "⺀"


def _share(one: Set[str], other: Set[str]) -> float:
    return len(one & other) / max(1, len(one | other))


@lru_cache(maxsize=1024)
def _sentences(text: str) -> tuple[Set[str], ...]:
    return tuple(map(terms, prose_sentences(text)))


@lru_cache(maxsize=1024)
def statements(text: str) -> tuple[Statement, ...]:
    """The words of each sentence and row beside its values, and the values."""
    said = (*prose_sentences(text), *TABLE_ROW.findall(text))
    found = ((terms(_VALUE.sub(" ", each)), frozenset(_VALUE.findall(each))) for each in said)
    return tuple((rest, values) for rest, values in found if values)
