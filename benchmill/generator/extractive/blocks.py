"""Markdown of a chunk -> its blocks with their places: paragraphs, items, table rows. Fenced code is left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from benchmill.generator.extractive.draft import Place

_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})")
_HEADING = re.compile(r"#{1,6}[ \t]+")
_ITEM = re.compile(r"([ \t>]*)([-*+]|\d{1,3}[.)])([ \t]+)(?=\S)")
_ROW = re.compile(r"[ \t]*\|.*\|?[ \t]*$")
_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_CELL = re.compile(r"(?:\\\||`[^`]*`|[^|`\\]|[`\\])+")


@dataclass(slots=True)
class Block:
    """`place` is the words without markers. Items: `number` is 0 for a bullet; `indent` in columns."""

    kind: Literal["paragraph", "heading", "item", "row", "code"]
    place: Place
    number: int = 0
    indent: int = 0


@dataclass(slots=True)
class Table:
    """Header cells and rows of cells as places; `rows[i]` is (the row's place, its cells)."""

    header: list[Place]
    rows: list[tuple[Place, list[Place]]] = field(default_factory=list)


def blocks(text: str) -> list[Block]:
    """The blocks in order; a comment or front matter is none."""
    found: list[Block] = []
    fence = ""
    hidden = ""
    going_on = False
    for start, end in _lines(text):
        line = text[start:end]
        border = _FENCE.match(line)
        if hidden or (not fence and line.lstrip().startswith("<!--")):
            hidden = "" if "-->" in line else "-->"
            going_on = False
        elif fence or border:
            if border and not fence:
                fence = border[1]
                found.append(Block("code", (start, end)))
            elif fence and line.strip(" \t>").startswith(fence) and not line.strip(" \t>" + fence[0]):
                fence = ""
            going_on = False
        elif not line.strip(" \t>"):
            going_on = False
        else:
            going_on = _add(found, line, start, end, going_on)
    return found


def _add(found: list[Block], line: str, start: int, end: int, going_on: bool) -> bool:
    """Add one line as a block or to the last one; whether the next line may go on with it."""
    heading, item = _HEADING.match(line), _ITEM.match(line)
    if heading:
        found.append(Block("heading", (start + heading.end(), end)))
        return False
    if _ROW.match(line) and line.count("|") > 1:
        found.append(Block("row", (start, end)))
        return False
    if item:
        number = int(item[2][:-1]) if item[2][:-1].isdigit() else 0
        found.append(Block("item", (start + item.end(), end), number, len(item[1].expandtabs(4))))
        return True
    if going_on:
        found[-1].place = (found[-1].place[0], end)
        return True
    indent = len(line) - len(line.lstrip(" \t>"))
    found.append(Block("paragraph", (start + indent, end), indent=indent))
    return True


def tables(text: str, found: list[Block]) -> Iterator[Table]:
    """Every table that has its header and rule line in `text`."""
    rows: list[Place] = []
    for block in [*found, Block("code", (0, 0))]:
        if block.kind == "row" and (not rows or not text[rows[-1][1] : block.place[0]].strip(" \t\n")):
            rows.append(block.place)
            continue
        if len(rows) > 2 and _RULE.match(text[slice(*rows[1])]) and "-" in text[slice(*rows[1])]:
            header = cells(text, rows[0])
            table = Table(header, [(row, cells(text, row)) for row in rows[2:]])
            table.rows = [row for row in table.rows if len(row[1]) == len(header)]
            yield table
        rows = [block.place] if block.kind == "row" else []


def cells(text: str, row: Place) -> list[Place]:
    """The cells of a row line, without the space around them; an empty cell is an empty place."""
    start, end = _trim(text, row)
    if text[start : start + 1] == "|":
        start += 1
    if text[end - 1 : end] == "|" and text[end - 2 : end - 1] != "\\":
        end -= 1
    places, begin = [], start
    while begin <= end:
        match = _CELL.match(text, begin, end)
        stop = match.end() if match else begin
        places.append(_trim(text, (begin, stop)))
        begin = stop + 1
    return places


def _trim(text: str, place: Place) -> Place:
    piece = text[slice(*place)]
    start = place[0] + len(piece) - len(piece.lstrip())
    return start, max(start, place[0] + len(piece.rstrip()))


def _lines(text: str) -> Iterator[Place]:
    start = 0
    for line in text.split("\n"):
        yield start, start + len(line)
        start += len(line) + 1
