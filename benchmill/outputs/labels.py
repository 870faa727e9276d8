"""Benchmark -> the words that prove each piece of evidence, in that place and in no other.

A quote such as `Defaults to 5` is in passages that do not answer the question, and a scorer would credit them. So a
quote that is in the documents elsewhere is widened for labels: to its sentence, its row, then line by line, until it is
unique, and never beyond its chunk. The evidence itself, which critics judged, stays what it is.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence, Set

from benchmill.outputs.comparisons import NOWHERE, Comparisons, key_of
from benchmill.records import AnswerComponent, Benchmark, Chunk, Document, Span
from benchmill.records.sentences import sentences, trimmed

_WORD = re.compile(r"\w+")
_LOOKED_UP = 12  # of a text's words; more of them hardly leave fewer documents

Holding = Callable[[Sequence[str]], Sequence[Document]]
"""Words -> all documents that have them; also giving others only costs the time to search them."""


def words_in(text: str) -> set[str]:
    """The words by which documents are found."""
    return set(_WORD.findall(text))


class Labels:
    """What labels name a span by. Documents are indexed by the quotes' own words, once.

    >>> page = Document("a.md", "Retries: default 5.\\n\\nSlots: default 5.\\n", "", "", "")
    >>> chunk = Chunk(Span.of(page, 0, 37))
    >>> benchmark = Benchmark("b", (page,), (), (chunk,))
    >>> Labels(benchmark).of(Span.of(page, 9, 18), ())
    'Retries: default 5.'
    """

    def __init__(
        self, benchmark: Benchmark, holding: Holding | None = None, comparisons: Comparisons | None = None
    ) -> None:
        """`holding` finds documents by words; without it the words of all documents are indexed here.

        `comparisons` are those of the last run; they spare time and change no label.
        """
        self._given = holding
        self._comparisons = comparisons or Comparisons()
        self._documents = {document.id: document for document in benchmark.documents}
        self._chunks: dict[str, list[Chunk]] = defaultdict(list)
        for chunk in benchmark.chunks:
            self._chunks[chunk.document_id].append(chunk)
        self._holding: dict[str, list[Document]] | None = None
        self._known: dict[tuple[str, int, int, frozenset[tuple[str, int]]], str] = {}

    def of_component(self, component: AnswerComponent) -> tuple[str, ...]:
        """The texts of a component's evidence, each once, in order."""
        spans = [evidence.span for evidence in component.evidence]
        return tuple(dict.fromkeys(self.of(span, spans) for span in spans))

    def of(self, span: Span, gold: Sequence[Span]) -> str:
        """The span's text, widened until it is nowhere but in `gold` places, which prove the answer as well.

        Where even its chunk is not unique, or its document is not known, the text as it is.
        """
        document = self._documents.get(span.document_id)
        if document is None or document.text[span.start : span.end] != span.text:
            return span.text
        gold_places = frozenset({(one.document_id, one.start) for one in (*gold, span)})
        key = (span.document_id, span.start, span.end, gold_places)
        if key not in self._known:
            wider = (place for place in self._wider(document, span) if self._is_unique(document, place, gold_places))
            start, end = next(wider, (span.start, span.end))
            self._known[key] = document.text[start:end]
        return self._known[key]

    def _wider(self, document: Document, span: Span) -> Iterator[tuple[int, int]]:
        yield span.start, span.end
        chunk = next((one for one in self._chunks[document.id] if one.span.contains(span)), None)
        if chunk is None:
            return
        low, high = chunk.span.start, chunk.span.end
        for start, end in sentences(chunk.text):
            if low + start <= span.start and span.end <= low + end:
                yield low + start, low + end
        start, end = _lines(document.text, span.start, span.end, low, high)
        yield start, end
        while (start, end) != (low, high):
            start, _ = _lines(
                document.text, max(low, start - 1), end, low, high
            )  # the line above says what it is about
            yield trimmed(document.text, start, end)
            _, end = _lines(document.text, start, min(high, end + 1), low, high)
            yield trimmed(document.text, start, end)

    def _is_unique(self, document: Document, place: tuple[int, int], gold: Set[tuple[str, int]]) -> bool:
        known, key = self._comparisons, key_of(document, place, gold)
        held = known.elsewhere(document, key)
        if not held:  # nowhere in the unchanged documents, or not known
            start, end = place
            text, here = document.text[start:end], (document.id, start)
            outside = {(name, at) for name, at in gold if name != document.id or not start <= at < end}
            others = map(self._documents.__getitem__, known.changed) if held == NOWHERE else self._that_may_hold(text)
            held = next((other.id for other in others if _has_elsewhere(other, here, text, outside)), NOWHERE)
        known.found[key] = held
        return held == NOWHERE

    def _that_may_hold(self, text: str) -> Sequence[Document]:
        """The documents with the longest whole words of the text; all where it has none."""
        words = _WORD.findall(text)[1:-1]
        if not words:
            return tuple(self._documents.values())
        if self._given is not None:
            return self._given(sorted(words, key=len)[-_LOOKED_UP:])
        return self._index.get(max(words, key=len), ())

    @property
    def _index(self) -> Mapping[str, list[Document]]:
        if self._holding is None:
            self._holding = defaultdict(list)
            for document in self._documents.values():
                for word in words_in(document.text):
                    self._holding[word].append(document)
        return self._holding


def _has_elsewhere(other: Document, here: tuple[str, int], text: str, gold: Set[tuple[str, int]]) -> bool:
    """Whether `other` has the text anywhere but `here` and where a gold place outside it is."""
    whole = other.text
    at = whole.find(text)
    while at >= 0:
        proves = any(name == other.id and at <= where < at + len(text) for name, where in gold)
        if (other.id, at) != here and not proves:
            return True
        at = whole.find(text, at + 1)
    return False


def _lines(text: str, start: int, end: int, low: int, high: int) -> tuple[int, int]:
    """The whole lines that the place touches, within the chunk."""
    left = text.rfind("\n", low, start) + 1 or low
    right = text.find("\n", end, high)
    return max(low, left), high if right < 0 else right
