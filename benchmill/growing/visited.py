"""Tasks as they are asked, items as they are accepted -> how many passages and tries of a run are finished."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from benchmill.generator.kinds import WritingTask
from benchmill.growing.pipeline import Pipeline
from benchmill.growing.selection import Selection
from benchmill.records import Kind
from benchmill.running.live import Done

_Try = tuple[Kind | None, tuple[str, ...]]


@dataclass(slots=True)
class Visited:
    """The counts for the progress display, over all rounds of a run: they only rise. Their totals stay until a round
    asks about further kinds.

    A try is one task: a passage, asked about for one kind of question. A later round can dress the same task in
    another manner; that is no further try. A try is finished once it was asked, or once the caps leave no room for it.
    A passage is finished with its first finished try that was asked, or with its last one.
    """

    selection: Selection
    fixed: bool
    """Whether the shares of kinds are the user's: then no try is left for a kind that has all its items."""
    _left: dict[str, dict[_Try, WritingTask]] = field(default_factory=lambda: defaultdict(dict))
    _tries: int = 0
    _passages: dict[str, int] = field(default_factory=dict)
    """Passage -> how many of its tries are left; 0 once it counts as finished."""
    _finished: int = 0
    _seen: int = 0
    _accepted: int = 0
    _full: set[Kind] = field(default_factory=set)
    _kinds: set[Kind | None] = field(default_factory=set)
    """The kinds whose tasks are counted."""

    def done(self, pipeline: Pipeline) -> Done:
        """The counts of now."""
        for task in pipeline.asked[self._seen :]:
            if self._left[task.seed.document_id].pop(_name(task), None) is not None:
                self._finish(task, asked=True)
        self._seen = len(pipeline.asked)
        new = self.selection.accepted[self._accepted :]
        self._accepted += len(new)
        for document in {critique.candidate.document_id for critique in new}:
            self._close(document)
        if self.fixed and (full := {one.candidate.kind for one in new if self._is_full(one.candidate.kind)}):
            self._full |= full
            for document in list(self._left):
                self._close(document)
        tries = self._tries - sum(map(len, self._left.values()))
        items = self.selection.count
        return Done(items, self._finished, len(self._passages), tries, self._tries, waiting=pipeline.waiting)

    def next_round(self, order: Iterable[WritingTask]) -> None:
        """Count for a new pipeline, whose tasks are `order`: those of its kinds that no round before had."""
        self._seen = 0
        new = [task for task in order if task.kind not in self._kinds]
        self._kinds.update(task.kind for task in new)
        for task in new:
            tries = self._left[task.seed.document_id]
            if _name(task) not in tries:
                tries[_name(task)] = task
                self._passages[task.seed.id] = self._passages.get(task.seed.id, 0) + 1
                self._tries += 1
        for document in list(self._left):
            self._close(document)

    def _is_full(self, kind: Kind) -> bool:
        return kind not in self._full and self.selection.missing(kind) <= 0

    def _close(self, document: str) -> None:
        """Finish the tries of a document that can no longer be asked."""
        left = self._left[document]
        for name, task in list(left.items()):
            if task.kind in self._full or not self.selection.has_room_for(task):
                self._finish(left.pop(name), asked=False)

    def _finish(self, task: WritingTask, *, asked: bool) -> None:
        left = self._passages[task.seed.id]
        if left:
            self._passages[task.seed.id] = 0 if asked else left - 1
            self._finished += self._passages[task.seed.id] == 0


def _name(task: WritingTask) -> _Try:
    return task.kind, tuple(passage.id for passage in task.passages)
