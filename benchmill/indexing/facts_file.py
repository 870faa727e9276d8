"""facts.sqlite -> the open cache: single values, each with a checksum, and a connection for tables of facts.

Whatever is missing, old or damaged in it is made again, and a folder that cannot be written only costs the time.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Set
from contextlib import suppress
from pathlib import Path

SEAL = 4
"""Bytes of the checksum at the end of each value."""
_RESIDUE = 0x2144DF1C  # the CRC-32 of any bytes with their own CRC-32 behind them


class Damaged(Exception):
    """A value in facts.sqlite is not what was written."""


class KeptFacts:
    """The open facts.sqlite; without a path, or where the path cannot be written, a store in memory."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None

    @property
    def in_memory(self) -> bool:
        """Whether nothing is kept for the next run."""
        return self._path is None

    @property
    def connection(self) -> sqlite3.Connection:
        """Opened at the first use: a run that has nothing to do needs no facts."""
        if self._connection is None:
            self._connection = sqlite3.connect(self._path or ":memory:", isolation_level=None)
            # a cache with checksums need not survive a power cut: no wait for the disk
            self._connection.execute("PRAGMA synchronous = OFF")
        return self._connection

    def begin_again(self, *, in_memory: bool = False) -> None:
        """Forget everything, as if the file had been deleted."""
        self.close()
        if in_memory:
            self._path = None
        if self._path is not None:
            try:
                for ending in ("", "-journal"):
                    self._path.with_name(self._path.name + ending).unlink(missing_ok=True)
            except OSError:
                self._path = None

    def value(self, name: str, key: str) -> bytes | None:
        """What `keep` stored under `name` and `key`; None where that is missing or damaged."""
        try:
            query = "SELECT value FROM whole WHERE name = ? AND key = ?"
            row = self.connection.execute(query, (name, key)).fetchone()
            return opened(name, row[0]) if row else None
        except (sqlite3.Error, Damaged):
            return None

    def keep(self, name: str, key: str, value: bytes) -> None:
        """Store one value that belongs to no single document; the value before it is dropped."""
        with suppress(sqlite3.Error):  # it is made again by the next run
            self.connection.execute("CREATE TABLE IF NOT EXISTS whole (name TEXT PRIMARY KEY, key TEXT, value BLOB)")
            self.connection.execute("INSERT OR REPLACE INTO whole VALUES (?, ?, ?)", (name, key, sealed(name, value)))

    def drop(self, prefix: str, but: Set[str]) -> None:
        """Forget the values whose names begin with `prefix`, `but` not these."""
        with suppress(sqlite3.Error):  # nothing was kept, or all is made again by the next run
            query = "SELECT name FROM whole WHERE name BETWEEN ? AND ?"
            names = [
                row for row in self.connection.execute(query, (prefix, prefix + "\U0010ffff")) if row[0] not in but
            ]
            self.connection.executemany("DELETE FROM whole WHERE name = ?", names)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def __enter__(self) -> KeptFacts:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


def sealed(document: str, value: bytes) -> bytes:
    return value + zlib.crc32(value, len(document)).to_bytes(SEAL, "little")


def opened(document: str, value: bytes) -> bytes:
    """The value as it was made. Raises Damaged where the file holds another one."""
    if zlib.crc32(value, len(document)) != _RESIDUE:
        raise Damaged(document)
    return value[:-SEAL]
