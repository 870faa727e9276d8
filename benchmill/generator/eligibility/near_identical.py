"""Traits of chunks -> which chunks have nearly the same shingles (a Jaccard of 0.9 or more).

A hash finds chunks with equal shingles. Prefix filtering finds the others (records/prefix_filter.py), rarest shingles
first. Chunks that a chain of pairs connects are in one class.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmill.generator.eligibility.rare_shingles import OF, SHARED, Traits, blocks, ends_of, prefix_sizes
from benchmill.generator.eligibility.shingles import Shingles, differ, once

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.uint64]

_NEIGHBOURS = 12  # a chunk is compared with so many earlier chunks that share a rare shingle with it
_LOW = 0xFFFFFFFF


def classes(sizes: NDArray[np.uint32], traits: Traits, pairs: Numbers) -> list[int]:
    """For each chunk the number of the first chunk in its class (its own number if it is the only one).

    `pairs` are those of the pairs that are near-identical.
    """
    leader: list[int] = equal(sizes, traits).tolist()

    def find(number: int) -> int:
        while leader[number] != number:
            leader[number] = leader[leader[number]]
            number = leader[number]
        return number

    for pair in pairs.tolist():
        a, b = find(pair >> 32), find(pair & _LOW)
        leader[max(a, b)] = min(a, b)
    return [find(number) for number in range(len(leader))]


def equal(sizes: NDArray[np.uint32], traits: Traits) -> NDArray[np.int64]:
    """For each chunk the first chunk with the same shingles. Only a collision of 64-bit hashes makes it wrong."""
    import numpy as np

    order = np.lexsort((sizes, traits.sums))  # stable: the first chunk of each sort comes first
    new = differ(traits.sums[order]) | differ(sizes[order]) | (sizes[order] == 0)
    leader = np.arange(len(sizes))
    leader[order] = order[np.maximum.accumulate(np.where(new, np.arange(len(order)), 0))]
    return leader


def similar_pairs(sizes: NDArray[np.uint32], traits: Traits) -> Numbers:
    """Pairs of chunks that share a rare shingle and have nearly the same size, ascending: number << 32 | number.

    Of chunks with equal shingles only the first is in pairs.
    """
    import numpy as np

    lengths = prefix_sizes(sizes)
    chosen = np.repeat(equal(sizes, traits) == np.arange(len(sizes)), lengths)
    chunk = np.repeat(np.arange(len(sizes), dtype=np.uint64), lengths)[chosen]
    postings = np.sort(traits.rarest[chosen].astype(np.uint64) << np.uint64(32) | chunk)
    shingles, chunks = (postings >> np.uint64(32)).astype(np.uint32), (postings & np.uint64(_LOW)).astype(np.uint32)
    found = [np.zeros(0, np.uint64)]
    for step in range(1, _NEIGHBOURS + 1):
        near = shingles[step:] == shingles[:-step]
        one, other = chunks[:-step][near], chunks[step:][near]
        small, large = (pick(sizes[one], sizes[other]).astype(np.int64) for pick in (np.minimum, np.maximum))
        alike = OF * small >= SHARED * large
        found.append(one[alike].astype(np.uint64) << np.uint64(32) | other[alike])
    pairs: Numbers = once(np.concatenate(found))
    return pairs


def alike(chunks: NDArray[np.int64], shingles: Shingles, pairs: Numbers) -> NDArray[np.bool_]:
    """Which of the pairs have a Jaccard of 0.9 or more; `shingles` are those of `chunks`, whose numbers ascend."""
    import numpy as np

    starts = ends_of(shingles.sizes)
    one, other = (
        np.searchsorted(chunks, numbers.astype(np.int64))
        for numbers in (pairs >> np.uint64(32), pairs & np.uint64(_LOW))
    )
    total = shingles.sizes[one].astype(np.int64) + shingles.sizes[other]
    both = np.zeros(len(pairs), np.int64)
    for first, last in blocks(np.concatenate(([0], np.cumsum(total)))):
        keys = np.sort(np.concatenate([_keyed(shingles, starts, side[first:last]) for side in (one, other)]))
        twice = (keys[1:][keys[1:] == keys[:-1]] >> np.uint64(32)).astype(np.int64)
        both[first:last] = np.bincount(twice, minlength=last - first)
    found: NDArray[np.bool_] = OF * both >= SHARED * (total - both)
    return found


def _keyed(shingles: Shingles, starts: NDArray[np.int64], chunks: NDArray[np.int64]) -> Numbers:
    """(place in `chunks`, shingle) packed into one number, for each shingle of each of the chunks."""
    import numpy as np

    sizes = shingles.sizes[chunks]
    pair = np.repeat(np.arange(len(chunks), dtype=np.uint64), sizes)
    return pair << np.uint64(32) | shingles.values[spread(starts[chunks], sizes)]


def spread(starts: NDArray[np.int64], sizes: NDArray[np.uint32] | NDArray[np.int64]) -> NDArray[np.int64]:
    """The places of ranges, each given by its start and size, one after the other."""
    import numpy as np

    before = np.cumsum(sizes, dtype=np.int64) - sizes
    return np.repeat(starts - before, sizes) + np.arange(int(sizes.sum()))
