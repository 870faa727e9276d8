"""A path and a JSON body -> the HTTP response, or a ModelError; every call under way has a connection of its own."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from benchmill.chat.addresses import is_loopback
from benchmill.chat.errors import ModelRefused
from benchmill.chat.guarded_http import ACCEPTED, guard
from benchmill.chat.late_tls import LateTls
from benchmill.chat.refusals import broken_off, unreachable

if TYPE_CHECKING:
    import httpx2

CONNECT_SECONDS = 10.0


class HttpCalls:
    """Calls to one `address`, with `headers`; `server` is its address for people.

    Each call under way has an HTTP client with one connection. A client with many connections looks through all of them
    at each call, and the SDKs build each request anew from their settings: together they took two thirds of a call's
    processor time, at 256 calls at once. Whoever calls `send` limits the time and how many calls are under way.
    """

    def __init__(self, address: str, headers: Mapping[str, str], server: str) -> None:
        import httpx2

        self._address = address.rstrip("/")
        self._server = server
        self._headers = httpx2.Headers({**headers, **ACCEPTED})
        self._extensions = {"timeout": _timeout().as_dict()}
        self.tls = LateTls()
        self._urls: dict[str, httpx2.URL] = {}
        self._clients: list[httpx2.AsyncClient] = []
        self._idle: list[httpx2.AsyncClient] = []

    async def send(self, method: str, path: str, body: Mapping[str, object] | None = None) -> httpx2.Response:
        """The response as it came, errors of the server included. Raises a ModelError where there is none.

        `path`: below the address, or a whole address.
        """
        import httpx2

        client = self._idle.pop() if self._idle else self._made()
        try:
            with self._troubles():
                # a request made here carries no settings of the client, so it names its time-outs itself
                request = httpx2.Request(
                    method, self._url(path), headers=self._headers, json=body, extensions=self._extensions
                )
                return await client.send(request)
        finally:
            self._idle.append(client)

    async def aclose(self) -> None:
        for client in self._clients:
            await client.aclose()

    def _url(self, path: str) -> httpx2.URL:
        import httpx2

        if path not in self._urls:
            self._urls[path] = httpx2.URL(path if "://" in path else self._address + path)
        return self._urls[path]

    def _made(self) -> httpx2.AsyncClient:
        import httpx2

        # no limit for connections: a call that was dropped may leave one that is still being closed
        limits = httpx2.Limits(max_connections=None, max_keepalive_connections=1)
        client = http_client(self._address, limits, self.tls)
        self._clients.append(client)
        return client

    @contextmanager
    def _troubles(self) -> Iterator[None]:
        import httpx2

        try:
            yield
        except httpx2.TimeoutException as error:
            raise unreachable(self._server, f"no connection within {CONNECT_SECONDS:g} s") from error
        except (httpx2.ConnectError, httpx2.ProxyError) as error:
            raise unreachable(self._server, error) from error
        except (httpx2.HTTPError, httpx2.StreamError, httpx2.InvalidURL, OSError) as error:
            raise broken_off(self._server, f"{type(error).__name__} {error}") from error


def key_in(name: str) -> str:
    """The key in the environment variable `name`; empty where there is none."""
    key = os.environ.get(name, "").strip()
    if not key.isascii() or not key.isprintable():
        raise ModelRefused(f"{name} holds a character that no key has; set it again", concerns="key")
    return key


def http_client(address: str, limits: httpx2.Limits, tls: LateTls | None = None) -> httpx2.AsyncClient:
    """A client for `address` with bounded replies. Clients may share a `tls`, which holds the system's certificates.

    Only connecting has a time-out: the transport's other time-outs start anew with every byte, and cost CPU. The caller
    limits the time of the whole call.
    """
    import httpx2

    return httpx2.AsyncClient(
        timeout=_timeout(),
        limits=limits,
        verify=tls or LateTls(),
        # loopback traffic must not go out through HTTP_PROXY, which it would where NO_PROXY does not name it
        trust_env=not is_loopback(address),
        follow_redirects=True,
        headers=ACCEPTED,
        event_hooks={"response": [guard]},
    )


def pool_for(concurrency: int) -> httpx2.Limits:
    """Connections for `concurrency` calls at once, with room for second requests (hedging)."""
    import httpx2

    connections = concurrency + concurrency // 4 + 4
    return httpx2.Limits(max_connections=connections, max_keepalive_connections=connections)


def _timeout() -> httpx2.Timeout:
    import httpx2

    return httpx2.Timeout(None, connect=CONNECT_SECONDS)
