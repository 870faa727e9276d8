"""A ledger's write-ahead log -> the disk, a few times a second, without holding up the calls.

`synchronous = FULL` would flush at every commit and stop the event loop for it: 2 ms a call here, 8 ms on a bad disk.
With NORMAL alone a commit survives `kill -9`, but a power cut may take all since the last checkpoint, which can be
minutes. So a thread flushes the log a quarter second after something was written: that is what a power cut takes.
"""

from __future__ import annotations

import os
import threading
from pathlib import Path

SECONDS = 0.25


class Flusher:
    """Flushes the log beside `ledger` while it is written; `close` flushes once more."""

    def __init__(self, ledger: Path, seconds: float = SECONDS) -> None:
        self._log = ledger.with_name(ledger.name + "-wal")
        self._seconds = seconds
        self._written = threading.Event()
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None

    def wrote(self) -> None:
        """Something was committed."""
        if self._thread is None:  # many ledgers are opened and never written
            self._thread = threading.Thread(target=self._run, name="ledger flusher", daemon=True)
            self._thread.start()
        self._written.set()

    def close(self) -> None:
        """Flush what is left and end the thread."""
        self._closed.set()
        self._written.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while True:
            self._written.wait()
            self._closed.wait(self._seconds)
            self._written.clear()
            self.flush()
            if self._closed.is_set():
                return

    def flush(self) -> None:
        """Flush now, and come back when it is done."""
        # A log that is not there has been taken into the ledger by a checkpoint, which flushes by itself. Opening it
        # beside SQLite is harmless: its locks are on other files.
        try:
            descriptor = os.open(self._log, os.O_RDWR)
        except FileNotFoundError:
            return
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
