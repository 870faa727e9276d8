"""Item rows that were lost -> back in the ledger."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable

from benchmill.workspace.ledger.transaction import transaction


def put_back(connection: sqlite3.Connection, rows: Iterable[tuple[object, ...]], *, outdated: bool) -> int:
    """Put back rows of `items`, none over one that is there, with their documents' chapters; returns how many.

    `outdated`: no edition's fingerprint counts any more, so that the next run looks at everything again.
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
    return added
