"""ChatModel -> the same model, asked again where trouble may pass."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type

from benchmill.chat.errors import CallFailed, ModelRefused, Transient
from benchmill.chat.model import ChatModel, ChatReply, ChatRequest
from benchmill.chat.usage import UsageCounter

# Calls that were refused together are sent again at different times, spread over this share of the wait.
_SPREAD = 0.25


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How long one call is tried: `attempts` in all, waits from `first` seconds doubling up to `longest`, `total`
    seconds of waiting. The time in the rate limiter's queue and at the server is not counted: the rate limiter and
    the client limit it. Trouble that is not the call's own does not count either: a 429, a server that answers no call.
    """

    attempts: int = 6
    first: float = 0.5
    longest: float = 30.0
    total: float = 180.0


@dataclass(slots=True)
class _Call:
    """One call with its counts."""

    request: ChatRequest
    tries: int = 0
    attempts: int = 0
    waited: float = 0.0


class Retrying:
    """Repeats a call after Transient trouble: exponential waits with jitter, never less than the server asked for.

    Raises CallFailed with the trouble's check where the policy ends, ModelRefused where the server asks for a longer
    wait than the policy's `total`.
    """

    def __init__(
        self,
        model: ChatModel,
        *,
        retry_policy: RetryPolicy | None = None,
        rng: random.Random | None = None,
        usage: UsageCounter | None = None,
    ) -> None:
        self._model = model
        self._retry_policy = retry_policy or RetryPolicy()
        self._rng = rng or random.Random(0)  # noqa: S311 - jitter, no secret
        self._usage = usage or UsageCounter()
        self._policy = AsyncRetrying(
            sleep=asyncio.sleep,
            retry=retry_if_exception_type(Transient),
            wait=self._wait,
            stop=self._stop,
            before_sleep=self._count,
            reraise=True,
        )

    async def complete(self, request: ChatRequest) -> ChatReply:
        call = _Call(request)
        try:
            # a copy a call: tenacity keeps the state of one call in the policy object
            return await self._policy.copy()(self._attempt, call)
        except Transient as trouble:
            raise CallFailed(f"gave up after {call.tries} attempts: {trouble}", check=trouble.check) from trouble

    async def check(self, model: str) -> None:
        await self._model.check(model)

    async def aclose(self) -> None:
        await self._model.aclose()

    async def _attempt(self, call: _Call) -> ChatReply:
        call.tries += 1
        try:
            return await self._model.complete(call.request)
        except Transient as trouble:
            call.attempts += trouble.uses_attempt
            if trouble.retry_after is not None and trouble.retry_after > self._retry_policy.total:
                raise ModelRefused(
                    f"the server asks to wait {trouble.retry_after:.0f} s; run the same command again later: {trouble}"
                ) from trouble
            raise

    def _wait(self, state: RetryCallState) -> float:
        call: _Call = state.args[0]
        trouble = state.outcome.exception() if state.outcome else None
        policy = self._retry_policy
        backoff = min(policy.longest, policy.first * 2.0 ** min(call.tries - 1, 16))
        if isinstance(trouble, Transient) and trouble.retry_after is not None:
            least = trouble.retry_after
            return least + self._rng.random() * max(_SPREAD * least, min(0.2 * backoff, 1.0))
        return backoff * self._rng.uniform(0.5, 1.0)

    def _stop(self, state: RetryCallState) -> bool:
        call: _Call = state.args[0]
        trouble = state.outcome.exception() if state.outcome else None
        if isinstance(trouble, Transient) and not trouble.uses_attempt:
            return False
        call.waited += state.upcoming_sleep
        return call.attempts >= self._retry_policy.attempts or call.waited > self._retry_policy.total

    def _count(self, state: RetryCallState) -> None:
        call: _Call = state.args[0]
        self._usage.of(call.request.purpose).retried += 1
