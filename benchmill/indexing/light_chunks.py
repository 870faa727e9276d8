"""Chunk facts of a document -> its chunks, which know where their words are and take them from there when asked."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmill.records import Chunk, Document, Span
from benchmill.records.lazy import Lazy


@dataclass(frozen=True, slots=True, eq=False)
class ChunkTable(Lazy[Chunk]):
    """The chunks of one document as numbers; each access makes a small Chunk over them.

    `borders` has start and end of each chunk, `paths` the heading paths, `path_of` the number of each chunk's path.
    """

    document: Document
    borders: array[int]
    paths: Sequence[tuple[str, ...]]
    path_of: array[int]
    ids: Sequence[str]
    words: array[int]
    fingerprints: array[int]
    leads: Mapping[int, str]

    def __len__(self) -> int:
        return len(self.ids)

    def made(self, place: int) -> Chunk:
        return LightChunk(self, place)


class LightChunk(Chunk):
    """A chunk of a ChunkTable: equal to the Chunk it was made from, but it keeps no words."""

    __slots__ = ("_place", "_table")
    _table: ChunkTable
    _place: int

    def __init__(self, table: ChunkTable, place: int) -> None:
        object.__setattr__(self, "_table", table)
        object.__setattr__(self, "_place", place)

    @property
    def span(self) -> Span:
        return Span.of(self._table.document, self.start, self.end)

    @property
    def headings(self) -> tuple[str, ...]:
        return self._table.paths[self._table.path_of[self._place]]

    @property
    def lead(self) -> str:
        return self._table.leads.get(self._place, "")

    @property
    def id(self) -> str:
        return self._table.ids[self._place]

    @property
    def text(self) -> str:
        return self._table.document.text[self.start : self.end]

    @property
    def words(self) -> int:
        return self._table.words[self._place]

    @property
    def start(self) -> int:
        return self._table.borders[2 * self._place]

    @property
    def end(self) -> int:
        return self._table.borders[2 * self._place + 1]

    @property
    def fingerprint(self) -> int:
        return self._table.fingerprints[self._place]

    @property
    def document_id(self) -> str:
        return self._table.document.id

    def __eq__(self, other: object) -> bool:
        if isinstance(other, LightChunk) and other._table is self._table:
            return other._place == self._place
        if not isinstance(other, Chunk) or self.id != other.id:
            return False
        return (self.span, self.headings) == (other.span, other.headings)

    def __hash__(self) -> int:
        return hash(self.id)

    def __reduce__(self) -> tuple[type[Chunk], tuple[Span, tuple[str, ...], str]]:
        """Another process gets the words."""
        return Chunk, (self.span, self.headings, self.lead)


@dataclass(frozen=True, slots=True, eq=False)
class AllChunks(Lazy[Chunk]):
    """The chunks of many documents, one after the other; `starts` is the number of each document's first chunk."""

    tables: Sequence[ChunkTable]
    starts: array[int]

    @classmethod
    def of(cls, tables: Sequence[ChunkTable]) -> AllChunks:
        starts = array("I", (0,))
        for table in tables:
            starts.append(starts[-1] + len(table))
        return cls(tables, starts)

    def __len__(self) -> int:
        return self.starts[-1]

    def made(self, place: int) -> Chunk:
        table = bisect_right(self.starts, place) - 1
        return self.tables[table].made(place - self.starts[table])

    def __iter__(self) -> Iterator[Chunk]:
        return (chunk for table in self.tables for chunk in table)


@dataclass(frozen=True, slots=True, eq=False)
class ChunkTexts(Lazy[str]):
    """The texts of chunks; each is read when it is asked for."""

    chunks: Sequence[Chunk]

    def __len__(self) -> int:
        return len(self.chunks)

    def made(self, place: int) -> str:
        return self.chunks[place].text
