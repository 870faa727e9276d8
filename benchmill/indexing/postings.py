"""Word facts of all documents -> Postings: the chunks that have a stem, and BM25 over them.

The lists of a large corpus stay in facts.sqlite. A run reads those of the stems that it asks for, leaves out the chunks
of documents that changed since the lists were made, and adds those of today's. Where much has changed it makes all
lists again.
"""

from __future__ import annotations

import json
import math
from array import array
from collections import Counter
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import sha256
from itertools import accumulate
from typing import TYPE_CHECKING

from benchmill.indexing.facts_file import Damaged
from benchmill.indexing.kept_arrays import keep_arrays, kept_array
from benchmill.indexing.kept_facts import Facts
from benchmill.indexing.posting_lists import PostingLists, listed
from benchmill.indexing.word_facts import CHUNK_BITS, key_of
from benchmill.records.words import content_words
from benchmill.retrieving.bm25 import best_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

_K1, _B = 1.5, 0.75
_NAME = "postings"
_GONE = 0xFFFFFFFF
_MOST_CHANGED = 1 / 8  # of the chunks
_HELD = 200  # lists that stay in memory


class Postings:
    """For each stem the numbers of its chunks, ascending, and how often the chunk's text has it."""

    def __init__(self, facts: Facts, language: str) -> None:
        import numpy as np

        self.language = language
        self._facts = facts
        bytes_of, (lengths,) = facts.joined("lengths")
        self._lengths = np.frombuffer(lengths, np.uint32)
        if len(self._lengths) >> CHUNK_BITS:
            raise ValueError(f"{len(self._lengths):,} chunks are more than an index holds; give parts of the folder")
        self._dfs: dict[str, int] = {}
        self._held: dict[str, tuple[NDArray[np.uint32], NDArray[np.uint16]]] = {}
        try:
            self._former, self._today = _parted(facts, _chunks(bytes_of))
        except Damaged:
            self._former, self._today = None, _whole(facts)

    def places(self, stem: str) -> Sequence[int]:
        """Numbers of the chunks that have `stem` in their text or headings, ascending."""
        return array("I", self._list(stem)[0].tobytes())

    def df(self, stem: str) -> int:
        """How many chunks these are."""
        if stem not in self._dfs:  # a night asks 10,000 times for 100 stems
            self._dfs[stem] = self._counted(key_of(stem) >> CHUNK_BITS)
        return self._dfs[stem]

    def _counted(self, hashed: int) -> int:
        found = 0
        if self._former and (place := self._former.lists.place(hashed)) is not None:
            found = int(self._former.sizes[place])
        if (place := self._today.place(hashed)) is not None:
            found += int(self._today.starts[place + 1] - self._today.starts[place])
        return found

    def stems_by_df(self) -> Counter[int]:
        """Number of chunks -> how many stems are in so many chunks."""
        import numpy as np

        sizes = np.diff(self._today.starts)
        if self._former:
            stems = np.concatenate((self._former.lists.stems, self._today.stems))
            _, which = np.unique(stems, return_inverse=True)
            sizes = np.bincount(which, np.concatenate((self._former.sizes, sizes))).astype(np.int64)
        found, stems_of = np.unique(sizes[sizes > 0], return_counts=True)
        return Counter(dict(zip(found.tolist(), stems_of.tolist(), strict=True)))

    def top(self, query: str, k: int, among: Collection[int] | None = None) -> list[tuple[int, float]]:
        """Up to `k` (number of the chunk, BM25 score), best first, equal scores by number; by the chunks' texts.

        `among`: the numbers of the chunks that count, if not all do.
        The scores are those of `retrieving.bm25.Bm25` over the same texts, to the last bit.
        """
        import numpy as np

        scores = np.zeros(len(self._lengths), np.float32)
        for stem in content_words(query, self.language) if k > 0 else ():
            chunks, counts = self._list(stem)
            counts = counts.astype(np.float32)
            if not counts.all():
                chunks, counts = chunks[counts > 0], counts[counts > 0]
            if len(chunks):
                df, total = len(chunks), len(scores)
                idf = np.float32(math.log(1 + (total - df + 0.5) / (df + 0.5)))
                scores[chunks] += (idf * (counts / (self._norms[chunks] + counts))).astype(np.float32)
        return best_of(scores, k, among)

    @cached_property
    def _norms(self) -> NDArray[np.float64]:
        """What the length of each chunk adds to the denominator."""
        import numpy as np

        return np.asarray(_K1 * ((1 - _B) + _B * self._lengths / self._lengths.mean()), np.float64)

    def _list(self, stem: str) -> tuple[NDArray[np.uint32], NDArray[np.uint16]]:
        """The numbers of the chunks that have the stem, and how often each has it."""
        if stem not in self._held:
            while len(self._held) >= _HELD:
                del self._held[next(iter(self._held))]
            try:
                self._held[stem] = self._read(stem)
            except Damaged:
                self._former, self._today = None, _whole(self._facts)
                self._held[stem] = self._read(stem)
        return self._held[stem]

    def _read(self, stem: str) -> tuple[NDArray[np.uint32], NDArray[np.uint16]]:
        import numpy as np

        hashed = key_of(stem) >> CHUNK_BITS
        place = self._today.place(hashed)
        today = self._today.at(place) if place is not None else (np.zeros(0, np.uint32), np.zeros(0, np.uint16))
        place = self._former.lists.place(hashed) if self._former else None
        if not self._former or place is None:
            return today
        former = self._former.at(place)
        if not len(today[0]):
            return former
        chunks, counts = np.concatenate((former[0], today[0])), np.concatenate((former[1], today[1]))
        order = np.argsort(chunks)
        return chunks[order], counts[order]


