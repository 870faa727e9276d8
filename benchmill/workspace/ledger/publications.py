"""The ledger's table of pushes to services <-> Publications."""

from __future__ import annotations

import json
import sqlite3

from benchmill.workspace.ledger.rows import Publication


def last_publication(connection: sqlite3.Connection, service: str, dataset_id: str) -> Publication | None:
    """The last push to this dataset; None where there was no push."""
    query = "SELECT * FROM publications WHERE service = ? AND dataset_id = ?"
    row = connection.execute(query, (service, dataset_id)).fetchone()
    if row is None:
        return None
    service, dataset_id, dataset, edition, tag, as_of, pushed = row
    return Publication(service, dataset_id, dataset, edition, tag, as_of, json.loads(pushed))


def record_publication(connection: sqlite3.Connection, one: Publication) -> None:
    """Keep a push; it replaces the dataset's earlier one."""
    connection.execute(
        "INSERT OR REPLACE INTO publications VALUES (?, ?, ?, ?, ?, ?, ?)",
        (one.service, one.dataset_id, one.dataset, one.edition, one.tag, one.as_of, json.dumps(dict(one.pushed))),
    )
