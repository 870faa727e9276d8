"""A Jupyter notebook's bytes -> its cells' sources, each followed by a newline."""

from __future__ import annotations

import json

from benchmill.generator.loaders.decode import decode, tidy
from benchmill.generator.loaders.loaded import Text, Unreadable


def read_notebook(data: bytes) -> Text:
    """The text of a notebook (formats 3 and 4) with the place and kind of each cell. The text has no cell outputs.

    Raises Unreadable if the bytes are not a notebook.
    """
    decoded = decode(data)
    try:
        notebook = json.loads(decoded.text)
    except (ValueError, RecursionError) as error:
        raise Unreadable("not-a-notebook", f"is not the JSON of a notebook: {error}") from error
    text: list[str] = []
    cells: list[tuple[int, str]] = []
    length = 0
    for cell in _cells(notebook):
        source = tidy(_source(cell)) + "\n"
        if "\0" in source:
            raise Unreadable("binary", "a cell holds NUL characters: it is not text")
        kind = cell.get("cell_type")
        cells.append((length, kind if kind in ("markdown", "code") else "raw"))
        text.append(source)
        length += len(source)
    return Text("".join(text), note=decoded.note, cells=tuple(cells))


def _cells(notebook: object) -> list[dict[str, object]]:
    if isinstance(notebook, dict):
        sheets = notebook.get("worksheets", [notebook])  # format 3 keeps its cells in worksheets
        cells = [cell for sheet in sheets for cell in sheet["cells"]] if _are_sheets(sheets) else None
        if cells is not None and all(isinstance(cell, dict) for cell in cells):
            return cells
    raise Unreadable("not-a-notebook", "is JSON, but not a notebook: it has no list of cells")


def _are_sheets(sheets: object) -> bool:
    return isinstance(sheets, list) and all(
        isinstance(sheet, dict) and isinstance(sheet.get("cells"), list) for sheet in sheets
    )


def _source(cell: dict[str, object]) -> str:
    source = cell.get("source", cell.get("input", ""))  # format 3 names the source of a code cell "input"
    if isinstance(source, list) and all(isinstance(line, str) for line in source):
        source = "".join(source)
    if not isinstance(source, str):
        raise Unreadable("not-a-notebook", "a cell's source is not text")
    # Only format 3 has heading cells.
    if cell.get("cell_type") == "heading" and isinstance(level := cell.get("level"), int):
        return f"{'#' * min(max(level, 1), 6)} {source}"
    return source
