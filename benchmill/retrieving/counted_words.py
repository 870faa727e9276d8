"""Texts as numbers of words -> CountedWords: how often each text has each word, in arrays; BM25 over them.

A list of numbers for each text takes a hundred bytes a word, these arrays ten.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from benchmill.records.words import content_words
from benchmill.retrieving.bm25 import best_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

_PLACE_BITS = 32
_MOST = 0xFFFF


class CountedWords:
    """For texts added one after the other: their words as numbers, how often, and the length of each text."""

    def __init__(self) -> None:
        self.words, self.places, self.counts = array("I"), array("I"), array("H")
        self.lengths = array("I")

    def add(self, counts: Mapping[int, int], length: int) -> None:
        """Add the next text. `length` counts also the words that are not in `counts`."""
        place = len(self.lengths)
        self.words.extend(counts)
        self.places.extend([place] * len(counts))
        self.counts.extend([min(count, _MOST) for count in counts.values()])
        self.lengths.append(length)


class CountedIndex:
    """The texts of each word, ascending. Several `parts` count the same texts: the words of all are the text's words.

    >>> texts = CountedWords()
    >>> texts.add({0: 1, 1: 2}, 3); texts.add({1: 1}, 5)
    >>> index = CountedIndex([texts], {"retri": 0, "limit": 1}, "en")
    >>> index.places("limit"), [place for place, _ in index.top("limits of retries", 2)]
    ([0, 1], [0, 1])
    """

    def __init__(self, parts: Sequence[CountedWords], vocabulary: Mapping[str, int], language: str) -> None:
        import numpy as np

        self._vocabulary, self._language = vocabulary, language
        self._lengths = sum((_array(part.lengths) for part in parts), start=np.zeros(len(parts[0].lengths), np.int64))
        keys = np.concatenate(
            [_array(part.words).astype(np.uint64) << np.uint64(_PLACE_BITS) | _array(part.places) for part in parts]
        )
        counts = np.concatenate([_array(part.counts) for part in parts])
        order = np.argsort(keys, kind="stable")
        keys, counts = keys[order], counts[order]
        first = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]])) if len(keys) else np.zeros(0, np.int64)
        self._counts = np.add.reduceat(counts, first, dtype=np.float32) if len(keys) else np.zeros(0, np.float32)
        self._places = (keys[first] & np.uint64((1 << _PLACE_BITS) - 1)).astype(np.uint32)
        words = (keys[first] >> np.uint64(_PLACE_BITS)).astype(np.int64)
        self._starts = np.searchsorted(words, np.arange(max(vocabulary.values(), default=0) + 2))

    def places(self, word: str) -> list[int]:
        """Numbers of the texts with this word of the vocabulary."""
        start, end = self._range(word)
        return [int(place) for place in self._places[start:end]]

    def df(self, word: str) -> int:
        """How many texts these are."""
        start, end = self._range(word)
        return end - start

    def top(self, query: str, k: int, *, k1: float = 1.5, b: float = 0.75) -> list[tuple[int, float]]:
        """Up to `k` (number of the text, BM25 score), best first: those of `Bm25`, to the last bit."""
        import numpy as np

        scores = np.zeros(len(self._lengths), np.float32)
        if not self._lengths.any():
            return []
        mean = self._lengths.mean()
        for word in content_words(query, self._language):
            start, end = self._range(word)
            if start == end:
                continue
            places, counts, total = self._places[start:end], self._counts[start:end], len(scores)
            idf = np.float32(math.log(1 + (total - (end - start) + 0.5) / (end - start + 0.5)))
            norms = k1 * ((1 - b) + b * self._lengths[places] / mean)
            scores[places] += (idf * (counts / (norms + counts))).astype(np.float32)
        return best_of(scores, k)

    def _range(self, word: str) -> tuple[int, int]:
        number = self._vocabulary.get(word)
        return (0, 0) if number is None else (int(self._starts[number]), int(self._starts[number + 1]))


def _array(values: array[int]) -> NDArray[Any]:
    import numpy as np

    return (
        np.frombuffer(values, {"I": np.uint32, "H": np.uint16}[values.typecode]) if values else np.zeros(0, np.uint32)
    )
