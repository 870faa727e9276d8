"""The critic's procedure and the writer's steps -> same, different, or unsure where only a reader can tell.

Two procedures in words of their own are compared by a critic (same_steps.py). Code spares that call where it is sure:
each step is said or quoted, in order, and nothing besides; or a value differs. Steps in another order are for the
critic, too: code cannot tell whether the order matters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from benchmill.critique.opposites import negated, opposed, removes
from benchmill.records import Candidate
from benchmill.records.names import is_identifier
from benchmill.records.words import content_words

Comparison = Literal["same", "different", "unsure"]

_CODE = re.compile(r"`([^`\n]{1,300})`")
_NAMED = re.compile(r"[「『]([^」』\n]{1,60})[」』]")
_CLAUSE = re.compile(r"[;\n]+|(?<=[.!?])\s+|,\s+|\s(?:and|then|und|dann|danach|et|puis|y|luego)\s", re.IGNORECASE)
_LIST_NUMBER = re.compile(r"(?:^|(?<=[\s;:,.；：，。、）]))[(（]?\d{1,2}(?:[.)]\s+|[）．])")
_EDGES = "\"'“”„‘’«»()[]<>,;:!?.*`"
_HALF = 0.5


def compare_steps(own: str, candidate: Candidate, shown: frozenset[int], language: str) -> Comparison:
    """Whether the critic's procedure tells somebody the candidate's steps.

    `shown`: steps that the critic quoted word for word; its answer need not repeat them, unless the writer has them in
    another order than the document, which a quote does not confirm.
    """
    texts = [part.text for part in candidate.components]
    written = "\n".join((candidate.question, candidate.answer, *candidate.quotes))
    procedure = _Procedure(_LIST_NUMBER.sub("\n", own), language)
    steps = _Step.of(texts, candidate.question, procedure)
    left = [step for number, step in enumerate(steps) if number not in shown]
    if procedure.gives_another_value(left, written):
        return "different"
    said = _in_order(steps) and all(step.is_said(procedure) for step in (left if _as_quoted(candidate) else steps))
    return "same" if said and procedure.adds_nothing(candidate.question, candidate.answer, written) else "unsure"


def _as_quoted(candidate: Candidate) -> bool:
    """Whether the steps are in the order in which their document has them."""
    places = [part.evidence[0].span.start for part in candidate.components if part.evidence]
    return places == sorted(places)


def _in_order(steps: Sequence[_Step]) -> bool:
    """Whether each step that the critic says has a place behind the step before it."""
    at = -1
    for step in steps:
        if step.places:
            behind = [place for place in step.places if place > at]
            if not behind:
                return False
            at = behind[0]
    return True


class _Procedure:
    """The critic's answer without the numbers of its list."""

    def __init__(self, text: str, language: str) -> None:
        self.text, self.language = text, language
        self.plain = _plain(text)
        self.stems = content_words(text, language)
        self.facts = tuple(_facts(text))

    def gives_another_value(self, steps: Sequence[_Step], written: str) -> bool:
        """Whether it lacks a value of a step and has another one in its stead: `checkout@v4` for `checkout@v2`."""
        known = _plain(written)
        others = {_shape(fact) for fact in self.facts if _place(known, fact) < 0}
        missing = (fact for step in steps for fact in step.facts if _place(self.plain, fact) < 0)
        return any(_shape(fact) in others for fact in missing if any(letter.isdigit() for letter in fact))

    def adds_nothing(self, question: str, answer: str, written: str) -> bool:
        """Whether it has no command or value that question and answer lack, and no negation or clause that the quotes
        lack, too: a step whose value is only in its quote leaves it out."""
        known, language = _plain(f"{question}\n{answer}"), self.language
        if any(_place(known, fact) < 0 for fact in self.facts) or opposed(self.text, answer, language):
            return False
        for says in (negated, partial(removes, language=language)):
            if says(self.text) and not says(written):
                return False
        stems = frozenset(content_words(written, language))
        clauses = (frozenset(content_words(clause, language)) for clause in _CLAUSE.split(self.text))
        return all(not clause or len(clause - stems) < _HALF * len(clause) for clause in clauses)


@dataclass(frozen=True, slots=True)
class _Step:
    """A step of the writer's. `found`: its words that no other step has and the critic says; `places`: where."""

    text: str
    facts: tuple[str, ...]
    stems: frozenset[str]
    places: tuple[int, ...]
    found: frozenset[str]

    @classmethod
    def of(cls, texts: Sequence[str], question: str, procedure: _Procedure) -> list[_Step]:
        language = procedure.language
        stems = [frozenset(content_words(text, language)) for text in texts]
        asked = frozenset(content_words(question, language))
        steps = []
        for number, text in enumerate(texts):
            others = frozenset[str]().union(*stems[:number], *stems[number + 1 :])
            own = stems[number] - others - asked
            places = tuple(at for at, stem in enumerate(procedure.stems) if stem in own)
            found = frozenset(procedure.stems[at] for at in places)
            steps.append(cls(text, tuple(_facts(text)), stems[number], places, found))
        return steps

    def is_said(self, procedure: _Procedure) -> bool:
        """Whether the procedure has its commands, in the step's order, its values, and all its words or none."""
        places = {fact: _place(procedure.plain, fact) for fact in self.facts}
        commands = [place for fact, place in places.items() if " " in fact]
        if -1 in places.values() or commands != sorted(commands):
            return False
        if not self.places or (negated(self.text) and not negated(procedure.text)):
            return False
        in_code = frozenset(content_words(" ".join(self.facts), procedure.language))
        return in_code >= self.found or frozenset(procedure.stems) >= self.stems


def _facts(text: str) -> Iterator[str]:
    """Code spans and names in corner brackets, then other words that are names of programs, options, paths, or have a
    digit."""
    yield from (_plain(name) for marked in (_CODE, _NAMED) for name in marked.findall(text))
    for token in _CODE.sub(" ", text).split():
        bare = token.strip(_EDGES)
        if bare and (is_identifier(bare) or any(letter.isdigit() for letter in bare)):
            yield bare


def _shape(fact: str) -> str:
    return re.sub(r"\d+", "0", fact)


def _plain(text: str) -> str:
    return " ".join(text.translate(str.maketrans("", "", "`'\"“”„‘’*")).split())


def _place(text: str, fact: str) -> int:
    """Where `fact` first is in `text`, and not as a part of a longer word, path or option; else -1."""
    found = re.search(rf"(?<![\w/~.-]){re.escape(fact.rstrip('/') or fact)}(?![\w-]|[./]\w)", text)
    return found.start() if found else -1
