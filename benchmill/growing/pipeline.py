"""Writing tasks in plan order -> a Selection: many tasks run at once, and are selected one by one in plan order."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace

from benchmill.chat.errors import EndOfRun, LowYield
from benchmill.generator.kinds import WritingTask
from benchmill.growing.agenda import EVERYWHERE, Agenda
from benchmill.growing.grown import Grown
from benchmill.growing.low_yield import Answered, YieldWatch
from benchmill.growing.outlook import OPEN_TASK, OpenTask, Outlook
from benchmill.growing.room import Room
from benchmill.growing.selection import Selection
from benchmill.records import Critique
from benchmill.workspace.ledger.calls import LOOKED_UP

Worker = Callable[[WritingTask], Awaitable[Grown]]
Recalled = Callable[[WritingTask], Grown | None]


class Enough(EndOfRun):
    """The run has accepted as many items as were wanted."""


# The assumed yield of a new run: two candidates per source chunk, of which checks and critics pass two fifths. The
# assumption counts as much as eight source chunks, so that the first few refusals do not open half the corpus.
_PRIOR_CHUNKS = 8
_PRIOR_YIELD = 0.8


class Pipeline:
    """Grows source chunks until the selection is full, the chunks end, or the run is stopped.

    It opens as many chunks as this run's own yield needs for the missing items, but never more than `breadth`. The rate
    limiter of the model client decides how many calls are under way. A few open chunks for each slot of the rate
    limiter keep it busy to the end of the run (measurements/streaming.py), and the first items come early. The pipeline
    cancels the open chunks when enough items are accepted, when a chunk raises an EndOfRun, and on `stop`. Then no
    further call begins, and the model client records the calls under way.
    """

    def __init__(
        self,
        tasks: Sequence[WritingTask],
        selection: Selection,
        breadth: int = 64,
        *,
        dearest: float | None = None,
        answered: Answered = len,
        newly: Answered | None = None,
        paid_ahead: bool = False,
        outlook: Outlook | None = None,
        recalled: Recalled = lambda _task: None,
    ) -> None:
        """`dearest`: end the run when an accepted item costs more answered calls than this; None sets no limit.

        `newly` counts the answered calls that no earlier edition counts; without it all calls are new.

        `paid_ahead`: the calls of open chunks are paid already (a batch), so at a low yield no further chunk opens and
        the open chunks end. `outlook` decides which tasks open and which candidates go to the critics. Without an
        outlook the yield of the selected tasks decides how many tasks open. `recalled` gives the outcome of tasks that
        need no call.
        """
        self._tasks = tasks
        self._selection = selection
        self._agenda = Agenda(tasks, frozenset(selection.results.barren))
        self._spread_out(selection.accepted)
        self._breadth = breadth
        self._watch = YieldWatch(dearest, answered, newly or answered)
        self._paid_ahead = paid_ahead
        self._recalled = recalled
        self._room = Room(tasks, selection)
        self._done: dict[int, Grown] = {}
        self._passed: set[int] = set()  # they wait for their turn, as those in _done do, but had no room
        self.asked: list[WritingTask] = []  # finished by the worker, in the order in which they finished
        self._waiting = 0  # accepted candidates in _done; a counter, since _done can hold a whole corpus
        self._open: dict[asyncio.Task[Grown], int] = {}
        self._ended_by: EndOfRun | None = None
        self._too_dear: LowYield | None = None
        self._outlook = outlook
        self._doubtful: set[str] = set()  # source chunks whose open task got an empty reply
        self._needless: set[int] = set()  # cancelled, since the selection has no room left for them
        self.looked_up: set[str] = set()
        if outlook is not None:
            outlook.done, outlook.agenda = self._done, self._agenda

    async def run(self, worker: Worker, on_progress: Callable[[], None] = lambda: None) -> None:
        """Grow with `worker`. Raises the EndOfRun that ended the run early, after selecting all finished tasks."""
        self._open_more(worker)
        try:
            while self._open:
                finished, _ = await asyncio.wait(self._open, return_when=asyncio.FIRST_COMPLETED)
                for task in finished:
                    self._finish(task)
                self._select_ready()
                self._open_more(worker)
                on_progress()
        finally:
            # a task is still open only after a bug or a cancellation; it must not run on without the caller
            for task in self._open:
                task.cancel()
            ends = await asyncio.gather(*self._open, return_exceptions=True)
            for position, end in zip(self._open.values(), ends, strict=True):
                if isinstance(end, Grown):  # it finished in the moment of the cancellation
                    self._note(position, end)
            self._select_rest()
            on_progress()  # what a person saw last counted the candidates selected just now as waiting
        if self._ended_by is None and not self._selection.full:
            self._ended_by = self._too_dear
        if self._ended_by is not None and not isinstance(self._ended_by, Enough):
            raise self._ended_by

    @property
    def waiting(self) -> int:
        """The accepted candidates that wait for their turn in the plan; a few of them may turn out duplicates."""
        return min(self._selection.wanted - self._selection.count, self._waiting)

    def stop(self, error: EndOfRun) -> None:
        """Begin no further call: `run` selects the finished tasks and raises `error`."""
        if self._ended_by is None:
            self._ended_by = error
            for task in self._open:
                task.cancel()

    def _finish(self, task: asyncio.Task[Grown]) -> None:
        position = self._open.pop(task)
        if self._outlook is not None:
            self._outlook.open_tasks.pop(position, None)
        if task.cancelled():
            if position in self._needless:
                self._done[position] = Grown(self._tasks[position])
            return  # the next run that needs the chunk grows it again, from the recorded calls
        try:
            grown = task.result()
        except EndOfRun as error:
            self.stop(error)
            return
        self._note(position, grown)

    def _note(self, position: int, grown: Grown) -> None:
        """Take in the outcome of a task, which waits for its turn in the plan."""
        self._done[position] = grown
        self.asked.append(grown.task)
        if grown.abstained and not grown.task.is_linked:
            self._doubtful.add(grown.task.seed.id)
        self._waiting += grown.accepted

    def _select_ready(self) -> None:
        while (position := self._agenda.head) in self._done or position in self._passed:
            self._agenda.advance()
            self._select(position)
            self._stop_where_too_dear()
        if self._selection.full and self._open:
            # every open chunk comes later in the plan than the last one needed
            self.stop(Enough("enough questions are accepted"))
        if not self._paid_ahead:
            self._end_needless()

    def _end_needless(self) -> None:
        """Cancel the open tasks that the selection has no room for. Such room does not come back in this round."""
        for task, position in self._open.items():
            if position not in self._needless and not self._room.at(position):
                self._needless.add(position)
                task.cancel()

    def _stop_where_too_dear(self) -> None:
        """Stop by the calls of the tasks selected so far, in plan order, so that timing does not decide."""
        if self._selection.full or self._ended_by or self._too_dear:
            return
        low = self._watch.too_low(self._selection)
        if low and self._paid_ahead:
            self._too_dear = low  # another end of the run, such as a submitted batch, comes first
        elif low:
            self.stop(low)

    @property
    def _seems_too_dear(self) -> bool:
        """Whether the run is likely to end for its yield as soon as the plan has caught up with the calls so far."""
        return self._watch.seems_low(self.looked_up, len(self._selection.accepted) + self._waiting)

    def _select_rest(self) -> None:
        """Select the tasks that finished behind an unfinished one: a run that ends early keeps all it has."""
        for position in sorted((*self._done, *self._passed), key=self._agenda.rank):
            self._select(position)

    def _select(self, position: int) -> None:
        if position in self._passed:
            self._passed.remove(position)
            self._room.pass_over(position)
            return
        grown = self._done.pop(position)
        self._waiting -= grown.accepted
        empty, there = len(self._selection.results.barren), len(self._selection.accepted)
        self._selection.select(grown)
        if len(self._selection.results.barren) > empty:
            self._agenda.put_off(grown.task.seed.id)
        self._spread_out(self._selection.accepted[there:])

    def _spread_out(self, accepted: Iterable[Critique]) -> None:
        """Let other documents than those of the accepted candidates give the next items, while these are few."""
        if self._selection.spreads:
            for document_id in {critique.candidate.document_id for critique in accepted}:
                self._agenda.put_off_document(document_id)

    def _open_more(self, worker: Worker) -> None:
        if self._outlook is not None:
            self._open_by(self._outlook, worker)
            selected = -1  # tasks without room are over at once: look further until one opens
            while not self._open and self._opens_more and self._agenda.selected > selected:
                selected = self._agenda.selected
                self._open_by(self._outlook, worker)
            return
        while self._opens_more and len(self._open) < self._needed() and (ahead := self._agenda.unopened(1)):
            self._open_task(ahead[0], worker)

    def _open_by(self, outlook: Outlook, worker: Worker) -> None:
        """Open the first tasks of the agenda that are needed in addition to the expected items. A task that is passed
        over is looked at again after every change, at the latest when it is next to be selected."""
        outlook.hold_on = self._seems_too_dear
        sight, giving, spreads = outlook.sight(), self._giving(), self._selection.spreads
        for position in self._agenda.unopened(4 * self._breadth):
            if not self._opens_more or len(self._open) >= self._breadth:
                break
            at_head = position == self._agenda.head
            if not at_head and outlook.is_enough(sight):
                break
            if not self._room.at(position):
                self._open_task(position, worker)
                continue
            task = self._tasks[position]
            if task.seed.id in self._doubtful and not at_head:
                continue  # its turn comes behind all others, as soon as the empty reply is selected
            if spreads and task.kind in EVERYWHERE and not at_head and task.seed.document_id in giving:
                continue  # so will its turn, if the document gives an item
            if outlook.wants(task, sight, at_head=at_head):
                self._open_task(position, worker)
                giving.add(task.seed.document_id)
                if position not in outlook.open_tasks:
                    outlook.learn_written(task.kind, 0)
                    sight = outlook.sight()
        outlook.review()

    def _open_task(self, position: int, worker: Worker) -> None:
        """Begin the task. It is over at once where the selection has no room for it, which gives no result, and where
        an earlier run knows its outcome."""
        self._agenda.opened(position)
        if not self._room.at(position):
            self._passed.add(position)
            self._select_ready()
        elif grown := self._recalled(self._tasks[position]):
            self.looked_up |= grown.calls
            self._note(position, grown)
            self._select_ready()
        else:
            task = self._tasks[position]
            open_task = self._outlook.open(position, task) if self._outlook else None
            self._open[asyncio.ensure_future(_with_calls(worker, task, self.looked_up, open_task))] = position

    def _giving(self) -> set[str]:
        """The documents that have an open task, or an accepted candidate that waits for its turn."""
        waiting = {grown.task.seed.document_id for grown in self._done.values() if grown.accepted}
        return waiting | {self._tasks[position].seed.document_id for position in self._open.values()}

    @property
    def _opens_more(self) -> bool:
        return self._ended_by is None and self._too_dear is None and not self._selection.full

    def _needed(self) -> int:
        """How many source chunks must be open to give the missing items at this run's yield."""
        if self._selection.full:
            return 0
        # the yield of selected chunks, not of finished ones: refused chunks finish first
        accepted = len(self._selection.accepted)
        rate = (accepted + _PRIOR_CHUNKS * _PRIOR_YIELD) / (self._agenda.selected + _PRIOR_CHUNKS)
        return min(
            self._breadth, max(1, math.ceil((self._selection.wanted - self._selection.count - self.waiting) / rate))
        )


async def _with_calls(
    worker: Worker, task: WritingTask, looked_up: set[str], open_task: OpenTask | None = None
) -> Grown:
    """What the worker grew, with the calls it looked up, which also go into `looked_up`.

    An asyncio task has its own context, which collects them.
    """
    calls: set[str] = set()
    LOOKED_UP.set(calls)
    OPEN_TASK.set(open_task)
    try:
        return replace(await worker(task), calls=frozenset(calls))
    finally:
        looked_up |= calls | (open_task.ahead if open_task else set())
