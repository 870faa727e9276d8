"""HTML in Markdown -> the nodes of its tables, or of the entries in its lists of definitions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmill.generator.markup.node import Node

_BEGINS = re.compile(r"\s*<")  # MDX has its HTML in paragraphs; words before a tag may be about it
_TABLE = re.compile(r"<(/?)table\b[^<>]*>")
_ROW = re.compile(r"<tr\b[^<>]*>(.*?)(?=</?t(?:r|head|body|foot|able)\b)", re.DOTALL)
_CELL = re.compile(r"<t[hd]\b[^<>]*>(.*?)(?=</?t[hdr]\b|\Z)", re.DOTALL)
_DESCRIBED = re.compile(r"<dt\b[^>]*>(.+?)</dt>\s*<dd\b[^>]*>(.+?)(?=</dd>|<dt\b|\Z)", re.DOTALL)
_PARAGRAPH = re.compile(r"(?:<p>)?\s*(\S.*?)\s*(?:</p>|\Z)", re.DOTALL)


def html_nodes(text: str, start: int, end: int, limit: int) -> Iterator[Node]:
    """The nodes of a block of HTML at `start`. The block ends at a blank line, and a table may go on behind that `end`
    up to `limit`."""
    if not _BEGINS.match(text, start, end):
        return
    if not _TABLE.search(text, start, end):
        yield from (_description(text, entry) for entry in _DESCRIBED.finditer(text, start, end))
    while tag := _TABLE.search(text, start, end):
        start = tag.end()
        closing = _TABLE.search(text, start, limit)
        if closing and closing[1] and not tag[1]:  # of a table in a table, the inner one is read
            rows = (_row(text, row) for row in _ROW.finditer(text, start, closing.end()))
            start = closing.end()
            yield Node("table", tag.start(), start, children=tuple(row for row in rows if row.children))


def _row(text: str, row: re.Match[str]) -> Node:
    cells = (_trimmed(text, *cell.span(1)) for cell in _CELL.finditer(text, *row.span(1)))
    return Node("row", *row.span(), children=tuple(Node("cell", *place) for place in cells))


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    words = text[start:end].strip()
    begin = text.index(words, start) if words else start
    return begin, begin + len(words)


def _description(text: str, entry: re.Match[str]) -> Node:
    """The term and the paragraphs of an entry of a list of definitions."""
    found = _PARAGRAPH.finditer(text, *entry.span(2))
    body = (Node("paragraph", *match.span(1)) for match in found)
    return Node("definition", *entry.span(), children=(Node("term", *entry.span(1)), *body))
