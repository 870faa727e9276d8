"""A table of a person's, CSV or an Excel workbook -> its rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmill.outputs.tables import BadRow, csv_rows
from benchmill.outputs.xlsx import xlsx_rows


def table_rows(
    path: Path, wanted: Iterable[str] = (), bad_row: BadRow | None = None
) -> Iterator[tuple[int, dict[str, str]]]:
    """(line or row number, column -> text) of every row; a file whose name ends with `.xlsx` is a workbook.

    `bad_row` is called with the line and the fault of a CSV row with more or fewer cells than columns; without it such
    a row is an error.

    Raises InputError naming file and line where a row or one of the columns `wanted` is missing or wrong.
    """
    return xlsx_rows(path, wanted) if path.suffix.lower() == ".xlsx" else csv_rows(path, wanted, bad_row)
