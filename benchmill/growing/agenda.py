"""Tasks in plan order -> the order in which they are selected: tasks of chunks that gave nothing come last, and where
items are to be spread those of documents that gave one.

The order follows from the plan and the replies alone. Timing decides only which tasks are open ahead of their turn.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence
from functools import cached_property

from benchmill.generator.kinds import WritingTask
from benchmill.generator.kinds.numbered import TaskNumbers, number_of_document, number_of_kind
from benchmill.records import Kind
from benchmill.records.chunk_ids import number_of

EVERYWHERE: tuple[Kind, ...] = ("factoid", "unanswerable")
"""The kinds for which nearly every passage is a place."""


class Agenda:
    """The tasks of one round. A task is named by its position in the plan."""

    def __init__(self, tasks: Sequence[WritingTask], barren: frozenset[str] = frozenset()) -> None:
        """`barren`: ids of source chunks that gave an empty reply in an earlier round."""
        self.tasks = tasks
        self._late = {position for chunk in barren for position in self._of_chunk(chunk)}
        self._last = sorted(self._late)
        self._at = 0  # everything before it in the plan is selected or late
        self._at_last = 0
        self._selected = 0
        # not opened: first those in plan order, then the late ones
        self._ahead = array("I", (position for position in range(len(tasks)) if position not in self._late))
        self._ahead_late = array("I", self._last)
        self._newest = 0  # behind the last task in plan order that was opened

    @property
    def selected(self) -> int:
        """The number of tasks that are selected."""
        return self._selected

    @property
    def head(self) -> int:
        """The task to be selected next; the number of tasks where all are selected."""
        while self._at < len(self.tasks) and self._at in self._late:
            self._at += 1
        if self._at < len(self.tasks):
            return self._at
        return self._last[self._at_last] if self._at_last < len(self._last) else len(self.tasks)

    def advance(self) -> None:
        """Note that the head is selected."""
        if self.head == self._at:
            self._at += 1
        else:
            self._at_last += 1
        self._selected += 1

    def is_late(self, position: int) -> bool:
        """Whether the task is selected behind all others."""
        return position in self._late

    def rank(self, position: int) -> tuple[bool, int]:
        """Sorts positions by the order of selection."""
        return self.is_late(position), position

    def unopened(self, beyond: int) -> list[int]:
        """The tasks that are not open: those passed over so far, and at most `beyond` tasks that follow."""
        if not self._ahead:
            return self._ahead_late[:beyond].tolist()
        newest = bisect_left(self._ahead, self._newest)
        found = self._ahead[: newest + beyond]
        return (found + self._ahead_late[: max(0, newest + beyond - len(found))]).tolist()

    def opened(self, position: int) -> None:
        """Note that the task is open."""
        lane = self._ahead_late if position in self._late else self._ahead
        index = bisect_left(lane, position)
        if index < len(lane) and lane[index] == position:
            del lane[index]
        if lane is self._ahead:
            self._newest = max(self._newest, position + 1)

    def put_off(self, chunk_id: str) -> None:
        """Move the tasks of the chunk that are not selected yet behind all others."""
        self._put_off(self._of_chunk(chunk_id))

    def put_off_document(self, document_id: str) -> None:
        """Move the tasks of the document that are not selected yet behind all others, so that other documents give the
        next items. The few places of other kinds than EVERYWHERE keep their turn."""
        import numpy as np

        numbers = self._numbers
        theirs = numbers.documents == np.uint64(number_of_document(document_id))
        self._put_off(np.flatnonzero(theirs & np.isin(numbers.kinds, [*map(number_of_kind, EVERYWHERE)])).tolist())

    def _put_off(self, positions: Iterable[int]) -> None:
        # a task is put off once at most, so all tasks at or behind `_at` that are not late wait for their selection
        for position in [one for one in positions if one >= self._at and one not in self._late]:
            index = bisect_left(self._ahead, position)
            if index < len(self._ahead) and self._ahead[index] == position:
                del self._ahead[index]
                insort(self._ahead_late, position)
            self._late.add(position)
            insort(self._last, position)

    def _of_chunk(self, chunk_id: str) -> list[int]:
        import numpy as np

        found: list[int] = np.flatnonzero(self._numbers.chunks == np.uint64(number_of(chunk_id))).tolist()
        return found

    @cached_property
    def _numbers(self) -> TaskNumbers:
        return TaskNumbers.of(self.tasks)
