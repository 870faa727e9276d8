"""Words of sentences as numbers, hashes of phrases -> where the sentences have which phrase."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from benchmill.generator.kinds.names import LONGEST_NAME
from benchmill.records.identity import fingerprint

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SENTENCE_ENDS, _CHUNK_ENDS = 0, 1  # no word has these numbers
_BEGIN, _FACTOR, _ALL = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93, (1 << 64) - 1
# The lowest bits of a hash: the highest are the same ones in those of all single words.
_FILTER = (1 << 20) - 1


def tokens_of(chunks: Iterable[Iterable[str]]) -> array[int]:
    """The words of all sentences of chunks as numbers; a sentence is its words, joined by spaces."""
    found = array("I")
    for sentences in chunks:
        for said in sentences:
            found.extend(map(_token, said.split(" ")))
            found.append(_SENTENCE_ENDS)
        found.append(_CHUNK_ENDS)
    return found


def hash_of(phrase: str) -> int:
    """The hash of words, joined by spaces."""
    found = _BEGIN
    for word in phrase.split(" "):
        found = (found * _FACTOR + _token(word)) & _ALL
    return found


@lru_cache(maxsize=1 << 16)
def _token(word: str) -> int:
    return max(_CHUNK_ENDS + 1, fingerprint(word) >> 32)


@dataclass(frozen=True, slots=True)
class Found:
    """A phrase in sentences, one element each: the chunk, the sentence in it, where it begins, its words, its place
    among the phrases."""

    chunks: NDArray[np.int64]
    sentences: NDArray[np.int64]
    begins: NDArray[np.int64]
    sizes: NDArray[np.int64]
    phrases: NDArray[np.int64]


def phrases_in(blocks: Iterable[NDArray[np.uint32]], phrases: NDArray[np.uint64]) -> Iterator[Found]:
    """For each block of whole chunks, which of the `phrases`, which are sorted, are in it. Chunks are numbered through
    all blocks."""
    import numpy as np

    low = np.uint64(_FILTER)
    may_be = np.zeros(_FILTER + 1, bool)
    may_be[phrases & low] = True
    chunk = 0
    for tokens in blocks:
        hashes = np.full(len(tokens), _BEGIN, np.uint64)
        places, sizes, found = [], [], []
        for size in range(1, LONGEST_NAME + 1):
            hashes = hashes[: len(tokens) - size + 1]
            hashes *= np.uint64(_FACTOR)
            hashes += tokens[size - 1 :]
            near = np.flatnonzero(may_be[hashes & low])
            named = np.searchsorted(phrases, hashes[near]).clip(max=len(phrases) - 1)
            is_one = phrases[named] == hashes[near]
            places.append(near[is_one])
            sizes.append(np.full(len(places[-1]), size))
            found.append(named[is_one])
        place = np.concatenate(places)
        borders, ends = np.flatnonzero(tokens == _CHUNK_ENDS), np.flatnonzero(tokens == _SENTENCE_ENDS)
        own = np.searchsorted(borders, place)
        first = np.searchsorted(ends, np.concatenate((np.zeros(1, np.int64), borders)))  # sentence of each chunk
        sentence = np.searchsorted(ends, place) - first[own]
        yield Found(chunk + own, sentence, place, np.concatenate(sizes), np.concatenate(found))
        chunk += len(borders)
