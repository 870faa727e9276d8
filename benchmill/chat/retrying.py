"""ChatModel -> the same model, asked again where trouble may pass."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type

from benchmill.chat.circuit_breaker import CircuitBreaker
from benchmill.chat.errors import CallFailed, EndOfRun, ModelRefused, Transient
from benchmill.chat.model import ChatModel, ChatReply, ChatRequest
from benchmill.chat.usage import UsageCounter


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How long one call is tried: `attempts` in all, waits from `first` seconds doubling up to `longest`, `total`
    seconds of waiting. The time in the rate limiter's queue and at the server is not counted: the rate limiter and
    the client bound it.
    """

    attempts: int = 6
    first: float = 0.5
    longest: float = 30.0
    total: float = 180.0


class Retrying:
    """Repeats a call after Transient trouble: exponential waits with jitter, never less than the server asked for.

    Raises CallFailed with the trouble's check where patience ends, ModelRefused where the server asks for a longer
    wait than that, and what `circuit_breaker` says where no call succeeds any more.
    """

    def __init__(
        self,
        model: ChatModel,
        *,
        retry_policy: RetryPolicy | None = None,
        rng: random.Random | None = None,
        circuit_breaker: CircuitBreaker | None = None,
        usage: UsageCounter | None = None,
    ) -> None:
        self._model = model
        self._retry_policy = retry_policy or RetryPolicy()
        self._rng = rng or random.Random(0)  # noqa: S311 - jitter, no secret
        self._circuit_breaker = circuit_breaker or CircuitBreaker()
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
        try:
            # a copy a call: tenacity keeps the state of one call in the policy object
            return await self._policy.copy()(self._attempt, request)
        except Transient as trouble:
            raise CallFailed(
                f"gave up after {self._retry_policy.attempts} attempts: {trouble}", check=trouble.check
            ) from trouble

    async def check(self, model: str) -> None:
        await self._model.check(model)

    async def aclose(self) -> None:
        await self._model.aclose()

    async def _attempt(self, request: ChatRequest) -> ChatReply:
        if self._circuit_breaker.ended:
            raise self._circuit_breaker.ended
        try:
            reply = await self._model.complete(request)
        except (Transient, CallFailed) as trouble:
            end = self._circuit_breaker.failed(trouble)
            if end is None and isinstance(trouble, Transient):
                end = self._asks_too_much(trouble)
            if end:
                raise end from trouble
            raise
        self._circuit_breaker.succeeded()
        return reply

    def _asks_too_much(self, trouble: Transient) -> EndOfRun | None:
        if trouble.retry_after is None or trouble.retry_after <= self._retry_policy.total:
            return None
        return ModelRefused(
            f"the server asks to wait {trouble.retry_after:.0f} s; run the same command again later: {trouble}"
        )

    def _wait(self, state: RetryCallState) -> float:
        trouble = state.outcome.exception() if state.outcome else None
        backoff = min(self._retry_policy.longest, self._retry_policy.first * 2.0 ** (state.attempt_number - 1))
        if isinstance(trouble, Transient) and trouble.retry_after is not None:
            return trouble.retry_after + 0.2 * backoff * self._rng.random()
        return backoff * self._rng.uniform(0.5, 1.0)

    def _stop(self, state: RetryCallState) -> bool:
        if state.attempt_number >= self._retry_policy.attempts:
            return True
        return state.idle_for + state.upcoming_sleep > self._retry_policy.total

    def _count(self, state: RetryCallState) -> None:
        request: ChatRequest = state.args[0]
        self._usage.of(request.purpose).retried += 1
