"""A document's text and media type -> its blocks."""

from __future__ import annotations

from collections.abc import Iterator

from benchmill.generator.markup.block import Block
from benchmill.generator.markup.front_matter import front_matter_end
from benchmill.generator.markup.markdown import markdown_blocks
from benchmill.generator.markup.plain import plain_blocks
from benchmill.generator.markup.restructured import restructured_blocks

NOTEBOOK = "application/x-ipynb+json"
# Types of text without markup. A media type that this file does not name is read as Markdown.
PLAIN = {"text/plain", "application/pdf"}


def body_start(text: str, media_type: str) -> int:
    """The offset where a document's own text begins: after its front matter, if its format allows front matter."""
    return front_matter_end(text) if media_type in ("text/markdown", "text/mdx", NOTEBOOK) else 0


def blocks_of(
    text: str, media_type: str, size: int, cells: tuple[tuple[int, str], ...] = (), end: int | None = None
) -> Iterator[Block]:
    """The blocks of `text` up to `end`, in order and without front matter. A block longer than `size` has parts."""
    stop = len(text) if end is None else end
    start = body_start(text, media_type)
    if media_type in PLAIN:
        yield from plain_blocks(text, start, stop)
    elif media_type == "text/x-rst":
        yield from restructured_blocks(text, start, stop, size)
    elif cells:
        for (cell_start, kind), cell_stop in zip(cells, [*(place for place, _ in cells[1:]), stop], strict=True):
            yield from _cell(text, max(cell_start, start), min(cell_stop, stop), kind, size)
    else:
        yield from markdown_blocks(text, start, stop, size, mdx=media_type == "text/mdx")


def _cell(text: str, start: int, end: int, kind: str, size: int) -> Iterator[Block]:
    if kind == "markdown":
        yield from markdown_blocks(text, start, end, size)
    elif not text[start:end].isspace() and start < end:
        stop = start + len(text[start:end].rstrip())
        yield Block(start, stop, "lines" if kind == "code" else "prose")
