"""A paragraph that is too long for a chunk -> its pieces, found once and kept in facts.sqlite.

The splitter takes 0.3 s and 19 MB to load. A night in which another part of the page changed does without it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from benchmill.generator.chunkers import split_prose
from benchmill.indexing.chunk_facts import chunk_facts
from benchmill.indexing.facts_file import KeptFacts
from benchmill.records import digest


@dataclass(frozen=True, slots=True)
class KeptSplits:
    """Splits as `split_prose` does. A paragraph that is gone leaves some hundred bytes in the file."""

    kept: KeptFacts

    def __call__(self, text: str, start: int, end: int, size: int, overlap: int) -> Iterator[tuple[int, int]]:
        paragraph = text[start:end]
        name, key = f"split {digest(paragraph, size, overlap)}", str(chunk_facts().version)
        borders = array("I", self.kept.value(name, key) or b"")
        if not borders:
            borders.extend(chain.from_iterable(split_prose(paragraph, 0, len(paragraph), size, overlap)))
            self.kept.keep(name, key, borders.tobytes())
        return ((start + first, start + last) for first, last in zip(borders[::2], borders[1::2], strict=True))
