"""Markdown -> blocks with offsets, from the token maps of markdown-it-py, parsed one stretch of text at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from benchmill.generator.markup.block import Block
from benchmill.generator.markup.headings import plain_heading
from benchmill.generator.markup.lines import line_end
from benchmill.generator.markup.markdown_nodes import closing

if TYPE_CHECKING:
    from markdown_it.token import Token

# The tokens of a text take about 50 times its memory. So a long text is parsed in stretches: these are the usual and
# the longest number of characters. A stretch begins at a top-level block. If one block fills the stretch, the stretch
# grows to the longest number, and the block is cut there.
_STRETCHES = (65_536, 262_144)


def markdown_blocks(
    text: str, start: int, end: int, size: int, *, mdx: bool = False, stretches: tuple[int, int] = _STRETCHES
) -> Iterator[Block]:
    """The top-level blocks of `text[start:end]`, in order. A block longer than half of `size` has its parts.

    The parser gives up on deeply nested lines. Such lines belong to no block; the caller handles them.
    """
    stretch, limit = stretches
    place, length = start, stretch
    while place < end:
        cut = line_end(text, min(place + length, end), end)
        blocks = _parse(text, place, cut, size, mdx=mdx)
        if cut >= end:
            yield from blocks
            return
        if len(blocks) == 1 and length < limit:
            length *= 4  # perhaps the block ends in the longer stretch
            continue
        if len(blocks) <= 1:
            blocks, place = _cut_short(text, blocks, cut, end)
        else:
            place = blocks.pop().start  # the last block may continue after the cut: parse it again as a whole
        yield from blocks
        length = stretch


def _cut_short(text: str, blocks: list[Block], cut: int, end: int) -> tuple[list[Block], int]:
    """The blocks of a stretch of the longest size that holds at most one block, and the offset to continue from."""
    if not blocks:
        return [], cut
    block = blocks[0]
    if fence := _open_fence(text, block):
        closing = re.compile(rf"^ {{0,3}}{fence[0]}{{{len(fence)},}}[ \t]*$", re.MULTILINE).search(text, cut - 1, end)
        stop = closing.end() if closing else end
        return [Block(block.start, stop, "lines")], min(stop + 1, end)
    if len(block.parts) > 1:
        return list(block.parts[:-1]), block.parts[-1].start
    return blocks, cut


_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


def _open_fence(text: str, block: Block) -> str:
    """The marker of the fence that opens `block`. The result is empty if `block` is not a fence."""
    found = _FENCE.match(text, block.start) if block.kind == "lines" else None
    return found.group(1) if found else ""


def _parse(text: str, start: int, end: int, size: int, *, mdx: bool) -> list[Block]:
    from benchmill.generator.markup.parser import block_tokens

    stretch = text[start:end]
    tokens = block_tokens(stretch, mdx=mdx)
    offsets = [start]
    for line in stretch.split("\n"):
        offsets.append(offsets[-1] + len(line) + 1)
    return list(_blocks(tokens, offsets, end, size))


def _blocks(tokens: list[Token], offsets: list[int], end: int, size: int) -> Iterator[Block]:
    """One block for each token without a parent among `tokens`."""
    index = 0
    while index < len(tokens):
        token, first = tokens[index], index
        if token.nesting == 1:
            index = closing(tokens, index)
        index += 1
        if token.map is None:
            continue
        block_start, block_end = offsets[token.map[0]], min(offsets[token.map[1]] - 1, end)
        if block_end <= block_start:
            continue
        inner = tokens[first + 1 : index - 1]
        if token.type == "heading_open":
            yield Block(block_start, block_end, "heading", int(token.tag[1]), plain_heading(inner[0].content))
        elif token.type in ("fence", "code_block", "html_block", "table_open"):
            yield Block(block_start, block_end, "lines")
        elif token.nesting == 1 and token.type != "paragraph_open":
            parts = tuple(_blocks(inner, offsets, end, size)) if block_end - block_start > size // 2 else ()
            yield Block(block_start, block_end, "parts", parts=parts)
        else:
            yield Block(block_start, block_end, "prose")
