"""Tasks as they are asked, items as they are accepted -> how many passages and tries of a run are finished."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from benchmill.generator.kinds import WritingTask
from benchmill.generator.kinds.numbered import (
    TaskNumbers,
    number_of_document,
    number_of_kind,
    number_of_passages,
)
from benchmill.growing.pipeline import Pipeline
from benchmill.growing.room import among, capped_tasks
from benchmill.growing.selection import Selection
from benchmill.records import Kind
from benchmill.records.chunk_ids import number_of
from benchmill.running.live import Done

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MIXED = 0x9E3779B97F4A7C15  # an odd factor, so that tries of two kinds in the same passages differ


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
    _tries: TaskNumbers = field(default_factory=lambda: TaskNumbers.of(()))
    _open: NDArray[np.bool_] = field(init=False)
    """For each try whether it is not finished."""
    _passages: NDArray[np.uint64] = field(init=False)
    """The passages of all tries, ascending."""
    _left: NDArray[np.int64] = field(init=False)
    """How many tries of each passage are left; 0 once the passage counts as finished."""
    _finished: int = 0
    _seen: int = 0
    _accepted: int = 0
    _full: set[Kind] = field(default_factory=set)

    def __post_init__(self) -> None:
        import numpy as np

        self._open = np.zeros(0, bool)
        self._passages, self._left = np.zeros(0, np.uint64), np.zeros(0, np.int64)

    def done(self, pipeline: Pipeline) -> Done:
        """The counts of now."""
        for task in pipeline.asked[self._seen :]:
            self._ask(task)
        self._seen = len(pipeline.asked)
        new = self.selection.accepted[self._accepted :]
        self._accepted += len(new)
        if new:
            self._close({critique.candidate.document_id for critique in new})
        if self.fixed and (full := {one.candidate.kind for one in new if self._is_full(one.candidate.kind)}):
            self._full |= full
            self._close()
        tries, items = len(self._tries), self.selection.count
        finished = tries - int(self._open.sum())
        return Done(items, self._finished, len(self._passages), finished, tries, waiting=pipeline.waiting)

    def next_round(self, order: Sequence[WritingTask]) -> None:
        """Count for a new pipeline, whose tasks are `order`: those of its kinds that no round before had."""
        import numpy as np

        self._seen = 0
        new = TaskNumbers.of(order)
        new = new.at(~np.isin(new.kinds, self._tries.kinds))
        _, once = np.unique(new.passages + new.kinds.astype(np.uint64) * np.uint64(_MIXED), return_index=True)
        new = new.at(once)
        before, left = self._passages, self._left
        self._passages = np.unique(np.concatenate((before, new.chunks)))
        self._left = np.bincount(np.searchsorted(self._passages, new.chunks), minlength=len(self._passages))
        self._left[np.searchsorted(self._passages, before)] += left
        self._tries = self._tries.plus(new)
        self._open = np.concatenate((self._open, np.ones(len(new), bool)))
        self._close()

    def _is_full(self, kind: Kind) -> bool:
        return kind not in self._full and self.selection.missing(kind) <= 0

    def _ask(self, task: WritingTask) -> None:
        import numpy as np

        is_it = self._open & (self._tries.passages == np.uint64(number_of_passages(task)))
        is_it &= self._tries.kinds == number_of_kind(task.kind)
        if is_it.any():
            self._open &= ~is_it
            place = np.searchsorted(self._passages, np.uint64(number_of(task.seed.id)))
            self._finished += bool(self._left[place])
            self._left[place] = 0

    def _close(self, documents: Collection[str] | None = None) -> None:
        """Finish the tries, of all documents or of these, that can no longer be asked."""
        import numpy as np

        tries, selection = self._tries, self.selection
        closed = np.isin(tries.kinds, [number_of_kind(kind) for kind in self._full])
        closed |= capped_tasks(tries, selection)
        closed &= self._open
        if documents is not None:
            closed &= among(tries.documents, number_of_document, documents)
        self._open &= ~closed
        fewer = np.bincount(np.searchsorted(self._passages, tries.chunks[closed]), minlength=len(self._left))
        after = np.maximum(self._left - fewer, 0)
        self._finished += int(((self._left > 0) & (after == 0)).sum())
        self._left = after
