"""A Selection under way -> whether its items cost too many calls, by the calls of the tasks selected so far."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Set
from dataclasses import dataclass, field

from benchmill.chat.errors import LowYield
from benchmill.growing.selection import Selection

Answered = Callable[[Collection[str]], int]
"""The keys of calls -> how many of them were answered."""

# After so many calls the yield of a run is known well enough.
_FIRST_CALLS = 60


@dataclass(slots=True)
class _Tally:
    """Counts calls of which only more are asked about: those that it has seen are not looked up again."""

    count: Answered
    _seen: set[str] = field(default_factory=set)
    _found: int = 0

    def of(self, keys: Set[str]) -> int:
        if new := keys - self._seen:
            self._found += self.count(new)
            self._seen |= new
        return self._found


class YieldWatch:
    """Watches what the items of a run cost.

    A night looks again at what earlier editions refused, by recorded calls, and at none of the calls behind the items
    it keeps. So the calls of earlier editions count only together with the kept items. Calls without an answer show a
    failing server, which the circuit breaker watches; they do not show the yield.
    """

    def __init__(self, dearest: float | None, answered: Answered, newly: Answered) -> None:
        """`dearest`: the most answered calls for an item; None sets no limit. `newly` counts the answered calls that no
        earlier edition counts."""
        self._dearest = dearest
        self._answered, self._newly, self._so_far = _Tally(answered), _Tally(newly), _Tally(newly)
        self._weighed = (-1, -1)  # how many calls and items there were when the yield was last computed

    def too_low(self, selection: Selection) -> LowYield | None:
        """The end of the run if its items cost too much, else None."""
        asked, new = selection.calls, len(selection.accepted)
        # a task without room adds neither: of a kind that was stopped, 10,000 tasks may follow each other
        if self._dearest is None or (len(asked), new) == self._weighed:
            return None
        self._weighed = len(asked), new
        for count, items in ((self._newly, new), (self._answered, new + len(selection.kept))):
            if (calls := self._too_many(asked, items, count)) is not None:
                gave = "no item" if not items else "one item" if items == 1 else f"{items} items"
                return LowYield(
                    f"low yield: {calls} answered calls gave {gave}; what is wanted would take more than three times "
                    "the estimate. `benchmill status` counts the reasons; --keep-going continues anyway"
                )
        return None

    def seems_low(self, calls: Set[str], items: int) -> bool:
        """Whether the calls of all tasks that ended, in whatever order, are too many for their items so far."""
        return self._too_many(calls, items, self._so_far) is not None

    def _too_many(self, calls: Set[str], items: int, count: _Tally) -> int | None:
        """How many of the calls were answered, where these are too many for the items; else None."""
        most = math.inf if self._dearest is None else max(_FIRST_CALLS - 1, self._dearest * items)
        return answered if len(calls) > most and (answered := count.of(calls)) > most else None
