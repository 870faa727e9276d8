"""A document's chunks, and which are eligible <-> bytes: its own writing tasks, and what its sentences say of names."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from benchmill.generator.kinds.names import Spoken, Use
from benchmill.generator.kinds.pages import Reading, page_tasks
from benchmill.generator.kinds.task import WritingTask
from benchmill.indexing.kept_facts import Cut, FactKind, Facts, Row
from benchmill.records import Chunk, Document, Kind
from benchmill.records.lazy import Lazy


def task_facts(eligible: Set[str], *settings: object) -> FactKind:
    """The tasks of each document; `eligible` are the ids of all source chunks."""
    return FactKind("tasks", 19, ("tasks", "facts", "readings", "said"), partial(_make, eligible), settings)


class KeptPages:
    """The PageTasks of all documents, from their facts; only what is asked for is read."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def tasks(self, kind: Kind) -> Iterator[WritingTask]:
        named = json.dumps(kind).encode()
        for document, own in zip(self._facts.documents, self._facts.column("tasks"), strict=True):
            if named in own:
                chunks = self._facts.chunks_of(document.id)
                yield from (task_from(one, chunks) for one in json.loads(own) if one[0] == kind)

    def of(self, document_id: str) -> bytes:
        """The tasks of one document as JSON."""
        return self._facts.of(document_id)[0]

    def has_facts(self) -> Iterator[bool]:
        return map(bool, b"".join(self._facts.column("facts")))

    def readings(self) -> Iterator[Reading]:
        columns = self._facts.column("readings"), self._facts.column("said")
        for document, *row in zip(self._facts.documents, *columns, strict=True):
            yield from _readings_from(row, self._facts.chunks_of(document.id))

    def readings_of(self, document_id: str) -> list[Reading]:
        """The readings of one document's chunks."""
        return list(_readings_from(self._facts.of(document_id, "readings", "said"), self._facts.chunks_of(document_id)))


Known = Callable[..., Row | None]
"""`Facts.peek` of the tasks."""


def known_readings(known: Known, eligible: Set[str], document: Document, chunks: Sequence[Chunk]) -> Sequence[Reading]:
    """The readings of a document, from its tasks where these are kept; `chunks` are all its chunks."""
    row = known(document.id, "readings", "said")
    return page_tasks(chunks, eligible).readings if row is None else tuple(_readings_from(row, chunks))


def _readings_from(row: Sequence[bytes], chunks: Sequence[Chunk]) -> Iterator[Reading]:
    every = _Said(row[1])
    for place, (chunk, found) in enumerate(zip(chunks, json.loads(row[0]), strict=True)):
        yield _reading_from(chunk, found, SpokenInChunk(chunk, every, place)) if found else _SILENT


def task_from(found: Any, chunks: Sequence[Chunk]) -> WritingTask:  # noqa: ANN401 - what _make wrote
    """A task of a document from its facts; `chunks` are those of the document."""
    kind, places, shared, weak = found
    return WritingTask(kind, tuple(chunks[place] for place in places), shared, weak=weak)


_SILENT = Reading({}, ())


class _Said:
    """What the sentences of one document say of names; one document at a time is in memory."""

    __slots__ = ("_bytes",)

    def __init__(self, value: bytes) -> None:
        self._bytes = value

    def of_chunk(self, place: int) -> Any:  # noqa: ANN401 - what _make wrote
        return _unpacked(self._bytes)[place]


@lru_cache(maxsize=2)
def _unpacked(value: bytes) -> list[Any]:
    found: list[Any] = json.loads(zlib.decompress(value))
    return found


@dataclass(frozen=True, slots=True, eq=False)
class SpokenInChunk(Lazy[Spoken]):
    """The sentences of a chunk that say something, made when they are asked for."""

    chunk: Chunk
    said: _Said
    place: int

    def __len__(self) -> int:
        return len(self.said.of_chunk(self.place))

    def made(self, place: int) -> Spoken:
        start, end, uses, rest = self.said.of_chunk(self.place)[place]
        sentence = self.chunk.text[start:end]
        return Spoken(sentence, tuple(Use(name, sentence, page, anchor) for name, page, anchor in uses), rest)


def _make(eligible: Set[str], cut: Sequence[Cut]) -> Iterator[Row]:
    for _, chunks in cut:
        page = page_tasks(chunks, eligible)
        readings = [_as_json(chunk, reading) for chunk, reading in zip(chunks, page.readings, strict=True)]
        said = [_said(chunk, reading) for chunk, reading in zip(chunks, page.readings, strict=True)]
        facts = bytes(reading.has_facts for reading in page.readings)
        told = json.dumps(readings).encode(), zlib.compress(json.dumps(said).encode(), 1)
        yield tasks_as_json(page.tasks, chunks), facts, *told


def tasks_as_json(tasks: Iterable[WritingTask], chunks: Sequence[Chunk]) -> bytes:
    """The tasks of a document, of which `chunks` are all chunks, as its facts keep them."""
    place_of = {id(chunk): place for place, chunk in enumerate(chunks)}
    found = [[task.kind, [place_of[id(chunk)] for chunk in task.passages], task.shared, task.weak] for task in tasks]
    return json.dumps(found).encode()


def _as_json(chunk: Chunk, reading: Reading) -> list[object] | None:
    """None for a chunk that says nothing: of a reference, these are most."""
    if reading == _SILENT:
        return None
    explained = [[name, None if told == chunk.text else told] for name, told in reading.explained.items()]
    return [explained, reading.has_facts, reading.language]


def _said(chunk: Chunk, reading: Reading) -> list[object]:
    text = chunk.text
    said: list[object] = []
    for each in reading.spoken:
        start = text.index(each.sentence)
        uses = [[use.name, use.page, use.anchor] for use in each.uses]
        said.append([start, start + len(each.sentence), uses, each.rest])
    return said


def _reading_from(chunk: Chunk, found: Any, spoken: SpokenInChunk) -> Reading:  # noqa: ANN401 - what _as_json made
    explained, has_facts, language = found
    names = {name: chunk.text if told is None else told for name, told in explained}
    return Reading(names, spoken, has_facts, language)
