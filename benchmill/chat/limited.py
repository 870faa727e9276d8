"""ChatModel -> the same model behind a rate limiter."""

from __future__ import annotations

import asyncio

from benchmill.chat.errors import Transient
from benchmill.chat.estimates import Estimates
from benchmill.chat.model import ChatModel, ChatReply, ChatRequest
from benchmill.chat.rate_limiter import RateLimiter


class Limited:
    """Asks only from a slot in the rate limiter; gives it back before any wait for a retry.

    A call whose request is already at the server is paid for: the first cancellation lets it arrive and returns the
    reply, so that it can be recorded; a second one drops it.
    """

    def __init__(self, model: ChatModel, limiter: RateLimiter, estimates: Estimates | None = None) -> None:
        self._model = model
        self._limiter = limiter
        self._estimates = estimates or Estimates()

    async def complete(self, request: ChatRequest) -> ChatReply:
        slot = await self._limiter.enter(self._estimates.guess(request))
        used: int | None = None
        try:
            reply = await _to_its_end(self._model, request)
            self._limiter.widen()
            self._estimates.learn(request, reply)
            used = reply.input_tokens + reply.output_tokens
        except Transient as trouble:
            if trouble.retry_after:
                self._limiter.hold(trouble.retry_after)
            if trouble.overloaded:
                self._limiter.narrow(slot)
            raise
        finally:
            self._limiter.leave(slot, tokens=used)
        return reply

    async def check(self, model: str) -> None:
        await self._model.check(model)

    async def aclose(self) -> None:
        await self._model.aclose()


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
        # nobody waits for it any more: it is not asked again
        raise asyncio.CancelledError from trouble
