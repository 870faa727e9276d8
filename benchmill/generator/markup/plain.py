"""Plain text -> its paragraphs."""

from __future__ import annotations

from collections.abc import Iterator

from benchmill.generator.markup.block import Block
from benchmill.generator.markup.lines import is_blank, lines


def plain_blocks(text: str, start: int, end: int) -> Iterator[Block]:
    """The paragraphs of `text[start:end]`. A paragraph is a run of lines that are not blank."""
    begin = stop = -1
    for line_start, line_stop in lines(text, start, end):
        if not is_blank(text, line_start, line_stop):
            begin, stop = (line_start if begin < 0 else begin), line_stop
        elif begin >= 0:
            yield Block(begin, stop, "prose")
            begin = -1
    if begin >= 0:
        yield Block(begin, stop, "prose")
