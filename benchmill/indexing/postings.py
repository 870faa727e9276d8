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
from itertools import accumulate, islice
from typing import TYPE_CHECKING

from benchmill.indexing.facts_file import Damaged
from benchmill.indexing.kept_arrays import keep_arrays, kept_array
from benchmill.indexing.kept_facts import Facts, Row
from benchmill.indexing.posting_lists import PostingLists, listed
from benchmill.indexing.word_facts import CHUNK_BITS, key_of
from benchmill.records.words import content_words
from benchmill.retrieving.bm25 import best_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from benchmill.indexing.posting_lists import Entries

_K1, _B = 1.5, 0.75
_NAME = "postings"
_GONE = 0xFFFFFFFF
_MOST_CHANGED = 1 / 8  # of the chunks
_HELD = 8  # lists of all chunks: so much stays in memory, and a common word is not read anew for each query
_COLUMNS = ("keys", "counts", "sizes")
_BATCH = 256  # documents whose entries are in memory at a time


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
        self._free = _HELD * len(self._lengths)
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
            try:
                found = self._read(stem)
            except Damaged:
                self._former, self._today = None, _whole(self._facts)
                found = self._read(stem)
            self._free -= len(found[0])
            while self._held and self._free < 0:
                self._free += len(self._held.pop(next(iter(self._held)))[0])
            self._held[stem] = found
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
    """The lists of all documents: kept for the next run, and then read from the file like those of an earlier one."""
    import numpy as np

    bytes_of, (sizes,) = facts.joined("sizes")
    entries = int(np.frombuffer(sizes, np.uint32).sum(dtype=np.int64))
    lists = listed(entries, partial(_entries, facts))
    if facts.kept.in_memory:
        return lists
    own, chunks = facts.keys(), _chunks(bytes_of)
    made_of = [[each.id, own[each.id], size] for each, size in zip(facts.documents, chunks, strict=True)]
    record = json.dumps({"made_of": made_of, "stems": len(lists.stems), "entries": entries}).encode()
    arrays = {"stems": lists.stems, "starts": lists.starts, "chunks": lists.chunks[:], "counts": lists.counts[:]}
    keep_arrays(facts.kept, _NAME, sha256(record).hexdigest(), arrays)
    facts.kept.keep(_NAME, _NAME, record)
    try:
        return _in_file(facts, record, len(lists.stems), entries)
    except Damaged:  # it could not be written
        return lists


def _in_file(facts: Facts, record: bytes, stems: int, entries: int) -> PostingLists:
    """The lists that are kept with this record. Raises Damaged."""
    import numpy as np

    own = partial(kept_array, facts.kept, _NAME, sha256(record).hexdigest())
    small = own("stems", np.uint64, stems)[:], own("starts", np.int64, stems + 1)[:]
    return PostingLists(*small, own("chunks", np.uint32, entries), own("counts", np.uint16, entries))


def _entries(facts: Facts) -> Iterator[Entries]:
    """Those of all documents, of some documents at a time."""
    first, rows = 0, facts.each(*_COLUMNS)
    while some := list(islice(rows, _BATCH)):
        yield _numbered(some, first)
        first += sum(_chunks(len(sizes) for *_, sizes in some))


def _numbered(rows: Iterable[Row], first: int) -> Entries:
    """The entries of documents that follow each other; `first` is the number of their first chunk."""
    import numpy as np

    keys, counts, sizes = map(b"".join, zip(*rows, strict=True))
    chunks = np.arange(first, first + len(sizes) // 4, dtype=np.uint64)
    numbered = np.frombuffer(keys, np.uint64) | np.repeat(chunks, np.frombuffer(sizes, np.uint32))
    return numbered, np.frombuffer(counts, np.uint16)


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
    today = _of_some(facts, {name: first_of[places[name]] for name in changed})
    lists = _in_file(facts, record, former["stems"], former["entries"])
    return _Former.of(lists, numbers), today


def _of_some(facts: Facts, first_of: Mapping[str, int]) -> PostingLists:
    """The lists of some documents, given with the number of their first chunk."""
    blocks = [_numbered([facts.of(name, *_COLUMNS)], first) for name, first in first_of.items()]
    return listed(sum(len(keys) for keys, _ in blocks), lambda: blocks)


def _chunks(bytes_of: Iterable[int]) -> list[int]:
    """How many chunks each document has, by the bytes of a column with four of them for each chunk."""
    return [size // 4 for size in bytes_of]
