"""LangSmithPlan -> a running server process, and access to its log."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from types import TracebackType
from typing import Any

from tests.forks import Fork, fork
from tests.servers.langsmith.plan import Asked, LangSmithPlan
from tests.servers.langsmith.service import Service, counted
from tests.servers.simulated.http import Connection


async def serve(plan: LangSmithPlan, ready: Callable[[int], None]) -> None:
    """Serve on the loopback until cancelled; `ready` gets the port."""
    service = Service(plan)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Connection(service.handle, service.opened), "127.0.0.1", plan.port)
    ready(server.sockets[0].getsockname()[1])
    async with server:
        await server.serve_forever()


class LangSmithServer:
    """A server in its own process, for as long as the `with` block lasts."""

    def __init__(self, plan: LangSmithPlan | None = None) -> None:
        self.plan = plan or LangSmithPlan()
        self._process: Fork | None = None
        self.url = ""

    def __enter__(self) -> LangSmithServer:
        main = "tests.servers.langsmith.__main__:main"
        self._process = fork(main, [self.plan.to_json()], pipes=("in", "out"))
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the server ended with code {self._process.wait()} before it was up")
        self.url = json.loads(line)["root"]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.close()  # the server ends when its standard input ends, so it cannot outlive the test
        self._process.wait(timeout=600)
        self._process.close()

    def log(self) -> list[Asked]:
        """Every request so far, in order of arrival."""
        return [Asked(**one) for one in self._get("/_log")]

    def routes(self) -> Counter[str]:
        """Route -> how many requests so far."""
        return counted(self.log())

    def writes(self) -> int:
        """How many requests so far were to change something."""
        return sum(one.writes for one in self.log())

    def reset(self) -> None:
        """Forget the log; what is stored stays."""
        self._get("/_reset")

    def calm(self) -> None:
        """Stop all faults from now on."""
        self._get("/_calm")

    def _get(self, path: str) -> Any:
        import urllib.request  # loads slowly, and the server's own process does not need it

        with urllib.request.urlopen(self.url + path, timeout=120) as answer:
            return json.load(answer)
