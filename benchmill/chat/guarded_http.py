"""An HTTP response before its body is read -> the body within bounds, or an error: a hook for httpx2 and httpx.

Without the hook, a megabyte of gzip could become a gigabyte, and a redirect could send prompts and key to another host.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from benchmill.chat.errors import ModelError, ModelRefused
from benchmill.chat.redacted import redacted, shown_address
from benchmill.chat.refusals import not_a_reply

if TYPE_CHECKING:
    import httpx2

# Room for what a chat reply holds besides its text: usage, logprobs, a gateway's own fields.
_REPLY_BYTES = 1_000_000
# The longest token with every character written as \uXXXX.
_BYTES_A_TOKEN = 200
_OTHER_BYTES = 20_000_000
_FILE_BYTES = 1_000_000_000
# Unpacking makes each part of a body with these encodings at most 1000 times larger, so we can stop in time.
_CODINGS = frozenset({"", "identity", "gzip", "deflate"})
ACCEPTED = {"accept-encoding": "gzip, deflate"}
"""Headers for every client with this hook."""


async def guard(response: httpx2.Response) -> None:
    """Read the body. Raises ModelRefused for a redirect to another host, Transient for a body that is too long."""
    if response.has_redirect_location:
        _same_host(response)
        return
    coding = response.headers.get("content-encoding", "").strip().lower()
    server = shown_address(str(response.request.url))
    if coding not in _CODINGS:
        await response.aclose()
        raise not_a_reply(server, f"it is encoded as {coding!r}, which was not asked for")
    length = response.headers.get("content-length", "")
    if coding in ("", "identity") and length.isdigit() and int(length) <= _REPLY_BYTES:
        return
    most = _most_bytes(response.request)
    parts: list[bytes] = []
    size = 0
    async for part in response.aiter_bytes():
        size += len(part)
        if size > most:
            await response.aclose()
            raise not_a_reply(server, f"it is longer than {most:,} bytes")
        parts.append(part)
    # `aread` keeps the body here too: the next reader of the body gets this one
    response._content = b"".join(parts)


def guard_error(error: BaseException) -> ModelError | None:
    """The error that `guard` raised, where a library has wrapped it in an error of its own."""
    one: BaseException | None = error
    while one is not None:
        if isinstance(one, ModelError):
            return one
        one = one.__cause__
    return None


def _same_host(response: httpx2.Response) -> None:
    here = response.request.url
    there = here.join(response.headers["location"])
    if there.host != here.host:
        raise ModelRefused(
            f"{shown_address(str(here))} redirects to another host, {redacted(shown_address(str(there)))}; "
            "give that address as --base-url if you trust it with your documents and key",
            concerns="server",
        )


def _most_bytes(request: httpx2.Request) -> int:
    path = request.url.path
    if path.endswith("/content"):
        return _FILE_BYTES
    if not path.endswith(("/chat/completions", "/api/chat")):
        return _OTHER_BYTES
    try:
        body = json.loads(request.content)
        options = body.get("options") or {}
        tokens = [body.get("max_tokens"), body.get("max_completion_tokens"), options.get("num_predict")]
        return _REPLY_BYTES + _BYTES_A_TOKEN * max(token for token in tokens if isinstance(token, int))
    except (ValueError, AttributeError):
        return _REPLY_BYTES
