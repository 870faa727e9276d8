"""A damaged ledger file -> all its rows that can still be read, in a new ledger."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmill.workspace.ledger.raw_pages import raw_rows

_HEADER = 100
_LEAST_ROW = 16  # bytes
_MOST_PAGES = 1 << 24  # a damaged header may claim any number
# Tables whose rows cannot be confused with other tables' rows, and how many columns an older row may lack.
_KNOWN_BY_CONTENT = ("calls", "items")
_ADDED_LATER = {"calls": 1, "items": 1}

Row = dict[str, Any]
Sound = Callable[[str, Row], bool]


@dataclass(frozen=True, slots=True)
class Salvaged:
    """Rows read, by table. `damaged` names the tables of which some rows cannot be read."""

    rows: dict[str, int]
    damaged: tuple[str, ...]


def is_sound(path: Path, sound: Sound) -> bool:
    """Whether SQLite finds no damage in the file, and `sound` accepts every row.

    The check reads the whole file, so only `repair` makes it, not each run.
    """
    connection = sqlite3.connect(path)
    connection.text_factory = bytes
    try:
        if connection.execute("PRAGMA integrity_check(1)").fetchall() != [(b"ok",)]:
            return False
        for table in _tables(connection):
            reader = _Reader(connection, table, _columns(connection, connection, table), path.stat().st_size)
            if not all(sound(table, row) for row in reader.rows()) or not reader.whole:
                return False
    except sqlite3.DatabaseError:
        return False
    finally:
        connection.close()
    return True


def salvage(damaged: Path, new: Path, sound: Sound) -> Salvaged:
    """Copy all readable rows of `damaged` into the ledger `new`, which is empty and has the newest schema.

    `sound` is asked of every row: SQLite does not notice damage in the middle of a text.
    """
    rows: dict[str, int] = {}
    broken: list[str] = []
    readable = _of_full_length(damaged, new.with_name("ledger.salvaging.sqlite"))
    source, target = sqlite3.connect(readable), sqlite3.connect(new)
    source.text_factory = bytes  # text with broken UTF-8 must not end the reading of its table
    try:
        for table in _tables(target):
            reader = _Reader(source, table, _columns(source, target, table), readable.stat().st_size)
            before = target.total_changes
            for row in reader.rows():
                if not sound(table, row) or not _inserted(target, table, row):
                    reader.whole = False
            if not reader.whole:
                broken.append(table)
                _insert_raw(damaged, target, table, sound)
            rows[table] = target.total_changes - before
        target.commit()
    finally:
        source.close()
        target.close()
        for path in (readable.with_name(readable.name + suffix) for suffix in ("", "-wal", "-shm")):
            path.unlink(missing_ok=True)
    return Salvaged(rows, tuple(broken))


def _of_full_length(damaged: Path, copy: Path) -> Path:
    """A copy of the file and its log. A truncated file is padded with zeros: SQLite reads no truncated file."""
    for suffix in ("", "-wal"):
        part = damaged.with_name(damaged.name + suffix)
        if part.is_file():
            shutil.copyfile(part, copy.with_name(copy.name + suffix))
    with copy.open("r+b") as file:
        header = file.read(_HEADER)
        if header.startswith(b"SQLite format 3\0") and len(header) == _HEADER:
            pages, size = int.from_bytes(header[28:32], "big"), int.from_bytes(header[16:18], "big")
            file.truncate(max(damaged.stat().st_size, min(pages, _MOST_PAGES) * (65536 if size == 1 else size)))
    return copy


def _insert_raw(damaged: Path, target: sqlite3.Connection, table: str, sound: Sound) -> None:
    """Insert rows of the table that lie in the file although SQLite no longer finds them.

    A page does not name its table: only rows are taken that `sound` can distinguish from those of other tables.
    """
    if table not in _KNOWN_BY_CONTENT:
        return
    columns = [(row[1], row[2]) for row in target.execute(f"PRAGMA table_info({table})")]
    least = len(columns) - _ADDED_LATER.get(table, 0)
    for values in raw_rows(damaged.read_bytes()):
        if not least <= len(values) <= len(columns):
            continue
        named = zip(columns, values, strict=False)
        if any(isinstance(value, bytes) != (kind == "TEXT") for (_, kind), value in named):
            continue
        try:
            texts = [value.decode() if isinstance(value, bytes) else value for value in values]
        except UnicodeDecodeError:
            continue
        row = {name: value for (name, _), value in zip(columns, texts, strict=False)}
        if sound(table, row):
            _inserted(target, table, row)


def _tables(connection: sqlite3.Connection) -> list[str]:
    found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    return [_text(name) for (name,) in found]


def _columns(source: sqlite3.Connection, target: sqlite3.Connection, table: str) -> list[str] | None:
    """The columns that both ledgers have (an older one lacks some); None where the old schema cannot be read."""
    try:
        there = {row[1].decode() for row in source.execute(f"PRAGMA table_info({table})")}
    except sqlite3.DatabaseError:
        return None
    known = [row[1] for row in target.execute(f"PRAGMA table_info({table})")]
    return [name for name in (_text(one) for one in known) if name in there]


def _text(value: str | bytes) -> str:
    return value.decode() if isinstance(value, bytes) else value


def _inserted(target: sqlite3.Connection, table: str, row: Row) -> bool:
    names, marks = ", ".join(row), ", ".join("?" * len(row))
    try:
        # a row may be read twice, from both ends; the names are our own schema's
        target.execute(f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({marks})", tuple(row.values()))  # noqa: S608
    except sqlite3.DatabaseError:
        return False  # a value of another type than the column's: damage
    return True


class _Reader:
    """Reads one table and skips the damage. `whole` is False where some rows could not be read."""

    def __init__(self, source: sqlite3.Connection, table: str, columns: list[str] | None, size: int) -> None:
        self._source = source
        self._table = table
        self._columns = columns or []
        self._most = size // _LEAST_ROW  # a damaged page may claim a row of any number
        self.whole = columns is not None

    def rows(self) -> Iterator[Row]:
        """All readable rows; a row may come twice."""
        if not self._columns:
            return
        last = self._one(f"SELECT MAX(rowid) FROM {self._table}")  # noqa: S608
        if isinstance(last, tuple):
            # one by one: only the rows on a damaged page are lost
            for number in range(1, min(last[0] or 0, self._most) + 1):
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
        """The rows from one end up to the damage."""
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
