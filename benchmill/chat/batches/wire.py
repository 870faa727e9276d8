"""The lines of OpenAI's batch files: ChatRequest -> a line, a line -> the reply or what went wrong with it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from benchmill.chat.dialects import Dialect
from benchmill.chat.errors import CallFailed, ModelError, Transient
from benchmill.chat.model import ChatReply, ChatRequest
from benchmill.chat.openai_wire import KEY, body_of, reply_of, words_of
from benchmill.chat.redacted import redacted
from benchmill.chat.refusals import error_for
from benchmill.chat.specs import parse_spec

ENDPOINT: Final = "/v1/chat/completions"


@dataclass(frozen=True, slots=True)
class Line:
    """The result of one request in a batch: `reply`, or `trouble`. `other`: the dialect for asking again."""

    key: str
    reply: ChatReply | None = None
    trouble: ModelError | None = None
    other: Dialect | None = None


def line_of(request: ChatRequest, dialect: Dialect) -> bytes:
    """The request as a line of the input file; its key comes back with the reply: replies come in any order."""
    body = body_of(parse_spec(request.model).name, request, dialect)
    line = {"custom_id": request.key, "method": "POST", "url": ENDPOINT, "body": body}
    return json.dumps(line, separators=(",", ":")).encode() + b"\n"


def read_line(text: str, requests: Mapping[str, ChatRequest], dialect: Dialect, *, server: str) -> Line | None:
    """The result in a line of an output or error file; None where the line is about none of `requests`."""
    try:
        line = json.loads(text)
        key, response, error = str(line["custom_id"]), line.get("response"), line.get("error")
    except (ValueError, LookupError, TypeError, AttributeError):
        return None
    request = requests.get(key)
    if request is None:
        return None
    model = parse_spec(request.model).name
    if isinstance(error, dict) and error.get("code") == "batch_cancelled":
        return None  # the batch's own state says so, too
    if not isinstance(response, dict) or not isinstance(response.get("status_code"), int):
        return Line(key, trouble=_unanswered(error, server))
    content = json.dumps(response.get("body")).encode()
    status = response["status_code"]
    if status >= 400:
        words = words_of(content)
        trouble = error_for(status, words, server=server, model=model, key_name=KEY)
        return Line(key, trouble=trouble, other=dialect.after(status, words))
    try:
        return Line(key, reply=reply_of(content, request, server=server, model=model, seconds=0.0))
    except ModelError as trouble:
        return Line(key, trouble=trouble)


def _unanswered(error: object, server: str) -> ModelError:
    """The error for a request that the batch never asked: expired and cancelled batches report each in a line."""
    details = error if isinstance(error, dict) else {}
    code, message = str(details.get("code") or "no-response"), redacted(str(details.get("message") or "no message"))
    check = code.replace("_", "-").lower()
    if check in ("batch-expired", "no-response"):
        return Transient(f"{server} did not answer it in the batch: {message}", check=check)
    return CallFailed(f"{server} did not answer it in the batch ({code}): {message}", check=check)
