"""A task, open and done tasks -> whether it may open now or waits for replies about its like."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from benchmill.generator.kinds import WritingTask
from benchmill.growing.agenda import EVERYWHERE
from benchmill.growing.grown import Grown
from benchmill.growing.selection import Selection
from benchmill.records import Kind


class Open(Protocol):
    """An open task."""

    @property
    def task(self) -> WritingTask: ...

    @property
    def states(self) -> Collection[object] | None:
        """Its questions; None while they are written."""


Sort = tuple[Kind, int | None]
"""A kind and the weakness of some of its weaker places; None for all of the kind's tasks."""

# So many more tasks of a probe may be open for each that waits for the critics of its question: waiting for the first
# item, one task after the other, made a run of 100 items with 128 calls at once 1.5 times as long.
_FOR_A_QUESTION = 2


@dataclass(eq=False, slots=True)
class Tries:
    """Of a kind, and of a sort of weaker places, only so many tasks are open as the run asks if all give nothing.

    So few calls are made ahead for places that the run then gives up, at whatever concurrency. Clear `left` when a task
    opened or finished.
    """

    left: dict[Sort, float] = field(default_factory=dict)

    def take(
        self,
        task: WritingTask,
        selection: Selection,
        under_way: Mapping[int, Open],
        done: Mapping[int, Grown],
        is_late: Callable[[int], bool],
    ) -> bool:
        """Whether the task may open, besides those `under_way` and the `done` ones that wait for their selection, each
        by its position. `is_late`: whether the task at a position is selected behind all that are not open."""
        kind = task.kind
        if kind is None or not selection.may_stop(kind):
            return True
        own: list[Sort] = [(kind, None), *([(kind, task.weak)] if task.is_weaker else [])]
        # where nothing comes back from what is open of a better sort, the kind is stopped and no other sort is asked
        weaker = {
            open_task.task.weak
            for open_task in under_way.values()
            if open_task.task.kind == kind and open_task.task.is_weaker
        }
        better: list[Sort] = [(kind, weak) for weak in sorted(weaker) if weak < task.weak]
        for sort in (*better, *own):
            if sort not in self.left:
                like = {at: open_task for at, open_task in under_way.items() if _is_of(open_task.task, sort)}
                self.left[sort] = _left(sort, selection, like, done, is_late)
            if self.left[sort] <= 0:
                return False
        for sort in own:
            self.left[sort] -= 1
        return True


def _left(
    sort: Sort,
    selection: Selection,
    under_way: Mapping[int, Open],
    done: Mapping[int, Grown],
    is_late: Callable[[int], bool],
) -> float:
    """How many more tasks of the sort the run asks if those `under_way` and all further ones give nothing.

    Of a probe only those that may have no question count: else its critics would hold up a run of many calls at once.
    So do those of a kind that has given none, unless it has a place in nearly every passage: its first replies tell. A
    question of a late task is none of these: the kind may be stopped before it is selected.
    """
    told = [
        (at, grown, calls)
        for at, grown in done.items()
        if _is_of(grown.task, sort) and (calls := selection.told_by(grown)) is not None
    ]
    asked, written = len(told), sum(not grown.abstained for _, grown, _ in told)
    fruitful = sum(grown.accepted > 0 for _, grown, _ in told)
    (kind, weak), results = sort, selection.results
    if weak is not None:
        return results.tries((kind, weak), asked=asked, written=written, fruitful=fruitful) - len(under_way)
    spent, items = sum(calls for *_, calls in told), sum(grown.accepted for _, grown, _ in told)
    silent = sum(not open_task.states for open_task in under_way.values())
    waiting = [at for at, open_task in under_way.items() if open_task.states]
    gave = [at for at, grown, _ in told if not grown.abstained] + waiting
    probes = results.probes_left(kind, asked=asked, written=written, fruitful=fruitful) + _FOR_A_QUESTION * len(waiting)
    first = results.silent_left(kind, asked=asked, written=sum(not is_late(at) for at in gave))
    return min(
        results.calls_left(kind, calls=spent, items=items) - len(under_way),
        (probes if kind in EVERYWHERE else min(probes, first)) - silent,
    )


def _is_of(task: WritingTask, sort: Sort) -> bool:
    kind, weak = sort
    return task.kind == kind and weak in (None, task.weak)
