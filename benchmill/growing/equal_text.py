"""A candidate and passages with the same words as its evidence -> the candidate with those places as evidence, too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from benchmill.generator.evidence import locate
from benchmill.records import AnswerComponent, Candidate, Chunk, Evidence, Span
from benchmill.records.normalising import find_normalised
from benchmill.records.words import content_words

EQUAL_TEXT = "equal-text"
"""The finder of evidence that has the same words as the writer's."""


def with_equivalents(candidate: Candidate, seed: Chunk, equivalent: Mapping[str, tuple[Chunk, ...]]) -> Candidate:
    """The candidate with the same quotes in chunks nearly identical to its source chunk: all of them are gold."""
    for duplicate in equivalent.get(seed.id, ()):
        for number, component in enumerate(candidate.components):
            span = locate(component.evidence[0].span.text, duplicate)
            if span is not None:
                candidate = candidate.with_added_evidence(number, Evidence(span, "promoted", found_by=EQUAL_TEXT))
    return candidate


def with_repeated_readings(candidate: Candidate, pack: Iterable[Chunk], language: str) -> Candidate:
    """An ambiguous candidate with the other passages that state a reading in the writer's words.

    Its critic names readings and labels no passage. A sentence or row counts only if it names what sets its reading
    apart from the question ("on Windows"): the same words in another section may be about something else.
    """
    others = [chunk for chunk in pack if chunk.id not in candidate.chunk_ids]
    for number, (component, reading) in enumerate(zip(candidate.components, candidate.readings, strict=False)):
        own = set(content_words(reading.question, language)) - set(content_words(candidate.question, language))
        for span in _repeated(component, others, own, language):
            candidate = candidate.with_added_evidence(number, Evidence(span, "promoted", found_by=EQUAL_TEXT))
    return candidate


def _repeated(component: AnswerComponent, others: Iterable[Chunk], own: set[str], language: str) -> Iterator[Span]:
    quote = component.evidence[0].span.text
    if own & set(content_words(quote, language)):
        places = ((chunk, find_normalised(quote, chunk.text)) for chunk in others)
        yield from (chunk.part(*place) for chunk, place in places if place)
