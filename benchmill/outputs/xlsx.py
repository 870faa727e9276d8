"""FlatItems -> an Excel workbook; a workbook -> its rows. The only file that knows XlsxWriter and calamine."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path

from benchmill.outputs.flat import FlatItem
from benchmill.outputs.tables import COLUMNS, check_columns, own_criteria, rows_of
from benchmill.outputs.whole_file import write_whole
from benchmill.records import Failure, InputError, MissingExtra
from benchmill.records.installed import check_versions

# Excel's own limits. A longer text would be cut off without a word.
LONGEST_CELL = 32_767
MOST_ROWS = 1_048_575
_NUMBERS = frozenset({"chapter", "question_number", "standalone", "groundedness", "relevance"})
_WIDE = {"question": 60, "answer": 60, "evidence": 60, "id": 20, "document": 30}
# Not XML, or escapes that overlap, which XlsxWriter takes for one.
_UNHELD = re.compile("[\ud800-\udfff\ufffe\uffff]|_x[0-9a-fA-F]{4}_x[0-9a-fA-F]{4}_")


def holdable(items: Iterable[FlatItem]) -> tuple[tuple[FlatItem, ...], tuple[Failure, ...]]:
    """The items that a workbook can hold, and one Failure for every other: too long for a cell, or not XML."""
    kept: list[FlatItem] = []
    left_out: list[Failure] = []
    for item in items:
        (row,) = rows_of([item])
        # Excel counts UTF-16 units
        longest = max(row, key=lambda name: _units(row[name]))
        if _units(row[longest]) > LONGEST_CELL:
            reason = f"its {longest} has {len(row[longest]):,} characters; a cell holds {LONGEST_CELL:,}"
            left_out.append(Failure("export", item.id, "cell-too-long", reason))
        elif any(_UNHELD.search(text) for text in row.values()):
            reason = "it holds a character that no spreadsheet file can hold"
            left_out.append(Failure("export", item.id, "no-spreadsheet-text", reason))
        else:
            kept.append(item)
    return tuple(kept), tuple(left_out)


def write_xlsx(path: Path, items: Iterable[FlatItem]) -> None:
    """One sheet `items`: a header that stays in view, one row an item; a text stays a text, also `=1+1`.

    The same items give the same bytes. Raises MissingExtra where the extra `tables` is not installed.
    """
    try:
        import xlsxwriter  # type: ignore[import-untyped, unused-ignore]  # an extra: most people want JSON
    except ModuleNotFoundError as error:
        raise MissingExtra("writing .xlsx", "tables") from error
    check_versions("xlsxwriter")
    known = tuple(items)
    rows, own = list(rows_of(known)), own_criteria(known)
    if len(rows) > MOST_ROWS:
        raise InputError(f"{path}: {len(rows):,} items; a sheet holds {MOST_ROWS:,}")
    content = io.BytesIO()
    workbook = xlsxwriter.Workbook(content, {"in_memory": True})
    workbook.set_properties({"created": datetime(1980, 1, 1)})  # no clock: the same items, the same bytes
    top = workbook.add_format({"valign": "top", "text_wrap": True})
    sheet = workbook.add_worksheet("items")
    sheet.freeze_panes(1, 1)
    for column, name in enumerate((*COLUMNS, *own)):
        sheet.set_column(column, column, _WIDE.get(name, 14), top)
        sheet.write_string(0, column, name, workbook.add_format({"bold": True}))
        for number, row in enumerate(rows, start=1):
            cell = row.get(name, "")
            if (name in _NUMBERS or name in own) and cell:
                sheet.write_number(number, column, int(cell), top)
            else:
                sheet.write_string(number, column, cell, top)
    sheet.autofilter(0, 0, len(rows), len(COLUMNS) + len(own) - 1)
    workbook.close()
    write_whole(path, content.getvalue())


def xlsx_rows(path: Path, wanted: Iterable[str] = ()) -> Iterator[tuple[int, dict[str, str]]]:
    """(row number, column -> text) of every row of the first sheet below its header.

    Raises InputError naming file and row: no workbook, an empty sheet, one of `wanted` missing; MissingExtra where the
    extra `tables` is not installed.
    """
    try:
        import python_calamine  # the reader that undoes Excel's escapes of control characters
    except ModuleNotFoundError as error:
        raise MissingExtra("reading .xlsx", "tables") from error
    check_versions("python-calamine")
    try:
        workbook = python_calamine.CalamineWorkbook.from_path(path)
        rows = workbook.get_sheet_by_index(0).to_python(skip_empty_area=False)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from error
    except (python_calamine.CalamineError, python_calamine.WorksheetNotFound, IndexError) as error:
        raise InputError(f"{path} is not an Excel workbook: {error}") from error
    if not rows:
        raise InputError(f"{path} is empty: expected a header")
    header = [str(cell) for cell in rows[0]]
    check_columns(path, header, wanted)
    for number, cells in enumerate(rows[1:], start=2):
        yield number, dict(zip(header, map(_text, cells), strict=True))


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _text(cell: object) -> str:
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)
