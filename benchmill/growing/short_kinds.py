"""Selection, items wanted of each kind -> a message on each kind that gave fewer, with the reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from benchmill.generator.kinds import WritingTask
from benchmill.generator.kinds.numbered import TaskNumbers
from benchmill.growing.grown import Judged
from benchmill.growing.room import capped_tasks
from benchmill.growing.selection import Selection
from benchmill.records import Kind
from benchmill.records.manner import UNASKED


def shortfalls(
    selection: Selection,
    wanted: Mapping[Kind, int],
    places: Mapping[Kind, int],
    tasks: Mapping[Kind, Sequence[WritingTask]],
    *,
    fixed: bool,
) -> Iterator[str]:
    """A message on each kind with fewer items than `wanted`, with the reasons.

    `places` counts, by kind, the questions that the documents can give.
    """
    others = any(selection.count_of(kind) > count for kind, count in wanted.items())
    end = "; other kinds took their place" if not fixed and selection.full and others else ""
    for kind, count in wanted.items():
        found = selection.count_of(kind)
        if found >= count:
            continue
        few = ""
        if places.get(kind, 0) < count:
            few = f"; the documents have places for {places[kind]}" if places.get(kind) else "; no passage allows one"
        own = {replace(task, manner=UNASKED) for task in selection.taken if task.kind == kind}
        asked = f"; {len(own)} of {len(tasks[kind])} passages were asked about" if tasks.get(kind) else ""
        full = "" if kind in selection.stopped else _on_full_pages(tasks.get(kind, ()), own, selection)
        silent = _without_question(own, selection)
        why = _reasons(judged for judged in selection.rejected if judged.critique.candidate.kind == kind)
        stopped = f"; {selection.stopped[kind]} (--keep-going goes on)" if kind in selection.stopped else ""
        before = sum(item.candidate.kind == kind for item in selection.kept)
        earlier = f", {before} of them in earlier runs" if before else ""
        yield f"{kind}: {found} of {count} accepted{earlier}{few}{asked}{full}{silent}{why}{stopped}{end}"


def _on_full_pages(tasks: Sequence[WritingTask], asked: Collection[WritingTask], selection: Selection) -> str:
    """How many of the tasks that were not asked the caps leave no room for, in words."""
    capped = int(capped_tasks(TaskNumbers.of(tasks), selection).sum()) if tasks else 0
    left = capped - sum(not selection.has_room_for(task) for task in asked)
    return f" ({left} more in documents or passages that have all their items, --per-document)" if left > 0 else ""


def _without_question(tasks: Collection[WritingTask], selection: Selection) -> str:
    """How many of the tasks gave no candidate, in words."""
    every = (*selection.accepted, *(judged.critique for judged in selection.rejected))
    written = {(one.candidate.kind, chunk) for one in every for chunk in one.candidate.chunk_ids}
    silent = sum(not any((task.kind, chunk.id) in written for chunk in task.passages) for task in tasks)
    return f", {silent} of them gave no question" if silent else ""


def _reasons(rejected: Iterator[Judged]) -> str:
    """The three checks that refused most candidates; empty where none was refused."""
    refused = Counter(judged.failure.check for judged in rejected if judged.failure)
    named = ", ".join(f"{check} {number}" for check, number in refused.most_common(3))
    return f"; refused: {named}" if named else ""
