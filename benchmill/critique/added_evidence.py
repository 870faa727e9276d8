"""What a critic quoted from other passages -> further evidence, and places that a second call has to confirm.

A critic quotes loosely. It quotes a variable's name without the sentence that explains the variable, or a sentence that
gives the answer in other words. Without this file both kinds of quote were lost, and scorers lacked labels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from benchmill.critique.answers import holds
from benchmill.critique.partial_quotes import in_part, in_parts, of_sides, side_name
from benchmill.critique.quoted_place import (
    LITERAL,
    Place,
    Quote,
    has,
    is_there,
    new_places,
    proof_around,
    same_subject,
    sentences_touched,
    whole_sentences,
    with_answer,
    with_lines_above,
)
from benchmill.critique.unquoted_parts import unquoted_parts
from benchmill.records import AnswerComponent, Candidate, Chunk, Evidence, Span
from benchmill.records.languages import language_of
from benchmill.records.sentences import sentences
from benchmill.records.translations import is_translation
from benchmill.records.words import content_words


@dataclass(frozen=True, slots=True)
class Quoted:
    """`sure` places hold the answer and share the question's subject; a critic must confirm the `doubtful` ones."""

    sure: tuple[Place, ...] = ()
    doubtful: tuple[Place, ...] = ()


def places_quoted(candidate: Candidate, quotes: Sequence[Quote], *, joint: bool = False) -> Quoted:
    """The new places to which the critic quotes lead. `joint`: the critic read the passages as parts of one answer."""
    language = language_of((candidate.question, *candidate.quotes))
    parts = candidate.components
    sure: list[Place] = []
    doubtful: list[Place] = []
    for quote in quotes:
        if candidate.kind == "comparison":
            sides = list(_sides(candidate, quote, language))
            sure += sides
            if quote.is_full:
                doubtful += _in_other_words(candidate, quote, sides)
            elif not sides:
                doubtful += of_sides(candidate, quote, language)
            continue
        found = list(_answering(candidate, quote, language, joint=joint)) if quote.is_full or joint else []
        if not found and not quote.is_full:
            if len(parts) == 1:
                found = [(place, False) for place in in_part(candidate, quote, language)]
            elif candidate.kind in ("list", "procedure"):
                found = list(in_parts(candidate, quote, language))
        if candidate.kind in ("list", "procedure") and not quote.is_full:
            stated = {place.component for place, _ in found if has(place.span, parts[place.component])}
            found += [(place, False) for place in unquoted_parts(candidate, quote, stated, language)]
        for place, is_sure in found:
            (sure if is_sure else doubtful).append(place)
    return Quoted(tuple(sure), tuple(doubtful))


def _answering(candidate: Candidate, quote: Quote, language: str, *, joint: bool) -> Iterator[tuple[Place, bool]]:
    """A place for each component that lacks one there, and whether code is sure of it."""
    chunk, around = quote.chunk, whole_sentences(quote.span, quote.chunk)
    for number, component in enumerate(candidate.components):
        if is_there(component, around):
            continue
        is_translated = any(is_translation(chunk.document_id, each.span.document_id) for each in component.evidence)
        hop = candidate.hops[number] if number < len(candidate.hops) else None
        asked = hop.question if hop else candidate.question
        proof = proof_around(quote.span, chunk, asked, language)
        place = next((each for each in (proof, around) if has(each, component)), None)
        further = None if place else with_answer(around, chunk, component)
        is_last = number == len(candidate.components) - 1
        subjects = (asked, candidate.question) if is_last else (asked,)
        if place is not None and any(same_subject(subject, around, chunk, language) for subject in subjects):
            yield Place(number, place, chunk), True
        elif is_translated and _has_literals(around, component, least=1 if joint else 0):
            yield Place(number, place or _entry(number, around, chunk, len(candidate.components)), chunk), True
        elif hop and not is_last:
            continue  # a passage of the last hop names the answer of the one before; a call for each costs too much
        elif place is not None and hop:
            yield Place(number, with_lines_above(place, chunk), chunk, hop.question, hop.answer), False
        elif place is not None or not (hop or joint) or len(candidate.components) == 1:
            # the critic that confirms it sees the whole answer, as the one did that called the passage full
            yield Place(number, further or with_lines_above(place or around, chunk), chunk), False


def _sides(candidate: Candidate, quote: Quote, language: str) -> Iterator[Place]:
    """The places of the sides of a comparison; a passage may state one side only, and for that side it is full."""
    chunk = quote.chunk
    for number, component in enumerate(candidate.components):
        side = _side(component, chunk, language)
        if side is None and quote.is_full and is_translation(chunk.document_id, candidate.document_id):
            around = whole_sentences(quote.span, chunk)
            if _has_literals(around, component):
                side = _entry(number, around, chunk, len(candidate.components))
        if side is not None and not is_there(component, side):
            yield Place(number, side, chunk)


def _in_other_words(candidate: Candidate, quote: Quote, sides: Sequence[Place]) -> Iterator[Place]:
    """The quoted place, without the sentences of the `sides` found, for each other side that has no evidence there."""
    chunk, around = quote.chunk, whole_sentences(quote.span, quote.chunk)
    offset = chunk.span.start
    if sides:
        touched = sentences_touched(chunk.text, around.start - offset, around.end - offset)
        spans = (chunk.part(*each) for each in touched)
        rest = [span for span in spans if not any(span.overlaps(side.span) for side in sides)]
        around = chunk.part(rest[0].start - offset, rest[-1].end - offset) if rest else around
    told = {side.component for side in sides}
    others = [number for number in range(len(candidate.components)) if number not in told]
    for place in new_places(candidate, others, around, chunk):
        yield replace(place, span=with_lines_above(around, chunk))


def with_evidence(candidate: Candidate, places: Sequence[Place], found_by: str) -> Candidate:
    """The candidate (same id) with the places as added evidence."""
    for place in places:
        candidate = candidate.with_added_evidence(place.component, Evidence(place.span, "promoted", found_by=found_by))
    return candidate


def _has_literals(span: Span, component: AnswerComponent, least: int = 0) -> bool:
    """Whether the place has the names and numbers of the component, `least` so many: each language has the same."""
    literals = [found[found.lastindex or 0] for found in LITERAL.finditer(component.text)]
    return len(literals) >= least and all(holds(span.text, each) for each in literals)


def _entry(number: int, around: Span, chunk: Chunk, size: int) -> Span:
    """The sentence or entry number `number` of the place, where it has one for each of `size` components; else all."""
    offset = chunk.span.start
    places = list(sentences_touched(chunk.text, around.start - offset, around.end - offset))
    return chunk.part(*places[number]) if len(places) == size > 1 else around


def _side(component: AnswerComponent, chunk: Chunk, language: str) -> Span | None:
    """The sentence or row of `chunk` that names this side of a comparison and gives its value.

    A critic quotes one place of a passage; a table has a row for each side.
    """
    values = component.short_answers or (component.text,)
    name = set(content_words(side_name(component), language))
    if not name:
        return None
    above = set(content_words("\n".join(chunk.headings), language))
    for start, end in sentences(chunk.text):
        text = chunk.text[start:end]
        if name <= above | set(content_words(text, language)) and any(holds(text, value) for value in values):
            return chunk.part(start, end)
    return None
