"""The critic's procedure and the writer's steps -> whether they are the same steps in the same order.

Commands, options, paths, values and names must be equal. The other words of a step may differ as long as they say no
other thing: a step inside another one, two steps in one, and an opened terminal are no disagreement.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from benchmill.critique.opposites import negated, opposed, removes
from benchmill.records import AnswerComponent, Candidate
from benchmill.records.names import Names
from benchmill.records.numbers import Quantity, tokens_with_quantities
from benchmill.records.words import content_words, stem, words

_CODE = re.compile(r"`([^`\n]{1,300})`")
_BORDER = re.compile(
    r"[;\n]+|(?<=[.!?])\s+|,\s+|\s(?:and|then|und|dann|danach|anschließend|et|puis|y|luego)\s", re.IGNORECASE
)
_NUMBER = re.compile(r"(?:^|(?<=[\s;:,.]))\(?(\d{1,2})[.)]\s+")
_ASIDE = re.compile(r"\(([^()`\d]{1,100})\)")
_QUOTES = str.maketrans("", "", "`'\"“”„‘’*")
_PRELIMINARY = """
    open start launch go log sign switch terminal shell console prompt command line window machine computer
    öffnen starten anmelden terminal konsole eingabeaufforderung kommandozeile rechner
    ouvrir lancer console invite commandes abrir consola
    """
_OR = re.compile(r"\b(?:or|oder|ou)\b", re.IGNORECASE)
_WIDEST = 5  # a step of the writer's may be so many clauses of the critic's
_ENOUGH = 0.5  # share of a step's words that its shorter wording keeps


Runs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Told:
    """The clauses of the critic's procedure beside the candidate, and where each of the writer's steps is said.

    `places`: for each step the shortest runs of clauses that say it, as (first clause, last clause). `facts`: those
    that have its commands and names, whatever else they say.
    """

    candidate: Candidate
    clauses: tuple[str, ...]
    places: tuple[Runs, ...]
    facts: tuple[Runs, ...]
    language: str

    @classmethod
    def by(cls, own: str, candidate: Candidate, language: str) -> Told:
        clauses = tuple(clauses_of(own))
        steps = [_Step.of(part, candidate, language) for part in candidate.components]
        places = tuple(_runs(clauses, step.is_said) for step in steps)
        facts = tuple(_runs(clauses, step.is_named) if step.has_facts else () for step in steps)
        return cls(candidate, clauses, places, facts, language)


def in_order(told: Told) -> bool:
    """Whether the steps that the critic says come in the writer's order; each takes the first place it can."""
    first = last = 0
    for said, named in zip(told.places, told.facts, strict=True):
        places = said or named
        place = next(((start, end) for start, end in places if start >= first and end >= last), None)
        if places and place is None:
            return False
        first, last = place or (first, last)
    return True


def same_steps(told: Told, shown: frozenset[int] = frozenset()) -> bool:
    """Whether the critic says every step, in order, and no command, value or step that the writer does not have.

    `shown`: steps that the critic quoted word for word; its answer need not repeat them.
    """
    parts = told.candidate.components
    for number, places in enumerate(told.places):
        missing = not places and number not in shown
        if missing and not (number == 0 and _is_preliminary(parts[0].text, told.language)):
            return False
    covered = {at for places in told.places for start, end in places for at in range(start, end + 1)}
    others = [clause for at, clause in enumerate(told.clauses) if at not in covered]
    if told.clauses and others[:1] == [told.clauses[0]] and _is_preliminary(others[0], told.language):
        del others[0]
    candidate = told.candidate
    if not in_order(told) or _adds_a_step(others, candidate, told.language):
        return False
    written = f"{candidate.question}\n{candidate.answer}"
    return all(_has_facts(written, clause) for clause in told.clauses)


def clauses_of(own: str) -> Iterator[str]:
    """A procedure cut at list numbers, semicolons, lines, sentences, commas and "and", outside code spans.

    >>> list(clauses_of("1. Run `a; b`, then set x to 10. 2. Stop it"))
    ['Run `a; b`', 'then set x to 10.', 'Stop it']
    """
    codes = [found[0] for found in _CODE.finditer(own)]
    numbers = count()
    text = _without_numbers(_CODE.sub(lambda _: f"\0{next(numbers)}\0", own.replace("\0", " ")))
    for piece in _BORDER.split(text):
        clause = re.sub(r"\0(\d+)\0", lambda found: codes[int(found[1])], piece).strip(" ,")
        if clause.strip("."):
            yield clause


def _without_numbers(text: str) -> str:
    """The text without the numbers 1, 2, 3 of its list; another number is a value."""
    wanted, at, pieces = 1, 0, []
    for found in _NUMBER.finditer(text):
        if int(found[1]) == wanted:
            pieces.append(text[at : found.start()])
            wanted, at = wanted + 1, found.end()
    return "\n".join((*pieces, text[at:]))


