"""Benchmark -> FlatItems: question, answer, parts and passages as the flat formats hold them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from benchmill.outputs.candidate_record import manner_record
from benchmill.records import CRITERIA, Benchmark, Candidate, Chunk, Evidence, Item, Span

NO_ANSWER = "The documents do not answer this question."
"""What a system should say where an item of kind unanswerable has no answer of its own."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A verbatim quote: `start` and `end` are code points in the document; `chunk` is empty where no chunk holds it."""

    document: str
    start: int
    end: int
    text: str
    chunk: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """One answer component, without its evidence."""

    text: str
    short_answers: tuple[str, ...] = ()

    def as_json(self) -> dict[str, object]:
        return {"text": self.text, "short_answers": list(self.short_answers)}


@dataclass(frozen=True, slots=True)
class FlatItem:
    """What every flat format takes its fields from. An item without an answer has no passages.

    `passages` are the evidence of components, readings and hops in that order, each place once; `ratings` the verdicts
    by criterion, in the order of CRITERIA, then those of the user's own critics; `alias` an imported item's own id;
    `style`, `difficulty` and `persona` say how and by whom the question is asked. `gold_chunks` are the whole chunks
    that hold the passages, each once, and the passage itself where no chunk does; files of items do not keep them.
    """

    id: str
    kind: str
    question: str
    answer: str
    parts: tuple[Part, ...]
    passages: tuple[Passage, ...]
    document: str
    chapter: int
    question_number: int
    headings: tuple[str, ...] = ()
    ratings: Mapping[str, int] = field(default_factory=dict)
    generator: str = ""
    review: str = ""
    alias: str = ""
    style: str = ""
    difficulty: str = ""
    persona: str = ""
    change: str = field(default="", compare=False)
    gold_chunks: tuple[Passage, ...] = field(default=(), compare=False)

    @property
    def reference(self) -> str:
        """The answer a system is held against: never blank, so that no grader compares with nothing."""
        if self.answer.strip():
            return self.answer
        return NO_ANSWER if self.kind == "unanswerable" else "\n".join(part.text for part in self.parts)

    @property
    def manner(self) -> dict[str, str]:
        """How the question is asked, as files with metadata hold it: what is known of style, difficulty, persona, and
        of the change that makes it unanswerable."""
        found = {"style": self.style, "difficulty": self.difficulty, "persona": self.persona, "change": self.change}
        return {name: value for name, value in found.items() if value}

    @property
    def texts(self) -> tuple[str, ...]:
        """The passages' texts, each once."""
        return tuple(dict.fromkeys(passage.text for passage in self.passages))


def flat_items(benchmark: Benchmark) -> tuple[FlatItem, ...]:
    """The benchmark's items in its order; every kind can be held."""
    chunks: dict[str, list[Chunk]] = {}
    for chunk in benchmark.chunks:
        chunks.setdefault(chunk.document_id, []).append(chunk)
    headings = {chunk.id: chunk.headings for chunk in benchmark.chunks}
    return tuple(_flat(item, chunks, headings) for item in benchmark.items)


def _flat(item: Item, chunks: Mapping[str, list[Chunk]], headings: Mapping[str, tuple[str, ...]]) -> FlatItem:
    candidate = item.candidate
    ratings = {verdict.criterion: verdict.rating for verdict in item.critique.verdicts}
    asked = manner_record(candidate)
    spans = dict.fromkeys(evidence.span for evidence in _evidence(candidate))
    holders = {span: _holder(span, chunks.get(span.document_id, ())) for span in spans}
    return FlatItem(
        id=item.id,
        kind=candidate.kind,
        question=candidate.question,
        answer=candidate.answer,
        parts=tuple(Part(part.text, part.short_answers) for part in candidate.said),
        passages=tuple(_passage(span, chunk) for span, chunk in holders.items()),
        document=candidate.document_id,
        chapter=item.chapter,
        question_number=item.question_number,
        headings=next((headings[id_] for id_ in candidate.chunk_ids if id_ in headings), ()),
        ratings={name: ratings[name] for name in (*CRITERIA, *sorted(ratings)) if name in ratings},
        generator=item.generator,
        review=item.review,
        alias=candidate.alias,
        style=str(asked["style"]),
        difficulty=str(asked["difficulty"]),
        persona=str(asked.get("persona", "")),
        change=candidate.near_miss.change if candidate.near_miss else "",
        gold_chunks=tuple(
            dict.fromkeys(_passage(chunk.span if chunk else span, chunk) for span, chunk in holders.items())
        ),
    )


def _evidence(candidate: Candidate) -> Iterator[Evidence]:
    for component in candidate.components:
        yield from component.evidence
    for reading in candidate.readings:
        yield from reading.evidence
    for hop in candidate.hops:
        yield hop.evidence


def _holder(span: Span, near: Sequence[Chunk]) -> Chunk | None:
    """The first of the document's chunks that holds the whole span."""
    return next((chunk for chunk in near if chunk.span.contains(span)), None)


def _passage(span: Span, chunk: Chunk | None) -> Passage:
    return Passage(span.document_id, span.start, span.end, span.text, chunk.id if chunk else "")
