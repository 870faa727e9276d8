"""Candidate -> how hard its question is to find: words shared with the evidence, passages needed, and the level."""

from __future__ import annotations

from dataclasses import dataclass

from benchmill.records.candidate import Candidate, Evidence
from benchmill.records.languages import detect
from benchmill.records.manner import Difficulty
from benchmill.records.names import Names
from benchmill.records.words import content_words

EASY_ABOVE = 0.5
HARD_BELOW = 0.2


@dataclass(frozen=True, slots=True)
class Found:
    """`overlap`: share of the question's content words, names aside, that its evidence has.

    `passages`: how many an answer needs. `words`: how many words of the question count. `language`: of question and
    evidence; empty where too few words show it.
    """

    overlap: float
    passages: int
    words: int = 0
    language: str = ""

    @property
    def level(self) -> Difficulty:
        """`hard`: two passages or more, or under 0.2 of the words. `easy`: one passage and over 0.5 of them."""
        return "hard" if self.passages > 1 else _level(self.overlap)

    @property
    def levels(self) -> frozenset[Difficulty]:
        """The level, and those that half a word more or fewer in the evidence would give: no sharper borders."""
        if self.passages > 1 or not self.words:
            return frozenset((self.level,))
        return frozenset(_level(self.overlap + half / self.words) for half in (-0.5, 0.0, 0.5))


def _level(overlap: float) -> Difficulty:
    if overlap < HARD_BELOW:
        return "hard"
    return "easy" if overlap > EASY_ABOVE else "medium"


def difficulty_of(candidate: Candidate, language: str = "") -> Found:
    """From words alone, so that every writer's candidates compare; evidence that critics added does not count.

    Names of products and of code do not count either: a question has no other word for them.
    """
    texts = [evidence.span.text for evidence in _evidence(candidate)]
    found_in = detect(" ".join((candidate.question, *texts)))
    code = found_in or language or "en"  # a page may be in another language
    names = set(content_words(" ".join(Names.of(candidate.question, code).surfaces), code))
    asked = set(content_words(candidate.question, code)) - names
    found = {word for text in texts for word in content_words(text, code)}
    overlap = round(len(asked & found) / len(asked), 3) if asked else 0.0
    return Found(overlap, max(1, len(candidate.chunk_ids)), len(asked), found_in)


def _evidence(candidate: Candidate) -> list[Evidence]:
    found = list(candidate.evidence)
    found += [evidence for reading in candidate.readings for evidence in reading.evidence]
    found += candidate.near_miss.quoted if candidate.near_miss else []
    return [evidence for evidence in found if not evidence.is_added]
