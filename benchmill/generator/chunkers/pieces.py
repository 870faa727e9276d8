"""Block -> pieces of at most a size, cut between sentences or lines if possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from benchmill.generator.chunkers.prose import Split, split_prose
from benchmill.generator.markup.block import Block
from benchmill.generator.markup.lines import is_blank, lines
from benchmill.generator.markup.plain import plain_blocks


def closed_up(text: str, blocks: Iterable[Block], start: int, end: int) -> Iterator[Block]:
    """`blocks`, and the text between them as paragraphs: text that a parser left out is still part of the document."""
    place = start
    for block in blocks:
        if not is_blank(text, place, block.start):
            yield from plain_blocks(text, place, block.start)
        yield block
        place = max(place, block.end)
    if not is_blank(text, place, end):
        yield from plain_blocks(text, place, end)


def pieces(
    text: str, block: Block, size: int, overlap: int, lead: int = 0, split: Split = split_prose
) -> Iterator[tuple[int, int]]:
    """(start, end) of the pieces of `block`, none longer than `size` and none with white space at its end.

    `lead`: the length of the heading before the block. Prose and lists are cut so that the heading fits into the chunk
    of the first piece, unless the heading takes half of the size. Code and tables stay whole in either case.
    """
    end = block.start + len(text[block.start : block.end].rstrip())
    room = size - lead if lead <= size // 2 else size
    if end - block.start <= (size if block.kind == "lines" else room):
        if end > block.start:
            yield block.start, end
    elif block.kind == "parts" and block.parts:
        for part in closed_up(text, block.parts, block.start, end):
            yield from pieces(text, part, size, overlap, lead if part.start == block.start else 0, split)
    elif block.kind == "prose":
        yield from split(text, block.start, end, room, min(overlap, room - 1))
    else:
        yield from _split_lines(text, block.start, end, room, min(overlap, room - 1), split)


def _split_lines(text: str, start: int, end: int, size: int, overlap: int, split: Split) -> Iterator[tuple[int, int]]:
    """Pieces of as many whole lines as fit. A line that does not fit is cut like prose."""
    begin = stop = -1
    for line_start, line_end in lines(text, start, end):
        if text[line_start:line_end].isspace() or line_start == line_end:
            continue
        if begin >= 0 and line_end - begin > size:
            yield begin, stop
            begin = -1
        if line_end - line_start > size:
            yield from split(text, line_start, line_end, size, overlap)
        else:
            begin, stop = (line_start if begin < 0 else begin), line_end
    if begin >= 0:
        yield begin, begin + len(text[begin:stop].rstrip())
