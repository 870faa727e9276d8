"""A CSV file or workbook with the columns id and label -> people's labels of items and rejected candidates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmill.outputs.label_words import GOOD, label_of
from benchmill.outputs.table_rows import table_rows
from benchmill.outputs.tables import plain_cell
from benchmill.records import InputError
from benchmill.records.errors import did_you_mean


@dataclass(frozen=True, slots=True)
class Label:
    """A person's label: whether the question belongs in a benchmark. `good` is None where the cell is blank."""

    id: str
    good: bool | None
    reason: str = ""


def read_labels(path: Path) -> tuple[Label, ...]:
    """The labels of the file, each id once. Other columns are ignored.

    Raises InputError naming the line for a file without the columns, an unknown label, or an id that occurs twice.
    """
    found: dict[str, Label] = {}
    for number, cells in table_rows(path):
        row = {name.strip().casefold(): text.strip() for name, text in cells.items()}
        for needed in ("id", "label"):
            if needed not in row:
                raise InputError(f"{path}: no column {needed!r}{did_you_mean(needed, row)}; it has: {list(row)}")
        label = _label(row, f"{path}, line {number}")
        if label is None:
            continue
        if label.id in found:
            raise InputError(f"{path}, line {number}: {label.id} has a label already")
        found[label.id] = label
    return tuple(found.values())


def _label(row: Mapping[str, str], place: str) -> Label | None:
    id_, word, reason = (plain_cell(row.get(name, "")) for name in ("id", "label", "reason"))
    if not id_:
        return None
    try:
        said = label_of(word)
    except InputError as error:
        raise InputError(f"{place}: {error} (also accept/reject, yes/no, keep/drop, 1/0)") from None
    return Label(id_, said == GOOD if said else None, reason)
