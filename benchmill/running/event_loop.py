"""A coroutine -> its result, on the fastest event loop there is, with Ctrl-C as a request to stop asking."""

from __future__ import annotations

import asyncio
import contextvars
import signal
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any, TypeVar

from benchmill.chat.errors import EndOfRun

T = TypeVar("T")


# The event loops in threads that no signal reaches, each with the function that a signal would call.
_STOPPERS: dict[asyncio.AbstractEventLoop, Callable[[], None]] = {}


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


def beside_a_running_loop(work: Callable[[], T]) -> T:
    """The result of `work`, also where an event loop runs in this thread already (Jupyter, an async program).

    In that case `work` runs in a thread of its own, with its own connection to the ledger. Ctrl-C, or the notebook's
    stop button, asks `work` to stop as in a terminal: calls under way are finished and recorded.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return work()
    result: Future[T] = Future()
    context = contextvars.copy_context()

    def in_thread() -> None:
        try:
            result.set_result(context.run(work))
        except BaseException as error:  # noqa: BLE001 - raised again where the result is waited for
            result.set_exception(error)

    threading.Thread(target=in_thread, name="benchmill", daemon=True).start()
    while True:
        try:
            return result.result()
        except KeyboardInterrupt:
            if result.done() or not _STOPPERS:
                raise
            for loop, on_signal in list(_STOPPERS.items()):
                loop.call_soon_threadsafe(on_signal)


@contextmanager
def stopping_on_signals(stop: Callable[[EndOfRun], None], report: Callable[[str], None]) -> Iterator[None]:
    """While the block runs, the first SIGINT, SIGTERM or SIGHUP calls `stop`: calls under way end and are recorded.

    The second signal ends the block at once; paid replies that have not arrived by then are lost.
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

    # a process gets SIGHUP when its terminal is closed; Windows has no SIGHUP
    signals = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    try:
        for number in signals:
            loop.add_signal_handler(number, on_signal)
    except (NotImplementedError, RuntimeError, ValueError):
        # Windows has no such handlers, and only the main thread may set them: in both cases Python handles Ctrl-C
        _STOPPERS[loop] = on_signal
        try:
            yield
        finally:
            del _STOPPERS[loop]
        return
    try:
        yield
    finally:
        for number in signals:
            loop.remove_signal_handler(number)
