"""Token lists of chunks -> which chunks many documents share, and which chunks are near-identical.

Flat arrays hold 8-word shingles as 32-bit hashes (4 bytes a word). The code works on one block of chunks at a time.
Words are hashed by CRC-32, so a chunk's shingles depend on its words alone, in every process.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from benchmill.records.prefix_filter import prefix_length

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.uint64]

_LENGTH = 8
# The Jaccard threshold 9 / 10, in whole numbers, so that comparisons with it are exact.
_SHARED, _OF = 9, 10
_NEIGHBOURS = 12  # a chunk is compared with so many earlier chunks that share a rare shingle with it
_MOST_SLOTS = 1 << 26  # reached at about 8 million words
_RANGES = 16  # of slots; those of one are counted at a time, so that the counting needs little memory
_BLOCK = 1 << 18  # words in one block, so that its arrays take a few megabytes
_LOW = 0xFFFFFFFF
# Odd 64-bit factors, one for each position in a shingle (multiples of the golden ratio's factor, Knuth 6.4).
_FACTORS = tuple((0x9E3779B97F4A7C15 * (2 * place + 1)) % (1 << 64) for place in range(_LENGTH))


def shingles_of(chunks: Iterable[Sequence[str]]) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """The shingles of chunks, given as words: distinct and ascending within a chunk; and how many each chunk has.

    Fewer than 8 words make one shingle together, no words make no shingle.
    """
    import numpy as np

    number_of = _Numbers().__getitem__
    words = array("I")
    lengths = array("I")
    for tokens in chunks:
        words.extend(map(number_of, tokens))
        lengths.append(len(tokens))
    if not words:
        return np.zeros(0, np.uint32), np.zeros(len(lengths), np.uint32)
    keys = _once(_hashed(np.frombuffer(words, np.uint32), np.frombuffer(lengths, np.uint32).astype(np.int64)))
    sizes = np.bincount((keys >> np.uint64(32)).astype(np.int64), minlength=len(lengths))
    return (keys & np.uint64(_LOW)).astype(np.uint32), sizes.astype(np.uint32)


class _Numbers(dict[str, int]):
    """word -> a 32-bit hash that is the same in every process."""

    def __missing__(self, word: str) -> int:
        self[word] = number = zlib.crc32(word.encode("utf-8", "surrogatepass"))
        return number


class Shingles:
    """The shingles of all chunks, and the document of each chunk."""

    def __init__(self, values: NDArray[np.uint32], sizes: NDArray[np.uint32], document_of: NDArray[np.uint32]) -> None:
        import numpy as np

        self._shingles = values, np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes, dtype=np.int64)))
        self._document_of = document_of
        self.slots = min(_MOST_SLOTS, 1 << max(16, (8 * len(values)).bit_length()))

    def __len__(self) -> int:
        return len(self._document_of)

    def shared(self, documents: int) -> NDArray[np.float64]:
        """For each chunk the share of its shingles that are in at least `documents` documents.

        A shingle is counted by its slot: there are 8 slots for each shingle, at most 64 million. Two shingles in one
        slot can only make a share larger, by less than 1 in 100 at 9 million words.
        """
        import numpy as np

        _, starts = self._shingles
        shares = [np.zeros(0)]
        for first, last in _blocks(starts):
            edges = starts[first : last + 1] - starts[first]
            running = np.concatenate(([0], np.cumsum(self._counts[starts[first] : starts[last]] >= documents)))
            hits = running[edges[1:]] - running[edges[:-1]]
            shares.append(hits / np.maximum(np.diff(edges), 1))
        return np.concatenate(shares)

    def near_identical(self) -> list[int]:
        """For each chunk the number of the first chunk in its class (its own number if it is the only one).

        A hash finds chunks with equal shingles. Prefix filtering finds the others (records/prefix_filter.py), rarest
        shingles first. Chunks that a chain of pairs connects are in one class.
        """
        leader = self._equal()

        def find(number: int) -> int:
            while leader[number] != number:
                leader[number] = leader[leader[number]]
                number = leader[number]
            return number

        for one, other in self._pairs([number for number, head in enumerate(leader) if head == number]):
            a, b = find(one), find(other)
            if a != b and self._alike(one, other):
                leader[max(a, b)] = min(a, b)
        return [find(number) for number in range(len(leader))]

    @cached_property
    def _counts(self) -> NDArray[np.uint8]:
        """For each shingle of each chunk the number of documents that hold its slot, at most 255."""
        import numpy as np

        values, starts = self._shingles
        counts = np.zeros(len(values), np.uint8)
        width = self.slots // _RANGES
        range_of = ((values & np.uint32(self.slots - 1)) // np.uint32(width)).astype(np.uint8)
        for number in range(_RANGES):
            places = np.flatnonzero(range_of == number)
            own = values[places] & np.uint32(width - 1)
            holder = self._document_of[np.searchsorted(starts, places, "right") - 1]
            once = _once(own.astype(np.uint64) << np.uint64(32) | holder) >> np.uint64(32)
            firsts = np.flatnonzero(_differ(once))
            table = np.zeros(width, np.uint8)
            table[once[firsts]] = np.minimum(np.diff(np.concatenate((firsts, [len(once)]))), 255)
            counts[places] = table[own]
        return counts

    def _equal(self) -> list[int]:
        """For each chunk the first chunk with the same shingles. Only a collision of 64-bit hashes makes it wrong."""
        import numpy as np

        values, starts = self._shingles
        totals = [np.zeros(0, np.uint64)]
        for first, last in _blocks(starts):
            edges = starts[first : last + 1] - starts[first]
            running = np.concatenate((np.zeros(1, np.uint64), np.cumsum(_mixed(values[starts[first] : starts[last]]))))
            totals.append(running[edges[1:]] - running[edges[:-1]])
        sizes, total = np.diff(starts), np.concatenate(totals)
        order = np.lexsort((sizes, total))  # stable: the first chunk of each sort comes first
        new = _differ(total[order]) | _differ(sizes[order]) | (sizes[order] == 0)
        leader = np.arange(len(self))
        leader[order] = order[np.maximum.accumulate(np.where(new, np.arange(len(order)), 0))]
        found: list[int] = leader.tolist()
        return found

    def _pairs(self, numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Pairs of chunks that share a rare shingle and have nearly the same size."""
        import numpy as np

        postings = np.sort(np.concatenate([np.zeros(0, np.uint64), *self._postings(np.array(numbers, np.int64))]))
        shingles, chunks = postings >> np.uint64(32), (postings & np.uint64(_LOW)).astype(np.int64)
        sizes = np.diff(self._shingles[1])
        found = [np.zeros(0, np.int64)]
        for step in range(1, _NEIGHBOURS + 1):
            near = shingles[step:] == shingles[:-step]
            one, other = chunks[:-step][near], chunks[step:][near]
            small, large = np.minimum(sizes[one], sizes[other]), np.maximum(sizes[one], sizes[other])
            alike = _OF * small >= _SHARED * large
            found.append(one[alike] << 32 | other[alike])
        for pair in _once(np.concatenate(found)).tolist():
            yield pair >> 32, pair & _LOW

    def _postings(self, numbers: NDArray[np.int64]) -> Iterator[Numbers]:
        """(shingle, chunk), packed into one number, for each of the rarest shingles of each chunk."""
        import numpy as np

        values, starts = self._shingles
        sizes = starts[numbers + 1] - starts[numbers]
        # with fewer than 9 shingles, 0.9 of them means all of them, and `_equal` finds the equal sets
        numbers, sizes = numbers[sizes >= _SHARED], sizes[sizes >= _SHARED]
        ends = np.concatenate(([0], np.cumsum(sizes)))
        for first, last in _blocks(ends):
            own = np.concatenate([values[starts[chunk] : starts[chunk + 1]] for chunk in numbers[first:last]])
            local = np.repeat(np.arange(last - first, dtype=np.uint64), sizes[first:last])
            common = np.concatenate([self._counts[starts[chunk] : starts[chunk + 1]] for chunk in numbers[first:last]])
            held = common.astype(np.uint64) << np.uint64(32)
            ranked = np.sort(local << np.uint64(40) | held | own)  # by chunk, then rarest first
            prefix = np.array([prefix_length(size, _SHARED / _OF) for size in sizes[first:last].tolist()], np.int64)
            place = np.arange(len(own)) - np.repeat(ends[first:last] - ends[first], sizes[first:last])
            kept = place < np.repeat(prefix, sizes[first:last])
            chunk = np.repeat(numbers[first:last].astype(np.uint64), sizes[first:last])
            yield ((ranked & np.uint64(_LOW)) << np.uint64(32) | chunk)[kept]

    def _alike(self, one: int, other: int) -> bool:
        """Whether two chunks have a Jaccard of 0.9 or more."""
        import numpy as np

        values, starts = self._shingles
        a, b = (values[starts[number] : starts[number + 1]] for number in (one, other))
        both = len(np.intersect1d(a, b, assume_unique=True))
        return _OF * both >= _SHARED * (len(a) + len(b) - both)


