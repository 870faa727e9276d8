"""HTTP status and message -> the ModelError that they mean; the same for every protocol."""

from __future__ import annotations

import re
from collections.abc import Mapping

from benchmill.chat.errors import CallFailed, ModelError, ModelRefused, Transient
from benchmill.chat.rate_headers import rates_from
from benchmill.chat.redacted import redacted
from benchmill.chat.retry_after import retry_after

_TOO_LONG = re.compile(
    r"context[_ ](?:length|size|window)|maximum context|(?:prompt|input) is too long|too many tokens"
    r"|exceeds? the (?:available )?context",
    re.IGNORECASE,
)
_NO_CREDIT = re.compile(
    r"insufficient[_ ]quota|exceeded your current quota|billing|insufficient (?:credit|balance|funds)", re.IGNORECASE
)
_PASSING = frozenset({408, 409, 425, 429})


def error_for(
    status: int, message: str, *, server: str, model: str, key_name: str = "", headers: Mapping[str, str] | None = None
) -> ModelError:
    """The error for a reply with `status`.

    `message`: the server's own words (keys are taken out here); `server`: its address as shown to people; `key_name`:
    the environment variable that holds the key; `headers`: of the response, where there are any.
    """
    said = redacted(message) or "no message"
    if status == 402 or (status == 429 and _NO_CREDIT.search(message)):
        return ModelRefused(f"{server} has no credit left for {model}: {said}", concerns="key")
    if status in (401, 403):
        todo = f"; set {key_name} to a valid key" if key_name else ""
        return ModelRefused(f"{server} refuses the request (HTTP {status}){todo}: {said}", concerns="key")
    if status == 404:
        return ModelRefused(f"{server} has no model {model!r} (HTTP 404): {said}")
    if status in _PASSING or status >= 500:
        return Transient(
            f"{server} answered HTTP {status}: {said}",
            check=f"http-{status}",
            retry_after=retry_after(headers or {}),
            overloaded=status in (429, 503, 529),
            rates=rates_from(headers or {}),
        )
    if _TOO_LONG.search(message):
        return CallFailed(f"the prompt is too long for {model}: {said}", check="prompt-too-long")
    return CallFailed(f"{server} answered HTTP {status} for {model}: {said}", check=f"http-{status}")


def unreachable(server: str, reason: object) -> Transient:
    """No connection could be made: refused, no such host, no route."""
    return Transient(f"no connection to {server}: {redacted(reason)}", check="connection")


def broken_off(server: str, reason: object) -> Transient:
    """The connection ended before the reply was whole."""
    return Transient(f"the connection to {server} broke off: {redacted(reason)}", check="reset")


def timed_out(server: str, seconds: float) -> Transient:
    """No whole reply within `seconds`."""
    return Transient(f"{server} gave no complete answer within {seconds:g} s", check="time-out")


def not_a_reply(server: str, reason: object, tokens: tuple[int, int] = (0, 0)) -> Transient:
    """The status was success, but the body is not a reply: a proxy's page, or half of a document.

    `tokens`: input and output, where the body reports them.
    """
    words = f"{server} sent something that is not a chat reply: {redacted(reason)}"
    return Transient(words, check="no-reply", tokens=tokens)
