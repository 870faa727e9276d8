"""Keys of the stems of chunks -> PostingLists: for each stem the numbers of its chunks, and how often each has it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from benchmill.indexing.word_facts import CHUNK_BITS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Entries = tuple[NDArray[np.uint64], NDArray[np.uint16]]
    """Keys (word_facts.py) with the numbers of chunks, and how often each chunk has its stem."""

_AT_ONCE = 1 << 21
"""Entries that are sorted together, so that the sort needs little memory."""


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
        # copied: a piece of a file's block would keep the whole block in memory
        return self.chunks[start:end].copy(), self.counts[start:end].copy()


def listed(size: int, blocks: Callable[[], Iterable[Entries]], at_once: int = _AT_ONCE) -> PostingLists:
    """The lists of `size` entries. `blocks` gives them all, and is asked again for each range of stems: those of a
    large corpus take more memory than the lists."""
    import numpy as np

    chunks, counts = np.empty(size, np.uint32), np.empty(size, np.uint16)
    done, stems, sizes = 0, [np.zeros(0, np.uint64)], [np.zeros(1, np.int64)]
    ranges = np.uint64(1 + size // at_once)
    for number in range(int(ranges)):
        own, held = [np.zeros(0, np.uint64)], [np.zeros(0, np.uint16)]
        for keys, counted in blocks():
            chosen = (keys >> np.uint64(32)) * ranges >> np.uint64(32) == number
            own.append(keys[chosen])
            held.append(counted[chosen])
        keys = np.concatenate(own)
        order = np.argsort(keys)
        keys, end = keys[order], done + len(keys)
        chunks[done:end] = keys & np.uint64((1 << CHUNK_BITS) - 1)
        counts[done:end] = np.concatenate(held)[order]
        found, lengths = np.unique(keys >> np.uint64(CHUNK_BITS), return_counts=True)
        stems.append(found)
        sizes.append(lengths)
        done = end
    return PostingLists(np.concatenate(stems), np.cumsum(np.concatenate(sizes)), chunks, counts)
