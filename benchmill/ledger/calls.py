"""Paid model calls <-> the ledger's table `calls`: a reply is on disk before anybody reads it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from chat.model import ChatReply, ChatRequest, Message
from chat.recorded import RecordedCall


@dataclass(frozen=True, slots=True)
class Totals:
    """Calls that were paid for, and their tokens."""

    calls: int
    input_tokens: int
    output_tokens: int


class SqliteCalls:
    """A `CallStore` in the ledger. Texts are kept as ASCII JSON: a reply may hold what UTF-8 cannot.

    A reply is committed before `save` returns. That it was found good is written with the next reply, in the same
    commit: a crash loses the mark, and the reply is read once more, for free.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._good: dict[str, RecordedCall] = {}

    def find(self, key: str) -> RecordedCall | None:
        row = self._connection.execute(
            "SELECT request, reply, finish, input_tokens, output_tokens, cached_tokens, seconds, state, reason, name "
            "FROM calls WHERE key = ?",
            (key,),
        ).fetchone()
        if row is None:
            return None
        reply = ChatReply(json.loads(row[1]), *row[2:7])
        return RecordedCall(key, request_from(json.loads(row[0])), reply, row[7], json.loads(row[8]), row[9])

    def save(self, call: RecordedCall) -> None:
        if call.state == "good":
            self._good[call.key] = call
            return
        self._connection.execute("BEGIN IMMEDIATE")
        self._write_marks()
        self._write(call)
        self._connection.execute("COMMIT")

    def flush(self) -> None:
        """Write the marks that wait."""
        if self._good:
            self._connection.execute("BEGIN IMMEDIATE")
            self._write_marks()
            self._connection.execute("COMMIT")

    def _write_marks(self) -> None:
        for call in self._good.values():
            self._write(call)
        self._good.clear()

    def _write(self, call: RecordedCall) -> None:
        reason = json.dumps(call.reason)
        if call.state != "unread":  # it was saved unread; only what was found out since is written
            changed = self._connection.execute(
                "UPDATE calls SET state = ?, reason = ?, name = ? WHERE key = ?",
                (call.state, reason, call.check, call.key),
            )
            if changed.rowcount:
                return
        reply = call.reply
        self._connection.execute(
            "INSERT OR REPLACE INTO calls VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(call.key, call.request.purpose, call.request.model, json.dumps(asdict(call.request))),
                *(json.dumps(reply.text), reply.finish, reply.input_tokens, reply.output_tokens, reply.cached_tokens),
                *(reply.seconds, call.state, reason, call.check),
            ),
        )

    def totals(self) -> Totals:
        """What growing the benchmark cost so far; judging answers by it is no part of that."""
        row = self._connection.execute(
            "SELECT COUNT(*), COALESCE(SUM(input_tokens), 0), COALESCE(SUM(output_tokens), 0) FROM calls "
            "WHERE purpose NOT LIKE 'judge/%'"
        ).fetchone()
        return Totals(*row)

    def by_purpose(self) -> dict[str, Totals]:
        """Purpose (a prompt's name) -> what it cost so far."""
        rows = self._connection.execute(
            "SELECT purpose, COUNT(*), SUM(input_tokens), SUM(output_tokens) FROM calls "
            "GROUP BY purpose ORDER BY purpose"
        )
        return {row[0]: Totals(*row[1:]) for row in rows}


def request_from(fields: Mapping[str, Any]) -> ChatRequest:
    """The request whose fields were kept as JSON."""
    messages = tuple(Message(**message) for message in fields["messages"])
    return ChatRequest(**{**fields, "messages": messages})
