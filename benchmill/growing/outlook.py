"""Open tasks and their candidates -> the expected number of items: which candidates the critics get, what opens next.

A candidate waits for the critics while the candidates ahead of it in the plan are expected to be enough. A task opens
only where they are not enough. So a run pays for few candidates that it does not need.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable
from contextvars import ContextVar
from dataclasses import dataclass, field

from benchmill.generator.kinds import WritingTask
from benchmill.generator.kinds.task import ONE_A_CALL
from benchmill.growing.agenda import Agenda
from benchmill.growing.candidate_state import CandidateState
from benchmill.growing.grown import Grown
from benchmill.growing.pass_rates import PassRates
from benchmill.growing.selection import Selection
from benchmill.growing.tries import Tries
from benchmill.records import Kind

# The prior before a run has figures of its own (candidates per call that pass the free checks), and the number of
# observations that the prior counts for. A high prior opens too few tasks at first, and more as soon as a critic
# refuses; a low prior pays for calls that nobody needs (measurements/calls_an_item.py).
_WRITTEN, _WEIGHT = 1.8, 8.0
# Where slots are free, a candidate's critics are asked at the same time. If one refuses, the calls behind it were paid
# in vain. Each candidate may cost so many such calls, times the refused candidates for each accepted one: the more are
# refused, the more time goes into replacing them. Towards the end of the run it may cost up to `_MOST_HASTE` times as
# many (measurements/calls_an_item.py).
_MOST_WASTED = 0.5
_MOST_HASTE = 2.0
# While most slots are free, up to so many more items of a page may be in sight than it can give: with 128 calls at once
# on twelve pages, where the last tasks waited for replies about their page, a run took twice as long as greedy opening.
_RESERVE_A_PAGE = 2


@dataclass(eq=False)
class OpenTask:
    """One open task. `states` has one for each of its candidates; it is None while the writer writes."""

    outlook: Outlook
    position: int
    task: WritingTask
    states: list[CandidateState] | None = None
    ahead: set[str] = field(default_factory=set)
    """The keys of calls of critics whose verdict does not count, since one before them refused."""

    def wrote(self, candidates: int) -> list[CandidateState]:
        """The states of the `candidates` that passed the free checks."""
        loop = asyncio.get_running_loop()
        self.states = [CandidateState(called=loop.create_future()) for _ in range(candidates)]
        self.outlook.learn_written(self.task.kind, candidates)
        return self.states

    async def called(self, state: CandidateState) -> bool:
        """Return when it is clear whether the candidate shall go to the critics: True where it shall."""
        self.outlook.review()
        if state.called is not None:
            await state.called
        return not state.needless

    def passed(self, state: CandidateState) -> bool:
        """Note that another critic accepts the candidate. False where no further critic need be asked."""
        self.outlook.rates.learn(state.passed, self.task.kind, passed=True)
        state.passed += 1
        state.under_way = max(1, state.under_way - 1)
        state.needless = state.needless or not self.outlook.selection.has_room(self.task)
        return not state.needless

    def at_once(self, state: CandidateState) -> int:
        """How many critics may be asked about the candidate at the same time."""
        state.under_way = self.outlook.at_once(state, self.task.kind)
        return state.under_way

    def end(self, state: CandidateState, *, accepted: bool) -> None:
        """Note that the critics have decided about the candidate, or need not decide any more."""
        if not accepted and not state.needless:
            self.outlook.rates.learn(state.passed, self.task.kind, passed=False)
        state.over, state.accepted = True, accepted
        self.outlook.review()


OPEN_TASK: ContextVar[OpenTask | None] = ContextVar("open_task", default=None)
"""The open task whose worker is running; None where the run has no outlook."""


Sight = dict[Hashable, float]
"""Expected items by the quota they count towards: all items, a kind, a style ..."""


@dataclass(eq=False)
class Outlook:
    """The expected items of one run.

    `critics`: calls per candidate; `left`: calls that the budget still allows; `slots`: calls that may run at once.
    `hold_on`: only what the plan has next goes on, since the run may be about to end.
    """

    selection: Selection
    critics: int = 3
    left: Callable[[], float] = lambda: math.inf
    slots: int = 1
    open_tasks: dict[int, OpenTask] = field(default_factory=dict)
    done: dict[int, Grown] = field(default_factory=dict)
    agenda: Agenda = field(default_factory=lambda: Agenda(()))
    hold_on: bool = False
    rates: PassRates = field(default_factory=PassRates)
    _tries: Tries = field(default_factory=Tries)
    _written: Counter[Kind | None] = field(default_factory=Counter)
    _candidates: Counter[Kind | None] = field(default_factory=Counter)

    def open(self, position: int, task: WritingTask) -> OpenTask:
        open_task = self.open_tasks[position] = OpenTask(self, position, task)
        return open_task

    def learn_written(self, kind: Kind | None, candidates: int) -> None:
        self._written[kind] += 1
        self._candidates[kind] += candidates

    def review(self) -> None:
        """Send the candidates that are needed to the critics, in the order of the plan."""
        sight: Sight = defaultdict(float)
        head = self.agenda.head
        spare = self.left() - sum(self._to_pay(state) for state in self._states() if state.at_critics)
        for position in sorted({*self.open_tasks, *self.done}, key=self.agenda.rank):
            if position in self.done:
                self._add_done(sight, self.done[position])
                continue
            open_task = self.open_tasks[position]
            keys = self._keys(open_task.task)
            if not self.selection.has_room(open_task.task):  # room that is gone does not come back in this round
                for state in open_task.states or ():
                    if state.waits:
                        state.needless = state.over = True
                        state.call()
            for state in open_task.states or ():
                needed = state.waits and (position == head or self._lacks(keys, sight))
                if needed and self._pays(spare, state):
                    state.call()
                    spare -= self._to_pay(state)
                self._add_state(sight, keys, state)
            if open_task.states is None:
                self._add_writing(sight, keys, open_task.task.kind)
        # a budget opens no task while these wait for the one that is selected next
        waiting = [] if self._goes_on() else [state for state in self._states() if state.waits]
        for state in waiting[:1]:
            state.call()

    def _goes_on(self) -> bool:
        """Whether a call is under way, or a task about to end, after which others may open."""
        return any(
            open_task.states is None
            or any(state.at_critics for state in open_task.states)
            or all(state.over for state in open_task.states)
            for open_task in self.open_tasks.values()
        )

    def sight(self) -> Sight:
        """The expected items of all open tasks."""
        self._tries.left.clear()
        sight: Sight = defaultdict(float)
        for grown in self.done.values():
            self._add_done(sight, grown)
        for open_task in self.open_tasks.values():
            keys = self._keys(open_task.task)
            for state in open_task.states or ():
                self._add_state(sight, keys, state)
            if open_task.states is None:
                self._add_writing(sight, keys, open_task.task.kind)
        return sight

    def wants(self, task: WritingTask, sight: Sight, *, at_head: bool) -> bool:
        """Whether to open the task in addition to the items in `sight`. If so, adds the task's items to `sight`.

        Written candidates come before further tasks: no task opens where the budget covers only these candidates.
        """
        keys = self._keys(task)
        if not (at_head or self._lacks(keys, sight)):
            return False
        if self.open_tasks and self._owed() + 1 + self.critics > self.left():
            return False
        may_open = self._tries.take(task, self.selection, self.open_tasks, self.done, self.agenda.is_late)
        if not (may_open or at_head):
            return False
        self._add_writing(sight, keys, task.kind)
        return True

    def is_enough(self, sight: Sight) -> bool:
        """Whether no further task is wanted, whatever its kind."""
        return not self._lacks(("all",), sight)

    def at_once(self, state: CandidateState, kind: Kind | None) -> int:
        """How many critics to ask about a candidate of the kind at the same time: more than one only where slots are
        free, and where the calls behind a refusal, which are paid for nothing, are few on average for this kind."""
        free = self.slots - self._under_way()
        if self.left() < self._owed() + self.critics:
            return 1
        most = _MOST_WASTED * (1 / self._chance(0) - 1) * self._haste()
        several, chance, wasted = 1, 1.0, 0.0
        for stage in range(state.passed, self.critics - 1):
            chance *= self.rates.of(kind, stage)
            wasted += 1 - chance
            if several > free or wasted > most:
                break
            several += 1
        return several

    def _haste(self) -> float:
        """1 at the start, more towards the end: the candidates that replace refused ones are the last that the run
        waits for, and they are few."""
        missing = self._not_accepted()
        return min(_MOST_HASTE, (self.selection.wanted - len(self.selection.kept)) / max(1, missing))

    def _not_accepted(self) -> int:
        """How many items are missing, if all candidates that the critics accepted become items."""
        done = sum(grown.accepted for grown in self.done.values())
        return self.selection.wanted - self.selection.count - done - sum(state.accepted for state in self._states())

    def _under_way(self) -> int:
        writing = sum(open_task.states is None for open_task in self.open_tasks.values())
        return writing + sum(state.under_way for state in self._states() if state.at_critics)

    def _owed(self) -> float:
        """The expected number of calls that open tasks still take."""
        writing = (
            1 + self._a_task(open_task.task.kind) * self.critics
            for open_task in self.open_tasks.values()
            if open_task.states is None
        )
        return sum(map(self._to_pay, self._states())) + sum(writing)

    def _pays(self, spare: float, state: CandidateState) -> bool:
        return spare >= self._to_pay(state) or not any(each.at_critics for each in self._states())

    def _to_pay(self, state: CandidateState) -> int:
        return 0 if state.over else max(1, self.critics - state.passed)

    def _states(self) -> Iterable[CandidateState]:
        return [state for open_task in self.open_tasks.values() for state in open_task.states or ()]

    def _keys(self, task: WritingTask) -> tuple[Hashable, ...]:
        """What items of the task count towards: all items, those of its place, its kind and the traits asked for."""
        asked = ((axis.name, axis.asked(task)) for axis in self.selection.axes)
        place = (("document", task.seed.document_id), ("chunk", task.seed.id))
        return ("all", *place, ("kind", task.kind), *((name, value) for name, value in asked if value is not None))

    def _lacks(self, keys: Iterable[Hashable], sight: Sight) -> bool:
        if self.hold_on:
            return False
        another = self._chance(0)
        return all(sight[key] + another <= self._missing(key) for key in keys)

    def _missing(self, key: Hashable) -> int:
        if not isinstance(key, tuple):
            return self.selection.wanted - self.selection.count
        name, value = key
        if name == "document":
            room = self.selection.room_in_document(value)
            return room + self._reserve() if room > 0 else room
        if name == "chunk":
            return self.selection.room_in_chunk(value)
        if name == "kind":
            return self.selection.missing(value) if value else self.selection.wanted - self.selection.count
        axis = next(axis for axis in self.selection.axes if axis.name == name)
        return self.selection.missing_of(axis, value)

    def _reserve(self) -> int:
        """How many more items of a page than it can give may be in sight: none while a quarter of the slots is busy."""
        return min(_RESERVE_A_PAGE, self.slots // (4 * max(1, self._under_way())))

    def _a_task(self, kind: Kind | None) -> float:
        """The expected number of candidates that a task of the kind brings to the critics."""
        prior = _WRITTEN / 2 if kind in ONE_A_CALL else _WRITTEN
        return (self._candidates[kind] + _WEIGHT * prior) / (self._written[kind] + _WEIGHT)

    def _chance(self, stage: int) -> float:
        """The chance that a candidate is accepted after `stage` critics accepted it."""
        return math.prod(self.rates.of_all(each) for each in range(stage, self.critics))

    def _add_state(self, sight: Sight, keys: Iterable[Hashable], state: CandidateState) -> None:
        _add(sight, keys, float(state.accepted) if state.over else self._chance(state.passed))

    def _add_writing(self, sight: Sight, keys: Iterable[Hashable], kind: Kind | None) -> None:
        _add(sight, keys, self._a_task(kind) * self._chance(0))

    def _add_done(self, sight: Sight, grown: Grown) -> None:
        _add(sight, self._keys(grown.task), grown.accepted)


def _add(sight: Sight, keys: Iterable[Hashable], items: float) -> None:
    for key in keys:
        sight[key] += items
