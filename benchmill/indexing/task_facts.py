"""A document's chunks, and which are eligible <-> bytes: its own writing tasks; and the KeptPages of all documents."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import partial
from typing import Any

from benchmill.generator.kinds.pages import Reading, page_tasks
from benchmill.generator.kinds.task import WritingTask
from benchmill.indexing.kept_facts import Cut, FactKind, Facts, Row
from benchmill.indexing.reading_facts import readings_from
from benchmill.records import Chunk, Kind


def task_facts(eligible: Set[str], *settings: object) -> FactKind:
    """The tasks of each document; `eligible` are the ids of all source chunks."""
    return FactKind("tasks", 31, ("tasks",), partial(_make, eligible), settings, is_costly=True)


@dataclass(frozen=True, slots=True)
class KeptPages:
    """The tasks and readings of all documents, from their facts; only what is asked for is made and read."""

    own: Facts
    read: Facts

    def tasks(self, kind: Kind) -> Iterator[WritingTask]:
        named = json.dumps(kind).encode()
        for document, (own,) in zip(self.own.documents, self.own.each("tasks"), strict=True):
            if named in own:
                chunks = self.own.chunks_of(document.id)
                yield from (task_from(one, chunks) for one in json.loads(own) if one[0] == kind)

    def of(self, document_id: str) -> bytes:
        """The tasks of one document as JSON."""
        return self.own.of(document_id)[0]

    def has_facts(self) -> Iterator[bool]:
        return map(bool, self.read.joined("facts")[1][0])

    def readings(self) -> Iterator[Reading]:
        for document, row in zip(self.read.documents, self.read.each("readings", "said"), strict=True):
            yield from readings_from(row, self.read.chunks_of(document.id))

    def readings_of(self, document_id: str) -> list[Reading]:
        """The readings of one document's chunks."""
        return list(readings_from(self.read.of(document_id, "readings", "said"), self.read.chunks_of(document_id)))


def task_from(found: Any, chunks: Sequence[Chunk]) -> WritingTask:  # noqa: ANN401 - what _make wrote
    """A task of a document from its facts; `chunks` are those of the document."""
    kind, places, shared, weak = found
    return WritingTask(kind, tuple(chunks[place] for place in places), shared, weak=weak)


def _make(eligible: Set[str], cut: Sequence[Cut]) -> Iterator[Row]:
    return ((tasks_as_json(page_tasks(chunks, eligible), chunks),) for _, chunks in cut)


def tasks_as_json(tasks: Iterable[WritingTask], chunks: Sequence[Chunk]) -> bytes:
    """The tasks of a document, of which `chunks` are all chunks, as its facts keep them."""
    place_of = {id(chunk): place for place, chunk in enumerate(chunks)}
    found = [[task.kind, [place_of[id(chunk)] for chunk in task.passages], task.shared, task.weak] for task in tasks]
    return json.dumps(found).encode()
