"""What each task gave, in the order of selection -> chunks to ask last, and kinds to ask no more in this run."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import comb

from benchmill.generator.kinds import WritingTask
from benchmill.records import Kind

# The planning figures assume that three tasks of four give an item. A kind is poor below a third of that. Its weaker
# places are asked about only while more than two of five give one: else each of their items costs too much.
_ASSUMED = 0.75
_POOR = _ASSUMED / 3
_POOR_AND_WEAKER = 0.4
_SURE = 0.05


@dataclass(slots=True)
class PoorKinds:
    """Counts the tasks of each kind, and those of them that gave a candidate which every critic accepted.

    `barren` are the ids of source chunks that gave an empty reply: what a model finds nothing in for one kind of
    question seldom gives another. A task over several linked passages shows nothing about a single chunk.
    """

    asked: Counter[Kind] = field(default_factory=Counter)
    fruitful: Counter[Kind] = field(default_factory=Counter)
    weaker_asked: Counter[tuple[Kind, int]] = field(default_factory=Counter)
    weaker_fruitful: Counter[tuple[Kind, int]] = field(default_factory=Counter)
    barren: set[str] = field(default_factory=set)

    def note(self, task: WritingTask, *, passed: bool, empty: bool) -> None:
        """Count one task. `passed`: one of its candidates convinced all critics; `empty`: the writer found nothing."""
        if task.kind is not None:
            self.asked[task.kind] += 1
            self.fruitful[task.kind] += passed
            if task.is_weaker:
                self.weaker_asked[task.kind, task.weak] += 1
                self.weaker_fruitful[task.kind, task.weak] += passed
        if empty and not task.shared:
            self.barren.add(task.seed.id)

    def note_item(self, kind: Kind) -> None:
        """Count an item of an earlier edition: a task of its kind gave it."""
        self.asked[kind] += 1
        self.fruitful[kind] += 1

    def is_poor(self, kind: Kind) -> bool:
        """Whether the upper limit of the kind's yield (95 %, one-sided) is below a third of the assumed yield.

        So it is, too, where its weaker places of one sort give less than they must: those that follow are no better.

        >>> kinds = PoorKinds()
        >>> kinds.asked["multi_hop"] = 10
        >>> kinds.is_poor("multi_hop")
        False
        >>> kinds.asked["multi_hop"] = 11
        >>> kinds.is_poor("multi_hop")
        True
        >>> kinds.weaker_asked["comparison", 4] = 6
        >>> kinds.is_poor("comparison")
        True
        """
        weaker = (
            _is_below(_POOR_AND_WEAKER, asked, self.weaker_fruitful[sort])
            for sort, asked in self.weaker_asked.items()
            if sort[0] == kind
        )
        return any(weaker) or _is_below(_POOR, self.asked[kind], self.fruitful[kind])


def _is_below(least: float, asked: int, fruitful: int) -> bool:
    if not asked or fruitful >= least * asked:
        return False
    ways = (comb(asked, n) * least**n * (1 - least) ** (asked - n) for n in range(fruitful + 1))
    return sum(ways) < _SURE
