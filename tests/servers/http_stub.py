"""A test's script -> a socket that answers by it, for replies that the simulated server does not give."""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(slots=True)
class Asked:
    """One request: first line, headers in lower case, JSON body."""

    line: str
    headers: dict[str, str]
    body: dict[str, object]


@dataclass(slots=True)
class Said:
    """One answer. A `body` of text or bytes is sent unchanged."""

    body: object
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


def completion(text: object = '{"a": 1}', **more: object) -> Said:
    """An OpenAI chat completion."""
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
    usage = {"prompt_tokens": 7, "completion_tokens": 3, "prompt_tokens_details": {"cached_tokens": 2}}
    return Said({"choices": [choice], "usage": usage, **more})


def complaint(message: str, status: int = 400, **more: object) -> Said:
    """An error as OpenAI words it."""
    return Said({"error": {"message": message, **more}}, status)


@dataclass(slots=True)
class TinyServer:
    root: str
    asked: list[Asked]


@asynccontextmanager
async def tiny_server(script: Callable[[Asked], Said], certificate: Path | None = None) -> AsyncIterator[TinyServer]:
    """A server on the loopback that answers each request by `script`, and records the requests.

    With a `certificate`, which holds its key too, the server speaks TLS.
    """
    asked: list[Asked] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
                headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
                raw = await reader.readexactly(int(headers.get("content-length", 0)))
                asked.append(Asked(head[0], headers, json.loads(raw or b"{}")))
                said = script(asked[-1])
                body = said.body.encode() if isinstance(said.body, str) else said.body
                body = body if isinstance(body, bytes) else json.dumps(body).encode()
                more = "".join(f"{name}: {value}\r\n" for name, value in said.headers.items())
                writer.write(
                    f"HTTP/1.1 {said.status} X\r\nContent-Type: application/json\r\n{more}"
                    f"Content-Length: {len(body)}\r\n\r\n".encode()
                    + body
                )
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    tls = None
    if certificate:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(certificate)
    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=tls)
    try:
        port = server.sockets[0].getsockname()[1]
        yield TinyServer(f"https://127.0.0.1:{port}" if tls else f"http://127.0.0.1:{port}", asked)
    finally:
        server.close()
