"""Two multi-hop questions -> whether both lead to one fact in one way, in whatever words they describe it."""

from __future__ import annotations

from dataclasses import dataclass

from benchmill.critique.answers import agree
from benchmill.records.candidate import Candidate
from benchmill.records.corpus import Span
from benchmill.records.names import Names
from benchmill.records.words import content_words

_SAME_PLACE = 0.5  # share of the shorter quote
_REWORDED = 0.6  # Jaccard of the content words; questions that are more alike differ in the few words that they swap


@dataclass(frozen=True, slots=True)
class TwoHops:
    """What a multi-hop question asks for (the last answer and its quotes), and how it describes the name on the way.

    `clues` are the words of the question that its first quotes have, and `names` those of them that are names.
    """

    answer: str
    last: tuple[Span, ...]
    first: tuple[Span, ...]
    words: frozenset[str]
    clues: frozenset[str]
    names: frozenset[str]


def two_hops(candidate: Candidate, language: str = "en") -> TwoHops | None:
    """None for a candidate of another kind."""
    if candidate.kind != "multi_hop" or len(candidate.components) < 2:
        return None
    *before, last = (tuple(evidence.span for evidence in part.original_evidence) for part in candidate.components)
    first = tuple(span for spans in before for span in spans)
    told = "\n".join(span.text for span in first)
    words = frozenset(content_words(candidate.question, language))
    names = Names.of(candidate.question, language).tokens & Names.of(told, language).tokens
    return TwoHops(candidate.answer, last, first, words, words & frozenset(content_words(told, language)), names)


def same_way(one: TwoHops, other: TwoHops) -> bool | None:
    """Whether two questions that ask for one fact describe the thing that has it by the same clue; None for two facts.

    One fact may answer two questions: nightly builds and release builds may keep their output in one store. Such
    questions have clues of their own from passages of their own. It is the same question where the clues come from one
    place, where one of them has no clue of its own, or where other words are about the same name.
    """
    if not _overlap(one.last, other.last) or not agree(one.answer, other.answer):
        return None
    if _overlap(one.first, other.first):
        return True
    if not one.clues - other.words or not other.clues - one.words:
        return True
    shared = len(one.words & other.words)
    reworded = shared < _REWORDED * (len(one.words) + len(other.words) - shared)
    return reworded and bool(one.names & other.names)


def _overlap(one: tuple[Span, ...], other: tuple[Span, ...]) -> bool:
    return any(a.shared(b) >= _SAME_PLACE * min(a.end - a.start, b.end - b.start) for a in one for b in other)
