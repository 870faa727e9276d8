"""What a critic calls a conflict -> its places in the passages, and why they refuse the candidate, if they do.

A critic names two places that answer the question differently, or one that denies what the question assumes. Code
looks the quotes up, and compares them with the writer's answer: a place that gives this answer contradicts nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchmill.critique.answers import holds
from benchmill.critique.critic_replies import Claim
from benchmill.critique.quoted_place import whole_sentences
from benchmill.prompts.fencing import one_line
from benchmill.records import Candidate, Chunk, Span, Witness
from benchmill.records.languages import language_of
from benchmill.records.names import Names
from benchmill.records.normalising import find_normalised
from benchmill.records.words import content_words

_REWORDED = 0.3  # share of the words of a scope, besides its names, that the critic may word in its own way
# The words of a scope in the sentence itself that the question must have, and their share; the product alone is one.
_FEWEST_IN_SENTENCE, _IN_SENTENCE = 2, 1 / 3
_LONGEST = 300  # characters of a quote in a reason; the record has all of it


@dataclass(frozen=True, slots=True)
class Place:
    """A quoted place, the whole sentence around it, and what it holds for by the critic's finding."""

    span: Span
    around: Span
    holds_for: str

    @property
    def witness(self) -> Witness:
        return Witness(self.span.document_id, self.span.text, self.holds_for)

    @property
    def shown(self) -> str:
        scope = f" (for {self.holds_for})" if self.holds_for else ""
        return f"{one_line(self.span.text, _LONGEST)!r} in {self.span.document_id}{scope}"

    def is_scope_of(self, question: str) -> bool:
        """Whether the question has all words of what the place holds for, and there are any; of a scope with names,
        these and most words: "a camera with the processor hi3516, NAND" for "on the hi3516 camera with NAND".
        """
        language, scope, asked = self._words(question)
        names = Names.of(self.holds_for, language).tokens
        named = names and names <= Names.of(question, language).tokens | asked
        return bool(scope) and len(scope - asked) <= (_REWORDED * len(scope) if named else 0)

    def denies_premise_of(self, question: str) -> bool:
        """Whether the place is about the case of a question that was written against it.

        What its sentence itself says of a case, writer and critic both read: there a third of the words is enough
        ("for importing from Safari or your camera"). A case that only the heading names the writer may have missed.
        """
        language, scope, asked = self._words(question)
        is_own = scope <= set(content_words(self.around.text, language))
        enough = len(scope & asked) >= max(_FEWEST_IN_SENTENCE, _IN_SENTENCE * len(scope))
        return not scope or (is_own and enough) or self.is_scope_of(question)

    def _words(self, question: str) -> tuple[str, set[str], set[str]]:
        """The language, and the content words of what the place holds for and of the question."""
        language = language_of((question, self.span.text))
        return language, set(content_words(self.holds_for, language)), set(content_words(question, language))


def places_of(claims: Sequence[Claim], passages: Sequence[Chunk]) -> tuple[Place, ...]:
    """The quotes that are in a passage, one of each sentence; a quote that no passage has is left out."""
    found: list[Place] = []
    for claim in claims:
        place = next((place for chunk in passages if (place := _place(claim, chunk))), None)
        if place and not any(place.around.overlaps(other.around) for other in found):
            found.append(place)
    return tuple(found)


def _place(claim: Claim, chunk: Chunk) -> Place | None:
    at = find_normalised(claim.quote, chunk.text) if claim.quote.strip() else None
    if at is None:
        return None
    span = chunk.part(*at)
    return Place(span, whole_sentences(span, chunk), one_line(claim.holds_for, 100))


@dataclass(frozen=True, slots=True)
class Conflict:
    """Places of which at least one does not give the writer's answer; `other` are those."""

    places: tuple[Place, ...]
    other: tuple[Place, ...]

    @classmethod
    def of(cls, candidate: Candidate, places: Sequence[Place]) -> Conflict | None:
        """The conflict; None where every place gives the writer's answer or a part of it."""
        parts = [text for part in candidate.components for text in (part.text, *part.short_answers)]
        other = tuple(place for place in places if not any(holds(place.around.text, text) for text in parts))
        return cls(tuple(places), other) if other else None

    @property
    def told(self) -> str:
        """What contradicts what, with all quotes."""
        if len(self.places) == 1:
            return f"a passage contradicts what the question assumes: {self.places[0].shown}"
        cases = {place.holds_for for place in self.places} - {""}
        apart = len(cases) == len(self.places)
        how = "for each of several cases another answer holds" if apart else "passages contradict each other"
        return f"{how}: {'; '.join(place.shown for place in self.places)}"

    def refuses(self, candidate: Candidate) -> bool:
        """Whether two places answer the question differently. They do not where it names the scope of the writer's.

        One place alone refuses nothing: the critic's rating says how much it weighs.
        """
        own = [place for place in self.places if place not in self.other]
        asked = candidate.question
        scoped = own and all(place.is_scope_of(asked) for place in own)
        scoped = scoped and not any(place.is_scope_of(asked) for place in self.other)
        return len(self.places) > 1 and not (scoped and all(place.holds_for for place in self.other))

    def denies(self, question: str) -> bool:
        """Whether a place, of which none is the writer's, denies the answer in all cases or in the one asked about."""
        return any(not place.holds_for or place.is_scope_of(question) for place in self.other)
