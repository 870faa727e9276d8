"""Large arrays <-> facts.sqlite, in blocks: a run that needs a few of their elements reads only these.

All arrays of one name are kept together, under one key; a block of another key, or a damaged one, is never used.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from benchmill.indexing.facts_file import Damaged, KeptFacts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_BLOCK = 1 << 16  # bytes


@dataclass(frozen=True, slots=True)
class KeptArray:
    """One array; slices are read when they are asked for. Raises Damaged where a block is missing or altered."""

    kept: KeptFacts
    name: str
    key: str
    kind: np.dtype[Any]
    length: int

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, asked: slice) -> NDArray[Any]:
        import numpy as np

        start, end, _ = asked.indices(self.length)
        if start >= end:
            return np.zeros(0, self.kind)
        size = _BLOCK // self.kind.itemsize
        first, last = start // size, (end - 1) // size
        found = np.frombuffer(b"".join(self._blocks(first, last)), self.kind)
        return found[start - first * size : end - first * size]

    def _blocks(self, first: int, last: int) -> list[memoryview]:
        query = "SELECT number, value FROM blocks WHERE name = ? AND number BETWEEN ? AND ? ORDER BY number"
        try:
            rows = self.kept.connection.execute(query, (self.name, first, last)).fetchall()
        except sqlite3.Error as error:
            raise Damaged(self.name) from error
        if [number for number, _ in rows] != list(range(first, last + 1)):
            raise Damaged(self.name)
        return [_opened(value, self.name, self.key, number) for number, value in rows]


def keep_arrays(kept: KeptFacts, name: str, key: str, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Store the arrays in place of those that were stored under `name`."""
    with suppress(sqlite3.Error):  # they are made again by the next run
        connection = kept.connection
        connection.execute(
            "CREATE TABLE IF NOT EXISTS blocks (name TEXT, number INTEGER, value BLOB, UNIQUE (name, number))"
        )
        connection.execute("BEGIN IMMEDIATE")
        try:
            for part, array in arrays.items():
                own, size = f"{name}/{part}", _BLOCK // array.itemsize
                connection.execute("DELETE FROM blocks WHERE name = ?", (own,))
                pieces = (array[start : start + size].tobytes() for start in range(0, len(array), size))
                rows = ((own, number, _sealed(data, own, key, number)) for number, data in enumerate(pieces))
                connection.executemany("INSERT INTO blocks VALUES (?, ?, ?)", rows)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def kept_array(kept: KeptFacts, name: str, key: str, part: str, kind: type, length: int) -> KeptArray:
    """The array that `keep_arrays` stored; nothing is read yet."""
    import numpy as np

    return KeptArray(kept, f"{name}/{part}", key, np.dtype(kind), length)


def _sealed(data: bytes, *place: object) -> bytes:
    return data + _checksum(data, place)


def _opened(value: bytes, *place: object) -> memoryview:
    data = memoryview(value)
    if _checksum(data[:-4], place) != value[-4:]:
        raise Damaged(str(place[0]))
    return data[:-4]


def _checksum(data: bytes | memoryview, place: tuple[object, ...]) -> bytes:
    return zlib.crc32(data, zlib.crc32(repr(place).encode())).to_bytes(4, "little")
