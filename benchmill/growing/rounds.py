"""Quotas, tasks, a worker -> a Selection filled in rounds: items that one kind cannot give go to other kinds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import Any

from benchmill.chat.addresses import calls_at_once
from benchmill.critique.critic_request import PanelSettings
from benchmill.generator.kinds import DEFAULT_MIX, WritingTask, plan_quotas
from benchmill.generator.kinds.mix import CHEAPEST_FIRST
from benchmill.generator.kinds.numbered import Interleaved
from benchmill.growing.aims import Aims
from benchmill.growing.grown import Grown
from benchmill.growing.low_yield import Answered
from benchmill.growing.outlook import Outlook
from benchmill.growing.pipeline import Pipeline
from benchmill.growing.planned_load import calls_an_item
from benchmill.growing.poor_kinds import PROBED
from benchmill.growing.prompt_set import critics_asked
from benchmill.growing.selection import Selection
from benchmill.growing.visited import Visited
from benchmill.growing.workers import ModelWorker
from benchmill.records import Kind
from benchmill.records.lazy import LazyMapping
from benchmill.records.manner import UNASKED
from benchmill.running.model_session import Report
from benchmill.running.stopping import Stopping
from benchmill.settings import GrowSettings

# A run stops if its items cost more calls than so many times the planning figure.
_TIMES_THE_ESTIMATE = 3


@dataclass(frozen=True)
class Rounds:
    """One run's growth. A round begins only when no call is under way, so timing never decides what the round asks."""

    plan: Callable[[Iterable[Kind]], Sequence[WritingTask]]
    """Kinds -> one order of their tasks. Finding the tasks of some kinds takes long in a large corpus."""
    planned: Mapping[Kind, int]
    aims: Aims
    settings: GrowSettings
    breadth: Callable[[Sequence[WritingTask]], int]
    stopping: Stopping
    answered: Answered
    newly: Answered
    """How many calls were answered, and how many of these no earlier edition counts."""
    calls_left: Callable[[], float]
    own_critics: int = 0
    own_calls_an_item: float | None = None
    """What an item took in this workspace before; None where too little is known."""
    looked_up: set[str] = field(default_factory=set)
    """The keys of all calls, those for tasks that were not selected included."""

    async def grow(self, worker: ModelWorker, selection: Selection, kinds: Collection[Kind], report: Report) -> None:
        """Fill the selection. Items that a kind cannot give go to the other kinds, unless the user fixed the shares.

        The first round asks for questions of these `kinds`, of which items are missing. Each later round adds the kinds
        that get the missing items.

        A task passed over because its style, persona or difficulty had enough items gets another one. At the end the
        run gives up the shares of real queries that the documents cannot fill, and reports the remaining distance.
        """
        # a workspace of dear items must not raise its own limit: the third night would pay for all that two refused to
        planned = calls_an_item(self.settings, self.own_critics)
        expected = min(self.own_calls_an_item or planned, planned)
        dearest = None if self.settings.keep_going else _TIMES_THE_ESTIMATE * expected
        self._begin(selection, expected)
        kinds = kinds or ([] if selection.full else self.planned.keys())
        order, moved = self.plan(kinds), False
        visited = Visited(selection, fixed=bool(self.settings.shares))
        while order:
            visited.next_round(order)
            before = len(selection.taken)
            pipeline = Pipeline(
                order,
                selection,
                self.breadth(order),
                dearest=dearest,
                answered=self.answered,
                newly=self.newly,
                paid_ahead=self.settings.batch,
                outlook=None if self.settings.batch else self._outlook(selection),
                recalled=worker.recalled,
            )
            _report(report, visited, pipeline)
            try:
                await self.stopping.phase(pipeline.run(worker, partial(_report, report, visited, pipeline)))
            finally:
                self.looked_up.update(pipeline.looked_up)
            if selection.full:
                return
            left = self._places_of_next_round(selection, asked_some=len(selection.taken) > before)
            if left is None:
                break
            moved = True
            selection.settle_again()
            kinds = [kind for kind in self.planned if kind in kinds or selection.missing(kind) > 0]
            order = self.aims.dressed(left.tasks(kinds), _missing(selection))
        if moved:
            for task in self.plan(set(self.planned).difference(kinds)):
                selection.select(Grown(task))  # counts the source chunks that the caps hold back

    def _begin(self, selection: Selection, expected: float) -> None:
        """Tell the selection what the run wants. `expected`: the calls that an item is planned to take."""
        selection.quotas = dict(self.planned)
        selection.keep_going = self.settings.keep_going
        selection.results.planned = 0.0 if self.settings.shares else expected
        borne = {item.candidate.kind for item in selection.kept}
        selection.results.probed = frozenset() if self.settings.kinds else PROBED - borne

    def _places_of_next_round(self, selection: Selection, *, asked_some: bool) -> PlacesLeft | None:
        """The places left for another round, whose quotas are set; None where no round can give more.

        `asked_some`: tasks were asked in this round, so those passed over for their manner may get another manner.
        """
        left = PlacesLeft(self.plan, self.planned, selection)
        if self._next_round(selection, left) or (selection.axes and asked_some) or self._soften(selection):
            return left
        if not selection.go_on_with_spared():
            return None
        left = PlacesLeft(self.plan, self.planned, selection)
        self._next_round(selection, left)
        return left

    def _outlook(self, selection: Selection) -> Outlook:
        slots = calls_at_once(self.settings.concurrency, self.settings.base_url)
        return Outlook(selection, self.critics, self.calls_left, slots)

    @property
    def critics(self) -> int:
        """The number of calls to judge a candidate."""
        asked = PanelSettings("", order=critics_asked(self.settings), shared=self.settings.shares_calls)
        return len(asked.turns) + self.own_critics

    def _next_round(self, selection: Selection, left: PlacesLeft) -> bool:
        """Move the quotas of kinds. Returns False where there was nothing to move."""
        if self.settings.shares:
            return False
        more = moved_quotas(selection, left, self.settings.wanted_kinds)
        if more == selection.quotas or not more:
            return False
        selection.quotas = more
        return True

    def _soften(self, selection: Selection) -> bool:
        """Give up the quotas that come from real queries. Returns False where there are none."""
        hard = tuple(axis for axis in selection.axes if not axis.soft)
        softened = len(hard) < len(selection.axes)
        selection.axes = hard
        return softened


