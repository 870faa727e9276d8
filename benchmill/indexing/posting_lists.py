"""Keys of the stems of chunks -> PostingLists: for each stem the numbers of its chunks, and how often each has it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from benchmill.indexing.word_facts import CHUNK_BITS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_PARTS = 16  # the keys are sorted in so many parts, so that the sort needs little memory


class Sliced(Protocol):
    """An array in memory or in a file."""

    def __len__(self) -> int: ...
    def __getitem__(self, asked: slice, /) -> NDArray[Any]: ...


@dataclass(frozen=True, slots=True)
class PostingLists:
    """`stems` are hashes, ascending; the list of the n-th is from `starts[n]` to `starts[n + 1]` of the others."""

    stems: NDArray[np.uint64]
    starts: NDArray[np.int64]
    chunks: Sliced
    counts: Sliced

    def place(self, stem: int) -> int | None:
        """Which of the stems has this hash."""
        import numpy as np

        hashed = np.uint64(stem)
        place = int(np.searchsorted(self.stems, hashed))
        return place if place < len(self.stems) and self.stems[place] == hashed else None

    def at(self, place: int) -> tuple[NDArray[np.uint32], NDArray[np.uint16]]:
        """(numbers of chunks, ascending; how often each has the stem) of the stem at `place`."""
        start, end = int(self.starts[place]), int(self.starts[place + 1])
        return self.chunks[start:end], self.counts[start:end]


def listed(keys: NDArray[np.uint64], counts: NDArray[np.uint16], chunk_of: NDArray[np.uint32]) -> PostingLists:
    """The lists of entries, each a key (word_facts.py), a count and the number of a chunk; numbers ascend."""
    import numpy as np

    chunks, ordered = np.empty(len(keys), np.uint32), np.empty(len(keys), np.uint16)
    part_of = (keys >> np.uint64(60)).astype(np.uint8)
    done, stems, sizes = 0, [np.zeros(0, np.uint64)], [np.zeros(1, np.int64)]
    for part in range(_PARTS):
        chosen = np.flatnonzero(part_of == part)
        own = keys[chosen] | chunk_of[chosen]
        order = np.argsort(own)
        own = own[order]
        chunks[done : done + len(own)] = (own & np.uint64((1 << CHUNK_BITS) - 1)).astype(np.uint32)
        ordered[done : done + len(own)] = counts[chosen[order]]
        done += len(own)
        found, size = np.unique(own >> np.uint64(CHUNK_BITS), return_counts=True)
        stems.append(found)
        sizes.append(size)
    return PostingLists(np.concatenate(stems), np.cumsum(np.concatenate(sizes)), chunks, ordered)
