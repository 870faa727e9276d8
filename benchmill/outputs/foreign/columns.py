"""A CSV file with any columns -> questions, answers, contexts."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmill.outputs.table_rows import table_rows
from benchmill.outputs.tables import plain_cell
from benchmill.records import InputError

FIELDS = ("question", "answer", "context", "id", "document")
DEFAULT = {"question": "question", "answer": "answer", "context": "context"}


@dataclass(frozen=True, slots=True)
class Row:
    """A row; `document` is the path of the document it is about, where a column says so.

    `fault` says why the row cannot be read; empty for a good row.
    """

    place: str
    id: str
    question: str
    answer: str
    contexts: tuple[str, ...]
    document: str = ""
    fault: str = ""


def read_columns(path: Path, columns: Mapping[str, str]) -> tuple[Row, ...]:
    """The rows of a CSV file with a header; `columns` maps our field (one of FIELDS) to the file's column.

    A context cell may hold a list of texts as JSON or as Python prints it, which is how tables of contexts are saved.
    A row with more or fewer cells than columns, or with the id of an earlier row, has a fault. Raises InputError naming
    the file: a column is missing, the file has no rows.
    """
    found: list[Row] = []
    seen: set[str] = set()

    def bad_row(line: int, fault: str) -> None:
        found.append(Row(f"{path}, line {line}", "", "", "", (), fault=fault))

    for number, cells in table_rows(path, columns.values(), bad_row):
        place = f"{path}, line {number}"
        values = {field: plain_cell(cells[column]) for field, column in columns.items()}
        id_ = values.get("id", "")
        if id_ and id_ in seen:
            bad_row(number, f"the id {id_!r} is used in an earlier line, too")
            continue
        seen.add(id_)
        found.append(
            Row(
                place,
                id_,
                values.get("question", ""),
                values.get("answer", ""),
                _texts(values.get("context", "")),
                values.get("document", ""),
            )
        )
    if not found:
        raise InputError(f"{path} has a header and no rows")
    return tuple(found)


def _texts(cell: str) -> tuple[str, ...]:
    """The texts of a cell: a list where it is one, else the cell itself."""
    if cell.lstrip().startswith("["):
        for parse in (json.loads, ast.literal_eval):
            try:
                value = parse(cell)
            except (ValueError, SyntaxError, MemoryError, RecursionError):
                continue  # the other way, or plain text that begins with a bracket
            if isinstance(value, list) and all(isinstance(part, str) for part in value):
                return tuple(value)
    return (cell,) if cell.strip() else ()
