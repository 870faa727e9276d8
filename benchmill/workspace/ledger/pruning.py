"""The ledger's calls -> only those that a later run may need; the ledger still counts what the others cost."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from benchmill.workspace.ledger.transaction import transaction


def drop_calls(connection: sqlite3.Connection, keep: Iterable[str], editions: int) -> int:
    """Drop calls not in `keep` that none of the last `editions` editions with calls asked for; returns how many.

    A call without a recorded use belongs to a run that was killed; it stays.
    """
    with transaction(connection) as cursor:
        cursor.execute("CREATE TEMP TABLE kept_calls (key TEXT PRIMARY KEY)")
        cursor.executemany("INSERT OR IGNORE INTO kept_calls VALUES (?)", ((key,) for key in keep))
        cursor.execute(
            "CREATE TEMP TABLE old_calls AS SELECT key FROM call_uses WHERE key NOT IN (SELECT key FROM kept_calls) "
            "AND edition < (SELECT MIN(edition) FROM "
            "(SELECT DISTINCT edition FROM call_uses ORDER BY edition DESC LIMIT ?))",
            (editions,),
        )
        dropped = _drop_old(cursor)
        cursor.execute("DROP TABLE kept_calls")
    if dropped:
        connection.execute("VACUUM")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return dropped


def forget(connection: sqlite3.Connection, names: Iterable[str]) -> None:
    """Drop the calls with these keys, and the rejected candidates with these ids: the next run asks for them again."""
    names = tuple(names)
    with transaction(connection) as cursor:
        cursor.execute("CREATE TEMP TABLE old_calls (key TEXT PRIMARY KEY)")
        cursor.executemany("INSERT OR IGNORE INTO old_calls VALUES (?)", ((name,) for name in names))
        _drop_old(cursor)
        cursor.executemany("DELETE FROM rejections WHERE json_extract(record, '$.id') = ?", ((name,) for name in names))


def _drop_old(cursor: sqlite3.Cursor) -> int:
    """Drop the calls that the table `old_calls` names, count what they cost; returns how many there were."""
    cursor.execute(
        "INSERT INTO pruned_calls SELECT command, purpose, model, COUNT(*), SUM(input_tokens), SUM(output_tokens), "
        "SUM(cached_tokens) FROM calls WHERE key IN (SELECT key FROM old_calls) GROUP BY command, purpose, model "
        "ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, "
        "input_tokens = input_tokens + excluded.input_tokens, "
        "output_tokens = output_tokens + excluded.output_tokens, "
        "cached_tokens = cached_tokens + excluded.cached_tokens"
    )
    cursor.execute("DELETE FROM calls WHERE key IN (SELECT key FROM old_calls)")
    dropped = cursor.rowcount
    cursor.execute("DELETE FROM call_uses WHERE key IN (SELECT key FROM old_calls)")
    cursor.execute("DROP TABLE old_calls")
    return dropped
