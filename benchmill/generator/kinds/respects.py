"""Two passages -> how much of them is in the same words, and whether they state something in one respect."""

from __future__ import annotations

from collections.abc import Set
from functools import lru_cache

from benchmill.records.sentences import prose_sentences
from benchmill.records.words import content_words

_LIKE = 0.2  # of passages in which most things have a counterpart
_LIKE_SENTENCES, _FEWEST_SHARED = 0.4, 4


def likeness(one: str, other: str, name: str = "") -> float:
    """The words that two texts share, as a share of the words of both, without those of `name`.

    >>> likeness("The disk store keeps all files.", "The cloud store keeps all files.", "store")
    0.5
    """
    own = _stems(name)
    first, second = _stems(one) - own, _stems(other) - own
    return len(first & second) / max(1, len(first | second))


def share_a_respect(one: str, other: str) -> bool:
    """Whether two texts say much in the same words, or have two sentences that do: these state one thing of each."""
    if likeness(one, other) >= _LIKE:
        return True
    pairs = ((first, second) for first in _sentences(one) for second in _sentences(other))
    return any(
        len(first & second) >= _FEWEST_SHARED and len(first & second) >= _LIKE_SENTENCES * len(first | second)
        for first, second in pairs
    )


@lru_cache(maxsize=1024)  # a section is compared with those before and after it
def _sentences(text: str) -> tuple[Set[str], ...]:
    return tuple(_stems(said) for said in prose_sentences(text))


@lru_cache(maxsize=2048)
def _stems(text: str) -> Set[str]:
    return frozenset(content_words(text))
