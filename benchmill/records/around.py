"""The chunks of a folder and one of them -> the chunks of its section that a writer of lists sees with it."""

from __future__ import annotations

from collections.abc import Sequence

from benchmill.records.corpus import Chunk

LONGEST_SECTION = 4
"""The writer sees at most this many chunks of one section."""


def around(chunks: Sequence[Chunk], number: int) -> tuple[Chunk, ...]:
    """The chunk, then the chunks after it and before it in its section: a list that its border cuts continues there."""
    section = (chunks[number].document_id, chunks[number].headings)
    after = _same(chunks, range(number + 1, min(len(chunks), number + LONGEST_SECTION)), section)
    before = _same(chunks, range(number - 1, max(-1, number - LONGEST_SECTION + len(after)), -1), section)
    return (chunks[number], *after, *reversed(before))


def _same(chunks: Sequence[Chunk], numbers: range, section: tuple[str, tuple[str, ...]]) -> list[Chunk]:
    """The chunks with these numbers, up to the first one of another section."""
    found: list[Chunk] = []
    for number in numbers:
        chunk = chunks[number]
        if (chunk.document_id, chunk.headings) != section:
            break
        found.append(chunk)
    return found