@dataclass(frozen=True, slots=True)
class _Former:
    """The lists of an earlier run. `number_of`: today's number of each of its chunks, or _GONE; `sizes`: how many of
    each list are not gone."""

    lists: PostingLists
    number_of: NDArray[np.uint32]
    sizes: NDArray[np.int64]

    @classmethod
    def of(cls, lists: PostingLists, number_of: NDArray[np.uint32]) -> _Former:
        import numpy as np

        sizes = np.diff(lists.starts)
        if (number_of == _GONE).any():
            step = 1 << 16
            for start in range(0, len(lists.chunks), step):
                gone = start + np.flatnonzero(number_of[lists.chunks[start : start + step]] == _GONE)
                np.subtract.at(sizes, np.searchsorted(lists.starts, gone, "right") - 1, 1)
        return cls(lists, number_of, sizes)

    def at(self, place: int) -> tuple[NDArray[np.uint32], NDArray[np.uint16]]:
        chunks, counts = self.lists.at(place)
        numbers = self.number_of[chunks]
        there = numbers != _GONE
        return numbers[there], counts[there]


def _whole(facts: Facts) -> PostingLists:
    """The lists of all documents, which are also kept for the next run."""
    import numpy as np

    bytes_of, columns = facts.joined("sizes", "keys", "counts")
    sizes, keys, counts = map(np.frombuffer, columns, (np.uint32, np.uint64, np.uint16))
    chunk_of = np.repeat(np.arange(len(sizes), dtype=np.uint32), sizes)
    lists = listed(keys, counts, chunk_of)
    if not facts.kept.in_memory:
        own, chunks = facts.keys(), _chunks(bytes_of)
        made_of = [[each.id, own[each.id], size] for each, size in zip(facts.documents, chunks, strict=True)]
        record = json.dumps({"made_of": made_of, "stems": len(lists.stems), "entries": len(keys)}).encode()
        arrays = {"stems": lists.stems, "starts": lists.starts, "chunks": lists.chunks[:], "counts": lists.counts[:]}
        keep_arrays(facts.kept, _NAME, sha256(record).hexdigest(), arrays)
        facts.kept.keep(_NAME, _NAME, record)
    return lists


def _parted(facts: Facts, chunks_of: Sequence[int]) -> tuple[_Former | None, PostingLists]:
    """The lists of an earlier run, and those of the documents that are new or changed since; or those of all.

    `chunks_of`: how many chunks each document has.
    """
    import numpy as np

    record = facts.kept.value(_NAME, _NAME)
    if record is None:
        return None, _whole(facts)
    former, keys = json.loads(record), facts.keys()
    first_of = [0, *accumulate(chunks_of)]
    places = {document.id: place for place, document in enumerate(facts.documents)}
    number_of = [np.zeros(0, np.uint32)]
    same = set()
    for name, key, chunks in former["made_of"]:
        if keys.get(name) == key:
            same.add(name)
            number_of.append(np.arange(chunks, dtype=np.uint32) + np.uint32(first_of[places[name]]))
        else:
            number_of.append(np.full(chunks, _GONE, np.uint32))
    numbers = np.concatenate(number_of)
    changed = [document.id for document in facts.documents if document.id not in same]
    more = sum(first_of[places[name] + 1] - first_of[places[name]] for name in changed)
    kept = numbers[numbers != _GONE]
    if len(numbers) - len(kept) + more > _MOST_CHANGED * len(numbers) or (kept[1:] < kept[:-1]).any():
        return None, _whole(facts)
    own = partial(kept_array, facts.kept, _NAME, sha256(record).hexdigest())
    stems, starts = own("stems", np.uint64, former["stems"]), own("starts", np.int64, former["stems"] + 1)
    entries = own("chunks", np.uint32, former["entries"]), own("counts", np.uint16, former["entries"])
    lists = PostingLists(stems[:], starts[:], *entries)
    return _Former.of(lists, numbers), _of_some(facts, {name: first_of[places[name]] for name in changed})


def _of_some(facts: Facts, first_of: Mapping[str, int]) -> PostingLists:
    """The lists of some documents, given with the number of their first chunk."""
    import numpy as np

    keys, counts, chunk_of = [np.zeros(0, np.uint64)], [np.zeros(0, np.uint16)], [np.zeros(0, np.uint32)]
    for name, first in first_of.items():
        row = dict(zip(facts.kind.columns, facts.of(name), strict=True))
        sizes = np.frombuffer(row["sizes"], np.uint32)
        keys.append(np.frombuffer(row["keys"], np.uint64))
        counts.append(np.frombuffer(row["counts"], np.uint16))
        chunk_of.append(np.repeat(np.arange(first, first + len(sizes), dtype=np.uint32), sizes))
    return listed(np.concatenate(keys), np.concatenate(counts), np.concatenate(chunk_of))


def _chunks(bytes_of: Iterable[int]) -> list[int]:
    """How many chunks each document has, by the bytes of a column with four of them for each chunk."""
    return [size // 4 for size in bytes_of]
