"""A passage of an imported file, today's docs -> its Span in the docs, and how it was found."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from benchmill.generator.evidence import align, sentence_with
from benchmill.growing.source import Source
from benchmill.records import Chunk, Document, Span
from benchmill.records.normalising import find_normalised
from benchmill.records.sentences import sentences
from benchmill.records.words import content_words, stem, words
from benchmill.retrieving.bm25 import Bm25

How = Literal["exact", "normalised", "aligned"]

LIKE = 85.0
"""Least similarity, in percent, of a passage that is not verbatim. At 85, one word in seven may differ."""
LONGEST_ALIGNED = 4000
_WORDS_TRIED = 10
_NORMALISED_TRIED = 3
_CHUNKS_TRIED = 3
MOST_OF_THE_QUESTION = 0.6
"""Least share of the question's words that must be beside an answer without a passage."""
_BESIDE = 300
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Alignment:
    """A passage's place. `exact`: equal characters; `normalised`: without spaces and markup; `aligned`: similar."""

    span: Span
    how: How


class Aligner:
    """Finds passages in the documents of a source. It builds its indices when they are first needed."""

    def __init__(self, source: Source, language: str = "en") -> None:
        self._source = source
        self._language = language

    def find(self, passage: str, *, document: str = "", answer: str = "") -> Alignment | None:
        """Where `passage` is: in `document` first, where that is one of the docs.

        A similar passage must have every number that answer and passage share: else the value has changed.
        """
        wanted = passage.strip()
        if not wanted:
            return None
        likely = list(self._likely(wanted, document))
        for one in likely:
            start = one.text.find(wanted)
            if start >= 0:
                return Alignment(Span.of(one, start, start + len(wanted)), "exact")
        for one in likely[:_NORMALISED_TRIED]:  # normalising a document takes a hundred times as long as searching it
            place = find_normalised(wanted, one.text)
            if place:
                return Alignment(Span.of(one, *place), "normalised")
        return self._aligned(wanted, answer)

    def find_answer(self, question: str, answer: str) -> Alignment | None:
        """The sentence that holds `answer` verbatim, beside most of the question.

        A short answer such as `20` is in many sentences: without the question's words beside it, the sentence proves
        nothing.
        """
        asked = self._stems(question) - self._stems(answer)
        if not answer.strip() or not asked:
            return None
        best: tuple[float, Span] | None = None
        for number, _ in self._index.top(f"{question} {answer}", 2 * _CHUNKS_TRIED):
            chunk = self._chunks[number]
            span = sentence_with(answer, question, chunk)
            if span is None:
                continue
            share = len(asked & self._stems(_around(span, chunk))) / len(asked)
            if share >= MOST_OF_THE_QUESTION and (best is None or share > best[0]):
                best = (share, span)
        return Alignment(best[1], "aligned") if best else None

    def _stems(self, text: str) -> set[str]:
        return {stem(word, self._language) for word in content_words(text, self._language)}

    def narrowed(self, align: Alignment, question: str, answers: Sequence[str], at: int | None = None) -> Span:
        """The sentence of the passage that holds one of `answers` verbatim; the whole passage where none does.

        `at` is where the answer begins in it, for passages that were found exactly.
        """
        chunk = Chunk(align.span)
        if at is not None and align.how == "exact":
            for start, end in sentences(chunk.text):
                if start <= at < end and chunk.text[start:end].strip():
                    offset = align.span.start
                    return Span(align.span.document_id, offset + start, offset + end, chunk.text[start:end])
        for answer in answers:
            span = sentence_with(answer, question, chunk) if answer.strip() else None
            if span:
                return span
        return align.span

    def chunks_holding(self, span: Span) -> tuple[str, ...]:
        """Ids of the chunks that hold the span: one chunk, or all that the span crosses."""
        near = self._source.chunks_of(span.document_id)
        whole = [chunk.id for chunk in near if chunk.span.contains(span)]
        parts = [chunk.id for chunk in near if chunk.span.overlaps(span)]
        return tuple(whole[:1] or parts)

    def _likely(self, passage: str, named: str) -> Iterator[Document]:
        """The documents that could hold the passage: the named one, then those with most of its rarest words."""
        first = self._named(named)
        if first:
            yield first
        tokens = words(passage)
        inner = set(tokens[1:-1] or tokens)  # a passage may be cut inside its first and last word
        rarest = sorted((self._places[word] for word in sorted(inner) if word in self._places), key=len)[:_WORDS_TRIED]
        counts = Counter(number for places in rarest for number in places)
        for number, _ in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])):
            if counts[number] * 4 >= len(rarest) * 3 and self._source.documents[number] is not first:
                yield self._source.documents[number]

    def _named(self, name: str) -> Document | None:
        """The document of this path, or the only document whose path is an end of this path or the reverse."""
        path = name.replace("\\", "/").removeprefix("./")
        if not path:
            return None
        documents = {document.id: document for document in self._source.documents}
        if path in documents:
            return documents[path]
        ends = [d for d in documents.values() if d.id.endswith(f"/{path}") or f"/{path}".endswith(f"/{d.id}")]
        return ends[0] if len(ends) == 1 else None

    def _aligned(self, passage: str, answer: str) -> Alignment | None:
        if len(passage) > LONGEST_ALIGNED:
            return None
        numbers = set(_NUMBER.findall(answer)) & set(_NUMBER.findall(passage))
        for number, _ in self._index.top(passage, _CHUNKS_TRIED):
            chunk = self._chunks[number]
            document = self._source.document(chunk.document_id)
            left = max(0, chunk.span.start - len(passage))
            place = align(passage, document.text[left : chunk.span.end + len(passage)], at_least=LIKE)
            if place:
                span = Span.of(document, left + place[0], left + place[1])
                if numbers <= set(_NUMBER.findall(span.text)):
                    return Alignment(span, "aligned")
        return None

    @cached_property
    def _chunks(self) -> Sequence[Chunk]:
        return self._source.chunks()

    @cached_property
    def _index(self) -> Bm25:
        return Bm25.of([chunk.text for chunk in self._chunks], language=self._language)

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        """Word -> numbers of the documents that have it."""
        places: defaultdict[str, list[int]] = defaultdict(list)
        for number, document in enumerate(self._source.documents):
            for word in set(words(document.text)):
                places[word].append(number)
        return dict(places)


def _around(span: Span, chunk: Chunk) -> str:
    """The span with its headings and the text beside it in the chunk: a table's head, the sentence before."""
    start, end = span.start - chunk.span.start, span.end - chunk.span.start
    return " ".join([*chunk.headings, chunk.text[max(0, start - _BESIDE) : end + _BESIDE // 2]])
