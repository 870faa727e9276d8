"""Candidate -> other chunks that may also answer its question, for the groundedness critic's pack."""

from __future__ import annotations

from collections.abc import Set

from benchmill.critique.checks.facts import CorpusFacts
from benchmill.records.candidate import Candidate
from benchmill.records.corpus import Chunk
from benchmill.records.words import content_words

_SHARE = 0.5
_FEW = 20


def possible_answers(
    candidate: Candidate, facts: CorpusFacts, limit: int = 8, among: Set[int] | None = None
) -> list[Chunk]:
    """Chunks outside the gold ones that hold every component's words and half of the question's idf mass, best first.

    The critic reads these chunks; this function rejects nothing. A chunk that overlaps the evidence is gold, too.
    `among`: the numbers of the chunks that count, if not all do.
    """
    gold = [e.span for e in candidate.evidence]
    wanted = [component.short_answers or (component.text,) for component in candidate.components]

    def holds_all(number: int) -> bool:
        text = facts.chunks[number].text.casefold()
        return all(any(answer.strip().casefold() in text for answer in answers) for answers in wanted)

    if among is not None and len(among) <= _FEW:  # to look into a few texts takes less time than to weigh the words
        among = set(filter(holds_all, among))
    if not wanted or among == frozenset():
        return []
    asked = sorted(set(content_words(candidate.question[:4000], facts.language)))
    needed = _SHARE * facts.mass(asked)
    rare = _holding_a_rare_one(asked, needed, facts)
    mass = dict.fromkeys(rare if among is None else rare & among, 0.0)
    for stem in asked if mass else ():
        idf = facts.idf(stem)
        for number in mass.keys() & facts.places(stem):
            mass[number] += idf
    found: list[tuple[float, int]] = []
    for number, weight in mass.items():
        if weight < needed:
            continue
        chunk = facts.chunks[number]
        if chunk.id in candidate.chunk_ids or any(span.overlaps(chunk.span) for span in gold):
            continue
        if holds_all(number):
            found.append((-weight, number))
    return [facts.chunks[number] for _, number in sorted(found)[:limit]]


def _holding_a_rare_one(stems: list[str], needed: float, facts: CorpusFacts) -> set[int]:
    """Chunks with one of the rarest stems. Without any of these, all other stems together weigh too little."""
    found: set[int] = set()
    left = facts.mass(stems)
    for stem in sorted(stems, key=facts.idf, reverse=True):
        if left < needed:
            break
        found.update(facts.places(stem))
        left -= facts.idf(stem)
    return found
