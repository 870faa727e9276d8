"""A run's live counts -> what a person sees: a line redrawn in a terminal, plain lines in a pipe, or nothing."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Protocol

from benchmill.running.live import Live
from benchmill.running.pace import duration
from benchmill.running.printable import printable

if TYPE_CHECKING:
    from rich.live import Live as RichLive


class Progress(Protocol):
    """What a run reports while it runs; all of it goes to standard error."""

    def stage(self, name: str) -> None: ...
    def update(self, live: Live) -> None: ...
    def note(self, text: str) -> None: ...


class Silent:
    """Reports nothing."""

    def stage(self, name: str) -> None:
        pass

    def update(self, live: Live) -> None:
        pass

    def note(self, text: str) -> None:
        pass


@dataclass(slots=True)
class PlainLines:
    """For logs and pipes: a line a stage, and one every ten seconds; never a bar."""

    every: float = 10.0
    clock: Callable[[], float] = time.monotonic
    last: float = field(default_factory=time.monotonic)
    _ended: threading.Event | None = None
    """Ends the thread that shows how long a stage takes; None outside of `running`."""

    @contextmanager
    def running(self, first: str) -> Iterator[None]:
        """While the block lasts, stages without counts show every ten seconds that they still run; so does `first`."""
        self._show_time(first)
        try:
            yield
        finally:
            self._end_stage()
            self._ended = None

    def stage(self, name: str) -> None:
        self.note(name)
        if self._ended is not None:
            self._show_time(name)

    def update(self, live: Live) -> None:
        self._end_stage()
        now = self.clock()
        if now - self.last >= self.every:
            self.last = now
            self.note(live.line())

    def note(self, text: str) -> None:
        print(printable(text), file=sys.stderr, flush=True)  # noqa: T201 - this is the place that prints

    def _end_stage(self) -> None:
        if self._ended is not None:
            self._ended.set()

    def _show_time(self, name: str) -> None:
        """Show how long the stage takes, until the next stage. A thread, since reading documents uses no event loop."""
        self._end_stage()
        self._ended = ended = threading.Event()

        def show() -> None:
            began, last = self.clock(), ""
            while not ended.wait(self.every):
                now = duration(self.clock() - began)
                if now != last:  # "2 min" is shown once, not every ten seconds
                    self.note(f"{name}: {now}")
                last = now

        threading.Thread(target=show, daemon=True).start()


class TerminalLine:
    """For a terminal: one line that is redrawn at most four times a second; notes are printed above it."""

    def __init__(self) -> None:
        # only commands that draw import rich: --help must not wait for it
        from rich.console import Console
        from rich.live import Live as RichLive

        self._console = Console(stderr=True)
        self._live: RichLive = RichLive(console=self._console, refresh_per_second=4, transient=True)
        self._drawn = 0.0

    def __enter__(self) -> TerminalLine:
        self._live.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._live.stop()

    def stage(self, name: str) -> None:
        self._draw(name)

    def update(self, live: Live) -> None:
        now = time.monotonic()
        if now - self._drawn >= 0.25:
            self._drawn = now
            self._draw(live.line())

    def note(self, text: str) -> None:
        self._console.print(printable(text), markup=False, highlight=False)

    def _draw(self, text: str) -> None:
        from rich.text import Text

        self._live.update(Text(printable(text), no_wrap=True, overflow="ellipsis"))
