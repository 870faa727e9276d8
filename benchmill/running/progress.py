"""A run's live counts -> what a person watches: a line that moves in a terminal, plain lines in a pipe, or nothing."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Protocol

from benchmill.running.printable import printable

if TYPE_CHECKING:
    from rich.live import Live as RichLive


@dataclass(frozen=True, slots=True)
class Live:
    """Where a run is: items, calls, tokens.

    `cost` is in US dollars, None where unknown; `counting` says what happened to the items that are counted.
    """

    accepted: int
    wanted: int
    calls: int
    recorded: int
    tokens: int
    cost: float | None
    counting: str = "accepted"

    def line(self, seconds: float) -> str:
        """One line for people: accepted / wanted, calls, calls a second, tokens, money, time left.

        >>> Live(25, 100, 300, 0, 90_000, 0.12).line(60.0)
        '25/100 accepted | 300 calls, 5.0/s | 90,000 tokens | $0.12 | about 3 min left'
        """
        parts = [f"{self.accepted}/{self.wanted} {self.counting}"]
        reused = f", {self.recorded:,} from the ledger" if self.recorded else ""
        parts.append(f"{self.calls:,} calls, {self.calls / max(seconds, 0.001):.1f}/s{reused}")
        parts.append(f"{self.tokens:,} tokens")
        parts.append("price unknown" if self.cost is None else f"${self.cost:.2f}")
        if 0 < self.accepted < self.wanted:
            parts.append(f"about {_duration(seconds * (self.wanted - self.accepted) / self.accepted)} left")
        return " | ".join(parts)


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
    _started: float = field(default_factory=time.monotonic)
    _last: float = field(default_factory=time.monotonic)

    def stage(self, name: str) -> None:
        self.note(name)

    def update(self, live: Live) -> None:
        now = time.monotonic()
        if now - self._last >= self.every:
            self._last = now
            self.note(live.line(now - self._started))

    def note(self, text: str) -> None:
        print(printable(text), file=sys.stderr, flush=True)  # noqa: T201 - this is the place that prints


class TerminalLine:
    """For a terminal: one line that is redrawn at most four times a second; notes are printed above it."""

    def __init__(self) -> None:
        # rich is loaded by commands that draw, not for --help's sake
        from rich.console import Console
        from rich.live import Live as RichLive

        self._console = Console(stderr=True)
        self._live: RichLive = RichLive(console=self._console, refresh_per_second=4, transient=True)
        self._started = time.monotonic()
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
            self._draw(live.line(now - self._started))

    def note(self, text: str) -> None:
        self._console.print(printable(text), markup=False, highlight=False)

    def _draw(self, text: str) -> None:
        from rich.text import Text

        self._live.update(Text(printable(text), no_wrap=True, overflow="ellipsis"))


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
