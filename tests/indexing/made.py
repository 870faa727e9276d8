"""Texts -> documents in one chunk a paragraph, as a run has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from benchmill.records import Chunk, Document, Span, digest


def documents_of(pages: Mapping[str, str]) -> tuple[Document, ...]:
    return tuple(
        Document(name, text, f"Title of {name}", digest(text), "text/markdown") for name, text in sorted(pages.items())
    )


def paragraphs(documents: Sequence[Document]) -> Callable[[str], tuple[Chunk, ...]]:
    """A chunk for each paragraph; its heading is the document's first word."""
    found: dict[str, tuple[Chunk, ...]] = {}
    for document in documents:
        at = 0
        chunks: list[Chunk] = []
        for part in document.text.split("\n\n"):
            if part.strip():
                headings = (document.text.split()[0], f"part {len(chunks) % 2}")
                chunks.append(Chunk(Span.of(document, at, at + len(part)), headings))
            at += len(part) + 2
        found[document.id] = tuple(chunks)
    return found.__getitem__
