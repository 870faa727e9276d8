"""Token lists -> which are shared by many documents, and which say nearly the same.

8-word shingles as 32-bit hashes in flat arrays (4 bytes a token). Words get small numbers in order of appearance and
tuples of small integers hash alike in every process, so nothing here depends on PYTHONHASHSEED.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import count, groupby
from math import ceil

_LENGTH = 8
_SIMILAR = Fraction(9, 10)  # not 0.9: the borders are exact
_NEIGHBOURS = 12  # of chunks that share a rare shingle, each is compared with so many before it
_LARGEST_TABLE = 1 << 26  # 64 MB; reached at about 8 million words


class Shingles:
    """Grows by `add`, one call a chunk; then asked once."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = defaultdict(count().__next__)
        self._chunks: list[array[int]] = []
        self._documents: dict[str, list[int]] = {}
        self._counts = bytearray()

    def add(self, document_id: str, tokens: Sequence[str]) -> None:
        """The next chunk's words. Fewer than 8 make one shingle of them all, none make none."""
        numbers = list(map(self._numbers.__getitem__, tokens))
        runs = (
            zip(*(numbers[start:] for start in range(_LENGTH)), strict=False)
            if len(numbers) > _LENGTH
            else (tuple(numbers),)
        )
        hashes = {value & 0xFFFFFFFF for value in map(hash, runs)} if numbers else set()
        self._documents.setdefault(document_id, []).append(len(self._chunks))
        self._chunks.append(array("I", hashes))

    def shared(self, documents: int) -> Iterator[float]:
        """For each chunk the share of its shingles that stand in at least `documents` documents.

        Counts live in a table of one byte a slot, 8 slots a shingle while 64 MB suffice: two shingles in one slot can
        only make a share larger, by less than 1 in 100 at 9 million words.
        """
        counts = self._document_counts()
        mask = len(counts) - 1
        for hashes in self._chunks:
            yield sum(counts[value & mask] >= documents for value in hashes) / len(hashes) if hashes else 0.0

    def near_identical(self) -> list[int]:
        """For each chunk the number of the first chunk of its class (its own where it is alone).

        Chunks with equal shingles are found by hash. Others by prefix filtering (Chaudhuri et al. 2006): sets with a
        Jaccard of at least t share one of each one's first n - ceil(t n) + 1 elements in any fixed order; rarest
        first keeps the groups small. Classes are closed under chains of pairs.
        """
        leader = list(range(len(self._chunks)))

        def find(number: int) -> int:
            while leader[number] != number:
                leader[number] = leader[leader[number]]
                number = leader[number]
            return number

        first: dict[tuple[int, int], int] = {}
        for number, hashes in enumerate(self._chunks):
            if hashes:
                # order-free and exact except for a 64-bit collision between chunks of one size
                leader[number] = first.setdefault((len(hashes), hash(frozenset(hashes))), number)
        for one, other in self._pairs([number for number, head in enumerate(leader) if head == number]):
            a, b = find(one), find(other)
            if a != b and self._jaccard(one, other) >= _SIMILAR:
                leader[max(a, b)] = min(a, b)
        return [find(number) for number in range(len(leader))]

    def _pairs(self, numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
        counts = self._document_counts()
        mask = len(counts) - 1
        postings = array("Q")
        for number in numbers:
            hashes = self._chunks[number]
            if len(hashes) < 9:
                continue  # so few that 0.9 means all of them: equal sets were found already
            prefix = len(hashes) - ceil(_SIMILAR * len(hashes)) + 1
            rare_first = sorted(hashes, key=lambda value: (counts[value & mask], value))
            postings.extend(value << 32 | number for value in rare_first[:prefix])
        for _, group in groupby(sorted(postings), key=lambda posting: posting >> 32):
            near = [posting & 0xFFFFFFFF for posting in group]
            for place, number in enumerate(near):
                for other in near[max(0, place - _NEIGHBOURS) : place]:
                    yield other, number

    def _jaccard(self, one: int, other: int) -> float:
        a, b = self._chunks[one], self._chunks[other]
        if min(len(a), len(b)) < _SIMILAR * max(len(a), len(b)):
            return 0.0
        both = len(set(a).intersection(b))
        return both / (len(a) + len(b) - both)

    def _document_counts(self) -> bytearray:
        if not self._counts:
            total = sum(map(len, self._chunks))
            self._counts = bytearray(min(_LARGEST_TABLE, 1 << max(16, (8 * total).bit_length())))
            counts, mask = self._counts, len(self._counts) - 1
            for numbers in self._documents.values():
                for value in set().union(*(self._chunks[number] for number in numbers)):
                    slot = value & mask
                    if counts[slot] < 255:
                        counts[slot] += 1
        return self._counts
