"""The verifier's findings -> a rating that code vouches for, and further evidence.

The rating counts only where the findings carry it. Where they speak against the candidate, or cannot be checked, it
becomes 1 and the rationale says why: the critic did answer, so this is a rejection with a reason, not "undecided",
which is kept for critics that could not be read at all. Code never raises a rating.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchmill.critique.answers import holds, same_answer
from benchmill.critique.critic_replies import Findings, Label
from benchmill.records import Candidate, Chunk, Evidence, Span
from benchmill.records.normalising import find_normalised, normalise

MOST_FULL_PASSAGES = 4
"""More passages than this that answer a question in full: it is too general to have a place it belongs to."""


@dataclass(frozen=True, slots=True)
class Verified:
    """The rating that counts, with its reason, and the candidate with added evidence (none where it is rejected)."""

    rating: int
    rationale: str
    candidate: Candidate


@dataclass(frozen=True, slots=True)
class _Seen:
    """One passage as the verifier saw it. `span`: where its quote stands; None where it does not."""

    chunk: Chunk
    label: Label
    span: Span | None
    is_seed: bool

    @property
    def full(self) -> bool:
        """A label is worth as much as its quote: full without one is not full."""
        return self.label == "full" and self.span is not None


def verify(candidate: Candidate, passages: Sequence[Chunk], findings: Findings) -> Verified:
    """Compare what the verifier found in `passages` with what the writer claimed."""
    seen = [
        _Seen(chunk, finding.label, _quoted(chunk, finding.quote), chunk.id in candidate.chunk_ids)
        for chunk, finding in zip(passages, findings.passages, strict=True)
    ]
    judgement = findings.judgement
    objection = _objection(candidate, seen, findings.answer)
    if objection:
        said = f" The critic had rated {judgement.rating}: {judgement.rationale}"
        return Verified(1, f"Compared by code: {objection}.{said}", candidate)
    for passage in seen:
        if passage.full and passage.span is not None and not passage.is_seed:
            candidate = _added(candidate, passage.span)
    return Verified(judgement.rating, judgement.rationale, candidate)


def _objection(candidate: Candidate, seen: Sequence[_Seen], own: str) -> str:
    """What the findings say against the candidate; empty where they carry it."""
    for passage in seen:
        if passage.is_seed and passage.label != "full":
            return f"the passage the question was made from is labelled {passage.label}"
        if passage.is_seed and passage.span is None:
            return "the passage the question was made from is labelled full, but the quote given does not stand in it"
    if not own:
        return "the critic found no answer in the passages"
    if not same_answer(own, candidate):
        return f"the critic answered {own[:200]!r}, the writer {candidate.answer[:200]!r}"
    full = [passage.chunk for passage in seen if passage.full]
    if len(full) > MOST_FULL_PASSAGES:
        distinct = len({normalise(chunk.text).text.strip() for chunk in full})
        if distinct > MOST_FULL_PASSAGES:
            return f"too general: {distinct} different passages answer it in full"
    return ""


def _quoted(chunk: Chunk, quote: str) -> Span | None:
    place = find_normalised(quote, chunk.text)
    if place is None:
        return None
    start, end = place
    return Span(chunk.document_id, chunk.span.start + start, chunk.span.start + end, chunk.text[start:end])


def _added(candidate: Candidate, span: Span) -> Candidate:
    """The candidate with `span` as evidence of every component whose words it holds, where it is a new place."""
    for number, component in enumerate(candidate.components):
        known = any(evidence.span.overlaps(span) for evidence in component.evidence)
        if not known and any(holds(span.text, text) for text in (component.text, *component.short_answers)):
            candidate = candidate.with_added_evidence(number, Evidence(span, "promoted"))
    return candidate
