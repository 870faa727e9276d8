"""Bytes on a connection -> Request, Response -> bytes: the small part of HTTP/1.1 that chat clients speak."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol, cast

_REASONS = {200: "OK", 400: "Bad Request", 401: "Unauthorized", 404: "Not Found", 405: "Method Not Allowed"}
_REASONS |= {411: "Length Required", 429: "Too Many Requests", 500: "Internal Server Error"}
_REASONS |= {502: "Bad Gateway", 503: "Service Unavailable"}


@dataclass(frozen=True, slots=True)
class Request:
    """One request. Header names are lower case."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Response:
    """The bytes to send, their timing, and the end of the connection.

    `delay`: seconds before the first byte. `pieces`: body parts; with `spread` they are sent over that many seconds.
    `streamed`: as chunks of unknown length. `held`: nothing is sent while this function returns True.
    `ending`: `whole`; `reset` breaks the connection after half of the body
    (before the first byte where there is no body); `hang` sends nothing for `delay` seconds and then closes.
    """

    status: int
    pieces: tuple[bytes, ...] = ()
    content_type: str = "application/json"
    headers: tuple[tuple[str, str], ...] = ()
    delay: float = 0.0
    spread: float = 0.0
    streamed: bool = False
    held: Callable[[], bool] | None = None
    ending: Literal["whole", "reset", "hang"] = "whole"


def json_response(value: object, status: int = 200, **more: object) -> Response:
    """`value` as a JSON body."""
    return Response(status, (json.dumps(value).encode(),), **more)  # type: ignore[arg-type]  # forwarded as they are


class Exchange(Protocol):
    """One request under way: `sent` is called when its answer is out, `left` when the client went away first."""

    response: Response

    def sent(self) -> None: ...

    def left(self) -> None: ...


class Connection(asyncio.Protocol):
    """One client connection; requests are answered one after the other."""

    def __init__(self, answer: Callable[[Request], Exchange], opened: Callable[[], None]) -> None:
        self._answer = answer
        self._opened = opened
        self._buffer = bytearray()
        self._counted = False
        self._exchange: Exchange | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports do not inherit from asyncio's, so no isinstance
        self._transport = cast("asyncio.Transport", transport)

    def connection_lost(self, error: Exception | None) -> None:  # noqa: ARG002 - the signature is asyncio's
        self._transport = None
        if self._timer:
            self._timer.cancel()
        if self._exchange:
            self._exchange.left()
            self._exchange = None

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if self._exchange is None:
            self._next()

    def _next(self) -> None:
        request = self._take()
        if request is None or self._transport is None:
            return
        if not self._counted and not request.path.startswith("/_"):
            self._counted = True
            self._opened()
        self._exchange = self._answer(request)
        response = self._exchange.response
        if response.delay > 0:
            self._timer = asyncio.get_running_loop().call_later(response.delay, self._send, response)
        else:
            self._send(response)

    def _take(self) -> Request | None:
        head_end = self._buffer.find(b"\r\n\r\n")
        if head_end < 0:
            return None
        first, *lines = self._buffer[:head_end].decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        end = head_end + 4 + int(headers.get("content-length", 0))
        if len(self._buffer) < end:
            return None
        method, path, _ = first.split(" ", 2)
        body = bytes(self._buffer[head_end + 4 : end])
        del self._buffer[:end]
        return Request(method, path, headers, body)

    def _send(self, response: Response) -> None:
        if response.held and response.held():
            self._timer = asyncio.get_running_loop().call_later(0.005, self._send, response)
            return
        if response.ending == "hang" or (response.ending == "reset" and not response.pieces):
            self._break(quietly=response.ending == "hang")
            return
        head = _head(response)
        if response.ending == "reset":
            body = b"".join(response.pieces)
            self._write(head + body[: len(body) // 2])
            # the first half must be sent before the reset, or the client sees none of it
            self._timer = asyncio.get_running_loop().call_later(0.01, self._break)
        elif response.spread:
            self._write(head)
            frames = [_frame(piece, response.streamed) for piece in response.pieces]
            self._drip([*frames, b"0\r\n\r\n"] if response.streamed else frames, response.spread / len(frames))
        else:
            end = b"0\r\n\r\n" if response.streamed else b""
            self._write(head + b"".join(_frame(piece, response.streamed) for piece in response.pieces) + end)
            self._done()

    def _drip(self, frames: list[bytes], pause: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(pause, self._drop, frames, pause)

    def _drop(self, frames: list[bytes], pause: float) -> None:
        self._write(frames[0])
        if frames[1:]:
            self._drip(frames[1:], pause)
        else:
            self._done()

    def _write(self, data: bytes) -> None:
        if self._transport:
            self._transport.write(data)

    def _done(self) -> None:
        exchange, self._exchange, self._timer = self._exchange, None, None
        if exchange:
            exchange.sent()
        if self._transport:
            self._next()

    def _break(self, quietly: bool = False) -> None:
        exchange, self._exchange = self._exchange, None
        if exchange:
            exchange.sent()
        if self._transport is None:
            return
        if not quietly:
            # linger 0 makes the close a reset instead of an orderly end
            raw = self._transport.get_extra_info("socket")
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._transport.abort()


def _head(response: Response) -> bytes:
    lines = [f"HTTP/1.1 {response.status} {_REASONS.get(response.status, 'Unknown')}"]
    lines.append(f"Content-Type: {response.content_type}")
    lines += [f"{name}: {value}" for name, value in response.headers]
    if response.streamed:
        lines.append("Transfer-Encoding: chunked")
    else:
        lines.append(f"Content-Length: {sum(map(len, response.pieces))}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def _frame(piece: bytes, streamed: bool) -> bytes:
    return b"%x\r\n%b\r\n" % (len(piece), piece) if streamed else piece
