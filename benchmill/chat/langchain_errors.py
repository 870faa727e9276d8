"""An exception from a vendor's package -> the ModelError that it means."""

from __future__ import annotations

from collections.abc import Iterator

from benchmill.chat.errors import CallFailed, ModelError
from benchmill.chat.guarded_http import guard_error
from benchmill.chat.redacted import redacted
from benchmill.chat.refusals import broken_off, error_for, timed_out, unreachable
from benchmill.chat.specs import ModelSpec

_DEEPEST = 6


def status_and_words(error: BaseException) -> tuple[int, str]:
    """The HTTP status that an exception or its cause carries, 0 for none, and its words."""
    for one in _chain(error):
        status = _status(one)
        if status:
            return status, _words(one)
    return 0, str(error)


def error_from(error: BaseException, spec: ModelSpec, timeout: float) -> ModelError:
    """The ModelError by status where there is one, else by the exception's class; CallFailed if neither is known."""
    if guarded := guard_error(error):
        return guarded
    server = f"langchain:{spec.vendor}"
    for one in _chain(error):
        status = _status(one)
        if status:
            headers = getattr(getattr(one, "response", None), "headers", None)
            key_name = f"the key of {spec.vendor} in the environment"
            return error_for(status, _words(one), server=server, model=spec.model, key_name=key_name, headers=headers)
    # The innermost exception is the most precise: "Connection error." is caused by a refused or by a broken connection.
    for one in reversed(list(_chain(error))):
        name = type(one).__name__
        if isinstance(one, TimeoutError) or "Timeout" in name:
            return timed_out(server, timeout)
        if isinstance(one, ConnectionResetError) or name in (
            "ReadError",
            "WriteError",
            "RemoteProtocolError",
            "EndOfStream",
        ):
            return broken_off(server, f"{name} {one}")
        if isinstance(one, OSError) or "Connect" in name:
            return unreachable(server, f"{name} {one}")
    return CallFailed(f"{spec}: {type(error).__name__}: {redacted(error)}", check="langchain")


def _chain(error: BaseException) -> Iterator[BaseException]:
    one: BaseException | None = error
    for _ in range(_DEEPEST):
        if one is None:
            return
        yield one
        one = one.__cause__ or one.__context__


def _words(error: BaseException) -> str:
    """The message and the server's own code, if any: `insufficient_quota` may be in the code alone."""
    code = getattr(error, "code", None)
    return f"{error} {code}" if isinstance(code, str) else str(error)


def _status(error: BaseException) -> int:
    for holder in (error, getattr(error, "response", None)):
        for name in ("status_code", "code", "http_status"):
            value = getattr(holder, name, None)
            if isinstance(value, int) and 400 <= value < 600:
                return value
    return 0
