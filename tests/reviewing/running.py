"""A workspace -> `benchmill review` in a process of its own, and people who send it requests."""

from __future__ import annotations

import http.client
import json
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from tests.end_to_end.command import started
from tests.forks import Fork


@dataclass(frozen=True)
class Running:
    """The server's address with its token, its port, and its process."""

    address: str
    process: Fork

    @property
    def port(self) -> int:
        return int(re.findall(r":(\d+)/", self.address)[0])

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def token(self) -> str:
        return self.address.partition("token=")[2]


@contextmanager
def reviewing(bench: Path, *options: str) -> Iterator[Running]:
    """The page over `bench`, ended as Ctrl-C ends it."""
    process = started("review", bench, *options)
    assert process.stdout is not None
    try:
        address = process.stdout.readline().strip()
        assert address, process.communicate()[1]
        yield Running(address, process)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        process.communicate(timeout=600)


@dataclass
class Person:
    """Somebody with a browser: sends what a browser would, and keeps cookies."""

    server: Running
    name: str = ""
    cookies: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.send("GET", f"/?token={self.server.token}")
        if self.name:
            self.post("/name", reviewer=self.name)

    def get(self, path: str, **headers: str) -> tuple[int, str]:
        return self.send("GET", path, headers=headers)

    def post(self, path: str, **fields: str) -> tuple[int, str]:
        form = {"Content-Type": "application/x-www-form-urlencoded", "Origin": self.server.base}
        return self.send("POST", path, urlencode(fields).encode(), form)

    def decide(self, item: str, verb: str, **fields: str) -> tuple[int, str]:
        return self.post(f"/item/{item}/decide", verb=verb, **fields)

    def send(self, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None) -> tuple[int, str]:
        """Status and text; `headers` win over those that a browser sends."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=600)
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        try:
            connection.request(method, path, body or None, {"Cookie": cookie, **(headers or {})})
            answer = connection.getresponse()
            for value in answer.headers.get_all("Set-Cookie", []):
                name, _, rest = value.partition("=")
                self.cookies[name] = rest.partition(";")[0]
            return answer.status, answer.read().decode("utf-8", "replace")
        finally:
            connection.close()


def ids(bench: Path) -> list[str]:
    """The ids in items.jsonl, in its order."""
    return [json.loads(line)["id"] for line in (bench / "items.jsonl").read_text(encoding="utf-8").splitlines()]
