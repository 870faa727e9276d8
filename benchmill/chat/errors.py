"""What can go wrong between us and a model: which errors pass, which concern one call, and which end the run.

ModelError
├── Transient         may pass: time-out, connection reset, 408/409/429/5xx; carries `retry_after` in seconds
├── CallFailed        this call will not succeed (refused content, prompt too long, retries used up): one Failure
├── BadReply          the model answered, paid, and the answer cannot be read: one repair, then one Failure
└── EndOfRun          every further call would fail alike
    ├── ModelUnreachable   3
    ├── ModelRefused       3
    └── BudgetReached      4
"""

from __future__ import annotations

import asyncio
from typing import Literal

from benchmill.chat.rate_headers import Rates
from benchmill.records.errors import BenchmillError


class ModelError(BenchmillError):
    """Trouble with a model or its server. `tokens`: input and output that the server reported, and bills."""

    exit_code = 3
    tokens: tuple[int, int] = (0, 0)


class Transient(ModelError):
    """Trouble that may pass. `retry_after`: seconds the server asked to wait; None where it said nothing.

    `check` is the short word a Failure is counted under, e.g. `time-out` or `http-503`; `overloaded` is True where the
    server said it has too much to do (429, 503); `rates` is what it said it allows. `uses_attempt` is False where the
    call is not to blame: the rate of all calls was too high, or the server answers no call.
    """

    def __init__(
        self,
        message: str,
        *,
        check: str,
        retry_after: float | None = None,
        overloaded: bool = False,
        rates: Rates | None = None,
        tokens: tuple[int, int] = (0, 0),
    ) -> None:
        super().__init__(message)
        self.check = check
        self.retry_after = retry_after
        self.overloaded = overloaded
        self.rates = rates or Rates()
        self.tokens = tokens
        self.uses_attempt = check != "http-429"


class CallFailed(ModelError):
    """One call that will not succeed; the run goes on. `check` is the short word its Failure is counted under."""

    def __init__(self, message: str, *, check: str) -> None:
        super().__init__(message)
        self.check = check


class BadReply(ModelError):
    """A reply that cannot be read as what was asked for. `reason` is shown to the model in the one repair request.

    `request_key` is the key of the last call whose reply was bad; the model client sets it, readers need not.
    """

    def __init__(self, reason: str, *, check: str = "bad-reply", request_key: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.check = check
        self.request_key = request_key


class EndOfRun(ModelError):
    """Every further call would fail alike: the run stops asking and keeps its results so far."""


class ModelUnreachable(EndOfRun):
    """No server answers at the address, or it stopped answering."""


class ModelRefused(EndOfRun):
    """The server refuses us: wrong key, unknown model, no credit. `concerns` is what has to be put right."""

    def __init__(self, message: str, *, concerns: Literal["server", "key", "model"] = "model") -> None:
        super().__init__(message)
        self.concerns = concerns


class LowYield(EndOfRun):
    """So few replies become items that the run would cost far more than expected."""

    exit_code = 4


class BudgetReached(EndOfRun):
    """A limit the user set (calls, tokens, money) is reached."""

    exit_code = 4


class Unsent(asyncio.CancelledError):
    """The call was cancelled before its request was sent: nothing is paid."""
