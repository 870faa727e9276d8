"""The name of a function, its arguments and files -> that function run in a process of its own, forked from a warm one.

Most of the time of a short process goes into loading packages. A fork of a process that has loaded them is the same
program, and starts in no time. It differs in two things: all forks have the same hash seed, and what is read from the
environment while a module loads was read before. A test that needs either starts a fresh process.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import IO, Any, NoReturn

ROOT = Path(__file__).parents[1]
_NUMBER = struct.Struct("<q")


class Fork:
    """A process that runs one function; it has the parts of `subprocess.Popen` that tests need."""

    def __init__(self, pid: int, ended: int, pipes: Mapping[str, IO[str]]) -> None:
        self.pid = pid
        self.stdin, self.stdout, self.stderr = (pipes.get(name) for name in ("in", "out", "err"))
        self.returncode: int | None = None
        self._ended = ended

    def poll(self) -> int | None:
        """The exit code, negative for a signal; None while it runs."""
        if self.returncode is None and select.select([self._ended], [], [], 0)[0]:
            self._end()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end. Raises TimeoutExpired after so many seconds."""
        if self.returncode is None:
            if not select.select([self._ended], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0.0)
            self._end()
        assert self.returncode is not None
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """What is left of both outputs, once the process has ended."""
        found = {"out": "", "err": ""}
        # a second thread, since a process that fills one pipe waits until somebody reads it
        reading = threading.Thread(target=lambda: found.update(err=self.stderr.read() if self.stderr else ""))
        reading.start()
        found["out"] = self.stdout.read() if self.stdout else ""
        reading.join()
        self.wait(timeout)
        self.close()
        return found["out"], found["err"]

    def close(self) -> None:
        """Close the pipes."""
        for pipe in (self.stdin, self.stdout, self.stderr):
            if pipe is not None:
                pipe.close()

    def _end(self) -> None:
        found = os.read(self._ended, _NUMBER.size)
        os.close(self._ended)
        (self.returncode,) = _NUMBER.unpack(found)


def fork(
    function: str,
    arguments: Sequence[object] = (),
    *,
    folder: Path = ROOT,
    environment: Mapping[str, str] | None = None,
    pipes: Sequence[str] = (),
    files: Mapping[str, IO[Any]] | None = None,
) -> Fork:
    """Start `function` ("module:name", without parameters) with `arguments` in `sys.argv`.

    Its standard input and outputs are `pipes` or `files`, each under "in", "out" or "err". Without either there is no
    input, the output goes nowhere, and errors go where this process's errors go.
    """
    request = {
        "function": function,
        "arguments": [*map(str, arguments)],
        "folder": str(folder),
        "environment": dict(os.environ if environment is None else environment),
    }
    ours: dict[str, IO[str]] = {}
    theirs: list[int] = []
    ended, ends = os.pipe()
    for name in ("in", "out", "err"):
        if name in pipes:
            read, write = os.pipe()
            mine, its = (write, read) if name == "in" else (read, write)
            ours[name] = os.fdopen(mine, "w" if name == "in" else "r", encoding="utf-8", errors="replace")
            theirs.append(its)
        elif files and name in files:
            theirs.append(os.dup(files[name].fileno()))
        else:
            theirs.append(os.dup(2) if name == "err" else os.open(os.devnull, os.O_RDWR))
    _warm().start(request, [*theirs, ends])
    for number in (*theirs, ends):
        os.close(number)
    (pid,) = _NUMBER.unpack(os.read(ended, _NUMBER.size))
    return Fork(pid, ended, ours)


class _Warm:
    """The process that forks on request; it ends with this one, since its socket does."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        # a library that starts threads while it loads could not be forked
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-m", "tests.forks", str(theirs.fileno())]
        self._process = subprocess.Popen(command, cwd=ROOT, env=environment, pass_fds=[theirs.fileno()])
        theirs.close()
        self._socket = ours
        self._lock = threading.Lock()
        atexit.register(self.close)

    def start(self, request: Mapping[str, object], files: Sequence[int]) -> None:
        content = json.dumps(request).encode()
        with self._lock:
            socket.send_fds(self._socket, [_NUMBER.pack(len(content))], list(files))
            self._socket.sendall(content)

    def close(self) -> None:
        self._socket.close()
        self._process.wait()


@cache
def _warm() -> _Warm:
    return _Warm()


def main() -> None:
    """Fork for each request of the socket whose number is the first argument."""
    with socket.socket(fileno=int(sys.argv[1])) as requests:
        while asked := _request(requests):
            request, files = asked
            _load(str(request["function"]).partition(":")[0])
            if not os.fork():
                requests.close()
                _watch(request, files)
            for number in files:
                os.close(number)
            _reap()


def _reap() -> None:
    """Let go of the forks that have ended."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _request(requests: socket.socket) -> tuple[dict[str, Any], list[int]] | None:
    head, files, _, _ = socket.recv_fds(requests, _NUMBER.size, 4)
    if not head:
        return None
    (length,) = _NUMBER.unpack(head)
    content = b""
    while len(content) < length:
        content += requests.recv(length - len(content))
    return json.loads(content), files


@cache
def _load(module: str) -> None:
    """Import the module; its `prepare` loads what its functions will need."""
    getattr(importlib.import_module(module), "prepare", int)()
    assert threading.active_count() == 1  # a process with several threads cannot be forked
    gc.freeze()


def _watch(request: dict[str, Any], files: list[int]) -> NoReturn:
    """Start the function in a further fork; write its process id, and its exit code when it has ended."""
    *standard, ended = files
    child = os.fork()
    if not child:
        os.close(ended)
        for number, file in enumerate(standard):
            os.dup2(file, number)
            os.close(file)
        _be(**request)
    for file in (0, 1, 2, *standard):  # only the function itself may hold them open
        os.close(file)
    os.write(ended, _NUMBER.pack(child))
    os.write(ended, _NUMBER.pack(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])))
    os._exit(0)


def _be(function: str, arguments: list[str], folder: str, environment: dict[str, str]) -> NoReturn:
    """Be that function, and end."""
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - for the rest of the process
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", closefd=False, buffering=1)  # noqa: SIM115
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    # a shell starts what it puts into the background with Ctrl-C ignored; the command shall be one in the foreground
    signal.signal(signal.SIGINT, signal.default_int_handler)
    module, _, name = function.partition(":")
    sys.argv = [module.split(".")[0], *arguments]
    code: Any = 1
    try:
        getattr(sys.modules[module], name)()
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
