"""ServerPlan -> a running server process, and access to its log."""

from __future__ import annotations

import asyncio
import json
import subprocess
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any

from tests.forks import Fork, fork
from tests.servers.simulated.http import Connection
from tests.servers.simulated.log import Call, Counters, repeated_after_success
from tests.servers.simulated.plan import ServerPlan
from tests.servers.simulated.service import Service


async def serve(plan: ServerPlan, ready: Callable[[int], None]) -> None:
    """Serve on the loopback until cancelled; `ready` gets the port."""
    service = Service(plan)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: Connection(service.handle, service.opened), "127.0.0.1", plan.port, backlog=512
    )
    ready(server.sockets[0].getsockname()[1])
    async with server:
        await server.serve_forever()


class SimulatedServer:
    """A server in its own process, for as long as the `with` block lasts.

    `base_url` is for OpenAI clients, `ollama_url` for Ollama's.
    """

    def __init__(self, plan: ServerPlan | None = None) -> None:
        self.plan = plan or ServerPlan()
        self._process: Fork | None = None
        self._root = ""

    def __enter__(self) -> SimulatedServer:
        main = "tests.servers.simulated.__main__:main"
        self._process = fork(main, ["--plan", self.plan.to_json()], pipes=("in", "out"))
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            self._end()
            raise RuntimeError(f"the simulated server ended with code {self._process.returncode} before it was up")
        self._root = json.loads(line)["root"]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self._process is not None
        return self._process.pid

    def _end(self) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.close()  # the server ends when its standard input ends, so it cannot outlive the test
        try:
            self._process.wait(timeout=600)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.close()

    @property
    def base_url(self) -> str:
        return f"{self._root}/v1"

    @property
    def ollama_url(self) -> str:
        return self._root

    def calls(self) -> list[Call]:
        """Every chat request so far, in order of arrival."""
        return [Call(**call) for call in self._get("/_log")]

    def counters(self) -> Counters:
        """The log in numbers."""
        values = self._get("/_counters")
        values["by_status"] = {int(status): n for status, n in values["by_status"].items()}
        return Counters(**values)

    def repeated(self) -> list[Call]:
        """Requests that came after the same body had been answered well."""
        return repeated_after_success(self.calls())

    def batches(self) -> list[dict[str, Any]]:
        """Every batch so far: id, status, requests, models."""
        found: list[dict[str, Any]] = self._get("/_batches")
        return found

    def wait_for(self, requests: int, *, of: Fork | None = None) -> None:
        """Return when this many `requests` have arrived, or when the process `of` that sends them has ended."""
        while self.counters().requests < requests and (of is None or of.poll() is None):
            time.sleep(0.01)

    def release(self) -> None:
        """Send the answers that were held, and stop holding answers."""
        self._get("/_release")

    def reset(self) -> None:
        """Forget the log."""
        self._get("/_reset")

    def _get(self, path: str) -> Any:
        import urllib.request  # loads slowly, and the server's own process does not need it

        with urllib.request.urlopen(self._root + path, timeout=120) as answer:
            return json.load(answer)
