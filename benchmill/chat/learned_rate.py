"""Refusals with 429 or 503 among the replies -> the rate or the width that the server takes."""

from __future__ import annotations

import asyncio

from benchmill.chat.adaptive_concurrency import AdaptiveConcurrency
from benchmill.chat.errors import Transient
from benchmill.chat.rate_headers import Rates
from benchmill.chat.rate_limiter import RateLimiter, Slot

# A few refusals among many replies cost little, and some happen by chance.
_TOO_MANY = 0.2
_FEW = 0.05
_ENOUGH = 30
_ENOUGH_REFUSED = 10
_LEAST_SECONDS = 1.0
# In longer gaps all calls wait as the server asked; such a gap does not show what rate the server takes.
_LONGEST_GAP = 0.5
_RAISED_BY = 1.03
_RAISED_BY_MORE = 1.15
_NARROWED_TO = 0.7


class LearnedRate:
    """Sets the rates of `limiter` where too many calls are refused, and raises them again while few are.

    The new rate is the one in the server's own headers, else the number of replies a second that the server gave.
    Where it gave no reply for long, fewer calls are sent at once.
    """

    def __init__(self, limiter: RateLimiter, concurrency: AdaptiveConcurrency) -> None:
        self._limiter = limiter
        self._concurrency = concurrency
        self._learned = Rates()
        self._answered = 0
        self._refused = 0
        self._seconds = 0.0
        self._last: float | None = None

    def succeeded(self) -> None:
        """A call was answered."""
        self._answered += 1
        self._look()

    def refused(self, slot: Slot, trouble: Transient) -> None:
        """A call was refused because the server has too much to do."""
        self._refused += 1
        said = trouble.rates
        if (said.requests and not self._learned.requests) or (said.tokens and not self._learned.tokens):
            self._set(Rates(said.requests or self._learned.requests, said.tokens or self._learned.tokens))
        elif self._refused >= _ENOUGH_REFUSED and self._answered == 0:
            self._concurrency.narrow(slot, _NARROWED_TO)
            self._forget()
        else:
            self._look()

    def _look(self) -> None:
        """Once enough calls have ended, lower the rate after many refusals, or raise it after few."""
        now = asyncio.get_running_loop().time()
        if self._last is not None:
            self._seconds += min(now - self._last, _LONGEST_GAP)
        self._last = now
        seconds, ended = self._seconds, self._answered + self._refused
        if ended < _ENOUGH or seconds < _LEAST_SECONDS:
            return
        share = self._refused / ended
        if share > _TOO_MANY:
            self._set(Rates(60.0 * self._answered / seconds, self._learned.tokens))
            return
        if share <= _FEW and self._learned != Rates():
            raised = _RAISED_BY if self._refused else _RAISED_BY_MORE
            self._set(Rates(*(rate and rate * raised for rate in (self._learned.requests, self._learned.tokens))))
        self._forget()

    def _set(self, rates: Rates) -> None:
        self._learned = rates
        self._limiter.set_rates(requests=rates.requests, tokens=rates.tokens)
        self._forget()

    def _forget(self) -> None:
        self._answered = self._refused = 0
        self._seconds = 0.0
