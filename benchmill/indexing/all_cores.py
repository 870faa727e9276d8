"""A function and batches -> what it makes of each batch, in their order, made by a child process for each core.

The children are programs of our own. A fork would copy locks that other threads hold, and multiprocessing's other ways
run a user's script again, which may call `grow` outside of `if __name__ == "__main__"`.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from queue import SimpleQueue
from types import TracebackType
from typing import Any, Self, TypeVar

T = TypeVar("T")
R = TypeVar("R")

_START = "from benchmill.indexing.all_cores import serve; serve()"
_MOST = 8  # children, of some 80 MB each
_AHEAD = 2  # batches a child: one that it works on, and one that waits for it


def cores() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on macOS
        return os.cpu_count() or 1


def on_all_cores(make: Callable[[T], Iterable[R]], batches: Iterable[T]) -> Generator[Sequence[R], None, None]:
    """What `make` gives for each batch. `make`, batches and results are pickled.

    A child that ends, or that cannot be started, costs only its time: its batch is made here, and what `make` raises
    is raised here.
    """
    with ExitStack() as stack:
        children: SimpleQueue[_Child] = SimpleQueue()
        count = min(cores(), _MOST)
        for _ in range(count):
            children.put(stack.enter_context(_Child(pickle.dumps(make))))
        threads = stack.enter_context(ThreadPoolExecutor(count))

        def asked(request: bytes) -> Sequence[R] | None:
            child = children.get()
            try:
                answer: Sequence[R] | None = child.answer(request)
                return answer
            finally:
                children.put(child)

        under_way: deque[tuple[T, Future[Sequence[R] | None]]] = deque()

        def first() -> Sequence[R]:
            batch, future = under_way.popleft()
            made = future.result()
            return list(make(batch)) if made is None else made

        for batch in batches:
            # pickled in this thread: a batch may read what it holds through a connection of this thread
            under_way.append((batch, threads.submit(asked, pickle.dumps(batch))))
            if len(under_way) == _AHEAD * count:
                yield first()
        while under_way:
            yield first()


class _Child:
    """A child process that holds the function; it is started with the first batch."""

    def __init__(self, make: bytes) -> None:
        self._make = make
        self._process: subprocess.Popen[bytes] | None = None
        self._has_ended = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._process is not None:
            self._process.kill()
            # leaving the block closes the pipes and waits; a dead child takes no more input
            with suppress(BrokenPipeError), self._process:
                pass

    def answer(self, request: bytes) -> Any:  # noqa: ANN401 - what the function made
        """What the function makes of a pickled batch; None where the child has ended."""
        if self._has_ended:
            return None
        try:
            process = self._process = self._process or _started(self._make)
            if process.stdin is None or process.stdout is None:
                raise RuntimeError("the child process has no pipes")
            process.stdin.write(request)
            process.stdin.flush()
            return pickle.load(process.stdout)  # noqa: S301 - from our own child
        except (OSError, EOFError, pickle.UnpicklingError):
            self._has_ended = True
            return None


def _started(make: bytes) -> subprocess.Popen[bytes]:
    # With `-m`, Python would import a file of the user's in the current folder in place of a module of ours.
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    process = subprocess.Popen(  # noqa: S603 - this starts our own interpreter with our own arguments
        [sys.executable, "-P", "-c", _START],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    )
    if process.stdin is not None:
        process.stdin.write(make)
    return process


def serve() -> None:
    """The child: a function, then batches on standard input -> what it makes of each, on standard output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the run, which ends its children
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a package prints is no answer
    make = pickle.load(requests)  # noqa: S301 - from the process that started this one
    with suppress(EOFError, BrokenPipeError):
        while True:
            batch = pickle.load(requests)  # noqa: S301 - the same
            pickle.dump(list(make(batch)), answers)
            answers.flush()