def _runs(clauses: Sequence[str], says: Callable[[str], bool]) -> Runs:
    """The runs of clauses of which `says` is true and that hold no shorter such run, from the left."""
    found: list[tuple[int, int]] = []
    for size in range(1, min(_WIDEST, len(clauses)) + 1):
        for start in range(len(clauses) - size + 1):
            end = start + size - 1
            shorter = any(start <= first and last <= end for first, last in found)
            if not shorter and says("; ".join(clauses[start : end + 1])):
                found.append((start, end))
    return tuple(sorted(found))


@dataclass(frozen=True, slots=True)
class _Step:
    """One of the writer's steps. `names`: those it has besides the question; `known`: stems that say no other thing."""

    text: str
    names: frozenset[str]
    stems: frozenset[str]
    known: frozenset[str]
    language: str

    @classmethod
    def of(cls, part: AnswerComponent, candidate: Candidate, language: str) -> _Step:
        text = _ASIDE.sub(lambda found: found[0] if negated(found[1]) else " ", part.text)
        names = Names.of(text, language).tokens - frozenset(words(candidate.question))
        known = frozenset(content_words("\n".join((*part.quotes, candidate.question, part.text)), language))
        return cls(text, names, frozenset(content_words(text, language)), known, language)

    @property
    def has_facts(self) -> bool:
        return bool(self.names or _numbers(self.text))

    def is_named(self, clause: str) -> bool:
        """Whether the clause has the facts and names of the step."""
        return self.names <= set(words(clause)) and _has_facts(clause, self.text)

    def is_said(self, clause: str) -> bool:
        """Whether the clause has the facts and names of the step, and its other words say no other thing."""
        language = self.language
        if not self.is_named(clause) or negated(clause) != negated(self.text):
            return False
        if opposed(clause, self.text, language):
            return False
        said = frozenset(content_words(_ASIDE.sub(" ", clause), language))
        prose = said - frozenset(content_words(" ".join(_CODE.findall(self.text)), language))
        if prose and removes(clause, language) != removes(self.text, language):
            return False
        unknown = said - self.known
        if self.has_facts:
            return not prose or 2 * len(unknown) < len(said)
        kept = len(self.stems & said)
        return kept == len(self.stems) > 0 or (not unknown and kept >= _ENOUGH * len(self.stems) > 0)


def _has_facts(text: str, part: str) -> bool:
    """Whether `text` has the code spans of `part` as written, commands in order, its numbers and identifiers."""
    there = _plain(text)
    codes = [_plain(code) for code in _CODE.findall(part)]
    places = [_place(there, code) for code in codes]
    commands = [place for place, code in zip(places, codes, strict=True) if " " in code]
    if -1 in places or (commands != sorted(commands) and not _OR.search(part)):
        return False
    said = tokens_with_quantities(text)
    numbers = {(one.value, one.unit) for one in said if isinstance(one, Quantity)}
    if any((one.value, one.unit) not in numbers for one in _numbers(part)):
        return False
    identifiers = {one for one in words(part) if re.search(r"[^\W\d][\d_.+#]|[_.+#]\w|^-", one)}
    return identifiers <= set(words(text))


def _numbers(text: str) -> list[Quantity]:
    """The numbers in digits and the measures: "one of the ways" has none."""
    found = (one for one in tokens_with_quantities(text) if isinstance(one, Quantity))
    return [one for one in found if one.in_digits or one.unit]


def _plain(text: str) -> str:
    return " ".join(text.translate(_QUOTES).split())


def _place(text: str, code: str) -> int:
    """Where `code` first is in `text`, and not as a part of a longer word, path or option; else -1."""
    code = code.rstrip("/") or code
    found = re.search(rf"(?<![\w/~.-]){re.escape(code)}(?![\w-]|[./]\w)", text)
    return found.start() if found else -1


def _adds_a_step(clauses: Sequence[str], candidate: Candidate, language: str) -> bool:
    """Whether a clause is a step that the writer does not have: half of its words or more are not the writer's."""
    if not clauses:
        return False
    known = frozenset(content_words("\n".join((candidate.question, candidate.answer, *candidate.quotes)), language))
    stems = [frozenset(content_words(clause, language)) for clause in clauses]
    return any(2 * len(own - known) >= len(own) > 0 for own in stems)


def _is_preliminary(step: str, language: str) -> bool:
    """Whether a step opens a terminal and does no more."""
    usual = {stem(word, language) for word in _PRELIMINARY.split()}
    stems = set(content_words(step, language))
    return bool(stems) and stems <= usual
