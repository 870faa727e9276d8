"""Two texts -> ROUGE-L, bit for bit that of the rouge_score package, with its stemmer."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

_NO_WORD = re.compile(r"[^a-z0-9]+")


class RougeL:
    """ROUGE-L F-measure (rouge_score's `rougeL`; not `rougeLsum`, which splits sentences).

    `stem` is applied to words of more than three letters; rouge_score uses nltk's Porter stemmer (`porter`). Stems and
    tokenised references are cached for as long as this object lives.

    >>> RougeL(str).best(["the cat sat"], "a cat sat down")
    0.5714285714285715
    """

    def __init__(self, stem: Callable[[str], str]) -> None:
        self._stem = stem
        self._stems: dict[str, str] = {}

    def best(self, references: Sequence[str], prediction: str) -> float:
        """The largest value over `references`; 0 without references."""
        words = self._words(prediction)
        return max((_f_measure(self._words(reference), words) for reference in references), default=0.0)

    def _words(self, text: str) -> list[str]:
        return [self._stemmed(word) if len(word) > 3 else word for word in _NO_WORD.split(text.lower()) if word]

    def _stemmed(self, word: str) -> str:
        stem = self._stems.get(word)
        if stem is None:
            stem = self._stems[word] = self._stem(word)
        return stem


def porter() -> Callable[[str], str]:
    """nltk's Porter stemmer, as rouge_score uses it; ModuleNotFoundError where nltk is not installed."""
    from nltk.stem.porter import PorterStemmer  # type: ignore[import-untyped]  # 0.7 s, an extra, ROUGE-L only

    stemmer: Callable[[str], str] = PorterStemmer().stem
    return stemmer


def common_subsequence(one: Sequence[str], other: Sequence[str]) -> int:
    """The length of the longest common subsequence, by whole rows of bits (Hyyrö 2004, "Bit-parallel LCS-length").

    A Python integer is a row of the table: its zero bits mark the columns where the length grows.

    >>> common_subsequence("abcbdab", "bdcaba")
    4
    """
    places: dict[str, int] = {}
    for place, word in enumerate(one):
        places[word] = places.get(word, 0) | 1 << place
    full = (1 << len(one)) - 1
    row = full
    for word in other:
        matches = places.get(word, 0)
        if matches:
            grown = row & matches
            row = (row + grown) | (row - grown)
            row &= full
    return len(one) - row.bit_count()


def _f_measure(reference: Sequence[str], prediction: Sequence[str]) -> float:
    common = common_subsequence(reference, prediction)
    if not common:
        return 0.0
    precision, recall = common / len(prediction), common / len(reference)
    return 2 * precision * recall / (precision + recall)
