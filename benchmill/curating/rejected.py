"""What a person typed, the ledger -> the rejected candidate that it names."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from benchmill.outputs.jsonl import parse_rejected
from benchmill.records import Candidate, InputError
from benchmill.workspace.ledger.store import Ledger

_SHORTEST = 6  # characters of an id: fewer characters fit many candidates


def rejected_record(ledger: Ledger, name: str) -> Mapping[str, Any]:
    """The line of rejected.jsonl whose id begins with `name`. Raises InputError where there is none."""
    wanted = name.removeprefix("q-")
    records: Iterator[Mapping[str, Any]] = (
        json.loads(line) for line in ledger.rejections() if len(wanted) >= _SHORTEST
    )
    found = next((record for record in records if record["id"].startswith(wanted)), None)
    if found is None:
        hint = "items.jsonl and rejected.jsonl hold the ids"
        raise InputError(f"{name!r} names no item and no rejected candidate; {hint}")
    return found


def rejected_candidate(ledger: Ledger, name: str) -> Candidate:
    """The rejected candidate that `name` begins the id of. Raises InputError where there is none."""
    return parse_rejected(rejected_record(ledger, name), f"rejected.jsonl, {name}").candidate


def requests_behind(record: Mapping[str, Any]) -> list[str]:
    """The keys of the calls that wrote and judged the candidate."""
    return [record["request_key"], record["failed_request"], *(r["request_key"] for r in record["ratings"].values())]
