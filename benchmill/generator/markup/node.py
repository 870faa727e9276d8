"""A construct of a document with its place: Node, the tree that the built-in writer reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

NodeKind = Literal[
    "heading", "paragraph", "list", "item", "table", "row", "cell", "definition", "term", "directive", "field", "code"
]


@dataclass(frozen=True, slots=True)
class Node:
    """`text[start:end]` of a paragraph, heading, term or cell is its words without markers around them.

    `name` is a heading's plain words, a directive's name with its field lists' names ("option", "py:function"), or
    `ordered` for a numbered list. `level` is a heading's level or an item's number. A table's children are its rows,
    the header first; an item's, definition's and directive's are what they hold; a directive's first child is its
    argument (kind `term`), a definition's its term.
    """

    kind: NodeKind
    start: int
    end: int
    name: str = ""
    level: int = 0
    children: tuple[Node, ...] = ()
