"""A ledger's write-ahead log -> the disk, a few times a second, without holding up the calls.

`synchronous = FULL` would flush at every commit and block the event loop: 2 ms a call here, 8 ms on a slow disk.
With NORMAL alone a commit survives `kill -9`, but a power cut may take all since the last checkpoint, which can be
minutes. So a thread flushes the log a quarter second after a write. A power cut loses at most this quarter second.
"""

from __future__ import annotations

import os
import threading
from pathlib import Path

from benchmill.records import WorkspaceError

SECONDS = 0.25
# A disk may be unreachable for a moment (network file system, busy device). After this many failed tries the run ends.
_TRIES = 20


class NotFlushed(WorkspaceError):
    """The system cannot write the ledger to the disk. A power cut would lose paid replies, so the run ends."""

    exit_code = 5


class Flusher:
    """Flushes the log beside `ledger` while it is written; `close` flushes once more."""

    def __init__(self, ledger: Path, seconds: float = SECONDS) -> None:
        self._ledger = ledger
        self._log = ledger.with_name(ledger.name + "-wal")
        self._seconds = seconds
        self._written = threading.Event()
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None
        self._failed = 0
        self._error: OSError | None = None

    def wrote(self) -> None:
        """Something was committed. Raises NotFlushed where flushing has failed for seconds."""
        if self._error is not None and self._failed >= _TRIES:
            raise self._not_flushed(self._error)
        if self._thread is None:  # many ledgers are opened and never written
            self._thread = threading.Thread(target=self._run, name="ledger flusher", daemon=True)
            self._thread.start()
        self._written.set()

    def flush(self) -> None:
        """Flush now, and return when the disk has the log. Raises NotFlushed."""
        try:
            self._fsync()
        except OSError as error:
            raise self._not_flushed(error) from error

    def close(self) -> None:
        """Flush what is left and end the thread. Raises NotFlushed."""
        self._closed.set()
        self._written.set()
        if self._thread is not None:
            self._thread.join()
            if self._error is not None:
                raise self._not_flushed(self._error)

    def _run(self) -> None:
        while True:
            self._written.wait()
            self._closed.wait(self._seconds)
            self._written.clear()
            try:
                self._fsync()
                self._failed, self._error = 0, None
            except OSError as error:
                self._failed, self._error = self._failed + 1, error
                self._written.set()  # try again: after one failure the system may report the next one as a success
            if self._closed.is_set():
                return

    def _fsync(self) -> None:
        # A missing log was merged into the ledger by a checkpoint, which flushes by itself. Opening the log
        # beside SQLite is harmless: its locks are on other files.
        try:
            descriptor = os.open(self._log, os.O_RDWR)
        except FileNotFoundError:
            return
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def _not_flushed(self, error: OSError) -> NotFlushed:
        return NotFlushed(
            f"{self._ledger} cannot be flushed to the disk: {error.strerror or error}. The file holds what was "
            "paid, but a power cut could lose it: look at the disk, then run the same command again"
        )
