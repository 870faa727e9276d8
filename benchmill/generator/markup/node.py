"""A construct of a document with its place, such as a list: Node. The built-in writer reads a tree of nodes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

NodeKind = Literal[
    "heading", "paragraph", "list", "item", "table", "row", "cell", "definition", "term", "directive", "field", "code"
]


@dataclass(frozen=True, slots=True)
class Node:
    """In a paragraph, heading, term or cell, `text[start:end]` is its words without the markers around them.

    `name` is the plain words of a heading, the name of a directive or field ("option", "py:function"), the language of
    a code fence, or `ordered` for a numbered list. `level` is the level of a heading or the number of an item. The
    children of a table are its rows, with the header first. The children of an item, a definition or a directive are
    the nodes inside it. The first child of a definition is its term; the first child of a directive is its argument,
    which has the kind `term`.
    """

    kind: NodeKind
    start: int
    end: int
    name: str = ""
    level: int = 0
    children: tuple[Node, ...] = ()
