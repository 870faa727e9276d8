"""What a person typed -> the item row that it names."""

from __future__ import annotations

from collections.abc import Iterable

from benchmill.records import InputError
from benchmill.workspace.ledger.rows import ItemRow


def row_named(name: str, rows: Iterable[ItemRow]) -> ItemRow:
    """The row whose id, the beginning of whose id, or whose CHAPTER.NUMBER is `name`.

    Raises InputError where it names none or several.
    """
    every = list(rows)
    found = [row for row in every if name in (row.id, f"{row.chapter}.{row.question_number}")]
    found = found or [row for row in every if row.id.startswith(name)]
    if len(found) != 1:
        what = f"names {len(found)} items; give more of it" if found else "names no item; items.jsonl holds the ids"
        raise InputError(f"{name!r} {what}")
    return found[0]
