"""Calls that want to be sent -> slots: so many at once, so many a minute, first come first served."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass

from benchmill.chat.pace import Pace

# Sums of seconds are exact to this much; a shorter wait would only start the same timer again.
_CLOCK_ERROR = 1e-6


@dataclass(frozen=True, slots=True)
class Slot:
    """The right to send one call. `began`: the loop's second; `in_flight`: calls under way then, this one included.

    `tokens` as estimated. `probe`: given while the limiter lets one call at a time through.
    """

    began: float
    in_flight: int
    tokens: int = 0
    probe: bool = False


class RateLimiter:
    """At most `width` slots are taken at once; the longest waiting call gets the next one. Waiting costs no CPU.

    `width` may be changed between 1 and `most` while calls wait. `pause` gives no slots for a time, then one at a time
    until `resume`. `rpm`, `tpm`: requests and tokens a minute, evenly spread. Seconds are the running event loop's.
    """

    def __init__(self, most: int, *, rpm: float | None = None, tpm: float | None = None) -> None:
        self.most = most
        self.in_flight = 0
        self._width = float(most)
        self._own_rpm, self._own_tpm = rpm, tpm
        self._requests = Pace(rpm) if rpm else None
        self._tokens = Pace(tpm) if tpm else None
        self._paused_until: float | None = None
        self._probes = 0
        self._waiting: deque[tuple[asyncio.Future[Slot], int]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def width(self) -> float:
        """How many calls may be under way at once; fractions let it grow slowly."""
        return self._width

    @width.setter
    def width(self, value: float) -> None:
        self._width = min(float(self.most), max(1.0, value))
        self._admit()

    @property
    def paused(self) -> bool:
        return self._paused_until is not None

    @property
    def full(self) -> bool:
        """Whether the width is what keeps further calls from being sent."""
        return self.in_flight >= int(self._width)

    @property
    def waiting(self) -> int:
        return sum(not future.done() for future, _ in self._waiting)

    def has_room(self, others: int = 0) -> bool:
        """Whether a call would get a slot at once, after so many others that are about to enter."""
        if self._waiting:
            return False
        now = self._now()
        if self._paused_until is not None:
            return now >= self._paused_until and self._probes + others == 0
        paces = [pace for pace in (self._requests, self._tokens) if pace]
        return self.in_flight + others < int(self._width) and not any(pace.wait(now) > 0 for pace in paces)

    async def enter(self, tokens: int = 0, *, first: bool = False) -> Slot:
        """Wait for a slot; `first`: before all others that wait. Give it back with `leave`."""
        if not self._waiting and (slot := self._take(tokens)):
            return slot
        future: asyncio.Future[Slot] = asyncio.get_running_loop().create_future()
        if first:
            self._waiting.appendleft((future, tokens))
        else:
            self._waiting.append((future, tokens))
        self._admit()
        try:
            return await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self._free(future.result())
            raise

    def leave(self, slot: Slot, *, tokens: int | None = None) -> None:
        """Give the slot back; `tokens`: how many the call really took, where that is known."""
        if self._tokens and tokens is not None:
            self._tokens.correct(tokens - slot.tokens)
        self._free(slot)

    def pause(self, seconds: float) -> None:
        """Give no slot for `seconds`, then one at a time until `resume`. Calls under way may finish."""
        self._paused_until = self._now() + seconds

    def resume(self) -> None:
        """Give slots as before the pause."""
        self._paused_until = None
        self._admit()

    def set_rates(self, *, requests: float | None = None, tokens: float | None = None) -> None:
        """Send at most so many requests and tokens a minute; the user's own rates hold, too. None: no such limit."""
        self._requests = _changed(self._requests, requests, self._own_rpm)
        self._tokens = _changed(self._tokens, tokens, self._own_tpm)
        self._admit()

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def _free(self, slot: Slot) -> None:
        self.in_flight -= 1
        self._probes -= slot.probe
        self._admit()

    def _admit(self) -> None:
        """Give slots to the calls that may be sent now; set the timer where the others only have to wait for time."""
        while self._waiting:
            future, tokens = self._waiting[0]
            if not future.done():
                slot = self._take(tokens)
                if slot is None:
                    return
                future.set_result(slot)
            self._waiting.popleft()

    def _take(self, tokens: int) -> Slot | None:
        """A slot if one is free now; else None, and a timer is set where time will free one."""
        if (self._probes if self.paused else self.in_flight >= int(self._width)) > 0:
            return None
        now = self._now()
        wait = max(
            0.0 if self._paused_until is None else self._paused_until - now,
            self._requests.wait(now) if self._requests else 0.0,
            self._tokens.wait(now) if self._tokens else 0.0,
        )
        if wait > _CLOCK_ERROR:
            self._wake_in(wait)
            return None
        if self._requests:
            self._requests.take(now, 1)
        if self._tokens:
            self._tokens.take(now, tokens)
        self.in_flight += 1
        self._probes += self.paused
        return Slot(now, self.in_flight, tokens, self.paused)

    def _wake_in(self, seconds: float) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._woken)

    def _woken(self) -> None:
        self._timer = None
        self._admit()


def _changed(pace: Pace | None, per_minute: float | None, own: float | None) -> Pace | None:
    """The pace at the lower of both rates. Calls already sent still delay the next ones."""
    rates = [rate for rate in (per_minute, own) if rate]
    if not rates:
        return None
    if pace is None:
        return Pace(min(rates))
    pace.per_minute = min(rates)
    return pace
