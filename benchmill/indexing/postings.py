"""Word facts of all documents -> Postings: the chunks that have a stem, and BM25 over them."""

from __future__ import annotations

import math
from array import array
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, Any

from benchmill.indexing.kept_facts import Facts
from benchmill.indexing.word_facts import CHUNK_BITS, key_of
from benchmill.records.words import content_words
from benchmill.retrieving.bm25 import best_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

_K1, _B = 1.5, 0.75
_PARTS = 16  # the keys are sorted in so many parts, so that the sort needs little memory


class Postings:
    """For each stem the numbers of its chunks, ascending, and how often the chunk's text has it."""

    def __init__(self, facts: Facts, language: str) -> None:
        import numpy as np

        self.language = language
        self._ranges: dict[str, tuple[int, int]] = {}
        self._lengths = _joined(facts, "lengths", np.uint32)
        keys, counts, sizes = (
            _joined(facts, *one) for one in (("keys", np.uint64), ("counts", np.uint16), ("sizes", np.uint32))
        )
        if len(sizes) >> CHUNK_BITS:
            raise ValueError(f"{len(sizes):,} chunks are more than an index holds; give parts of the folder")
        keys |= np.repeat(np.arange(len(sizes), dtype=np.uint64), sizes)
        self._chunks = np.empty(len(keys), np.uint32)
        self._counts = np.empty(len(keys), np.uint16)
        part_of, done, stems, sizes_of = (
            (keys >> np.uint64(60)).astype(np.uint8),
            0,
            [np.zeros(0, np.uint64)],
            [np.zeros(1, np.int64)],
        )
        for part in range(_PARTS):
            chosen = np.flatnonzero(part_of == part)
            own = keys[chosen]
            order = np.argsort(own)
            own = own[order]
            self._chunks[done : done + len(own)] = (own & np.uint64((1 << CHUNK_BITS) - 1)).astype(np.uint32)
            self._counts[done : done + len(own)] = counts[chosen[order]]
            done += len(own)
            found, size = np.unique(own >> np.uint64(CHUNK_BITS), return_counts=True)
            stems.append(found)
            sizes_of.append(size)
        self._stems = np.concatenate(stems)
        self._starts = np.cumsum(np.concatenate(sizes_of))

    def places(self, stem: str) -> Sequence[int]:
        """Numbers of the chunks that have `stem` in their text or headings, ascending."""
        start, end = self._range(stem)
        return array("I", self._chunks[start:end].tobytes())

    def df(self, stem: str) -> int:
        """How many chunks these are."""
        start, end = self._range(stem)
        return end - start

    def stems_by_df(self) -> Counter[int]:
        """Number of chunks -> how many stems are in so many chunks."""
        import numpy as np

        sizes, stems = np.unique(np.diff(self._starts), return_counts=True)
        return Counter(dict(zip(sizes.tolist(), stems.tolist(), strict=True)))

    def top(self, query: str, k: int) -> list[tuple[int, float]]:
        """Up to `k` (number of the chunk, BM25 score), best first, equal scores by number; by the chunks' texts.

        The scores are those of `retrieving.bm25.Bm25` over the same texts, to the last bit.
        """
        import numpy as np

        scores = np.zeros(len(self._lengths), np.float32)
        for stem in content_words(query, self.language) if k > 0 else ():
            start, end = self._range(stem)
            chunks, counts = self._chunks[start:end], self._counts[start:end].astype(np.float32)
            if not counts.all():
                chunks, counts = chunks[counts > 0], counts[counts > 0]
            if len(chunks):
                df, total = len(chunks), len(scores)
                idf = np.float32(math.log(1 + (total - df + 0.5) / (df + 0.5)))
                scores[chunks] += (idf * (counts / (self._norms[chunks] + counts))).astype(np.float32)
        return best_of(scores, k)

    @cached_property
    def _norms(self) -> NDArray[np.float64]:
        """What the length of each chunk adds to the denominator."""
        import numpy as np

        return np.asarray(_K1 * ((1 - _B) + _B * self._lengths / self._lengths.mean()), np.float64)

    def _range(self, stem: str) -> tuple[int, int]:
        if stem not in self._ranges:
            self._ranges[stem] = self._searched(stem)
        return self._ranges[stem]

    def _searched(self, stem: str) -> tuple[int, int]:
        import numpy as np

        hashed = np.uint64(key_of(stem) >> CHUNK_BITS)
        place = int(np.searchsorted(self._stems, hashed))
        if place == len(self._stems) or self._stems[place] != hashed:
            return 0, 0
        return int(self._starts[place]), int(self._starts[place + 1])


def _joined(facts: Facts, name: str, kind: type) -> NDArray[Any]:
    """One column of all documents as one array that may be changed."""
    import numpy as np

    return np.frombuffer(bytearray().join(facts.column(name)), kind)
