"""ChatModel -> the same model, where a call much slower than its like is asked a second time."""

from __future__ import annotations

import asyncio
from bisect import insort
from collections import deque
from collections.abc import Sequence

from benchmill.chat.errors import ModelError
from benchmill.chat.model import ChatModel, ChatReply, ChatRequest
from benchmill.chat.rate_limiter import RateLimiter
from benchmill.chat.usage import UsageCounter

_FACTOR = 4.0
_QUANTILE = 0.95
_SAMPLES_BEFORE = 20
_SAMPLES_KEPT = 200
# A second question to a server that answers in milliseconds gains nothing.
_LEAST_SECONDS = 0.5


class Hedged:
    """After 4 x the 95th percentile of its purpose's times a call is asked again; the first answer counts.

    Stands inside the rate limiter; the second question takes a slot of its own, before all who wait. What comes
    second is dropped, and the server told by the closed connection.
    """

    def __init__(self, model: ChatModel, limiter: RateLimiter, usage: UsageCounter | None = None) -> None:
        self._model = model
        self._limiter = limiter
        self._usage = usage or UsageCounter()
        self._times: dict[str, _Times] = {}

    async def complete(self, request: ChatRequest) -> ChatReply:
        times = self._times.setdefault(request.purpose, _Times())
        loop = asyncio.get_running_loop()
        began = loop.time()
        slow = times.slow()
        reply = await (self._model.complete(request) if slow is None else self._twice(request, slow))
        times.add(loop.time() - began)
        return reply

    async def check(self, model: str) -> None:
        await self._model.check(model)

    async def aclose(self) -> None:
        await self._model.aclose()

    async def _twice(self, request: ChatRequest, slow: float) -> ChatReply:
        asked = [asyncio.ensure_future(self._model.complete(request))]
        try:
            await asyncio.wait(asked, timeout=slow)
            if not asked[0].done():
                asked.append(asyncio.ensure_future(self._second(request)))
            return await _first_good(asked)
        finally:
            for late in asked:
                late.cancel()
            if len(asked) > 1 or not asked[0].done():
                await asyncio.gather(*asked, return_exceptions=True)

    async def _second(self, request: ChatRequest) -> ChatReply:
        slot = await self._limiter.enter(first=True)
        try:
            self._usage.of(request.purpose).hedged += 1
            return await self._model.complete(request)
        finally:
            self._limiter.leave(slot)


async def _first_good(asked: Sequence[asyncio.Future[ChatReply]]) -> ChatReply:
    """The first reply; where one question fails the other is waited for; the first's error where both do."""
    pending = set(asked)
    while pending:
        done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
        for one in done:
            if not isinstance(one.exception(), ModelError):
                return one.result()
    return asked[0].result()


class _Times:
    """The last 200 durations, kept sorted as well."""

    def __init__(self) -> None:
        self._order: deque[float] = deque()
        self._sorted: list[float] = []

    def add(self, seconds: float) -> None:
        self._order.append(seconds)
        insort(self._sorted, seconds)
        if len(self._order) > _SAMPLES_KEPT:
            self._sorted.remove(self._order.popleft())

    def slow(self) -> float | None:
        """From when on a call is slow; None while too few are known."""
        if len(self._sorted) < _SAMPLES_BEFORE:
            return None
        return max(_LEAST_SECONDS, _FACTOR * self._sorted[int(_QUANTILE * (len(self._sorted) - 1))])
