"""Texts as numbers of words -> CountedWords: how often each text has each word, in arrays; BM25 over them.

A list of numbers for each text takes a hundred bytes a word, these arrays ten.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from benchmill.records.words import content_words
from benchmill.retrieving.bm25 import best_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_PLACE_BITS = 32
_MOST = 0xFFFF
_RANGES = 16  # the words are sorted in so many parts, so that the sort needs little memory
_KINDS = {"I": "uint32", "H": "uint16"}


class CountedWords:
    """The words of texts as numbers, how often each text has each, and the lengths of the texts."""

    def __init__(self, lengths: Sequence[int] = ()) -> None:
        """`lengths` of texts whose words are added by `add_block`."""
        self.words, self.places, self.counts = array("I"), array("I"), array("H")
        self.lengths = array("I", lengths)

    def add(self, counts: Mapping[int, int], length: int) -> None:
        """Add the next text. `length` counts also the words that are not in `counts`."""
        place = len(self.lengths)
        self.words.extend(counts)
        self.places.extend([place] * len(counts))
        self.counts.extend([min(count, _MOST) for count in counts.values()])
        self.lengths.append(length)

    def add_block(self, words: NDArray[Any], places: NDArray[Any], counts: NDArray[Any]) -> None:
        """Add words of texts that have their number and length already; each word of a text comes once."""
        for own, new in ((self.words, words), (self.places, places), (self.counts, counts)):
            own.frombytes(new.astype(_KINDS[own.typecode]).tobytes())


class CountedIndex:
    """The texts of each word, ascending, with a count for each of several `parts` of the same texts.

    >>> texts = CountedWords()
    >>> texts.add({0: 1, 1: 2}, 3); texts.add({1: 1}, 5)
    >>> whole = CountedIndex([texts], {"retri": 0, "limit": 1}, "en").over(0)
    >>> whole.places("limit"), [place for place, _ in whole.top("limits of retries", 2)]
    ([0, 1], [0, 1])
    """

    def __init__(self, parts: Sequence[CountedWords], vocabulary: Mapping[str, int], language: str) -> None:
        import numpy as np

        self.vocabulary, self.language = vocabulary, language
        self.lengths = [_array(part.lengths) for part in parts]
        numbers = max(vocabulary.values(), default=0) + 1
        step = -(-numbers // _RANGES)
        ranges = [_sorted(parts, first, first + step) for first in range(0, numbers, step)]
        self.places = np.concatenate([places for _, places, _ in ranges])
        self.counts = np.concatenate([counts for _, _, counts in ranges], axis=1)
        words = np.concatenate([words for words, _, _ in ranges])
        self._starts = np.searchsorted(words, np.arange(numbers + 1))

    def over(self, *parts: int) -> CountedTexts:
        """The texts that are made of these parts: of their words, and of the sum of their lengths."""
        return CountedTexts(self, parts)

    def range_of(self, word: str) -> tuple[int, int]:
        """Where the entries of a word begin and end."""
        number = self.vocabulary.get(word)
        return (0, 0) if number is None else (int(self._starts[number]), int(self._starts[number + 1]))


@dataclass(frozen=True)
class CountedTexts:
    """Some parts of an index as texts to search."""

    index: CountedIndex
    parts: tuple[int, ...]

    def places(self, word: str) -> list[int]:
        """Numbers of the texts with this word of the vocabulary, ascending."""
        found: list[int] = self._entries(word)[0].tolist()
        return found

    def df(self, word: str) -> int:
        """How many texts these are."""
        return len(self._entries(word)[0])

    def holding(self, words: Iterable[str]) -> list[int]:
        """Numbers of the texts with all of one or more words of the vocabulary, ascending."""
        import numpy as np

        rarest, *others = sorted((self._entries(word)[0] for word in words), key=len)
        for other in others:
            rarest = np.intersect1d(rarest, other, assume_unique=True)
        found: list[int] = rarest.tolist()
        return found

    def top(self, query: str, k: int, *, k1: float = 1.5, b: float = 0.75) -> list[tuple[int, float]]:
        """Up to `k` (number of the text, BM25 score), best first: those of `Bm25`, to the last bit."""
        import numpy as np

        scores = np.zeros(len(self._lengths), np.float32)
        for word in content_words(query, self.index.language) if self._mean else ():
            places, counts = self._entries(word)
            df, total = len(places), len(scores)
            if df:
                idf = np.float32(math.log(1 + (total - df + 0.5) / (df + 0.5)))
                norms = k1 * ((1 - b) + b * self._lengths[places] / self._mean)
                scores[places] += (idf * (counts / (norms + counts))).astype(np.float32)
        return best_of(scores, k)

    def _entries(self, word: str) -> tuple[NDArray[np.uint32], NDArray[np.float32]]:
        """The texts with the word, and how often each has it."""
        import numpy as np

        start, end = self.index.range_of(word)
        counts = self.index.counts[list(self.parts), start:end].sum(axis=0, dtype=np.float32)
        having = counts > 0
        return self.index.places[start:end][having], counts[having]

    @cached_property
    def _lengths(self) -> NDArray[np.int64]:
        import numpy as np

        own = [self.index.lengths[part] for part in self.parts]
        return sum(own, start=np.zeros(len(own[0]), np.int64))

    @cached_property
    def _mean(self) -> float:
        return float(self._lengths.mean()) if len(self._lengths) else 0.0


def _sorted(
    parts: Sequence[CountedWords], first: int, end: int
) -> tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint16]]:
    """The entries of the words from `first` to before `end`: words, places, and a row of counts for each part."""
    import numpy as np

    keys, counts = [], []
    for part in parts:
        words = _array(part.words)
        chosen = np.flatnonzero((words >= first) & (words < end))
        keys.append(words[chosen].astype(np.uint64) << np.uint64(_PLACE_BITS) | _array(part.places)[chosen])
        counts.append(_array(part.counts)[chosen])
    entries, order = np.unique(np.concatenate(keys), return_inverse=True)
    table = np.zeros((len(parts), len(entries)), np.uint16)
    at = 0
    for row, own in zip(table, counts, strict=True):
        row[order[at : at + len(own)]] = own
        at += len(own)
    places = (entries & np.uint64((1 << _PLACE_BITS) - 1)).astype(np.uint32)
    return (entries >> np.uint64(_PLACE_BITS)).astype(np.uint32), places, table


def _array(values: array[int]) -> NDArray[Any]:
    import numpy as np

    return np.frombuffer(values, _KINDS[values.typecode]) if values else np.zeros(0, _KINDS[values.typecode])