def _missing(selection: Selection) -> dict[str, dict[Any, int]]:
    return {
        axis.name: {value: max(0, selection.missing_of(axis, value)) for value in axis.shares}
        for axis in selection.axes
    }


class PlacesLeft(LazyMapping[Kind, int]):
    """Kind -> how many items of it there may be: those that there are, and one for each task left.

    The tasks of a kind are counted when it is first asked for, and no more of them than items are wanted.
    """

    def __init__(
        self, plan: Callable[[Iterable[Kind]], Sequence[WritingTask]], kinds: Collection[Kind], selection: Selection
    ) -> None:
        self._plan, self._kinds, self._selection = plan, kinds, selection
        self._taken = {replace(task, manner=UNASKED) for task in selection.taken}

    def __iter__(self) -> Iterator[Kind]:
        return iter(self._kinds)

    def made(self, key: Kind) -> int:
        return self._selection.count_of(key) + self._count(key)

    def _count(self, kind: Kind) -> int:
        if kind in self._selection.stopped:
            return 0
        free = (task for task in self._plan([kind]) if self._selection.has_room_for(task) and self._is_left(task))
        return sum(1 for _ in islice(free, self._selection.wanted))

    def _is_left(self, task: WritingTask) -> bool:
        return replace(task, manner=UNASKED) not in self._taken

    def tasks(self, kinds: Iterable[Kind]) -> Sequence[WritingTask]:
        """The tasks of these kinds that the run has not asked."""
        found = self._plan(kinds)
        if isinstance(found, Interleaved):
            return found.without(self._taken)
        return [task for task in found if self._is_left(task)]


def moved_quotas(selection: Selection, left: Mapping[Kind, int], kinds: tuple[Kind, ...]) -> dict[Kind, int]:
    """The missing items, shared out among the kinds that have tasks left; empty where no kind has any.

    The limits of the mix, such as at most half single facts, hold for all items, not for the missing ones alone. A run
    that replaces a few items asks for no other kind that has fewer than the mix wants: earlier runs found no more.
    `left` is asked only about kinds on which the result depends.
    """
    found = {kind: selection.count_of(kind) for kind in kinds}
    if not any(left.get(kind, 0) > found[kind] for kind in CHEAPEST_FIRST if kind in found):
        return {}
    weights = {kind: DEFAULT_MIX[kind] for kind in kinds}
    alike = selection.newly is not None
    return plan_quotas(selection.wanted, weights, left, fixed=False, least=found, alike=alike)


def _report(report: Report, visited: Visited, pipeline: Pipeline) -> None:
    report(visited.done(pipeline))
