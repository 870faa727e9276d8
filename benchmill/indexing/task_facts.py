"""A document's chunks, and which are eligible <-> bytes: its own writing tasks, and what its sentences say of names."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence, Set
from functools import partial
from typing import Any

from benchmill.generator.kinds.names import Spoken, Use
from benchmill.generator.kinds.pages import PageTasks, Reading, page_tasks
from benchmill.generator.kinds.task import WritingTask
from benchmill.indexing.kept_facts import Cut, FactKind, Facts, Row
from benchmill.records import Chunk


def task_facts(eligible: Set[str], *settings: object) -> FactKind:
    """The tasks of each document; `eligible` are the ids of all source chunks."""
    return FactKind("tasks", 5, ("tasks", "readings"), partial(_make, eligible), settings)


def which_of(chunks: Sequence[Chunk], eligible: Set[str]) -> str:
    """Which of a document's chunks are eligible, in a few letters."""
    return f"{sum(1 << place for place, chunk in enumerate(chunks) if chunk.id in eligible):x}"


def pages_from(facts: Facts) -> Iterator[PageTasks]:
    """The tasks of each document, in order."""
    for document, tasks, readings in zip(facts.documents, facts.column("tasks"), facts.column("readings"), strict=True):
        chunks = facts.chunks_of(document.id)
        pairs = zip(chunks, json.loads(zlib.decompress(readings)), strict=True)
        yield PageTasks(
            tuple(
                WritingTask(kind, tuple(chunks[place] for place in places), shared, weak=weak)
                for kind, places, shared, weak in json.loads(tasks)
            ),
            tuple(_reading_from(chunk, found) for chunk, found in pairs),
        )


def _make(eligible: Set[str], cut: Sequence[Cut]) -> Iterator[Row]:
    for _, chunks in cut:
        page = page_tasks(chunks, eligible)
        place_of = {id(chunk): place for place, chunk in enumerate(chunks)}
        tasks = [
            [task.kind, [place_of[id(chunk)] for chunk in task.passages], task.shared, task.weak] for task in page.tasks
        ]
        readings = [_as_json(chunk, reading) for chunk, reading in zip(chunks, page.readings, strict=True)]
        yield json.dumps(tasks).encode(), zlib.compress(json.dumps(readings).encode(), 1)


def _as_json(chunk: Chunk, reading: Reading) -> list[object]:
    text = chunk.text
    said = []
    for each in reading.spoken:
        start = text.index(each.sentence)
        uses = [[use.name, use.page, use.anchor] for use in each.uses]
        said.append([start, start + len(each.sentence), uses, each.rest])
    explained = [[name, None if told == text else told] for name, told in reading.explained.items()]
    return [explained, said, reading.has_facts, reading.language]


def _reading_from(chunk: Chunk, found: Any) -> Reading:  # noqa: ANN401 - what _as_json made
    explained, said, has_facts, language = found
    text = chunk.text
    spoken = []
    for start, end, uses, rest in said:
        sentence = text[start:end]
        spoken.append(Spoken(sentence, tuple(Use(name, sentence, page, anchor) for name, page, anchor in uses), rest))
    names = {name: text if told is None else told for name, told in explained}
    return Reading(names, tuple(spoken), has_facts, language)
