"""Markdown -> its nodes, from the tokens of markdown-it-py."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from benchmill.generator.markup.headings import plain_heading
from benchmill.generator.markup.html_nodes import html_nodes
from benchmill.generator.markup.node import Node

if TYPE_CHECKING:
    from markdown_it.token import Token

_CODE = ("fence", "code_block", "html_block")
_MAY_BE_HTML = ("html_block", "paragraph_open")
_DEFINED = re.compile(r"[^\n]+\n[ \t]*:[ \t]+\S")


def markdown_nodes(text: str, start: int, end: int, *, mdx: bool = False) -> list[Node]:
    """The top-level nodes of `text[start:end]` in order. Quotations are other people's words, but in a list
    they describe the entry."""
    from benchmill.generator.markup.parser import block_tokens

    stretch = text[start:end]
    offsets = [start]
    for line in stretch.split("\n"):
        offsets.append(offsets[-1] + len(line) + 1)
    return list(_Reader(text, offsets, end).nodes(block_tokens(stretch, mdx=mdx)))


class _Reader:
    """Turns tokens into nodes. `offsets` holds the offset at which each line begins."""

    def __init__(self, text: str, offsets: list[int], end: int) -> None:
        self._text = text
        self._offsets = offsets
        self._end = end

    def nodes(self, tokens: list[Token]) -> Iterator[Node]:
        index = done = 0  # a node of HTML may be several tokens of Markdown
        while index < len(tokens):
            token, first = tokens[index], index
            if token.nesting == 1:
                index = closing(tokens, index)
            index += 1
            if token.map is not None and self._offsets[token.map[0]] >= done:
                for node in self._node(token, tokens[first + 1 : index - 1]):
                    done = node.end
                    yield node

    def _node(self, token: Token, inner: list[Token]) -> Iterator[Node]:
        start, end = self._offsets[token.map[0]], min(self._offsets[token.map[1]] - 1, self._end)  # type: ignore[index]
        if token.type == "heading_open":
            place = self._content(inner[0].content, start, end)
            yield Node("heading", *place, plain_heading(inner[0].content), int(token.tag[1]))
        elif token.type in _MAY_BE_HTML and (found := [*html_nodes(self._text, start, end, self._end)]):
            yield from found
        elif token.type == "paragraph_open":
            yield self._paragraph(inner[0].content, start, end)
        elif token.type in _CODE:
            yield Node("code", start, end, token.info.strip() if token.type == "fence" else "")
        elif token.type == "table_open":
            yield Node("table", start, end, children=tuple(self._rows(inner)))
        elif token.type in ("bullet_list_open", "ordered_list_open"):
            name = "ordered" if token.type.startswith("ordered") else ""
            yield Node("list", start, end, name, children=tuple(self.nodes(inner)))
        elif token.type == "blockquote_open" and token.level:
            yield from self.nodes(inner)
        elif token.type == "list_item_open":
            children = tuple(self.nodes(inner))
            begin = children[0].start if children else start
            yield Node("item", begin, _right(self._text, begin, end), level=int(token.info or 0), children=children)

    def _paragraph(self, content: str, start: int, end: int) -> Node:
        begin, stop = self._content(content, start, end)
        if _DEFINED.match(self._text, begin, stop):
            line = self._text.index("\n", begin)
            body = self._text.index(":", line) + 1
            body += len(self._text[body:stop]) - len(self._text[body:stop].lstrip())
            parts = (Node("term", begin, _right(self._text, begin, line)), Node("paragraph", body, stop))
            return Node("definition", begin, stop, children=parts)
        return Node("paragraph", begin, stop)

    def _content(self, content: str, start: int, end: int) -> tuple[int, int]:
        """The start and end of the words of a heading or paragraph within its lines."""
        line = content.split("\n", 1)[0].strip()
        begin = self._text.find(line, start, end) if line else -1
        begin = start if begin < 0 else begin
        return begin, _right(self._text, begin, begin + len(content) if "\n" not in content else end)

    def _rows(self, tokens: list[Token]) -> Iterator[Node]:
        for index, token in enumerate(tokens):
            if token.type != "tr_open" or token.map is None:
                continue
            start, end = self._offsets[token.map[0]], min(self._offsets[token.map[0] + 1] - 1, self._end)
            cells, at = [], start
            for cell in tokens[index : closing(tokens, index)]:
                if cell.type != "inline":
                    continue
                found = self._text.find(cell.content, at, end)
                begin = found if found >= 0 and cell.content else at
                at = begin + (len(cell.content) if found >= 0 else 0)
                cells.append(Node("cell", begin, at))
            yield Node("row", start, end, children=tuple(cells))


def closing(tokens: list[Token], opening: int) -> int:
    """The index of the token that closes the one at `opening`."""
    level = tokens[opening].level
    index = opening + 1
    while index < len(tokens) and not (tokens[index].nesting == -1 and tokens[index].level == level):
        index += 1
    return index


def _right(text: str, start: int, end: int) -> int:
    return start + len(text[start:end].rstrip())
