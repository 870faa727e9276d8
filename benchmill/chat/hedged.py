"""ChatModel -> the same model, which asks a second time where a call is much slower than others of its purpose."""

from __future__ import annotations

import asyncio
from bisect import insort
from collections import deque
from collections.abc import Sequence

from benchmill.chat.adaptive_concurrency import AdaptiveConcurrency
from benchmill.chat.errors import ModelError, Transient
from benchmill.chat.model import ChatModel, ChatReply, ChatRequest
from benchmill.chat.rate_limiter import RateLimiter
from benchmill.chat.usage import UsageCounter

_FACTOR = 4.0
_QUANTILE = 0.95
_SAMPLES_BEFORE = 20
_SAMPLES_KEPT = 200
# A second question to a server that answers in milliseconds gains nothing.
_LEAST_SECONDS = 0.5
_LOOK_AGAIN = 0.5
_SECOND_REQUESTS = 3
_CLOCK_ERROR = 1e-3


class Hedged:
    """After 4 x the 95th percentile of its purpose's times a call is asked again; the first answer counts.

    A call holds a slot of the rate limiter; the second request takes another slot, before all calls that wait. Closing
    the connection drops the slower reply. A server that is slow for all calls, or that showed signs of overload, gets
    no second request: it would only have more to do.
    """

    def __init__(
        self,
        model: ChatModel,
        limiter: RateLimiter,
        usage: UsageCounter | None = None,
        *,
        concurrency: AdaptiveConcurrency | None = None,
    ) -> None:
        self._model = model
        self._limiter = limiter
        self._concurrency = concurrency or AdaptiveConcurrency(limiter)
        self._usage = usage or UsageCounter()
        self._times: dict[str, _Times] = {}

    async def complete(self, request: ChatRequest) -> ChatReply:
        times = self._times.setdefault(request.purpose, _Times())
        loop = asyncio.get_running_loop()
        began = loop.time()
        reply = await self._twice(request, times)
        times.add(loop.time() - began)
        return reply

    async def check(self, model: str) -> None:
        await self._model.check(model)

    async def aclose(self) -> None:
        await self._model.aclose()

    async def _twice(self, request: ChatRequest, times: _Times) -> ChatReply:
        asked = [asyncio.ensure_future(self._model.complete(request))]
        try:
            if await self._is_stuck(asked[0], times):
                asked.append(asyncio.ensure_future(self._second(request)))
            return await _first_good(asked)
        finally:
            for late in asked:
                late.cancel()
            if len(asked) > 1 or not asked[0].done():
                await asyncio.wait(asked)
                _ = [one.cancelled() or one.exception() for one in asked]  # retrieved, so that asyncio reports none

    async def _is_stuck(self, asked: asyncio.Future[ChatReply], times: _Times) -> bool:
        """Wait for the reply; True where it is much slower than others, and the server is not slow for all calls."""
        loop = asyncio.get_running_loop()
        began, before = loop.time(), self._concurrency.replies
        while not asked.done():
            # looked up anew: where the server became slower, other calls have become slower since this one began
            slow = times.slow()
            left = _LOOK_AGAIN if slow is None else slow - (loop.time() - began)
            if left <= _CLOCK_ERROR:
                overtaken = self._concurrency.replies - before >= 2 * self._limiter.in_flight
                idle = 4 * self._limiter.in_flight <= self._limiter.width
                if (overtaken or idle) and not self._concurrency.narrowed:
                    return True
                left = _LOOK_AGAIN
            await asyncio.wait([asked], timeout=left)
        return False

    async def _second(self, request: ChatRequest) -> ChatReply:
        """The second request's reply. After trouble that may pass it is sent again, because the first one is stuck."""
        for attempt in range(_SECOND_REQUESTS):
            slot = await self._limiter.enter(first=True)
            try:
                self._usage.of(request.purpose).hedged += 1
                return await self._model.complete(request)
            except Transient as trouble:
                if attempt + 1 == _SECOND_REQUESTS:
                    raise
                wait = max(_LOOK_AGAIN, trouble.retry_after or 0.0)
            finally:
                self._limiter.leave(slot)
            await asyncio.sleep(wait)
        raise AssertionError("the loop returns or raises")


async def _first_good(asked: Sequence[asyncio.Future[ChatReply]]) -> ChatReply:
    """The first reply that arrives. Where one request fails, wait for the other; where both fail, raise the first's."""
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
        """The seconds after which a call counts as slow; None while too few durations are known."""
        if len(self._sorted) < _SAMPLES_BEFORE:
            return None
        return max(_LEAST_SECONDS, _FACTOR * self._sorted[int(_QUANTILE * (len(self._sorted) - 1))])
