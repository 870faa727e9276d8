"""A table of a person's, CSV or an Excel workbook -> its rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmill.outputs.tables import csv_rows
from benchmill.outputs.xlsx import xlsx_rows


def table_rows(path: Path, wanted: Iterable[str] = ()) -> Iterator[tuple[int, dict[str, str]]]:
    """(line or row number, column -> text) of every row; a file whose name ends with `.xlsx` is a workbook.

    Raises InputError naming file and line where a row or one of the columns `wanted` is missing or wrong.
    """
    return xlsx_rows(path, wanted) if path.suffix.lower() == ".xlsx" else csv_rows(path, wanted)
