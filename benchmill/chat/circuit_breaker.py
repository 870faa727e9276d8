"""Each call's end -> whether the server answers at all: a pause while it does not, the end of the run if that lasts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from benchmill.chat.errors import CallFailed, EndOfRun, ModelRefused, ModelUnreachable, Transient
from benchmill.chat.rate_limiter import RateLimiter, Slot

# A reply with status 200 that no model wrote: another service answers at the address, and waiting does not help.
_ANOTHER_SERVICE = frozenset({"no-reply"})
_FIRST_PAUSE = 0.5
_LONGEST_PAUSE = 15.0
# Refusals for the rate come in crowds: they count as an outage only after so many seconds without a success.
_REFUSED_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How long a run goes on while no call succeeds. After `failures` in a row, single calls try with growing pauses.

    The run ends after `away` seconds of that. It also ends after `another_service` seconds where something other than
    a model answers, and after `refusals` calls that were refused for the same reason.
    """

    failures: int = 5
    away: float = 180.0
    another_service: float = 20.0
    refusals: int = 20


class CircuitBreaker:
    """Counts the failures since the last success, over all calls to one server, and pauses its `limiter`.

    `report` gets messages for people. Seconds are the running event loop's.
    """

    def __init__(
        self, limiter: RateLimiter, tolerance: Tolerance | None = None, report: Callable[[str], None] = lambda _: None
    ) -> None:
        self._limiter = limiter
        self._tolerance = tolerance or Tolerance()
        self._report = report
        self._failures = 0
        self._since = 0.0
        self._pause = 0.0
        self._pause_began = 0.0
        self._refused: dict[str, int] = {}
        self._succeeded_at: float | None = None
        self.ended: EndOfRun | None = None

    @property
    def is_open(self) -> bool:
        """Whether the server answers no call, and single calls try it."""
        return self._pause > 0.0

    def try_again(self) -> None:
        """Take back the end of the run: other servers answer, and single calls continue to try this one."""
        self.ended = None
        self._since = self._now()
        self._pause = self._pause or _LONGEST_PAUSE
        self._pause_began = self._now()
        self._limiter.pause(self._pause)

    def succeeded(self, slot: Slot) -> None:
        """A call was answered."""
        if self.is_open:
            if slot.began <= self._pause_began:
                return  # it was sent before the pause, and says nothing about new calls
            self._pause = 0.0
            self._limiter.resume()
            self._report("the server answers again")
        self._failures = 0
        self._refused.clear()
        self._succeeded_at = self._now()

    def failed(self, slot: Slot, trouble: Transient | CallFailed) -> None:
        """A call failed. `ended` is set where this was one failure too many."""
        if isinstance(trouble, CallFailed):
            self._refused_alike(trouble)
            return
        now = self._now()
        if self._failures == 0:
            self._since = now
        self._failures += 1
        if self._failures < self._tolerance.failures or (
            trouble.check == "http-429" and now - max(self._since, self._succeeded_at or 0.0) < _REFUSED_SECONDS
        ):
            return
        if now - self._since >= self._longest(trouble):
            advice = "; give a longer --timeout" if trouble.check == "time-out" else ""
            self.ended = ModelUnreachable(f"no call succeeds any more; the last one failed: {trouble}{advice}")
            self._limiter.resume()  # the calls that wait must learn of the end, too
        elif not self.is_open or slot.began > self._pause_began:  # else the call was sent before the pause
            if not self.is_open:
                self._report(f"waiting for the server, for at most {self._longest(trouble):.0f} s: {trouble}")
            self._pause = min(_LONGEST_PAUSE, 2 * self._pause) or _FIRST_PAUSE
            self._pause_began = now
            self._limiter.pause(self._pause)

    def _longest(self, trouble: Transient) -> float:
        never = self._succeeded_at is None
        return self._tolerance.another_service if never and trouble.check in _ANOTHER_SERVICE else self._tolerance.away

    def _refused_alike(self, trouble: CallFailed) -> None:
        # a prompt that is too long says nothing about the next one
        if trouble.check == "prompt-too-long":
            return
        self._refused[trouble.check] = self._refused.get(trouble.check, 0) + 1
        if self._refused[trouble.check] >= self._tolerance.refusals:
            self.ended = ModelRefused(f"the server refuses every call for the same reason: {trouble}")

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()
