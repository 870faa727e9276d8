"""Item rows that the ledger lost -> the ledger with these rows."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable

from benchmill.workspace.ledger.transaction import transaction


def put_back(connection: sqlite3.Connection, rows: Iterable[tuple[object, ...]], *, outdated: bool) -> int:
    """Insert the missing rows of `items` with their documents' chapters, replace none; returns how many were inserted.

    `outdated` clears the editions' fingerprints, so that the next run checks everything again.
    """
    added = 0
    with transaction(connection) as cursor:
        for row in rows:
            cursor.execute("INSERT OR IGNORE INTO items VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
            added += cursor.rowcount
        for record, chapter in cursor.execute("SELECT record, chapter FROM items").fetchall():
            cursor.execute("INSERT OR IGNORE INTO chapters VALUES (?, ?)", (json.loads(record)["document"], chapter))
        if outdated:
            cursor.execute("UPDATE editions SET fingerprint = ''")
            # a lost chunk or a damaged text does not show: the next run reads and cuts every document again
            cursor.execute("UPDATE documents SET source_hash = ''")
            cursor.execute("UPDATE skipped_passages SET made_of = ''")
    return added
