"""Vectors of texts, kept in the ledger: the next run embeds only new chunks."""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Iterable, Mapping

from benchmill.workspace.ledger.transaction import transaction


class SqliteVectors:
    """Vectors by model and digest of the text, as 32-bit floats."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def get(self, model: str, digests: Iterable[str]) -> dict[str, array[float]]:
        """Digest -> vector, for those that were recorded."""
        found = {}
        for digest in set(digests):
            row = self._connection.execute(
                "SELECT vector FROM vectors WHERE model = ? AND digest = ?", (model, digest)
            ).fetchone()
            if row:
                found[digest] = array("f", row[0])
        return found

    def models(self) -> list[str]:
        """The models that there are vectors of, those with most vectors first."""
        rows = self._connection.execute("SELECT model FROM vectors GROUP BY model ORDER BY COUNT(*) DESC, model")
        return [model for (model,) in rows]

    def put(self, model: str, vectors: Mapping[str, Iterable[float]]) -> None:
        """Record vectors, all or none."""
        with transaction(self._connection) as cursor:
            cursor.executemany(
                "INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)",
                [(model, digest, array("f", vector).tobytes()) for digest, vector in vectors.items()],
            )

    def keep_only(self, digests: Iterable[str]) -> tuple[int, int]:
        """Drop the vectors of all other texts, of every model; returns how many were dropped and how many stay."""
        with transaction(self._connection) as cursor:
            cursor.execute("CREATE TEMP TABLE kept_texts (digest TEXT PRIMARY KEY)")
            cursor.executemany("INSERT OR IGNORE INTO kept_texts VALUES (?)", ((one,) for one in digests))
            dropped = cursor.execute("DELETE FROM vectors WHERE digest NOT IN (SELECT digest FROM kept_texts)").rowcount
            cursor.execute("DROP TABLE kept_texts")
        if dropped:
            self._connection.execute("VACUUM")
        return dropped, self.count()

    def count(self) -> int:
        """How many vectors there are, of all models."""
        (count,) = self._connection.execute("SELECT COUNT(*) FROM vectors").fetchone()
        return int(count)
