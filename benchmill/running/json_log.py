"""A run's live counts and messages -> one JSON object a line on standard error, for machines that read logs."""

from __future__ import annotations

import datetime
import json
import sys
import time
from dataclasses import asdict, dataclass, field

from benchmill.running.live import Live


@dataclass(slots=True)
class JsonLines:
    """A `Progress`. Every line has `time` (UTC, ISO 8601) and `event`: stage, progress, note, error or end.

    `progress` comes at most every `every` seconds and carries the counts of a `Live`; the others carry a `message`.
    """

    every: float = 10.0
    _last: float = field(default_factory=time.monotonic)

    def stage(self, name: str) -> None:
        self.write("stage", message=name)

    def update(self, live: Live) -> None:
        now = time.monotonic()
        if now - self._last >= self.every:
            self._last = now
            counts = asdict(live) | {"seconds": round(live.seconds, 1), "left": str(live.left) if live.left else None}
            self.write("progress", **counts, seconds_left=round(live.left.seconds) if live.left else None)

    def note(self, text: str) -> None:
        self.write("note", message=text)

    def write(self, event: str, **fields: object) -> None:
        """One line."""
        line = {"time": datetime.datetime.now(tz=datetime.UTC).isoformat(timespec="milliseconds"), "event": event}
        # ASCII: a log may be read in any encoding, and a file name may hold characters that some encodings lack
        print(json.dumps({**line, **fields}), file=sys.stderr, flush=True)  # noqa: T201 - this is the place that prints
