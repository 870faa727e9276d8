"""A passage or a heading -> the passages beside it on its page, and those of the sections with this heading."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from benchmill.indexing.light_chunks import AllChunks, name_of
from benchmill.records import Chunk

_SEARCHED = 200  # passages by the words of a heading
_MOST_HEADED = 6  # sections with one heading: more, such as each page's "Usage", are no readings of one question


class Ranks(Protocol):
    """A full-text index."""

    def top(self, query: str, k: int, among: Collection[int] | None = None) -> list[tuple[int, float]]:
        """Up to `k` (number of the chunk, score), best first; only chunks with a word of the query, and of `among`."""


class PagePassages:
    """The chunks of all pages, page after page, with their numbers by id and an index that finds headings."""

    def __init__(self, chunks: Sequence[Chunk], index: Ranks) -> None:
        self._chunks, self._index = chunks, index
        self.numbers: Mapping[str, int] = (
            chunks.numbers if isinstance(chunks, AllChunks) else {chunk.id: place for place, chunk in enumerate(chunks)}
        )
        # the words of all questions are looked for, and two of three stood in an earlier question
        self._headed: dict[str, Sequence[Chunk]] = {}

    def near(self, own: Iterable[Chunk]) -> Iterator[Chunk]:
        """The passages after and before each of `own` in its document, nearest first."""
        for chunk in own:
            place = self.numbers.get(chunk.id)
            for step in (1, -1, 2, -2) if place is not None else ():
                beside = (place or 0) + step
                if 0 <= beside < len(self._chunks) and self._chunks[beside].document_id == chunk.document_id:
                    yield self._chunks[beside]

    def section(self, seed: Chunk) -> Iterator[Chunk]:
        """The passages of the document under the headings of `seed`, the nearest first."""
        return (chunk for chunk in self.nearest(seed) if chunk.headings == seed.headings)

    def nearest(self, seed: Chunk) -> Iterator[Chunk]:
        """The passages of the document of `seed`, the nearest first."""
        at = first = last = self.numbers.get(seed.id, 0)
        while first > 0 and self._chunks[first - 1].document_id == seed.document_id:
            first -= 1
        while last < len(self._chunks) and self._chunks[last].document_id == seed.document_id:
            last += 1
        return (self._chunks[number] for number in sorted(range(first, last), key=lambda number: abs(number - at)))

    def whole(self, own: Iterable[Chunk]) -> Sequence[Chunk]:
        """All passages of the documents of `own`, each once, the nearest first."""
        return tuple({chunk.id: chunk for one in own for chunk in self.nearest(one)}.values())

    def headed_alike(self, own: Sequence[Chunk]) -> Iterator[Chunk]:
        """The first passage found of each other section with the last heading of one of `own`, if they are few."""
        seen = {(chunk.document_id, chunk.headings) for chunk in own}
        for heading in dict.fromkeys(chunk.headings[-1] for chunk in own if chunk.headings):
            sections = self.headed(heading)
            others = [chunk for chunk in sections if (chunk.document_id, chunk.headings) not in seen]
            yield from others if len(others) <= _MOST_HEADED else ()

    def headed(self, heading: str) -> Sequence[Chunk]:
        """The first passage found of each section with this heading."""
        if heading not in self._headed:
            self._headed[heading] = self._search(heading)
        return self._headed[heading]

    def _search(self, heading: str) -> list[Chunk]:
        name = name_of((heading,))
        ranked = (place for place, _ in self._index.top(heading, _SEARCHED))
        found: dict[tuple[str, tuple[str, ...]], Chunk] = {}
        for chunk in (self._chunks[place] for place in ranked if self._is_headed(place, name)):
            found.setdefault((chunk.document_id, chunk.headings), chunk)
        return list(found.values())

    def _is_headed(self, place: int, name: str) -> bool:
        if isinstance(self._chunks, AllChunks):
            return self._chunks.is_headed(place, name)
        return name_of(self._chunks[place].headings) == name
