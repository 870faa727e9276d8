"""Paid model calls <-> the ledger's table `calls`: a reply is on disk before anybody reads it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from dataclasses import asdict, dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any

from benchmill.chat.model import ChatReply, ChatRequest, Message
from benchmill.chat.recorded import RecordedCall
from benchmill.workspace.ledger.transaction import transaction

GROW = "grow"
"""The command whose calls grew the benchmark, unlike those of `calibrate`, `judge` and `report --validity full`."""
LOOKED_UP: ContextVar[set[str] | None] = ContextVar("looked up", default=None)
"""The keys of the calls that the current task looked up, new and recorded ones."""


@dataclass(frozen=True, slots=True)
class Totals:
    """Calls that were paid for, and their tokens."""

    calls: int
    input_tokens: int
    output_tokens: int


@dataclass(frozen=True, slots=True)
class Cost:
    """What all calls of one purpose to one model cost; `command` paid for them."""

    command: str
    purpose: str
    model: str
    calls: int
    input_tokens: int
    output_tokens: int
    cached_tokens: int


class SqliteCalls:
    """A `CallStore` in the ledger. Texts are kept as ASCII JSON: a reply may hold what UTF-8 cannot.

    A reply is committed before `save` returns. The mark "valid" is committed together with the next reply. A crash
    loses the mark; the next run then reads the reply once more, without a call. `command` pays for the calls.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        *,
        command: str = GROW,
        writing: bool = True,
        wrote: Callable[[], None] | None = None,
    ) -> None:
        self._connection = connection
        self._command = command
        self._wrote = wrote
        self._writing = writing
        self._good: dict[str, RecordedCall] = {}
        self._used: set[str] = set()

    def find(self, key: str) -> RecordedCall | None:
        if (looked_up := LOOKED_UP.get()) is not None:
            looked_up.add(key)
        row = self._connection.execute(
            "SELECT request, reply, finish, input_tokens, output_tokens, cached_tokens, seconds, state, reason, name "
            "FROM calls WHERE key = ?",
            (key,),
        ).fetchone()
        if row is None:
            return None
        self._used.add(key)
        reply = ChatReply(json.loads(row[1]), *row[2:7])
        return RecordedCall(key, request_from(json.loads(row[0])), reply, row[7], json.loads(row[8]), row[9])

    def there(self, keys: Iterable[str]) -> set[str]:
        """Those of the keys whose calls are in the ledger."""
        query = "SELECT key FROM calls WHERE key IN (SELECT value FROM json_each(?))"
        return {key for (key,) in self._connection.execute(query, (json.dumps(list(keys)),))}

    def use(self, key: str) -> None:
        """Note that this run needs a call, whose reply it does not read."""
        self._used.add(key)

    def save(self, call: RecordedCall) -> None:
        if call.state == "good":
            self._good[call.key] = call
            return
        self._used.add(call.key)
        with transaction(self._connection):
            for good in self._good.values():
                self.write(good)
            self.write(call)
        self._good.clear()
        if self._wrote:
            self._wrote()

    def flush(self, edition: int | None = None) -> None:
        """Write the marks that wait. Calls used since the last flush count for `edition`; None = the next one."""
        if not self._writing or not (self._good or self._used):
            return
        with transaction(self._connection) as cursor:
            for good in self._good.values():
                self.write(good)
            if edition is None:
                (edition,) = cursor.execute("SELECT COALESCE(MAX(number), 0) + 1 FROM editions").fetchone()
            cursor.executemany("INSERT OR REPLACE INTO call_uses VALUES (?, ?)", ((key, edition) for key in self._used))
        self._good.clear()
        self._used.clear()

    def write(self, call: RecordedCall) -> None:
        """Write `call` in the transaction that is open."""
        reason = json.dumps(call.reason)
        if call.state != "unread":  # the reply is saved already; only its state is new
            changed = self._connection.execute(
                "UPDATE calls SET state = ?, reason = ?, name = ? WHERE key = ?",
                (call.state, reason, call.check, call.key),
            )
            if changed.rowcount:
                return
        reply = call.reply
        self._connection.execute(
            "INSERT OR REPLACE INTO calls VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(call.key, call.request.purpose, call.request.model, json.dumps(asdict(call.request))),
                *(json.dumps(reply.text), reply.finish, reply.input_tokens, reply.output_tokens, reply.cached_tokens),
                *(reply.seconds, call.state, reason, call.check, self._command),
            ),
        )

    def totals(self) -> Totals:
        """What growing the benchmark cost so far."""
        return _sum(self.growing())

    def growing(self) -> list[Cost]:
        """The costs of the calls that grew the benchmark."""
        return [cost for cost in self.costs() if cost.command == GROW]

    def by_purpose(self) -> dict[str, Totals]:
        """Purpose (a prompt's name) -> what it cost so far, whichever command paid."""
        return _summed(self.costs(), attrgetter("purpose"))

    def beside_growing(self) -> dict[str, Totals]:
        """Each other command -> what its calls cost so far."""
        return _summed((cost for cost in self.costs() if cost.command != GROW), attrgetter("command"))

    def uncounted(self, keys: Iterable[str]) -> list[Cost]:
        """Cost by model of those `keys` that no edition's manifest counts yet; `command` and `purpose` are empty."""
        with transaction(self._connection) as cursor:
            cursor.execute("CREATE TEMP TABLE asked (key TEXT PRIMARY KEY)")
            cursor.executemany("INSERT OR IGNORE INTO asked VALUES (?)", ((key,) for key in keys))
            rows = cursor.execute(
                "SELECT '', '', model, COUNT(*), SUM(input_tokens), SUM(output_tokens), SUM(cached_tokens) FROM calls "
                "WHERE key IN (SELECT key FROM asked) AND key NOT IN (SELECT key FROM counted_calls) "
                "GROUP BY model ORDER BY model"
            ).fetchall()
            cursor.execute("DROP TABLE asked")
        return [Cost(*row) for row in rows]

    def answered(self, keys: Iterable[str], *, uncounted: bool = False) -> int:
        """How many calls of these keys were answered, well or badly; `uncounted`: without those of earlier editions."""
        query = "SELECT COUNT(*) FROM calls WHERE key IN (SELECT value FROM json_each(?))"
        if uncounted:
            query += " AND key NOT IN (SELECT key FROM counted_calls)"
        return int(self._connection.execute(query, (json.dumps(list(keys)),)).fetchone()[0])

    def count(self) -> int:
        """Calls that are kept."""
        return int(self._connection.execute("SELECT COUNT(*) FROM calls").fetchone()[0])

    def costs(self) -> list[Cost]:
        """What calls cost so far, by command, purpose and model; pruned calls are counted too."""
        rows = self._connection.execute(
            "SELECT command, purpose, model, SUM(n), SUM(i), SUM(o), SUM(c) FROM (SELECT command, purpose, model, "
            "1 AS n, input_tokens AS i, output_tokens AS o, cached_tokens AS c FROM calls UNION ALL "
            "SELECT command, purpose, model, calls, input_tokens, output_tokens, cached_tokens FROM pruned_calls) "
            "GROUP BY command, purpose, model ORDER BY command, purpose, model"
        )
        return [Cost(*row) for row in rows]


def _summed(costs: Iterable[Cost], name: Callable[[Cost], str]) -> dict[str, Totals]:
    """Each name -> the sum of its costs, in the order of names."""
    ordered = sorted(costs, key=name)
    return {one: _sum(found) for one, found in groupby(ordered, key=name)}


def _sum(costs: Iterable[Cost]) -> Totals:
    kept = list(costs)
    return Totals(
        sum(cost.calls for cost in kept),
        sum(cost.input_tokens for cost in kept),
        sum(cost.output_tokens for cost in kept),
    )


def request_from(fields: Mapping[str, Any]) -> ChatRequest:
    """JSON text -> the request that it was made of."""
    messages = tuple(Message(**message) for message in fields["messages"])
    return ChatRequest(**{**fields, "messages": messages})