def _blocks(ends: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """Ranges of chunks with about `_BLOCK` entries each."""
    import numpy as np

    first, chunks = 0, len(ends) - 1
    while first < chunks:
        last = max(first + 1, int(np.searchsorted(ends, ends[first] + _BLOCK, "right")) - 1)
        yield first, last
        first = last


def _hashed(tokens: NDArray[np.uint32], lengths: NDArray[np.int64]) -> Numbers:
    """For every shingle of a block of chunks: the chunk's number in the block (upper half) and the hash (lower)."""
    import numpy as np

    mixed, chunk = _mixed(tokens), np.repeat(np.arange(len(lengths), dtype=np.uint64), lengths)
    found = [np.zeros(0, np.uint64)]
    if len(tokens) >= _LENGTH:
        most = len(tokens) - _LENGTH + 1
        hashes = np.zeros(most, np.uint64)
        for place, factor in enumerate(_FACTORS):
            hashes += mixed[place : place + most] * np.uint64(factor)
        whole = chunk[:most] == chunk[_LENGTH - 1 :]
        found.append((chunk[:most] << np.uint64(32) | hashes >> np.uint64(32))[whole])
    starts = np.cumsum(lengths) - lengths
    for number in np.flatnonzero((lengths > 0) & (lengths < _LENGTH)).tolist():
        few = mixed[starts[number] : starts[number] + lengths[number]]
        value = (few * np.array(_FACTORS[: len(few)], np.uint64)).sum() >> np.uint64(32)
        found.append(np.array([number << 32 | int(value)], np.uint64))
    return np.concatenate(found)


def _once(values: Any) -> Any:  # noqa: ANN401 - an array of any whole numbers
    """The distinct values, ascending. Sorting is many times as fast here as the hashing that numpy uses."""
    import numpy as np

    values = np.sort(values)
    return values[_differ(values)]


def _differ(ascending: Any) -> NDArray[np.bool_]:  # noqa: ANN401 - an array of any whole numbers
    """True for each value that differs from the previous value, and for the first value."""
    import numpy as np

    return np.concatenate((np.ones(min(1, len(ascending)), bool), ascending[1:] != ascending[:-1]))


def _mixed(values: NDArray[np.uint32]) -> Numbers:
    """Small numbers mapped to numbers that look random (splitmix64)."""
    import numpy as np

    mixed = (values.astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ mixed >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ mixed >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return mixed ^ mixed >> np.uint64(31)
