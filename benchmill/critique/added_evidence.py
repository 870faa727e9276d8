"""What a critic quoted from other passages -> further evidence, and places that a second call has to confirm.

A critic quotes loosely. It quotes a variable's name without the sentence that explains the variable, or a sentence that
gives the answer in other words. Without this file both kinds of quote were lost, and scorers lacked labels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmill.critique.answers import holds
from benchmill.records import AnswerComponent, Candidate, Chunk, Evidence, Span
from benchmill.records.sentences import sentences
from benchmill.records.widening import proving
from benchmill.records.words import content_words

# The share of the question's content words that a sentence must contain before code believes that both have one
# subject. Code shows a sentence with fewer of them to a critic by itself.
_ENOUGH_SHARED, _ENOUGH_SHARE = 2, 0.5


@dataclass(frozen=True, slots=True)
class Place:
    """Another place, in `chunk`, that may give the answer component number `component`."""

    component: int
    span: Span
    chunk: Chunk


@dataclass(frozen=True, slots=True)
class Quoted:
    """`sure` places hold the answer and share the question's subject; a critic must confirm the `doubtful` ones."""

    sure: tuple[Place, ...] = ()
    doubtful: tuple[Place, ...] = ()


def places_quoted(candidate: Candidate, quoted: Sequence[tuple[Chunk, Span]], language: str = "en") -> Quoted:
    """The new places to which the critic's quotes lead, from passages that it labelled full."""
    sure: list[Place] = []
    doubtful: list[Place] = []
    hops = [hop.question for hop in candidate.hops[:-1]]
    for chunk, span in quoted:
        around = whole_sentences(span, chunk)
        proofs = {asked: _proof(span, chunk, asked, language) for asked in (candidate.question, *hops)}
        for number, component in enumerate(candidate.components):
            is_hop = number < len(hops)
            asked = hops[number] if is_hop else candidate.question
            if candidate.kind == "comparison":
                side = _side(component, chunk, language)
                if side is not None and not any(evidence.span.overlaps(side) for evidence in component.evidence):
                    sure.append(Place(number, side, chunk))
                continue
            if any(evidence.span.overlaps(around) for evidence in component.evidence):
                continue
            place = next((each for each in (proofs[asked], around) if _has(each, component)), None)
            if place is not None and _same_subject(asked, around, chunk, language):
                sure.append(Place(number, place, chunk))
            elif is_hop:
                continue  # the critic that would confirm it reads the whole question
            elif place is not None or len(candidate.components) == 1:
                doubtful.append(Place(number, place or around, chunk))
    return Quoted(tuple(sure), tuple(doubtful))


def with_evidence(candidate: Candidate, places: Sequence[Place], found_by: str) -> Candidate:
    """The candidate (same id) with the places as added evidence."""
    for place in places:
        candidate = candidate.with_added_evidence(place.component, Evidence(place.span, "promoted", found_by=found_by))
    return candidate


def _has(span: Span, component: AnswerComponent) -> bool:
    return any(holds(span.text, text) for text in (component.text, *component.short_answers))


def _side(component: AnswerComponent, chunk: Chunk, language: str) -> Span | None:
    """The sentence or row of `chunk` that names this side of a comparison and gives its value.

    A critic quotes one place of a passage; a table has a row for each side.
    """
    values = component.short_answers or (component.text,)
    name = set(content_words(component.text.removesuffix(values[0]), language))
    if not name:
        return None
    above = set(content_words("\n".join(chunk.headings), language))
    for start, end in sentences(chunk.text):
        text = chunk.text[start:end]
        if name <= above | set(content_words(text, language)) and any(holds(text, value) for value in values):
            return chunk.part(start, end)
    return None


def _proof(span: Span, chunk: Chunk, question: str, language: str) -> Span:
    """The quote, widened until it proves the answer alone: "11 days" becomes its whole sentence."""
    offset = chunk.span.start
    start, end = proving(chunk.text, span.start - offset, span.end - offset, question, language)
    return chunk.part(start, end)


def whole_sentences(span: Span, chunk: Chunk) -> Span:
    """The whole sentences that the span touches."""
    offset = chunk.span.start
    touched = list(_touched(chunk.text, span.start - offset, span.end - offset))
    if not touched:
        return span
    start, end = min(touched[0][0], span.start - offset), max(touched[-1][1], span.end - offset)
    return chunk.part(start, end)


def _touched(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    return (place for place in sentences(text) if place[0] < end and start < place[1])


def _same_subject(question: str, around: Span, chunk: Chunk, language: str) -> bool:
    asked = set(content_words(question, language))
    said = set(content_words("\n".join((*chunk.headings, around.text)), language))
    shared = len(asked & said)
    return shared >= min(_ENOUGH_SHARED, len(asked)) and shared >= _ENOUGH_SHARE * len(asked) > 0
