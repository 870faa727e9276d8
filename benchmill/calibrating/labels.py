"""A CSV file with the columns id and label -> people's labels of items and rejected candidates."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

from benchmill.outputs.tables import delimiter_of
from benchmill.records import InputError
from benchmill.records.errors import did_you_mean

_GOOD = frozenset({"good", "accept", "accepted", "yes", "keep", "true", "1", "ok"})
_BAD = frozenset({"bad", "reject", "rejected", "no", "drop", "false", "0"})


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
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            delimiter = delimiter_of(file.readline())
            file.seek(0)
            reader = csv.DictReader(file, strict=True, delimiter=delimiter)
            names = [name.strip().casefold() for name in reader.fieldnames or ()]
            reader.fieldnames = names
            for needed in ("id", "label"):
                if needed not in names:
                    raise InputError(f"{path}: no column {needed!r}{did_you_mean(needed, names)}; it has: {names}")
            found: dict[str, Label] = {}
            for row in reader:
                label = _label(row, f"{path}, line {reader.line_num}")
                if label is None:
                    continue
                if label.id in found:
                    raise InputError(f"{path}, line {reader.line_num}: {label.id} has a label already")
                found[label.id] = label
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8, at byte {error.start}") from error
    except csv.Error as error:
        raise InputError(f"{path}: not CSV: {error}") from error
    return tuple(found.values())


def _label(row: dict[str, str | None], place: str) -> Label | None:
    id_, word, reason = ((row.get(name) or "").strip().lstrip("'") for name in ("id", "label", "reason"))
    if not id_:
        return None
    said = word.casefold()
    if said and said not in _GOOD | _BAD:
        raise InputError(f"{place}: a label is good or bad (or accept/reject, yes/no, keep/drop, 1/0), not {word!r}")
    return Label(id_, said in _GOOD if said else None, reason)
