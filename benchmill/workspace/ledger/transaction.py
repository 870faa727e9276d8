"""A connection -> one transaction: all of a block's writes, or none."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[sqlite3.Cursor]:
    """Commit at the end of the block; undo everything where the block, or the commit, fails."""
    cursor = connection.cursor()
    cursor.execute("BEGIN IMMEDIATE")
    try:
        yield cursor
        cursor.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # on a full disk SQLite rolls back by itself
            cursor.execute("ROLLBACK")
        raise
