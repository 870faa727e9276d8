"""A document -> its nodes, and the headings above each node."""

from __future__ import annotations

from collections.abc import Iterator

from benchmill.generator.markup.blocks import PLAIN, body_start
from benchmill.generator.markup.markdown_nodes import markdown_nodes
from benchmill.generator.markup.node import Node
from benchmill.generator.markup.plain import plain_blocks
from benchmill.generator.markup.restructured_nodes import restructured_nodes
from benchmill.records import Document


def nodes_of(document: Document) -> list[Node]:
    """The top-level nodes of a document in order. A notebook cell that is not Markdown is one node of kind `code`."""
    text, kind = document.text, document.media_type
    start, end = body_start(text, kind), len(text)
    if kind in PLAIN:
        return [Node("paragraph", block.start, block.end) for block in plain_blocks(text, start, end)]
    if kind == "text/x-rst":
        return restructured_nodes(text, start, end)
    if not document.cells:
        return markdown_nodes(text, start, end, mdx=kind == "text/mdx")
    borders = [*(place for place, _ in document.cells[1:]), end]
    found: list[Node] = []
    for (begin, cell), stop in zip(document.cells, borders, strict=True):
        found += markdown_nodes(text, begin, stop) if cell == "markdown" else [Node("code", begin, stop)]
    return found


def sections(document: Document) -> Iterator[tuple[tuple[Node, ...], list[Node]]]:
    """For each section in order: its headings, the outermost first, and the nodes below the last heading."""
    above: list[Node] = []
    below: list[Node] = []
    for node in nodes_of(document):
        if node.kind != "heading":
            below.append(node)
            continue
        yield tuple(above), below
        while above and above[-1].level >= node.level:
            above.pop()
        above.append(node)
        below = []
    yield tuple(above), below
