"""A CSV file or workbook with the columns id and label -> people's labels of items and rejected candidates."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmill.outputs.label_words import GOOD, label_of
from benchmill.outputs.table_rows import table_rows
from benchmill.outputs.tables import plain_cell
from benchmill.records import Failure, InputError
from benchmill.records.errors import did_you_mean


@dataclass(frozen=True, slots=True)
class Label:
    """A person's label: whether the question belongs in a benchmark. `good` is None where the cell is blank."""

    id: str
    good: bool | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Labels:
    """The labels of a file, each id once, and a Failure for each row that could not be read."""

    found: tuple[Label, ...]
    failures: tuple[Failure, ...] = ()


def read_labels(path: Path) -> Labels:
    """The labels of the file. Other columns than id, label and reason are ignored.

    A row with more or fewer cells than columns, an unknown label or the id of an earlier row is a Failure. Raises
    InputError for a file without the columns, and where no row can be read.
    """
    found: dict[str, Label] = {}
    faults: dict[int, str] = {}
    for number, cells in table_rows(path, bad_row=faults.setdefault):
        row = {name.strip().casefold(): text.strip() for name, text in cells.items()}
        for needed in ("id", "label"):
            if needed not in row:
                raise InputError(f"{path}: no column {needed!r}{did_you_mean(needed, row)}; it has: {', '.join(row)}")
        try:
            label = _label(row, found)
        except InputError as error:
            faults[number] = str(error)
            continue
        if label is not None:
            found[label.id] = label
    lines = sorted(faults)
    if faults and not found:
        raise InputError(f"{path}: no row can be read; the first, line {lines[0]}: {faults[lines[0]]}")
    failures = (Failure("import", f"{path.name}, line {line}", "bad-row", faults[line]) for line in lines)
    return Labels(tuple(found.values()), tuple(failures))


def _label(row: Mapping[str, str], before: Collection[str]) -> Label | None:
    id_, word, reason = (plain_cell(row.get(name, "")) for name in ("id", "label", "reason"))
    if not id_ and word:
        raise InputError("it has a label and no id")
    if not id_:
        return None
    if id_ in before:
        raise InputError(f"{id_} has a label already")
    try:
        said = label_of(word)
    except InputError as error:
        raise InputError(f"{error} (also accept/reject, yes/no, keep/drop, 1/0)") from None
    return Label(id_, said == GOOD if said else None, reason)
