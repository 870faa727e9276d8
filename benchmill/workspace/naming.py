"""What a person typed -> the item row that it names."""

from __future__ import annotations

from collections.abc import Iterable

from benchmill.records import InputError
from benchmill.workspace.ledger.rows import ItemRow


def row_named(name: str, rows: Iterable[ItemRow]) -> ItemRow:
    """The row whose id or CHAPTER.NUMBER is `name`, or whose id begins with `name`.

    Raises InputError where `name` fits no row or several rows.
    """
    found = rows_named(name, rows)
    if len(found) != 1:
        what = f"names {len(found)} items; type more of the id" if found else "names no item; items.jsonl holds the ids"
        raise InputError(f"{name!r} {what}")
    return found[0]


def rows_named(name: str, rows: Iterable[ItemRow]) -> list[ItemRow]:
    """The row with this id or number, or all rows whose ids begin with `name`."""
    every = list(rows)
    found = [row for row in every if name in (row.id, f"{row.chapter}.{row.question_number}")]
    return found or [row for row in every if row.id.startswith(name)]
