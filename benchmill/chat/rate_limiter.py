"""The one rate limiter for all model calls: so many in flight, so many a minute, first come first served."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass

from benchmill.chat.pace import Pace

_NARROWED_TO = 0.7
_WIDENED_BY = 0.5
# Sums of seconds are right to this; a shorter wait would only turn in a circle.
_CLOCK_ERROR = 1e-6


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot of the limiter. `age`: how often the limiter had narrowed when it was given; `tokens` as estimated."""

    age: int
    tokens: int


class RateLimiter:
    """At most `limit` slots are taken at once; who comes first gets the next one. Waiting costs no CPU.

    `narrow` (server overloaded) and `widen` (a success) move the limit between 1 and `limit`; `hold` closes the rate
    limiter for a time. `rpm`, `tpm`: requests and tokens a minute, evenly spread. Seconds are the running event loop's.
    """

    def __init__(
        self,
        limit: int,
        *,
        rpm: float | None = None,
        tpm: float | None = None,
    ) -> None:
        self.most = limit
        self.in_flight = 0
        self._width = float(limit)
        self._age = 0
        self._requests = Pace(rpm) if rpm else None
        self._tokens = Pace(tpm) if tpm else None
        self._closed_until = float("-inf")
        self._waiting: deque[tuple[asyncio.Future[None], int]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def limit(self) -> int:
        """How many may be in flight now."""
        return int(self._width)

    @property
    def waiting(self) -> int:
        return sum(not future.done() for future, _ in self._waiting)

    async def enter(self, tokens: int = 0, *, first: bool = False) -> Slot:
        """Wait for a slot; `first`: before all who wait. Give it back with `leave`."""
        if self._waiting or not self._taken(tokens):
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            if first:
                self._waiting.appendleft((future, tokens))
            else:
                self._waiting.append((future, tokens))
            self._admit()
            try:
                await future
            except asyncio.CancelledError:
                if future.done() and not future.cancelled():
                    self._free()
                raise
        return Slot(self._age, tokens)

    def leave(self, slot: Slot, *, tokens: int | None = None) -> None:
        """Give the slot back; `tokens`: how many it really took, where that is known."""
        if self._tokens and tokens is not None:
            self._tokens.correct(tokens - slot.tokens)
        self._free()

    def hold(self, seconds: float) -> None:
        """Let nobody in for `seconds`; whoever is in may finish."""
        self._closed_until = max(self._closed_until, self._now() + seconds)

    def narrow(self, slot: Slot) -> None:
        """The server was overloaded by the call in `slot`. Calls of one crowd count once."""
        if slot.age == self._age:
            self._age += 1
            self._width = max(1.0, self._width * _NARROWED_TO)

    def widen(self) -> None:
        """A call went well."""
        if self._width < self.most:
            self._width = min(float(self.most), self._width + _WIDENED_BY)
            self._admit()

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def _free(self) -> None:
        self.in_flight -= 1
        self._admit()

    def _admit(self) -> None:
        """Give slots to those who wait, as many as may come in now; set the timer for the next where time decides."""
        while self._waiting:
            future, tokens = self._waiting[0]
            if not future.done():
                if not self._taken(tokens):
                    return
                future.set_result(None)
            self._waiting.popleft()

    def _taken(self, tokens: int) -> bool:
        """Take a slot if one is free now; else see to it that somebody looks again."""
        if self.in_flight >= self.limit:
            return False
        timed = self._requests or self._tokens or self._closed_until > float("-inf")
        if timed:
            now = self._now()
            wait = max(
                self._closed_until - now,
                self._requests.wait(now) if self._requests else 0.0,
                self._tokens.wait(now) if self._tokens else 0.0,
            )
            if wait > _CLOCK_ERROR:
                self._wake_in(wait)
                return False
            if self._requests:
                self._requests.take(now, 1)
            if self._tokens:
                self._tokens.take(now, tokens)
        self.in_flight += 1
        return True

    def _wake_in(self, seconds: float) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._woken)

    def _woken(self) -> None:
        self._timer = None
        self._admit()
