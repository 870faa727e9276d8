"""The verifier's findings -> a rating that code has verified, and further evidence.

The rating counts only where the findings support it. Where the findings contradict the candidate, or code cannot check
them, the rating becomes 1 and the rationale gives the reason. That is a rejection, not "undecided", since the critic
did answer; "undecided" is for unreadable replies. Code never raises a rating.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from benchmill.critique.added_evidence import Quoted, places_quoted
from benchmill.critique.answers import holds
from benchmill.critique.conflicts import Conflict, places_of
from benchmill.critique.critic_replies import Findings, Label
from benchmill.critique.own_answer import compared
from benchmill.critique.quoted_place import Quote
from benchmill.critique.steps import Comparison
from benchmill.prompts.fencing import between_fences
from benchmill.records import Candidate, Chunk, Span, Witness
from benchmill.records.normalising import find_normalised, normalise
from benchmill.records.numbers import answer_tokens, quantities
from benchmill.records.translations import is_translation, page_and_language
from benchmill.records.words import content_words

MOST_FULL_PASSAGES = 6
"""If more different passages than this answer a question in full, the question is too general for one place."""

# The share of a paraphrase's content words that the passage must have. The passage must have all of its numbers.
_PARAPHRASED = 0.5


@dataclass(frozen=True, slots=True)
class Verified:
    """The rating that counts, its reason, the places that the critic quoted besides the candidate's own, and those
    that contradict each other or the question."""

    rating: int
    rationale: str
    quoted: Quoted = field(default_factory=Quoted)
    conflict: tuple[Witness, ...] = ()
    doubt: Doubt | None = None


@dataclass(frozen=True, slots=True)
class Doubt:
    """The critic's answer, of which code cannot tell whether it is the writer's; what counts if it is."""

    own: str
    told: str
    if_same: Verified


@dataclass(frozen=True, slots=True)
class _Seen:
    """One passage as the verifier saw it. `span` is the place of its quote; None where the passage lacks the quote."""

    chunk: Chunk
    label: Label
    quote: str
    span: Span | None
    is_source: bool

    @property
    def full(self) -> bool:
        """Whether the label is full and the passage has the quote; without its quote the label does not count."""
        return self.label == "full" and self.span is not None

    @property
    def adds(self) -> bool:
        return self.label != "none" and self.span is not None


def verify(candidate: Candidate, passages: Sequence[Chunk], findings: Findings, *, joint: bool = False) -> Verified:
    """Compare what the verifier found in `passages` with what the writer claimed.

    `joint`: the answer needs several passages. Each of them must contribute to the answer; none need answer alone.
    """
    seen = [
        _Seen(chunk, finding.label, finding.quote, quoted_span(chunk, finding.quote), chunk.id in candidate.chunk_ids)
        for chunk, finding in zip(passages, findings.passages, strict=True)
    ]
    judgement = findings.judgement
    conflict = Conflict.of(candidate, places_of(findings.conflict, passages))
    witnesses = tuple(place.witness for place in conflict.places) if conflict else ()
    objection = conflict.told if conflict and conflict.refuses(candidate) else ""
    objection = objection or (_joint_objection(candidate, seen) if joint else _objection(seen))
    said = f" The critic had rated {judgement.rating}: {judgement.rationale}"
    shown = _steps_shown(candidate, seen)
    comparison = compared(findings.answer, candidate, shown)
    objection = objection or _other_answer(candidate, findings.answer, comparison)
    if objection:
        return Verified(1, f"Compared by code: {objection}.{said}", conflict=witnesses)
    others = [
        Quote(passage.chunk, passage.span, passage.full)
        for passage in seen
        if passage.adds and passage.span is not None and not passage.is_source
    ]
    rationale = f"{judgement.rationale} By its quotes, {conflict.told}." if conflict else judgement.rationale
    supported = Verified(judgement.rating, rationale, places_quoted(candidate, others, joint=joint), witnesses)
    if comparison == "unsure":
        told = f"{_both(candidate, findings.answer)}.{said}"
        doubt = Doubt(_with_quotes(findings.answer, candidate, shown), told, supported)
        reason = f"Compared by code, which cannot tell whether the answers are the same: {told}"
        return Verified(1, reason, conflict=witnesses, doubt=doubt)
    return supported


def has_parts_alone(candidate: Candidate, passages: Sequence[Chunk], findings: Findings) -> bool:
    """Whether a joint look quotes a part of the answer from each of the writer's passages, and yet gives no answer."""
    own = [
        finding.label != "none" and quoted_span(chunk, finding.quote) is not None
        for chunk, finding in zip(passages, findings.passages, strict=True)
        if chunk.id in candidate.chunk_ids
    ]
    return not findings.answer and all(own)


