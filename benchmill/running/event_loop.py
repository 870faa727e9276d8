"""A coroutine -> its result, on the fastest event loop there is, with Ctrl-C as a request to stop asking."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from benchmill.chat.errors import EndOfRun

T = TypeVar("T")


class Interrupted(EndOfRun):
    """The user pressed Ctrl-C, or the system asked the process to end."""

    exit_code = 130


def run_loop(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run `coroutine` to its end. uvloop where there is one (not on Windows): a sixth less CPU a call."""
    factory: Callable[[], asyncio.AbstractEventLoop] | None = None
    if sys.platform != "win32":
        import uvloop  # loaded when a model is asked, not for --help

        factory = uvloop.new_event_loop
    with asyncio.Runner(loop_factory=factory) as runner:
        return runner.run(coroutine)


@contextmanager
def stopping_on_signals(stop: Callable[[EndOfRun], None], report: Callable[[str], None]) -> Iterator[None]:
    """While the block runs, the first SIGINT, SIGTERM or SIGHUP calls `stop`: calls under way end and are recorded.

    The second one ends the block at once; what was paid and has not come back by then is lost.
    """
    loop = asyncio.get_running_loop()
    task = asyncio.current_task()
    pressed = 0

    def on_signal() -> None:
        nonlocal pressed
        pressed += 1
        if pressed == 1:
            report("stopping: calls under way are finished and recorded (Ctrl-C again drops them)")
            stop(Interrupted("interrupted: everything finished so far is kept; the same command goes on from here"))
        elif task is not None:
            task.cancel()

    # SIGHUP is what a process gets whose terminal was closed; Windows has none
    signals = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    try:
        for number in signals:
            loop.add_signal_handler(number, on_signal)
    except (NotImplementedError, RuntimeError, ValueError):
        # Windows has no such handlers, and only the main thread may set them: Ctrl-C stays Python's own there
        yield
        return
    try:
        yield
    finally:
        for number in signals:
            loop.remove_signal_handler(number)
