"""A function and batches -> what it makes of each batch, in their order, made by a child process for each core.

The children are programs of our own: multiprocessing without a fork runs a user's script again, which may call `grow`
outside of `if __name__ == "__main__"`.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from queue import SimpleQueue
from types import TracebackType
from typing import Any, Self, TypeVar

from benchmill.records.child_process import Child, end, pipes, start

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
        helpers: SimpleQueue[_Helper] = SimpleQueue()
        count, pickled = min(cores(), _MOST), pickle.dumps(make)
        for _ in range(count):
            helpers.put(stack.enter_context(_Helper(pickled)))
        threads = stack.enter_context(ThreadPoolExecutor(count))

        def asked(request: bytes) -> Sequence[R] | None:
            helper = helpers.get()
            try:
                answer: Sequence[R] | None = helper.answer(request)
                return answer
            finally:
                helpers.put(helper)

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


class _Helper:
    """A child process that holds the function; it is started with the first batch."""

    def __init__(self, make: bytes) -> None:
        self._make = make
        self._process: Child | None = None
        self._has_ended = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._process is not None:
            end(self._process)

    def answer(self, request: bytes) -> Any:  # noqa: ANN401 - what the function made
        """What the function makes of a pickled batch; None where the child has ended."""
        if self._has_ended:
            return None
        try:
            if self._process is None:
                self._process = start(_START)
                pipes(self._process)[0].write(self._make)
            requests, answers = pipes(self._process)
            requests.write(request)
            requests.flush()
            return pickle.load(answers)  # noqa: S301 - from our own child
        except (OSError, EOFError, pickle.UnpicklingError):
            self._has_ended = True
            return None


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
