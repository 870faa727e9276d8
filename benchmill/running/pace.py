"""How the counts of a run change over time -> how long the rest may take, and why that became longer."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field

# Calls for one accepted item (or for one try, one judged answer), assumed until the run has a yield of its own:
# measured with the standard quality. The assumption counts as much as so many items or tries.
CALLS_A_PIECE = 4.5
_ITEMS, _TRIES = 8, 4
# An estimate that is so much higher than it was needs a reason beside it, for so many seconds; the estimates of the
# first few replies vary without any.
_HIGHER, _SAID_FOR, _FEW = 1.25, 60.0, 10

SLOWER = "replies take longer now"
FEWER = "fewer candidates are accepted than before"


@dataclass(frozen=True, slots=True)
class Counts:
    """What a run has done by now.

    `items` of those `wanted`, with `waiting` more that are nearly sure, and `tries` of `all_tries` that end the run
    even without the items (0: not counted).
    `answered`: replies that came in this run; `under_way`: calls that wait for theirs; `recorded`: replies that the
    ledger had. `affordable`: further calls that the budgets allow.
    """

    items: int
    wanted: int
    tries: int = 0
    all_tries: int = 0
    waiting: int = 0
    answered: int = 0
    under_way: int = 0
    recorded: int = 0
    affordable: float = math.inf
    phase: str = ""


@dataclass(frozen=True, slots=True)
class Left:
    """The seconds that a run still takes. `least`: no reply has come, so it is at least that long.

    `budget`: a budget ends the run then. `why`: what made the estimate rise; empty where it did not.
    """

    seconds: float
    least: bool = False
    budget: bool = False
    why: str = ""

    def __str__(self) -> str:
        """The estimate in words.

        >>> str(Left(200.0)), str(Left(0.2)), str(Left(8000.0, budget=True))
        ('about 3 min left', 'about 1 s left', 'about 2.2 h left in the budget')
        >>> str(Left(60.0, least=True)), str(Left(95.0, why="no reply for 40 s"))
        ('at least 60 s left: no reply yet', 'about 2 min left: no reply for 40 s')
        """
        why = self.why or ("no reply yet" if self.least else "")
        words = f"{'at least' if self.least else 'about'} {duration(max(self.seconds, 1.0))} left"
        return words + (" in the budget" if self.budget else "") + (f": {why}" if why else "")


@dataclass(slots=True)
class Pace:
    """Estimates by the calls that are still needed and by the time that a call takes.

    Replies from the ledger take no time: they count for the yield and not for the speed, so that a run that goes on
    after a kill is not taken for a quick one. While no reply comes, the estimate grows with every second.
    """

    clock: Callable[[], float] = time.monotonic
    calls_a_piece: float = CALLS_A_PIECE
    _began: float | None = None
    _since: float = 0.0  # the first call of this phase was sent then
    _first: Counts | None = None
    _last: Counts | None = None
    _changed: float = 0.0
    _longest: float = 0.0
    _low: tuple[float, float, float, float] = field(default=(math.inf, 0.0, 0.0, 0.0))  # left, needed, pace, time

    @property
    def seconds(self) -> float:
        """The time since the first look."""
        return 0.0 if self._began is None else self.clock() - self._began

    def left(self, counts: Counts) -> Left | None:
        """The estimate; None where nothing is left to do, and while nothing was asked."""
        now = self.clock()
        if self._began is None:
            self._began = now
        if self._first is None or self._last is None or self._first.phase != counts.phase:
            self._first, self._since, self._changed, self._longest = counts, now, now, 0.0
            self._low = (math.inf, 0.0, 0.0, now)
        elif _pieces(counts) != _pieces(self._last):
            if self._last.under_way:
                self._longest = max(self._longest, now - self._changed)
            self._changed = now
        first = self._first
        answered = max(0, counts.answered - first.answered)
        if not answered and not counts.under_way:
            self._since = now
        self._last = counts
        needed = self._needed(counts, first)
        if needed is None or not (answered or counts.under_way):
            return None
        return self._estimate(now, counts, needed, answered)

    def _estimate(self, now: float, counts: Counts, needed: float, answered: int) -> Left:
        a_call = (now - self._since) / max(answered, counts.under_way)
        idle = now - self._changed
        stalled = max(0.0, idle - self._longest) if answered and counts.under_way else 0.0
        seconds = min(needed, counts.affordable) * a_call + stalled
        left, needed_then, a_call_then, at = self._low
        why = ""
        if seconds <= left or now - at > _SAID_FOR or answered < _FEW:
            self._low = (seconds, needed, a_call, now)
        elif seconds > _HIGHER * left and seconds - left > 2.0:
            slower = a_call / a_call_then if a_call_then else 1.0
            why = SLOWER if not needed_then or slower > needed / needed_then else FEWER
        if stalled > max(10.0, self._longest):
            why = f"no reply for {duration(idle)}"
        return Left(seconds, least=not answered, budget=counts.affordable < needed, why=why)

    def _needed(self, counts: Counts, first: Counts) -> float | None:
        """The calls that the rest takes: until all items are there or all tries are made, whichever is less."""
        calls = counts.answered + counts.recorded - first.answered - first.recorded
        ways = []
        if counts.wanted:
            new, missing = counts.items + counts.waiting - first.items, counts.wanted - counts.items
            missing = max(missing - counts.waiting, 1) if missing > 0 else 0
            ways.append(missing * (calls + self.calls_a_piece * _ITEMS) / (new + _ITEMS))
        if counts.all_tries:
            tries, missing = counts.tries - first.tries, counts.all_tries - counts.tries
            ways.append(missing * (calls + self.calls_a_piece * _TRIES) / (tries + _TRIES))
        needed = min(ways, default=0.0)
        return needed if needed > 0 else None


def _pieces(counts: Counts) -> tuple[int, ...]:
    return counts.answered, counts.recorded, counts.items, counts.tries


def duration(seconds: float) -> str:
    """Seconds in words, no finer than people need."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
