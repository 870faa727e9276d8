"""Document -> Chunks: blocks packed up to a size; every section begins a new chunk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from benchmill.generator.chunkers.pieces import closed_up, pieces
from benchmill.generator.chunkers.prose import Split, split_prose
from benchmill.generator.markup.block import Block
from benchmill.generator.markup.blocks import blocks_of, body_start
from benchmill.generator.markup.front_matter import front_matter_title
from benchmill.records import Chunk, Document, Span, UsageError
from benchmill.records.leads import lead_of


def chunk_document(
    document: Document, *, size: int = 1000, overlap: int = 100, split: Split = split_prose
) -> list[Chunk]:
    """The passages of a document in order: at most `size` characters each, none blank.

    Together they hold every character except white space and front matter. Code, tables and list items stay whole if
    they fit in `size`. A paragraph that does not fit is cut between sentences. Only the pieces of such a paragraph
    share text, up to `overlap` characters. A chunk without headings gets the document's title as its heading. `split`
    cuts such a paragraph; a caller that knows where it was cut before gives another one than `split_prose`.
    """
    if size < 1 or not 0 <= overlap < size:
        raise UsageError(f"chunk size must be at least 1 and overlap 0 to size - 1, not {size} and {overlap}")
    start = body_start(document.text, document.media_type)
    blocks = blocks_of(document.text, document.media_type, size, document.cells)
    whole = closed_up(document.text, blocks, start, len(document.text))
    packed = _pack(document.text, whole, size, overlap, _Path.of(document), split)
    return [
        Chunk(Span.of(document, begin, end), headings, lead_of(document.text, begin)) for begin, end, headings in packed
    ]


@dataclass(slots=True)
class _Path:
    """The headings above the current block. `site_title`: the front matter's, for pages without a top heading."""

    title: str
    site_title: str
    above: list[tuple[int, str]] = field(default_factory=list)

    @classmethod
    def of(cls, document: Document) -> _Path:
        begins = body_start(document.text, document.media_type)
        return cls(
            document.title or document.id, document.title if begins and front_matter_title(document.text) else ""
        )

    def enter(self, level: int, heading: str) -> None:
        while self.above and self.above[-1][0] >= level:
            self.above.pop()
        if heading:
            self.above.append((level, heading))

    def names(self) -> tuple[str, ...]:
        names = tuple(heading for _, heading in self.above)
        if names and self.site_title and self.above[0][0] > 1 and names[0] != self.site_title:
            return (self.site_title, *names)
        return names or (self.title,)


def _pack(
    text: str, blocks: Iterator[Block], size: int, overlap: int, path: _Path, split: Split
) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """(start, end, headings) of every chunk. A heading goes into the same chunk as the text below it."""
    start = end = -1
    alone = 0  # the level of the heading, while the current chunk holds nothing else
    names = path.names()
    for block in blocks:
        if block.kind == "heading":
            if start >= 0 and block.level <= (alone or block.level):
                yield start, end, names
                start = -1
            path.enter(block.level, block.heading)
            names = path.names()
        lead = block.start - start if start >= 0 and alone else 0
        for piece_start, piece_end in pieces(text, block, size, overlap, lead, split):
            if start >= 0 and piece_end - start > size:
                yield start, end, names
                start = -1
            if start < 0:
                start = piece_start
            end = piece_end
        alone = block.level
    if start >= 0:
        yield start, end, names
