"""A damaged ledger file -> all its rows that can still be read, in a new ledger."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Row = dict[str, Any]
Sound = Callable[[str, Row], bool]


@dataclass(frozen=True, slots=True)
class Salvaged:
    """Rows read, by table. `damaged` names the tables of which some rows cannot be read."""

    rows: dict[str, int]
    damaged: tuple[str, ...]


def is_sound(path: Path) -> bool:
    """Whether SQLite finds nothing wrong in the file: it reads all of it, so this is for a repair, not for each run."""
    connection = sqlite3.connect(path)
    try:
        findings = connection.execute("PRAGMA integrity_check(1)").fetchall()
    except sqlite3.DatabaseError:
        return False
    finally:
        connection.close()
    return findings == [("ok",)]


def salvage(damaged: Path, new: Path, sound: Sound) -> Salvaged:
    """Copy what can be read of `damaged` into the ledger `new`, which has the newest schema and is empty.

    `sound` is asked of every row: damage in the middle of a text is none for SQLite.
    """
    rows: dict[str, int] = {}
    broken: list[str] = []
    source, target = sqlite3.connect(damaged), sqlite3.connect(new)
    source.text_factory = bytes  # what is no UTF-8 any more must not end the reading of its table
    try:
        for table in _tables(target):
            reader = _Reader(source, table, _columns(source, target, table))
            before = target.total_changes
            for row in reader.rows():
                if not sound(table, row) or not _inserted(target, table, row):
                    reader.whole = False
            rows[table] = target.total_changes - before
            if not reader.whole:
                broken.append(table)
        target.commit()
    finally:
        source.close()
        target.close()
    return Salvaged(rows, tuple(broken))


def _tables(connection: sqlite3.Connection) -> list[str]:
    found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    return [str(name) for (name,) in found]


def _columns(source: sqlite3.Connection, target: sqlite3.Connection, table: str) -> list[str] | None:
    """The columns that both know (an older ledger lacks some); None where not even that can be read."""
    try:
        there = {row[1].decode() for row in source.execute(f"PRAGMA table_info({table})")}
    except sqlite3.DatabaseError:
        return None
    return [row[1] for row in target.execute(f"PRAGMA table_info({table})") if row[1] in there]


def _inserted(target: sqlite3.Connection, table: str, row: Row) -> bool:
    names, marks = ", ".join(row), ", ".join("?" * len(row))
    try:
        # a row may be met twice, from both ends; the names are our own schema's
        target.execute(f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({marks})", tuple(row.values()))  # noqa: S608
    except sqlite3.DatabaseError:
        return False  # a value of another type than the column's: damage
    return True


class _Reader:
    """Reads one table around the damage. `whole` is False where something could not be read."""

    def __init__(self, source: sqlite3.Connection, table: str, columns: list[str] | None) -> None:
        self._source = source
        self._table = table
        self._columns = columns or []
        self.whole = columns is not None

    def rows(self) -> Iterator[Row]:
        """Each row once or twice."""
        if not self._columns:
            return
        last = self._one(f"SELECT MAX(rowid) FROM {self._table}")  # noqa: S608
        if isinstance(last, tuple):
            # one by one: a damaged page costs the rows on it and no others
            for number in range(1, (last[0] or 0) + 1):
                found = self._one(f"SELECT {', '.join(self._columns)} FROM {self._table} WHERE rowid = {number}")  # noqa: S608
                if isinstance(found, tuple):
                    yield from self._decoded(found)
            return
        yield from self._scan("ASC")
        if not self.whole:
            yield from self._scan("DESC")

    def _one(self, query: str) -> tuple[Any, ...] | None:
        try:
            found: tuple[Any, ...] | None = self._source.execute(query).fetchone()
        except sqlite3.OperationalError as error:
            if "no such column" not in str(error):  # a table without row numbers is no damage
                self.whole = False
            return None
        except sqlite3.DatabaseError:
            self.whole = False
            return None
        return found

    def _scan(self, direction: str) -> Iterator[Row]:
        """From one end up to the damage."""
        keys = [row[1] for row in self._source.execute(f"PRAGMA table_info({self._table})") if row[5]]
        order = ", ".join(f"{key.decode()} {direction}" for key in keys) or f"rowid {direction}"
        try:
            for row in self._source.execute(
                f"SELECT {', '.join(self._columns)} FROM {self._table} ORDER BY {order}"  # noqa: S608
            ):
                yield from self._decoded(row)
        except sqlite3.DatabaseError:
            self.whole = False

    def _decoded(self, row: tuple[Any, ...]) -> Iterator[Row]:
        try:
            values = [value.decode() if isinstance(value, bytes) else value for value in row]
        except UnicodeDecodeError:
            self.whole = False
            return
        yield dict(zip(self._columns, values, strict=True))
