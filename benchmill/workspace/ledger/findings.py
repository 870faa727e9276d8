"""What gave no item <-> the ledger: lines of rejected.jsonl, failures, and the passages that no question comes from."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from benchmill.records import Failure
from benchmill.workspace.ledger.rows import SkippedRow


@dataclass(frozen=True, slots=True)
class Findings:
    """`rejections` are the lines of rejected.jsonl. `skipped` are the passages that are no source passages.

    `refused_before` are such lines of earlier editions, which hold as long as the critics are the same.
    """

    rejections: Iterable[str] = ()
    failures: Iterable[Failure] = ()
    skipped: Iterable[SkippedRow] = ()
    refused_before: Iterable[str] = ()


def replace_findings(cursor: sqlite3.Cursor, findings: Findings) -> None:
    """Make these the ledger's findings. The skipped passages of a document are written only where they differ."""
    cursor.execute("DELETE FROM rejections")
    # those of earlier editions have negative positions: they are no lines of rejected.jsonl
    cursor.executemany("INSERT INTO rejections VALUES (?, ?)", enumerate(findings.rejections, 1))
    earlier = ((-number, record) for number, record in enumerate(findings.refused_before, 1))
    cursor.executemany("INSERT INTO rejections VALUES (?, ?)", earlier)
    cursor.execute("DELETE FROM failures")
    cursor.executemany(
        "INSERT INTO failures (stage, subject_id, name, reason, request_key) VALUES (?, ?, ?, ?, ?)",
        ((f.stage, f.subject_id, f.check, f.reason, f.request_key) for f in findings.failures),
    )
    before = dict(cursor.execute("SELECT document_id, made_of FROM skipped_passages"))
    for row in findings.skipped:
        if before.pop(row.document_id, "") != row.made_of:
            told = json.dumps([[one.subject_id, one.check, one.reason] for one in row.failures])
            values = (row.document_id, row.made_of, told)
            cursor.execute("INSERT OR REPLACE INTO skipped_passages VALUES (?, ?, ?)", values)
    cursor.executemany("DELETE FROM skipped_passages WHERE document_id = ?", ((name,) for name in before))


def read_failures(connection: sqlite3.Connection) -> Iterator[Failure]:
    """The failures one after the other, then the skipped passages by document; a ledger of an older benchmill has the
    passages among the failures."""
    rows = connection.execute("SELECT stage, subject_id, name, reason, request_key FROM failures ORDER BY position")
    yield from (Failure(*row) for row in rows)
    for (told,) in connection.execute("SELECT failures FROM skipped_passages ORDER BY document_id"):
        yield from (Failure("seed", *one) for one in json.loads(told))
