"""A number -> a Ray cluster of this many nodes on this machine; a test can kill nodes and add some."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import TracebackType

_ROOT = Path(__file__).parents[3]


class RayNodes:
    """A cluster in its own processes, for as long as the `with` block lasts; `address` is its RAY_ADDRESS."""

    def __init__(self, nodes: int) -> None:
        self._nodes = nodes
        self.address = ""

    def __enter__(self) -> RayNodes:
        command = [sys.executable, "-m", "tests.servers.ray_nodes", str(self._nodes)]
        self._process = subprocess.Popen(
            command, cwd=_ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.address = self._said()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.communicate()  # closes its input, and waits

    def kill_one(self) -> None:
        """Kill a node that is not the head, with everything that runs on it."""
        assert self._done("kill") == "killed"

    def add_one(self) -> None:
        assert self._done("add") == "added"

    def _done(self, word: str) -> str:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{word}\n")
        self._process.stdin.flush()
        return self._said()

    def _said(self) -> str:
        assert self._process.stdout is not None
        for line in self._process.stdout:  # Ray prints lines of its own
            if line.startswith("nodes: "):
                return line.removeprefix("nodes: ").strip()
        raise RuntimeError("the cluster did not start")
