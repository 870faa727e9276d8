"""A request -> its answer, asked again where trouble may pass."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from benchmill.outputs.langsmith.errors import Unwell

if TYPE_CHECKING:
    from tenacity import RetryCallState

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How long one request is tried: `attempts` in all, waits from `first` seconds doubling up to `longest`.

    In all about two minutes, since the service counts its limits by the minute. One that never answered at all gets
    `greetings` attempts. `timeout` is (connect, read), in seconds: Ctrl-C waits for the request under way, since the
    SDK makes some of them in a thread.
    """

    attempts: int = 9
    first: float = 0.5
    longest: float = 60.0
    greetings: int = 3
    timeout: tuple[float, float] = (10.0, 30.0)


class Asking:
    """Asks, waits, asks again: growing waits with jitter, or as long as the service said."""

    def __init__(self, retry_policy: RetryPolicy, rng: random.Random) -> None:
        self.retry_policy = retry_policy
        self._rng = rng
        self._reached = False

    def ask(self, request: Callable[[], T]) -> T:
        """The answer of `request`; its error, where that is not Unwell or no try is left."""
        # loaded by those who ask, not for --help's sake
        from tenacity import Retrying, retry_if_exception_type

        policy = Retrying(
            retry=retry_if_exception_type(Unwell), wait=self._wait, stop=self._stop, sleep=time.sleep, reraise=True
        )
        answer: T = policy(request)
        self._reached = True
        return answer

    def _wait(self, state: RetryCallState) -> float:
        trouble = state.outcome.exception() if state.outcome else None
        if isinstance(trouble, Unwell) and trouble.waits is not None:
            return min(trouble.waits, self.retry_policy.longest)
        backoff = min(self.retry_policy.longest, self.retry_policy.first * 2.0 ** (state.attempt_number - 1))
        return backoff * self._rng.uniform(0.5, 1.0)

    def _stop(self, state: RetryCallState) -> bool:
        trouble = state.outcome.exception() if state.outcome else None
        silent = not self._reached and isinstance(trouble, Unwell) and not trouble.answered
        return state.attempt_number >= (self.retry_policy.greetings if silent else self.retry_policy.attempts)
