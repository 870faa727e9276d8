"""Batches in the ledger: the next process finds the batches under way, even if this one crashed."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import asdict

from benchmill.chat.batches.store import BatchJob, Paid, paid_by
from benchmill.chat.model import ChatRequest
from benchmill.chat.recorded import RecordedCall
from benchmill.workspace.ledger.calls import SqliteCalls, request_from
from benchmill.workspace.ledger.transaction import transaction


class SqliteBatches:
    """A `BatchStore` in the ledger, which keeps replies in `calls`. A batch belongs to the run of the next edition.

    `flush` brings commits to the disk: a batch that was sent must be known after a power cut, too.
    """

    def __init__(
        self, connection: sqlite3.Connection, calls: SqliteCalls, flush: Callable[[], None] = lambda: None
    ) -> None:
        self._connection = connection
        self._flush = flush
        self._calls = calls

    def begin(self, job: BatchJob) -> None:
        requests = zip(job.requests, job.attempts, strict=True)
        with transaction(self._connection):
            self._connection.execute(
                "INSERT INTO batches SELECT ?, COALESCE(MAX(position), 0) + 1, "
                "(SELECT COALESCE(MAX(number), 0) + 1 FROM editions), ?, ?, ?, 1, 0, 0, 0, 0 FROM batches",
                (job.tag, job.server, job.model, job.id),
            )
            self._connection.executemany(
                "INSERT INTO batch_requests VALUES (?, ?, ?, ?)",
                ((job.tag, n, json.dumps(asdict(request)), attempts) for n, (request, attempts) in enumerate(requests)),
            )
        self._flush()

    def submitted(self, tag: str, id_: str) -> None:
        self._connection.execute("UPDATE batches SET id = ? WHERE tag = ?", (id_, tag))

    def close(self, tag: str, calls: Sequence[RecordedCall]) -> None:
        paid = paid_by("", calls)
        with transaction(self._connection):
            for call in calls:
                if self._calls.find(call.key) is None:
                    self._calls.write(call)
            self._connection.execute("DELETE FROM batch_requests WHERE tag = ?", (tag,))
            self._connection.execute(
                "UPDATE batches SET open = 0, calls = ?, input_tokens = ?, output_tokens = ?, cached_tokens = ? "
                "WHERE tag = ?",
                (paid.calls, paid.input_tokens, paid.output_tokens, paid.cached_tokens, tag),
            )
        self._flush()

    def open(self) -> list[BatchJob]:
        rows = self._connection.execute("SELECT tag, server, model, id FROM batches WHERE open ORDER BY position")
        return [self._job(*row) for row in rows.fetchall()]

    def paid(self, *, all_editions: bool = False) -> list[Paid]:
        rows = self._connection.execute(
            "SELECT model, SUM(calls), SUM(input_tokens), SUM(output_tokens), SUM(cached_tokens) FROM batches "
            "WHERE ? OR edition = (SELECT COALESCE(MAX(number), 0) + 1 FROM editions) GROUP BY model ORDER BY model",
            (all_editions,),
        )
        return [Paid(*row) for row in rows]

    def _job(self, tag: str, server: str, model: str, id_: str) -> BatchJob:
        requests: list[ChatRequest] = []
        attempts: list[int] = []
        rows = self._connection.execute(
            "SELECT request, attempts FROM batch_requests WHERE tag = ? ORDER BY position", (tag,)
        )
        for request, count in rows:
            requests.append(request_from(json.loads(request)))
            attempts.append(count)
        return BatchJob(tag, server, model, tuple(requests), tuple(attempts), id_)
