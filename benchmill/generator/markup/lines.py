"""Text -> its lines, one at a time, so that a long text needs no list of all its lines."""

from __future__ import annotations

from collections.abc import Iterator


def lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The start and end of every line in `text[start:end]`, without its newline. Only `\\n` ends a line."""
    while start < end:
        newline = text.find("\n", start, end)
        stop = end if newline < 0 else newline
        yield start, stop
        start = stop + 1


def is_blank(text: str, start: int, end: int) -> bool:
    return start >= end or text[start:end].isspace()


def line_end(text: str, near: int, end: int) -> int:
    """The first place at or after `near` where a line begins. The result is `end` if no line begins before `end`."""
    newline = text.find("\n", max(near - 1, 0), end)
    return end if newline < 0 else newline + 1
