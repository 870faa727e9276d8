"""Each call's end -> whether the server is there at all."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from benchmill.chat.errors import CallFailed, EndOfRun, ModelRefused, ModelUnreachable, Transient

_LOST = frozenset({"connection", "reset"})


@dataclass(frozen=True, slots=True)
class Tolerance:
    """When no call succeeds in between: `failures` of them over at least `lost` seconds (no connection) or `troubled`
    seconds (any other trouble that may pass) end the run; so do `refusals` calls refused alike.

    Both bounds are needed: one restart of a server breaks all connections at once, and a slow server's time-outs
    come one by one.
    """

    failures: int = 10
    lost: float = 10.0
    troubled: float = 180.0
    refusals: int = 20


class CircuitBreaker:
    """Remembers the failures since the last success, over all calls. Seconds are the running event loop's."""

    def __init__(self, tolerance: Tolerance | None = None) -> None:
        self._tolerance = tolerance or Tolerance()
        self._lost: list[float] = []
        self._troubled: list[float] = []
        self._refused: dict[str, int] = {}
        self.ended: EndOfRun | None = None

    def succeeded(self) -> None:
        self._lost.clear()
        self._troubled.clear()
        self._refused.clear()

    def failed(self, trouble: Transient | CallFailed) -> EndOfRun | None:
        """The end of the run where `trouble` was one too many, else None."""
        if isinstance(trouble, CallFailed):
            # a prompt that is too long says nothing about the next one
            if trouble.check != "prompt-too-long":
                self._refused[trouble.check] = self._refused.get(trouble.check, 0) + 1
            if self._refused.get(trouble.check, 0) >= self._tolerance.refusals:
                self.ended = ModelRefused(f"every call is refused alike: {trouble}")
            return self.ended
        lost = trouble.check in _LOST
        if not lost:
            self._lost.clear()  # an answer of any kind shows that somebody is there
        if self._too_many(
            self._lost if lost else self._troubled, self._tolerance.lost if lost else self._tolerance.troubled
        ):
            self.ended = ModelUnreachable(f"no call succeeds any more, the last one: {trouble}")
        return self.ended

    def _too_many(self, times: list[float], seconds: float) -> bool:
        """Note a failure now. Only the first and the count matter; the list stays short."""
        times.append(asyncio.get_running_loop().time())
        if len(times) > self._tolerance.failures:
            del times[1]
        return len(times) >= self._tolerance.failures and times[-1] - times[0] >= seconds
