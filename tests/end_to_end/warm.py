"""Requests to run `benchmill`, a JSON line each -> processes forked from one that has loaded it already; exit codes.

A command spends most of its time loading packages. A fork of a process that has loaded them is the same program in a
process of its own, and starts in no time. It differs in two things: all forks have the same hash seed, and what is read
from the environment while a module loads was read before. Tests that need either start a fresh process.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import pkgutil
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

_EXAMPLES = Path(__file__).parents[2] / "examples" / "docs"
# what benchmill imports where it needs it, or where there is an extra
_LOADED = ("bm25s", "httpx", "ollama", "openai", "rich.console", "scipy.sparse", "tenacity", "uvloop")


class Warm:
    """One process that forks on request; it ends with this one, since its standard input does."""

    def __init__(self, root: Path) -> None:
        # a library that starts threads while it loads could not be forked
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONPATH": str(root)}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.end_to_end.warm"],
            cwd=root, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self._lock = threading.Lock()
        atexit.register(self.close)

    def run(self, arguments: Sequence[str], folder: Path, env: dict[str, str], out: Path, err: Path) -> int:
        """The exit code of the command; its output is in the files `out` and `err` then."""
        asked = {"arguments": list(arguments), "folder": str(folder), "env": env, "out": str(out), "err": str(err)}
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with self._lock:
            self._process.stdin.write(json.dumps(asked) + "\n")
            self._process.stdin.flush()
            return int(self._process.stdout.readline())

    def close(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()
        self._process.wait()


@cache
def warm(root: Path) -> Warm:
    """The one of this test process."""
    return Warm(root)


def main() -> None:
    """Fork for each line of standard input, and say on standard output how the child ended."""
    import benchmill

    ours = (found.name for found in pkgutil.walk_packages(benchmill.__path__, "benchmill."))
    for name in (*(name for name in ours if not name.endswith(".__main__")), *_LOADED):
        importlib.import_module(name)
    _rehearse()
    gc.freeze()
    for line in sys.stdin:
        child = os.fork()
        if not child:
            _command(**json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def _rehearse() -> None:
    """Grow once here: what compiles its patterns or loads its modules at first use has done so before the forks."""
    from benchmill import GrowSettings, grow

    with tempfile.TemporaryDirectory() as folder:
        grow(_EXAMPLES, Path(folder) / "bench", GrowSettings(questions=10))
    assert threading.active_count() == 1  # a process with several threads cannot be forked


def _command(arguments: list[str], folder: str, env: dict[str, str], out: str, err: str) -> None:
    """Be the command, and end."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for number, path in ((1, out), (2, err)):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - for the rest of the process
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", closefd=False, buffering=1)  # noqa: SIM115
    os.environ.clear()
    os.environ.update(env)
    os.chdir(folder)
    sys.argv = ["benchmill", *arguments]
    code: Any = 1
    try:
        from benchmill.cli import main as command

        command()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # noqa: BLE001 - as the interpreter does
        traceback.print_exc()
    finally:
        threading._shutdown()  # type: ignore[attr-defined]  # what the interpreter does at its end
        atexit._run_exitfuncs()
        sys.stdout.flush()
        os._exit(code)


if __name__ == "__main__":
    main()
