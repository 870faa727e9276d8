"""A document's own writing tasks, as its facts keep them -> numbers of each, by which all tasks are ordered."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator, Sequence, Set
from functools import partial
from typing import TYPE_CHECKING

from benchmill.generator.kinds.numbered import number_of_passages
from benchmill.generator.kinds.pages import page_tasks
from benchmill.generator.kinds.sections import form_of
from benchmill.indexing.kept_facts import Cut, FactKind, Facts, Row
from benchmill.indexing.reading_facts import Known
from benchmill.indexing.task_facts import task_from, tasks_as_json
from benchmill.records import Kind
from benchmill.records.identity import fingerprint

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

OWN_KINDS: tuple[Kind, ...] = ("list", "procedure", "comparison", "ambiguous")
"""The kinds with tasks that follow from one document."""
_NUMBERS = 5


def place_facts(tasks: FactKind, eligible: Set[str], known: Known, *settings: object) -> FactKind:
    """The numbers of the tasks in the facts `tasks`; `known` are these, which save finding the tasks again."""
    return FactKind("places", 5, OWN_KINDS, partial(_make, eligible, known), (tasks.version, *settings))


def _make(eligible: Set[str], known: Known, cut: Sequence[Cut]) -> Iterator[Row]:
    for document, chunks in cut:
        kept = known(document.id, "tasks")
        found = json.loads(kept[0] if kept else tasks_as_json(page_tasks(chunks, eligible), chunks))
        row = []
        for kind in OWN_KINDS:
            # by name where two tasks of a kind have one source chunk and are equally good
            order = sorted((weak, shared, at) for at, (name, _, shared, weak) in enumerate(found) if name == kind)
            numbers = array("Q")
            for weak, _, at in order:
                task = task_from(found[at], chunks)
                form = fingerprint(form_of(task)) if kind == "list" else 0
                numbers.extend((found[at][1][0], at, weak, form, number_of_passages(task)))
            row.append(numbers.tobytes())
        yield tuple(row)


def places_of(facts: Facts, kind: Kind) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """(the number of each task's document; a row of five numbers for each task: place of its source chunk, place among
    the document's tasks, `weak`, form of its list, passages)."""
    import numpy as np

    bytes_of, (numbers,) = facts.joined(kind)
    sizes = np.array(bytes_of, np.int64) // (8 * _NUMBERS)
    return np.repeat(np.arange(len(sizes)), sizes), np.frombuffer(numbers, np.uint64).reshape(-1, _NUMBERS)
