"""A request -> the app behind the guard, or a refusal: by host, origin, token and size."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LARGEST_BODY = 256 * 1024


@dataclass(frozen=True, slots=True)
class Guard:
    """Passes only requests from our own page on this machine.

    Other programs of this machine and pages of other sites can reach the port, too: every request needs the token that
    only the printed address holds, the Host header must name this address (a foreign name that points here is refused),
    and a form must come from our own origin. A body has at most 256 KiB.
    """

    app: App
    token: str
    port: int
    policy: str

    @property
    def cookie(self) -> str:
        """The cookie's name. It names the port, since browsers share cookies between ports and two servers may run."""
        return f"benchmill-{self.port}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # no web sockets here; the server closes them
        headers = [(name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in scope["headers"]]
        given = self._token_in_address(scope)
        if given is not None and self._is_here(headers) and secrets.compare_digest(given, self.token.encode()):
            await self._welcome(send)
            return
        refusal = self._refusal(scope["method"], headers)
        if refusal is not None:
            await _refuse(send, *refusal)
            return
        await self._pass_on(scope, receive, send)

    def _refusal(self, method: str, headers: list[tuple[str, str]]) -> tuple[int, str] | None:
        if not self._is_here(headers):
            return 421, "this page is for this machine only: open the address that benchmill printed"
        origins = [value for name, value in headers if name == "origin"]
        ours = [f"http://127.0.0.1:{self.port}", f"http://localhost:{self.port}"]
        if any(origin not in ours for origin in origins) or (method == "POST" and not origins):
            return 403, "the request comes from another page"
        if not secrets.compare_digest(self._token_in_cookie(headers), self.token.encode()):
            return 403, "the token is missing: open the address that benchmill printed"
        if method not in ("GET", "HEAD", "POST"):
            return 405, "this server answers GET and POST only"
        lengths = [value for name, value in headers if name == "content-length"]
        if any(not value.isdigit() or int(value) > LARGEST_BODY for value in lengths):
            return 413, "the form is too large"
        return None

    def _is_here(self, headers: list[tuple[str, str]]) -> bool:
        hosts = [value for name, value in headers if name == "host"]
        return len(hosts) == 1 and hosts[0] in (f"127.0.0.1:{self.port}", f"localhost:{self.port}")

    def _token_in_address(self, scope: Scope) -> bytes | None:
        if scope["method"] != "GET" or scope["path"] != "/":
            return None
        found = parse_qs(scope["query_string"].decode("latin-1")).get("token")
        return found[0].encode("utf-8", "replace") if found else None

    def _token_in_cookie(self, headers: list[tuple[str, str]]) -> bytes:
        for name, value in headers:
            if name == "cookie":
                try:
                    morsel = SimpleCookie(value).get(self.cookie)
                except CookieError:
                    continue
                if morsel is not None:
                    return morsel.value.encode("utf-8", "replace")
        return b""

    async def _welcome(self, send: Send) -> None:
        """Move the token from the address into a cookie, so that no history and no screenshot shows the token."""
        cookie = f"{self.cookie}={self.token}; Path=/; HttpOnly; SameSite=Strict"
        headers = [(b"location", b"/"), (b"set-cookie", cookie.encode()), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 303, "headers": headers})
        await send({"type": "http.response.body", "body": b""})

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        # read the whole body before the app sees it: a body may come in pieces, without a stated length
        body = b""
        more = scope["method"] == "POST"
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            if len(body) > LARGEST_BODY:
                await _refuse(send, 413, "the form is too large")
                return
            more = message.get("more_body", False)
        given = False

        async def replayed() -> Message:
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": body, "more_body": False}

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), *self._safe_headers()]}
            await send(message)

        await self.app(scope, replayed, guarded)

    def _safe_headers(self) -> list[tuple[bytes, bytes]]:
        return [
            (b"content-security-policy", f"{self.policy}; frame-ancestors 'none'".encode()),
            (b"x-content-type-options", b"nosniff"),
            (b"x-frame-options", b"DENY"),
            (b"referrer-policy", b"same-origin"),
            (b"cross-origin-resource-policy", b"same-origin"),
            (b"cache-control", b"no-store"),
        ]


async def _refuse(send: Send, status: int, reason: str) -> None:
    body = f"benchmill review: {reason}\n".encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
