"""What the SDK raises -> what to do about it, in words for people.

ServiceError (records)      one clear line, exit code 3
├── Unwell                  may pass: asked again after a wait; `waits` is what the service said, in seconds
├── Taken                   409: an id or name exists already, which never means failure by itself
└── Gone                    404: what was named is not there (any more)
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmill.records import ServiceError

_MAY_PASS = frozenset({408, 425, 429, 500, 502, 503, 504})


class Unwell(ServiceError):
    """No connection, a time-out, too many requests, or the server's own trouble."""

    def __init__(self, message: str, *, waits: float | None = None, answered: bool = True) -> None:
        super().__init__(message)
        self.waits = waits
        self.answered = answered


class Taken(ServiceError):
    """An id or a name is in use."""


class Gone(ServiceError):
    """Nothing has this id or name."""


def sorted_out(error: Exception, endpoint: str, key: str) -> ServiceError:
    """The error of the SDK as one of ours; `key` is kept out of every message."""

    def scrubbed(text: object, longest: int) -> str:
        line = " ".join(str(text).split())
        return (line.replace(key, "***") if key else line)[:longest]

    where = f"LangSmith at {endpoint or 'its public address'}"
    response = next((found for one in _chain(error) if (found := getattr(one, "response", None)) is not None), None)
    if response is None:
        if type(error).__name__ == "LangSmithNotFoundError":  # an empty list is its answer for a name
            return Gone(f"{where}: {scrubbed(error, 200)}")
        if type(error).__name__ == "LangSmithUserError":
            return ServiceError(f"LangSmith: {scrubbed(error, 300)}")
        *_, cause = _chain(error)
        return Unwell(
            f"{where} does not answer ({scrubbed(cause, 160)}); check the network and LANGSMITH_ENDPOINT, then run "
            "the same command again",
            answered=False,
        )
    status, said = int(response.status_code), scrubbed(response.text, 200)
    if status in _MAY_PASS:
        trouble = "says there are too many requests" if status == 429 else "reports a fault of its own"
        waits = str(response.headers.get("retry-after") or "")
        return Unwell(
            f"{where} {trouble} ({status}); what was written so far stays, and the same command goes on from there",
            waits=float(waits) if waits.isdigit() else None,
        )
    if status == 404:
        return Gone(f"{where} does not know what was asked for (404): {said}")
    if status == 409:
        return Taken(f"{where} says it exists already (409): {said}")
    return ServiceError(_refusal(status, where, said))


def _refusal(status: int, where: str, said: str) -> str:
    if status == 401:
        return f"{where} refuses the key in LANGSMITH_API_KEY (401)"
    if status == 403 and "org_scoped" in said:
        return "the key in LANGSMITH_API_KEY is an organisation's: name the workspace in LANGSMITH_WORKSPACE_ID (403)"
    if status == 403:
        return (
            f"{where} does not allow it (403): the key in LANGSMITH_API_KEY is wrong, may not write datasets, or is of "
            f"another workspace than LANGSMITH_WORKSPACE_ID: {said}"
        )
    if status == 413:
        return f"an example is larger than {where} takes (413): {said}"
    if status == 422:
        return f"{where} refuses an example (422), perhaps by a schema of the dataset's own: {said}"
    return f"{where} refuses the request ({status}): {said}"


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The error and what it came from, the first cause last; not what was being handled while it was raised."""
    found: BaseException | None = error
    while found is not None and not isinstance(found, ServiceError):
        yield found
        found = found.__cause__ or found.__context__
