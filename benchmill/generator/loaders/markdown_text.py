"""Headings, lists, tables and code of a converted file -> Markdown that the chunker can read."""

from __future__ import annotations

import re
from collections.abc import Sequence


def heading(level: int, words: str) -> str:
    return f"{'#' * min(max(level, 1), 6)} {one_line(words)}"


def code(text: str, language: str = "") -> str:
    """The code in a fence that is longer than every run of backticks in it, so no line of the code closes the fence."""
    longest = max((len(run) for run in re.findall(r"`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{text.strip(chr(10))}\n{fence}"


def item(words: str, depth: int, number: int | None = None) -> str:
    """One list item. Its second and later lines are indented under the first."""
    marker = f"{number}. " if number is not None else "- "
    indent = "  " * depth
    return indent + marker + words.replace("\n", "\n" + indent + " " * len(marker))


def table(rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table; its first row is the header. The result is empty if no cell has a word."""
    kept = [[one_line(cell).replace("|", "\\|") for cell in row] for row in rows]
    kept = [row for row in kept if any(row)]
    if not kept:
        return ""
    width = max(len(row) for row in kept)
    full = [row + [""] * (width - len(row)) for row in kept]
    drawn = ["| " + " | ".join(row) + " |" for row in full]
    return "\n".join([drawn[0], "|" + " --- |" * width, *drawn[1:]])


def one_line(words: str) -> str:
    return " ".join(words.split())
