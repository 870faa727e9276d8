"""Shingles of chunks, and how many documents have each -> what is kept of each chunk to compare it with others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmill.generator.eligibility.shingles import Shingles, differ, mixed, once
from benchmill.records.prefix_filter import prefix_length

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

COMMON = 3
"""A shingle is common if so many documents have it."""

MOST = 255
"""Shingles of so many documents or more are equally rare: one document more changes nothing about the others."""

# The Jaccard threshold 9 / 10, in whole numbers, so that comparisons with it are exact.
SHARED, OF = 9, 10

_BLOCK = 1 << 18  # shingles in one block, so that its arrays take a few megabytes
_RANGES = 64  # of hashes; those of one are counted at a time, so that the counting needs little memory
_LOW = 0xFFFFFFFF


@dataclass(frozen=True, slots=True, eq=False)
class Traits:
    """Of each chunk: a hash of all its shingles, how many of these are common, and the rarest ones (`prefix_sizes`)."""

    sums: NDArray[np.uint64]
    common: NDArray[np.uint32]
    rarest: NDArray[np.uint32]


def traits_of(shingles: Shingles, counts: NDArray[np.uint8]) -> Traits:
    """`counts` has for each shingle how many documents have it, at most `MOST`."""
    import numpy as np

    ends = ends_of(shingles.sizes)
    sums, common, rarest = [np.zeros(0, np.uint64)], [np.zeros(0, np.uint32)], [np.zeros(0, np.uint32)]
    for first, last in blocks(ends):
        own, held = shingles.values[ends[first] : ends[last]], counts[ends[first] : ends[last]]
        sizes, edges = shingles.sizes[first:last], ends[first : last + 1] - ends[first]
        for found, each in ((sums, mixed(own)), (common, (held >= COMMON).astype(np.uint32))):
            running = np.concatenate((np.zeros(1, each.dtype), np.cumsum(each, dtype=each.dtype)))
            found.append(running[edges[1:]] - running[edges[:-1]])
        chunk = np.repeat(np.arange(last - first, dtype=np.uint64), sizes) << np.uint64(40)
        ranked = np.sort(chunk | held.astype(np.uint64) << np.uint64(32) | own)  # by chunk, then rarest first
        place = np.arange(len(own)) - np.repeat(edges[:-1], sizes)
        rarest.append(ranked[place < np.repeat(prefix_sizes(sizes), sizes)].astype(np.uint32))
    return Traits(np.concatenate(sums), np.concatenate(common), np.concatenate(rarest))


def prefix_sizes(sizes: NDArray[np.uint32]) -> NDArray[np.int64]:
    """How many of its rarest shingles are looked up for a chunk with so many shingles (records/prefix_filter.py).

    With fewer than 9 shingles, 0.9 of them means all of them: such chunks are near-identical if they are equal.
    """
    import numpy as np

    found, which = np.unique(sizes, return_inverse=True)
    lengths = [prefix_length(size, SHARED / OF) if size >= SHARED else 0 for size in found.tolist()]
    return np.array(lengths or [0], np.int64)[which]


def document_counts(shingles: Shingles, document_of: NDArray[np.uint32]) -> NDArray[np.uint8]:
    """For each shingle of each chunk the number of documents that have it, at most `MOST`."""
    import numpy as np

    values, ends = shingles.values, ends_of(shingles.sizes)
    counts = np.zeros(len(values), np.uint8)
    range_of = np.empty(len(values), np.uint8)
    np.right_shift(values, np.uint32(32 - _RANGES.bit_length() + 1), out=range_of, casting="unsafe")  # no copy
    for number in range(_RANGES):
        places = np.flatnonzero(range_of == number)
        own = values[places]
        holder = document_of[np.searchsorted(ends, places, "right") - 1]
        found, held = counted(once(own.astype(np.uint64) << np.uint64(32) | holder))
        counts[places] = np.minimum(held, MOST)[np.searchsorted(found, own)]
    return counts


def counted(keys: NDArray[np.uint64]) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
    """(upper halves, each once, ascending; how many keys have each) of ascending keys."""
    import numpy as np

    upper = (keys >> np.uint64(32)).astype(np.uint32)
    firsts = np.flatnonzero(differ(upper))
    return upper[firsts], np.diff(np.concatenate((firsts, [len(upper)])))


def ends_of(sizes: NDArray[np.uint32] | NDArray[np.int64]) -> NDArray[np.int64]:
    """Where each chunk's shingles begin in an array of those of all chunks, and where the last end."""
    import numpy as np

    return np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes, dtype=np.int64)))


def blocks(ends: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """Ranges of chunks with about `_BLOCK` shingles each."""
    import numpy as np

    first, chunks = 0, len(ends) - 1
    while first < chunks:
        last = max(first + 1, int(np.searchsorted(ends, ends[first] + _BLOCK, "right")) - 1)
        yield first, last
        first = last
