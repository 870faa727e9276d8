"""ChatModel -> the same model behind a rate limiter that learns what the server can take."""

from __future__ import annotations

import asyncio

from benchmill.chat.adaptive_concurrency import AdaptiveConcurrency
from benchmill.chat.circuit_breaker import CircuitBreaker
from benchmill.chat.errors import CallFailed, Transient
from benchmill.chat.estimates import Estimates
from benchmill.chat.learned_rate import LearnedRate
from benchmill.chat.model import ChatModel, ChatReply, ChatRequest
from benchmill.chat.rate_limiter import RateLimiter, Slot


class Limited:
    """Asks only while it holds a slot of the rate limiter; gives the slot back before any wait for a retry.

    A call whose request is already at the server is paid for. So the first cancellation still waits for the reply and
    returns it to be recorded; a second one drops the reply. Also raises the error that `circuit_breaker` ended with.
    """

    def __init__(
        self,
        model: ChatModel,
        limiter: RateLimiter,
        *,
        concurrency: AdaptiveConcurrency | None = None,
        circuit_breaker: CircuitBreaker | None = None,
    ) -> None:
        self._model = model
        self._limiter = limiter
        self._concurrency = concurrency or AdaptiveConcurrency(limiter)
        self._circuit_breaker = circuit_breaker or CircuitBreaker(limiter)
        self._rate = LearnedRate(limiter, self._concurrency)
        self._estimates = Estimates()

    async def complete(self, request: ChatRequest) -> ChatReply:
        slot = await self._limiter.enter(self._estimates.guess(request))
        answered_before = self._concurrency.replies
        used: int | None = None
        try:
            if self._circuit_breaker.ended:
                raise self._circuit_breaker.ended
            reply = await _to_its_end(self._model, request)
            self._learn(slot, request, reply)
            used = reply.input_tokens + reply.output_tokens
        except (Transient, CallFailed) as trouble:
            self._failed(slot, trouble, answered_before)
            raise
        finally:
            self._limiter.leave(slot, tokens=used)
        return reply

    async def check(self, model: str) -> None:
        await self._model.check(model)

    async def aclose(self) -> None:
        await self._model.aclose()

    def _learn(self, slot: Slot, request: ChatRequest, reply: ChatReply) -> None:
        self._estimates.learn(request, reply)
        self._circuit_breaker.succeeded(slot)
        self._concurrency.succeeded(slot, request.purpose, asyncio.get_running_loop().time() - slot.began)
        self._rate.succeeded()

    def _failed(self, slot: Slot, trouble: Transient | CallFailed, answered_before: int) -> None:
        self._circuit_breaker.failed(slot, trouble)
        if isinstance(trouble, Transient):
            if trouble.check == "time-out":
                self._concurrency.timed_out(slot, self._concurrency.replies - answered_before)
            if trouble.overloaded:
                self._rate.refused(slot, trouble)
            if self._circuit_breaker.is_open:
                trouble.uses_attempt = False
        if self._circuit_breaker.ended:
            raise self._circuit_breaker.ended from trouble


async def _to_its_end(model: ChatModel, request: ChatRequest) -> ChatReply:
    asked = asyncio.ensure_future(model.complete(request))
    try:
        return await asyncio.shield(asked)
    except asyncio.CancelledError:
        if asked.cancelled():
            raise
    try:
        return await asked
    except asyncio.CancelledError:
        asked.cancel()
        raise
    except Transient as trouble:
        # the caller does not wait for it any more: it is not asked again
        raise asyncio.CancelledError from trouble
