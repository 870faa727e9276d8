"""reStructuredText -> its nodes: headings, paragraphs, lists, definitions, directives with their fields, tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from benchmill.generator.markup.node import Node
from benchmill.generator.markup.restructured import restructured_blocks
from benchmill.records.sentences import trimmed

_DIRECTIVE = re.compile(r"\.\.[ \t]+(?:\|[^|\n]+\|[ \t]+)?(?P<name>[\w:.+-]+)::(?:[ \t]+(?P<argument>\S.*))?$")
_MARKER = re.compile(r"(?:[-*+•]|(?P<number>\d{1,3}|#)[.)])[ \t]+(?=\S)")
_FIELD = re.compile(r":(?P<name>[^:\n`]+):(?:[ \t]+|$)")
_TABLE = re.compile(r"=+(?:[ \t]+=+)+[ \t]*$")
_GRID = re.compile(r"\+(?:[-=]+\+)+[ \t]*$")
_GRID_BORDER = re.compile(r"(?:\|.*?)?\+(?:[-=]+\+)+[ \t]*$")  # behind a cell that goes on
_CSV = re.compile(r"[ \t]*(?:\"([^\"\n]*)\"|([^,\"\n]+))[ \t]*(?:,|$)")
_NAME = re.compile(r"``[^`]+``$")  # a name alone on its line, with an indented description below a blank line
_LINE = tuple[int, int, int]  # a line: where its words begin, where it ends, and its column


def restructured_nodes(text: str, start: int, end: int) -> list[Node]:
    """The nodes of `text[start:end]` in order, without markup that only docutils can resolve."""
    nodes: list[Node] = []
    body: list[_LINE] = []
    for block in restructured_blocks(text, start, end, end - start + 1):
        if block.kind == "heading":
            nodes += _nodes(text, body)
            body = []
            lines = text[block.start : block.end].split("\n")
            words = lines[1] if len(lines) > 2 else lines[0]
            begin = text.index(words.strip(), block.start)
            nodes.append(Node("heading", begin, begin + len(words.strip()), block.heading, block.level))
        else:
            body += _lines(text, block.start, block.end)
            body.append((block.end, block.end, 0))
    return [*nodes, *_nodes(text, body)]


def _lines(text: str, start: int, end: int) -> Iterator[_LINE]:
    for line in text[start:end].split("\n"):
        words = line.lstrip()
        indent = len(line) - len(words)
        yield start + indent, start + len(line.rstrip()), len(line[:indent].expandtabs(8))
        start += len(line) + 1


def _nodes(text: str, lines: Sequence[_LINE]) -> Iterator[Node]:
    """The nodes of lines at any indentation. A line without words separates paragraphs."""
    index = 0
    while index < len(lines):
        start, end, column = lines[index]
        if start >= end:
            index += 1
            continue
        words = text[start:end]
        inner = _deeper(lines, index + 1, column)
        if _TABLE.match(words):
            index, table = _table(text, lines, index)
            yield from table
        elif _GRID.match(words):
            index, table = _grid_table(text, lines, index)
            yield from table
        elif words.startswith("..") and (len(words) == 2 or words[2] in " \t"):
            yield from _directive(text, lines[index], lines[index + 1 : inner])
            index = inner
        elif _MARKER.match(words):
            index, node = _list(text, lines, index)
            yield node
        elif field := _FIELD.match(words):
            first = (start + field.end(), end, column + 1)
            stop = _last(lines[index:inner])
            yield Node("field", min(first[0], stop), stop, field["name"])
            index = inner
        elif index + 1 < inner and _has_body(text, lines, index, inner):
            children = (Node("term", start, end), *_nodes(text, lines[index + 1 : inner]))
            yield Node("definition", start, _last(lines[index:inner]), children=children)
            index = inner
        else:
            stop = index + 1
            while stop < len(lines) and lines[stop][0] < lines[stop][1] and lines[stop][2] >= column:
                stop += 1
            yield Node("paragraph", start, lines[stop - 1][1])
            index = _deeper(lines, stop, column) if text[: lines[stop - 1][1]].endswith("::") else stop


def _has_body(text: str, lines: Sequence[_LINE], index: int, inner: int) -> bool:
    """Whether the deeper lines below a line, up to `inner`, are what a definition list says of it."""
    (start, end, _), (begin, stop, _) = lines[index : index + 2]
    is_name = _NAME.match(text, start, end) is not None and any(
        left < right for left, right, _ in lines[index + 1 : inner]
    )
    return is_name or (begin < stop and not text[start:end].endswith("::"))


def _deeper(lines: Sequence[_LINE], index: int, column: int) -> int:
    """The index of the first line from `index` on that is neither blank nor indented deeper than `column`."""
    while index < len(lines) and (lines[index][0] >= lines[index][1] or lines[index][2] > column):
        index += 1
    return index


def _last(lines: Sequence[_LINE]) -> int:
    return next(end for start, end, _ in reversed(lines) if start < end)


def _directive(text: str, head: _LINE, body: Sequence[_LINE]) -> Iterator[Node]:
    """The node of the directive that begins at `head`. A comment or a target gives no node."""
    match = _DIRECTIVE.match(text, head[0], head[1])
    if not match:
        return
    argument = match.span("argument") if match["argument"] else (head[1], head[1])
    stop = _last([head, *body])
    if match["name"] in ("code-block", "code", "sourcecode", "literalinclude", "parsed-literal", "math", "highlight"):
        yield Node("code", head[0], stop, match["argument"] or "")
        return
    blank = next((number for number, (start, end, _) in enumerate(body) if start >= end), 0)  # the fields end there
    children = (*_nodes(text, body[:blank]), *_nodes(text, body[blank:]))
    if match["name"] == "list-table":
        yield from _list_table(children)
    elif match["name"] == "csv-table":
        yield from _csv_table(text, children)
    else:
        yield Node("directive", head[0], stop, match["name"], children=(Node("term", *argument), *children))


def _list(text: str, lines: Sequence[_LINE], index: int) -> tuple[int, Node]:
    """The index after the list whose first item is at `index`, and the list."""
    column, first = lines[index][2], _MARKER.match(text, *lines[index][:2])
    items: list[Node] = []
    while index < len(lines):
        start, end, own = lines[index]
        if start >= end:
            index += 1
            continue
        match = _MARKER.match(text, start, end) if own == column else None
        if not match or not first or bool(match["number"]) != bool(first["number"]):
            break
        stop = _deeper(lines, index + 1, column)
        inside = [(match.end(), end, column + match.end() - start), *lines[index + 1 : stop]]
        number = int(match["number"]) if match["number"] and match["number"].isdigit() else 0
        items.append(Node("item", match.end(), _last(inside), level=number, children=tuple(_nodes(text, inside))))
        index = stop
    ordered = "ordered" if first and first["number"] else ""
    return index, Node("list", items[0].start, items[-1].end, ordered, children=tuple(items))


def _list_table(children: Sequence[Node]) -> Iterator[Node]:
    rows = [
        Node("row", item.start, item.end, children=tuple(_cell(cell) for cell in item.children[0].children))
        for node in children
        if node.kind == "list"
        for item in node.children
        if item.children and item.children[0].kind == "list"
    ]
    if len(rows) > 1:
        yield Node("table", rows[0].start, rows[-1].end, children=tuple(rows))


def _csv_table(text: str, children: Sequence[Node]) -> Iterator[Node]:
    """The table of lines such as `"word", "90", "no"`, whose header is a field."""
    header = [node for node in children if node.kind == "field" and node.name == "header"]
    body = [node for node in children if node.kind == "paragraph"]
    lines = [line for node in (*header, *body) for line in _places(text, node)]
    rows = []
    for start, end in lines:
        cells = [match.span(1) if match[1] is not None else match.span(2) for match in _CSV.finditer(text, start, end)]
        rows.append(Node("row", start, end, children=tuple(Node("cell", *cell) for cell in cells)))
    if header and len(rows) > 1:
        yield Node("table", rows[0].start, rows[-1].end, children=tuple(rows))


def _places(text: str, node: Node) -> Iterator[tuple[int, int]]:
    """The lines of a node without the blanks around them."""
    at = node.start
    for line in text[node.start : node.end].split("\n"):
        words = line.strip()
        begin = at + len(line) - len(line.lstrip())
        yield begin, begin + len(words)
        at += len(line) + 1


def _cell(item: Node) -> Node:
    single = len(item.children) == 1 and item.children[0].kind == "paragraph"
    return Node("cell", item.start, item.end if single or not item.children else item.start)


def _table(text: str, lines: Sequence[_LINE], index: int) -> tuple[int, list[Node]]:
    """The index after the simple table whose upper border is at `index`, and the table. Without a header, two columns
    are terms and what is said of them."""
    line_start = text.rfind("\n", 0, lines[index][0]) + 1
    columns = [match.start() for match in re.finditer("=+", text[line_start : lines[index][1]])]
    rows: list[list[_LINE]] = []
    has_header = False
    for stop in range(index + 1, len(lines)):
        start, end, column = lines[stop]
        index = stop + 1
        if _TABLE.match(text, start, end):
            if has_header or index == len(lines) or lines[index][0] >= lines[index][1]:
                break
            has_header = True
        elif start < end and column < columns[1]:
            rows.append([lines[stop]])
        elif rows:
            rows[-1].append(lines[stop])
    table = [_row(text, row, columns) for row in rows]
    if has_header or len(columns) > 2:
        return index, [Node("table", table[0].start, table[-1].end, children=tuple(table))] if len(table) > 1 else []
    whole = ((node, row) for node, row in zip(table, rows, strict=True) if node.children)
    return index, [_definition(text, node, row, columns[1]) for node, row in whole]


def _row(text: str, lines: Sequence[_LINE], columns: Sequence[int]) -> Node:
    """A row of a simple table. Only its last cell may go on in further lines: else it has no cells."""
    start, end, _ = lines[0]
    begin, stop = text.rfind("\n", 0, start) + 1, _last(lines)
    edges = [*(begin + left for left in columns[1:]), end]
    is_aligned = all(text[edge - 1] in " \t" for edge in edges if edge < end)  # wide letters take two columns
    is_whole = is_aligned and all(column >= columns[-1] for left, right, column in lines[1:] if left < right)
    cells = [trimmed(text, min(left, end), min(right, end)) for left, right in pairwise([start, *edges])]
    cells[-1] = trimmed(text, cells[-1][0], stop)
    return Node("row", start, stop, children=tuple(Node("cell", *cell) for cell in cells) if is_whole else ())


def _definition(text: str, row: Node, lines: Sequence[_LINE], column: int) -> Node:
    """A row of two cells as a term with what is said of it."""
    first, last = row.children
    inside = _nodes(text, [(last.start, lines[0][1], column), *lines[1:]])
    return Node("definition", row.start, row.end, children=(Node("term", first.start, first.end), *inside))


def _grid_table(text: str, lines: Sequence[_LINE], index: int) -> tuple[int, list[Node]]:
    """The same for a table whose borders are `+---+`."""
    rows: list[Node] = []
    inside: list[_LINE] = []
    bars: list[int] = []
    while index < len(lines) and lines[index][0] < lines[index][1]:
        start, end, _ = lines[index]
        if not _GRID_BORDER.match(text, start, end):
            inside.append(lines[index])
        else:
            if inside:
                cells = tuple(Node("cell", *cell) for cell in _grid_cells(text, inside, bars))
                rows.append(Node("row", inside[0][0], inside[-1][1], children=cells))
            inside, bars = [], bars or [match.start() for match in re.finditer(r"\+", text[start:end])]
        index += 1
    return index, [Node("table", rows[0].start, rows[-1].end, children=tuple(rows))] if len(rows) > 1 else []


def _grid_cells(text: str, lines: Sequence[_LINE], bars: Sequence[int]) -> list[tuple[int, int]]:
    """The cells of a row between the columns of the first border. One that goes on in the next line is empty, since a
    cell is one run of text. Where letters are wider than one column, only a row of one line has cells."""
    if any(text[start + bar] != "|" for start, end, _ in lines for bar in bars if start + bar < end):
        start, end, _ = lines[0]
        bars = [match.start() for match in re.finditer(r"\|", text[start:end])] if len(lines) == 1 else []
    first, *more = ([trimmed(text, start + a + 1, start + b) for a, b in pairwise(bars)] for start, _, _ in lines)
    goes_on = [any(line[column][0] < line[column][1] for line in more) for column in range(len(first))]
    return [(start, start if more else end) for (start, end), more in zip(first, goes_on, strict=True)]
