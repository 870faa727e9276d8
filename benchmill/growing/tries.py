"""A task of a weaker place, open and done tasks -> whether it may open now or waits for replies about its like."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from benchmill.generator.kinds import WritingTask
from benchmill.growing.selection import Grown, Selection
from benchmill.records import Kind


class Open(Protocol):
    """An open task."""

    @property
    def task(self) -> WritingTask: ...


@dataclass(eq=False, slots=True)
class Tries:
    """Of a sort of weaker places only so many tasks are open as the run asks if all of them give nothing.

    So no call is made ahead for places that the run then gives up, at whatever concurrency. `left` is by kind and
    weakness; clear it when a task opened or finished.
    """

    left: dict[tuple[Kind, int], int] = field(default_factory=dict)

    def take(self, task: WritingTask, selection: Selection, under_way: Iterable[Open], done: Iterable[Grown]) -> bool:
        """Whether the task may open, besides those `under_way` and the `done` ones that wait for their selection."""
        if task.kind is None or not task.is_weaker or not selection.may_stop(task.kind):
            return True
        weaker = sorted({turn.task.weak for turn in under_way if turn.task.kind == task.kind and turn.task.is_weaker})
        # where nothing comes back from what is open of a better sort, the kind is stopped and no other sort is asked
        for weak in (*(each for each in weaker if each < task.weak), task.weak):
            sort = task.kind, weak
            if sort not in self.left:
                self.left[sort] = _tries(sort, selection, done) - sum(_sort(turn.task) == sort for turn in under_way)
            if self.left[sort] <= 0:
                return False
        self.left[task.kind, task.weak] -= 1
        return True


def _tries(sort: tuple[Kind, int], selection: Selection, done: Iterable[Grown]) -> int:
    """How many more tasks of the sort the run asks if all of them give nothing, besides the `done` ones."""
    finished = [grown for grown in done if _sort(grown.task) == sort and (grown.judged or grown.abstained)]
    return selection.results.tries(
        sort,
        asked=len(finished),
        written=sum(not grown.abstained for grown in finished),
        fruitful=sum(grown.accepted > 0 for grown in finished),
    )


def _sort(task: WritingTask) -> tuple[Kind | None, int]:
    return task.kind, task.weak
