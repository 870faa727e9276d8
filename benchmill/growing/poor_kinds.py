"""What each task gave, in the order of selection -> chunks to ask last, and kinds to ask no more in this run."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field

from benchmill.generator.kinds import WritingTask
from benchmill.generator.kinds.task import WEAKER
from benchmill.records import Kind

# The planning figures assume that three tasks of four give an item. A kind is poor below a third of that. Its weaker
# places are asked about only while more than two of five give one: else each of their items costs too much.
_ASSUMED = 0.75
_POOR = _ASSUMED / 3
_POOR_AND_WEAKER = 0.4
_SURE = 0.05
# A kind is too dear where its calls would have given so many times its items, and so many more, of the other kinds.
_TIMES, _MORE = 2, 3
# What an item of the other kinds takes is counted in this run; the planned number counts like so many of their items.
_PLANNED = 2
# From so many answered calls on, a sort of weaker places goes on only while this share of them gave a question.
_FIRST = 4
_LEAST_WRITTEN = 2, 5
# A kind none of whose first calls gave a question is asked no more, in its best places or in others.
_NONE = 5
_MANY = 1000
# Few folders have good places for these kinds (decision 0021). Where nobody named them, each is asked as a probe until
# it gives an item: it ends with the first call without a question, or after so many whose questions were all refused.
PROBED: frozenset[Kind] = frozenset(("multi_hop", "ambiguous"))
_SILENT, _REFUSED = 1, 3


@dataclass(slots=True)
class PoorKinds:
    """Counts the tasks of each kind, those that gave a question, and those that gave one which every critic accepted.

    `calls` and `items` are those of the tasks, by kind, and `kept` the items of earlier editions. `planned` is what an
    item takes by the run's plan; 0 where no other kind may take a kind's place, whatever its items take. `probed` are
    kinds that give their place up after a few calls without an item. `barren` are the ids of source chunks that gave an
    empty reply: what a model finds nothing in for one kind of question seldom gives another. A task over several linked
    passages shows nothing about a single chunk.
    """

    asked: Counter[Kind] = field(default_factory=Counter)
    written: Counter[Kind] = field(default_factory=Counter)
    fruitful: Counter[Kind] = field(default_factory=Counter)
    weaker_asked: Counter[tuple[Kind, int]] = field(default_factory=Counter)
    weaker_fruitful: Counter[tuple[Kind, int]] = field(default_factory=Counter)
    weaker_written: Counter[tuple[Kind, int]] = field(default_factory=Counter)
    calls: Counter[Kind] = field(default_factory=Counter)
    items: Counter[Kind] = field(default_factory=Counter)
    kept: Counter[Kind] = field(default_factory=Counter)
    planned: float = 0.0
    probed: frozenset[Kind] = frozenset()
    barren: set[str] = field(default_factory=set)

    def note(self, task: WritingTask, *, items: int, empty: bool, calls: int = 0) -> None:
        """Count one task. `items`: its candidates that convinced all critics; `empty`: the writer found nothing;
        `calls`: of writer and critics."""
        passed = items > 0
        if task.kind is not None:
            self.asked[task.kind] += 1
            self.written[task.kind] += not empty
            self.fruitful[task.kind] += passed
            self.calls[task.kind] += calls
            self.items[task.kind] += items
            if task.is_weaker:
                self.weaker_asked[task.kind, task.weak] += 1
                self.weaker_fruitful[task.kind, task.weak] += passed
                self.weaker_written[task.kind, task.weak] += not empty
        if empty and not task.is_linked:
            self.barren.add(task.seed.id)

    def note_item(self, kind: Kind) -> None:
        """Count an item of an earlier edition: a task of its kind gave it."""
        self.asked[kind] += 1
        self.written[kind] += 1
        self.fruitful[kind] += 1
        self.kept[kind] += 1

    def is_poor(self, kind: Kind) -> bool:
        """Whether the run shall ask no more questions of the kind, for one of these reasons:

        - the upper limit of its yield (95 %, one-sided) is below a third of the assumed yield;
        - none of its first calls gave a question, or it was asked as a probe and gave no item;
        - its items take far more calls than those of the other kinds;
        - one sort of its weaker places gives too few items, or too few questions: those that follow are no better.

        >>> kinds = PoorKinds()
        >>> kinds.asked["list"] = 4
        >>> kinds.is_poor("list")
        False
        >>> kinds.asked["list"] = 5
        >>> kinds.is_poor("list")
        True
        >>> kinds.asked["multi_hop"], kinds.written["multi_hop"] = 10, 3
        >>> kinds.is_poor("multi_hop")
        False
        >>> kinds.asked["multi_hop"] = 11
        >>> kinds.is_poor("multi_hop")
        True
        >>> kinds.weaker_asked["comparison", 4], kinds.weaker_written["comparison", 4] = 5, 2
        >>> kinds.is_poor("comparison")
        False
        >>> kinds.weaker_asked["comparison", 4] = 6
        >>> kinds.is_poor("comparison")
        True
        """
        weaker = (self._has_failed(sort) for sort in list(self.weaker_asked) if sort[0] == kind)
        return (
            any(weaker)
            or self.silent_left(kind) <= 0
            or self._is_dear(kind)
            or self.probes_left(kind) <= 0
            or _is_below(_POOR, self.asked[kind], self.fruitful[kind])
        )

    def _is_dear(self, kind: Kind) -> bool:
        """Whether the kind's calls would have given far more items of the other kinds (`_TIMES`, `_MORE`)."""
        return self.calls_left(kind) < 0

    def calls_left(self, kind: Kind, *, calls: int = 0, items: int = 0) -> float:
        """How many more calls may give nothing until the kind is too dear. The counts are of tasks not noted."""
        if not self.planned:
            return math.inf
        spent, there = self._spent(kind)
        return self._elsewhere(kind) * (_TIMES * (there + items) + _MORE) - spent - calls

    def silent_left(self, kind: Kind, *, asked: int = 0, written: int = 0) -> float:
        """How many more of the kind's first calls may give no question. The counts are of tasks that are not noted."""
        if self.written[kind] + written:
            return math.inf
        return _NONE - self.asked[kind] - asked

    def probes_left(self, kind: Kind, *, asked: int = 0, written: int = 0, fruitful: int = 0) -> float:
        """How many more calls of a probe may give no item. The counts are of tasks that are done and not noted.

        >>> kinds = PoorKinds(probed=PROBED)
        >>> kinds.probes_left("ambiguous"), kinds.probes_left("ambiguous", asked=2, written=2)
        (1, 1)
        >>> kinds.probes_left("ambiguous", asked=9, written=2, fruitful=1)
        inf
        """
        if kind not in self.probed or self.fruitful[kind] + fruitful:
            return math.inf
        refused = self.written[kind] + written
        return min(_SILENT - (self.asked[kind] + asked - refused), _REFUSED - refused)

    def _elsewhere(self, kind: Kind) -> float:
        """What an item of the other kinds takes in this run."""
        spent = [self._spent(other) for other in {*self.calls, *self.kept} if other != kind]
        calls, items = map(sum, zip(*spent, strict=True)) if spent else (0, 0)
        return (calls + _PLANNED * self.planned) / (items + _PLANNED)

    def _spent(self, kind: Kind) -> tuple[float, int]:
        """The calls and the items of a kind; an item of an earlier edition took what is planned."""
        return self.calls[kind] + self.planned * self.kept[kind], self.items[kind] + self.kept[kind]

    def tries(self, sort: tuple[Kind, int], *, asked: int, written: int, fruitful: int) -> int:
        """How many more tasks of a sort the run asks if all of them give nothing.

        The counts are of tasks that are done and not noted: all of them, those with a question, those with an item.
        """
        if sort[1] < WEAKER:
            return _MANY
        asked += self.weaker_asked[sort]
        written += self.weaker_written[sort]
        fruitful += self.weaker_fruitful[sort]

        def is_over(more: int) -> bool:
            total = asked + more
            return _is_below(_POOR_AND_WEAKER, total, fruitful) or _is_too_few(total, written)

        return next(filter(is_over, range(_MANY)), _MANY)

    def _has_failed(self, sort: tuple[Kind, int]) -> bool:
        """Whether a sort of weaker places gives less than it must."""
        asked, written = self.weaker_asked[sort], self.weaker_written[sort]
        return _is_below(_POOR_AND_WEAKER, asked, self.weaker_fruitful[sort]) or _is_too_few(asked, written)

    def why(self, kind: Kind) -> str:
        """Why the kind is poor: what all its calls led to, or those about the sort of weaker places that failed."""
        asked, gave = self.asked[kind], self.fruitful[kind]
        if not self.written[kind]:
            return "none of them gave a question"
        if self._is_dear(kind):
            calls, each = self.calls[kind], f"{self._elsewhere(kind):.1f}"
            return (
                f"{calls} calls, the critics' included, led to {_items(self.items[kind])}, and others took {each} each"
            )
        failed = (sort for sort in self.weaker_asked if sort[0] == kind and self._has_failed(sort))
        sort = None if _is_below(_POOR, asked, gave) else next(failed, None)
        if sort is None:
            which = {0: "none", 1: "one"}.get(gave, str(gave))
            return f"{which} of them led to an item"
        items = _items(self.weaker_fruitful[sort])
        return f"{self.weaker_asked[sort]} calls about one sort of weaker places led to {items}"


def _items(count: int) -> str:
    return {0: "no item", 1: "one item"}.get(count, f"{count} items")


def _is_too_few(asked: int, written: int) -> bool:
    """Whether too few of the calls `asked` about a sort of weaker places gave a question."""
    least, of = _LEAST_WRITTEN
    return asked >= _FIRST and of * written < least * asked


def _is_below(least: float, asked: int, fruitful: int) -> bool:
    if not asked or fruitful >= least * asked:
        return False
    ways = (math.comb(asked, n) * least**n * (1 - least) ** (asked - n) for n in range(fruitful + 1))
    return sum(ways) < _SURE
