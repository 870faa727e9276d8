"""A workspace -> rows for a spreadsheet, with a column for a label; the table of them as CSV."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmill.curating.votes import standing, votes_of
from benchmill.outputs.label_words import BAD, GOOD
from benchmill.outputs.replacing import keep_others
from benchmill.outputs.tables import csv_bytes
from benchmill.outputs.whole_file import write_whole
from benchmill.records import CRITERIA
from benchmill.records.sampled import sampled
from benchmill.workspace.folder import Workspace, no_edition
from benchmill.workspace.ledger.rows import ItemRow
from benchmill.workspace.ledger.store import Ledger

COLUMNS = (
    *("id", "label", "reason", "question", "answer", "document", "evidence"),
    *("kind", "headings", "state", "check", "why", *CRITERIA, "writer"),
)
"""The columns in working order: people fill in `label` and `reason`, and may change the next four."""
BETWEEN_QUOTES = "\n\n"


def write_spreadsheet(
    path: Path,
    workspace: Workspace,
    *,
    rejected: bool = False,
    sample: int | None = None,
    seed: int = 0,
    force: bool = False,
) -> int:
    """Write items, dropped items, and with `rejected` the rejected candidates; returns the number of rows.

    `sample`: so many rows, chosen at random. The table shows labels that people gave already. A cell never becomes a
    formula. Raises InputError where the file exists: somebody may have filled it in.
    """
    rows = sampled(list(spreadsheet_rows(workspace, rejected=rejected)), sample, seed)
    keep_others(path, lambda _: False, force=force)
    write_whole(path, csv_bytes(COLUMNS, rows))
    return len(rows)


def spreadsheet_rows(workspace: Workspace, *, rejected: bool = False) -> Iterator[dict[str, str]]:
    """The rows, as column -> text. Raises WorkspaceError where there is no finished edition."""
    with Ledger.read(workspace.ledger) as ledger:
        if ledger.last_edition() is None:
            raise no_edition(workspace.folder)
        rows = ledger.items()
        labels = labels_of(ledger)
        candidates = ledger.rejections() if rejected else []
    shown = [row for row in rows if row.state == "live"] + [row for row in rows if is_dropped(row)]
    for row in shown:
        state = "dropped" if is_dropped(row) else "item"
        yield {**_row(json.loads(row.record), *labels.get(row.id, ("", ""))), "state": state}
    for line in candidates:
        yield {**_row(json.loads(line), "", ""), "state": "rejected"}


def labels_of(ledger: Ledger) -> dict[str, tuple[str, str]]:
    """Item id -> the last label that a person gave, with the reason: from decisions and from double review."""
    return {
        item: (GOOD if last.accepts else BAD, last.reason)
        for item, votes in votes_of(standing(ledger.decisions())).items()
        for last in [list(votes.values())[-1]]
    }


def is_dropped(row: ItemRow) -> bool:
    """Whether a person dropped the item."""
    return row.state == "retired" and row.cause == "person"


def quotes_in(record: Mapping[str, Any]) -> list[str]:
    """The quotes of a record's answer components, each once."""
    quotes = (evidence["text"] for part in record.get("components", ()) for evidence in part["evidence"])
    return list(dict.fromkeys(quotes))


def _row(record: Mapping[str, Any], label: str, reason: str) -> dict[str, str]:
    ratings: Mapping[str, Any] = record.get("ratings", {})
    headings: Sequence[str] = record.get("headings", ())
    return {
        "id": record["id"],
        "label": label,
        "reason": reason,
        "question": record["question"],
        "answer": record["answer"],
        "document": record.get("document", ""),
        "evidence": BETWEEN_QUOTES.join(quotes_in(record)),
        "kind": record["kind"].replace("_", "-"),
        "headings": " > ".join(headings),
        "check": record.get("check", ""),
        "why": record.get("reason", ""),
        **{name: str(ratings[name]["rating"]) if name in ratings else "" for name in CRITERIA},
        "writer": record.get("generator", ""),
    }