def quoted_span(chunk: Chunk, quote: str) -> Span | None:
    """Where `quote` is in the chunk, as a span of its document.

    Weak models copy on over the border of a passage, its fence included: of such a quote the longest piece counts that
    is in the chunk.
    """
    place = find_normalised(quote, chunk.text)
    if place is None and len(pieces := between_fences(quote)) > 1:
        found = (find_normalised(piece, chunk.text) for piece in pieces if content_words(piece))
        place = max(filter(None, found), key=lambda each: each[1] - each[0], default=None)
    return chunk.part(*place) if place else None


def _objection(seen: Sequence[_Seen]) -> str:
    """How the findings on the passages contradict the candidate; empty where they support it."""
    for passage in seen:
        if passage.is_source and passage.label != "full":
            return f"the passage the question was made from is labelled {passage.label}"
        if passage.is_source and not _shows(passage):
            return "the passage the question was made from is labelled full, but the quote given is not in it"
    distinct = _distinct([passage.chunk for passage in seen if passage.full])
    if distinct > MOST_FULL_PASSAGES:
        return f"too general: {distinct} different passages answer it in full"
    return ""


def _distinct(full: Sequence[Chunk]) -> int:
    """How many different passages these are; those of a page in another language are no further ones."""
    language_of_page: dict[str, str] = {}
    once: set[str] = set()
    for chunk in full:
        page, language = page_and_language(chunk.document_id)
        if language_of_page.setdefault(page, language) == language:
            once.add(normalise(chunk.text).text.strip())
    return len(once)


def _joint_objection(candidate: Candidate, seen: Sequence[_Seen]) -> str:
    for passage in seen:
        if passage.is_source and passage.label == "none":
            if _adds_translated(passage, seen):
                continue
            return f"the answer does not need the passage of {passage.chunk.document_id} it was made from"
        if passage.is_source and not _shows(passage):
            return "a passage the question was made from is labelled as adding to the answer, but lacks the quote"
        if candidate.kind == "multi_hop" and passage.full:
            return f"one passage alone answers it, in {passage.chunk.document_id}: no second hop is needed"
    return ""


def _adds_translated(own: _Seen, seen: Sequence[_Seen]) -> bool:
    """Whether the same page in another language adds to the answer, so that the critic need not name `own`, too."""
    return any(other.adds and is_translation(other.chunk.document_id, own.chunk.document_id) for other in seen)


def _shows(passage: _Seen) -> bool:
    """Whether the critic showed the place, verbatim or in words and numbers of the passage.

    A critic that paraphrases has read the passage, and the writer's verbatim quote is the evidence.
    """
    if passage.span is not None:
        return True
    stems = set(content_words(passage.quote))
    if not stems:
        return False
    if holds(passage.chunk.text, passage.quote):
        return True
    said = set(answer_tokens(passage.chunk.text))
    numbers = {str(quantity) for quantity in quantities(passage.quote)}
    shared = len(stems & set(content_words(passage.chunk.text)))
    return numbers <= said and shared >= _PARAPHRASED * len(stems)


def _steps_shown(candidate: Candidate, seen: Sequence[_Seen]) -> frozenset[int]:
    """The steps of a procedure that the critic quoted word for word, so that its answer need not repeat them."""
    if candidate.kind != "procedure":
        return frozenset()
    quoted = [passage.span for passage in seen if passage.span is not None]
    return frozenset(
        number
        for number, component in enumerate(candidate.components)
        if any(span.contains(evidence.span) for span in quoted for evidence in component.evidence)
    )


def _with_quotes(own: str, candidate: Candidate, shown: frozenset[int]) -> str:
    quotes = [quote for number in sorted(shown) for quote in candidate.components[number].quotes]
    return "\n".join((own, "", "Also quoted:", *dict.fromkeys(quotes))) if quotes else own


def _other_answer(candidate: Candidate, own: str, comparison: Comparison) -> str:
    """How the critic's own answer differs from the writer's; empty where it does not, or code is not sure."""
    if not own:
        return "the critic found no answer in the passages"
    return _both(candidate, own) if comparison == "different" else ""


def _both(candidate: Candidate, own: str) -> str:
    return f"the critic answered {own[:200]!r}, the writer {candidate.answer[:200]!r}"
