"""A passage and the evidence in it -> the passages at the same place of its page in other languages.

Search does not find them: their words are others. A folder with each page in two languages had 13 of 22 items whose
answer the other page gives too, without a label.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, groupby

from benchmill.indexing.light_chunks import AllChunks
from benchmill.records import Chunk, Span
from benchmill.records.translations import page_and_language

MOST = 3
"""The most passages of other languages for one candidate."""
# Numbers, paths, names of code, and long words, of which names are the same in each language.
_LITERAL = re.compile(r"[\w./#-]*[\d_/.#][\w/#-]+|[A-Za-z]{5,}")


class TranslatedPages:
    """Which documents are one page in several languages, by their paths, and which passages of them are one place."""

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self._chunks = chunks

    def beside(self, own: Chunk, evidence: Sequence[Span]) -> Iterator[Chunk]:
        """The passages that stand where `evidence` stands in `own`, page by page; most likely first on each page."""
        for document_id in self._others.get(own.document_id, ()):
            yield from self._aligned(own, [span for span in evidence if own.span.overlaps(span)], document_id)

    def of_evidence(self, evidence: Iterable[Span]) -> Iterator[Chunk]:
        """The same for evidence wherever it is: the passages that stand where it stands in other languages."""
        for span in evidence:
            chunks = (self._chunks[number] for number in self._numbers.get(span.document_id, ()))
            for chunk in chunks:
                if chunk.span.overlaps(span):
                    yield from self.beside(chunk, [span])

    @cached_property
    def _numbers(self) -> Mapping[str, Sequence[int]]:
        """Document id -> the numbers of its chunks, of pages that some path names a language for."""
        found: dict[str, Sequence[int]] = {}
        if isinstance(self._chunks, AllChunks):
            starts = self._chunks.starts
            for at, document in enumerate(self._chunks.documents):
                found[document.id] = range(starts[at], starts[at + 1])
        else:
            numbers = defaultdict(list)
            for number, chunk in enumerate(self._chunks):
                numbers[chunk.document_id].append(number)
            found |= numbers
        page_of = {name: page_and_language(name) for name in found}
        # most folders have no page in several languages, and nothing is kept of them
        pages = {page for page, language in page_of.values() if language}
        return {name: numbers for name, numbers in found.items() if page_of[name][0] in pages}

    @cached_property
    def _others(self) -> Mapping[str, Sequence[str]]:
        """Document id -> the same page in other languages."""
        pages: defaultdict[str, list[str]] = defaultdict(list)
        for name in sorted(name for name, numbers in self._numbers.items() if numbers):
            pages[page_and_language(name)[0]].append(name)
        return {name: [other for other in page if other != name] for page in pages.values() for name in page}

    def _aligned(self, own: Chunk, evidence: Sequence[Span], document_id: str) -> Iterator[Chunk]:
        """The passage at the place of `evidence`, and the one beside it where that place goes over their border."""
        ours, theirs = self._sections(own.document_id), self._sections(document_id)
        if len(ours) == len(theirs):
            at = next((at for at, section in enumerate(ours) if own in section), None)
            if at is None:
                return
            page, other = ours[at], theirs[at]
        else:  # a page that is translated in part, or newer: it is compared as a whole
            page, other = list(chain(*ours)), list(chain(*theirs))
        wanted = _Part.of(page, evidence or [own.span])
        known = set(_LITERAL.findall(own.text))
        away = {chunk.id: wanted.distance(_Part.of(other, [chunk.span])) for chunk in other}

        def unlike(chunk: Chunk) -> float:
            return away[chunk.id] - len(known & set(_LITERAL.findall(chunk.text))) / max(1, len(known))

        best, *rest = sorted(other, key=unlike)
        yield best
        yield from (chunk for chunk in rest[:1] if not away[chunk.id])

    def _sections(self, document_id: str) -> list[list[Chunk]]:
        chunks = (self._chunks[number] for number in self._numbers[document_id])
        return [list(section) for _, section in groupby(chunks, key=lambda chunk: chunk.headings)]


@dataclass(frozen=True, slots=True)
class _Part:
    """Where a place begins and ends in its section or page, as shares of the length."""

    start: float
    end: float

    @classmethod
    def of(cls, section: Sequence[Chunk], spans: Sequence[Span]) -> _Part:
        first, last = section[0].span.start, section[-1].span.end
        length = max(1, last - first)
        return cls((min(s.start for s in spans) - first) / length, (max(s.end for s in spans) - first) / length)

    def distance(self, other: _Part) -> float:
        return max(0.0, other.start - self.end, self.start - other.end)
