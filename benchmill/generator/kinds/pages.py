"""The chunks of one document -> its own writing tasks, and a Reading of each chunk: no other document changes these."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Protocol

from benchmill.generator.kinds.by_system import tasks_by_system
from benchmill.generator.kinds.compared import comparison_tasks
from benchmill.generator.kinds.inside import tells_of_the_inside
from benchmill.generator.kinds.names import Spoken, explained, has_facts, is_lesson, spoken
from benchmill.generator.kinds.sections import form_of, list_tasks, only_leads_on, procedure_tasks
from benchmill.generator.kinds.task import WEAKER, WritingTask
from benchmill.generator.kinds.weaker import weaker_tasks
from benchmill.records import Chunk, Kind
from benchmill.records.languages import detect


@dataclass(frozen=True, slots=True)
class Reading:
    """What a chunk says about names: those it explains, and its sentences that use some.

    `has_facts`: a sentence or row of it says something that users ask for; False for chunks that are not eligible, for
    those that only lead to other pages, and for those that tell how the software is made inside. `language` is that of
    its text, and empty where the chunk is not eligible and explains no name.
    """

    explained: Mapping[str, str]
    spoken: Sequence[Spoken]
    has_facts: bool = False
    language: str = ""


class Pages(Protocol):
    """The tasks and readings of all documents, of which a caller often needs only one part."""

    def tasks(self, kind: Kind) -> Iterable[WritingTask]:
        """The tasks of one kind."""

    def has_facts(self) -> Iterable[bool]:
        """For each chunk `Reading.has_facts`."""

    def readings(self) -> Iterable[Reading]:
        """For each chunk its reading."""


class MadePages:
    """Tasks and readings of documents, made when they are first asked for. `eligible` are the ids of source chunks."""

    def __init__(self, chunks: Sequence[Chunk], eligible: Set[str]) -> None:
        self._chunks, self._eligible = chunks, eligible

    def tasks(self, kind: Kind) -> Iterable[WritingTask]:
        return (task for task in self._tasks if task.kind == kind)

    def has_facts(self) -> Iterable[bool]:
        return (reading.has_facts for reading in self.readings())

    def readings(self) -> Iterable[Reading]:
        return self._readings

    @cached_property
    def _readings(self) -> tuple[Reading, ...]:
        return page_readings(self._chunks, self._eligible)

    @cached_property
    def _tasks(self) -> list[WritingTask]:
        documents = groupby(self._chunks, key=lambda chunk: chunk.document_id)
        return [task for _, own in documents for task in page_tasks(list(own), self._eligible)]


def page_tasks(chunks: Sequence[Chunk], eligible: Set[str]) -> tuple[WritingTask, ...]:
    """Lists, procedures, comparisons, and chunks that are ambiguous alone; `chunks` are all chunks of one document,
    `eligible` the ids of its source chunks."""
    rank = {chunk.id: 0 for chunk in chunks if chunk.id in eligible}
    found = (*list_tasks(chunks, rank), *procedure_tasks(chunks, rank), *comparison_tasks(chunks, rank))
    own = map(_later, (*found, *weaker_tasks(chunks, eligible, found)))
    return (*own, *tasks_by_system(chunks, eligible))


def page_readings(chunks: Sequence[Chunk], eligible: Set[str]) -> tuple[Reading, ...]:
    """The reading of each chunk."""
    return tuple(_reading(chunk, chunk.id in eligible) for chunk in chunks)


def _later(task: WritingTask) -> WritingTask:
    """The task, after the others of its sort where its passage tells how the software is made inside, or where its list
    is a table of an example, whose values are made up."""
    is_made_up = task.kind == "list" and form_of(task) == "table" and is_lesson(task.seed)
    is_late = is_made_up or tells_of_the_inside(task.seed)
    return replace(task, weak=WEAKER - 1) if task.weak < WEAKER and is_late else task


def _reading(chunk: Chunk, is_eligible: bool) -> Reading:
    names = explained(chunk)
    language = detect(chunk.text) if is_eligible or names else ""
    facts = is_eligible and has_facts(chunk.text) and not only_leads_on(chunk.text) and not tells_of_the_inside(chunk)
    return Reading(names, tuple(spoken(chunk)), facts, language)
