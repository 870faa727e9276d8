"""Candidate, source chunk, corpus facts, settings -> the view that all checks share; words are counted once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from benchmill.critique.checks.facts import CorpusFacts
from benchmill.critique.checks.thresholds import CheckSettings
from benchmill.records.candidate import AnswerComponent, Candidate, Evidence
from benchmill.records.corpus import Chunk
from benchmill.records.languages import CODE
from benchmill.records.names import Names
from benchmill.records.question_words import pattern_of_any, text_of
from benchmill.records.words import content_words, runs, words

_BLOCK = re.compile(r"^[ \t>]*(?P<fence>```+|~~~+)(?P<code>.*?)^[ \t>]*(?P=fence)[ \t]*$", re.MULTILINE | re.DOTALL)
# No check needs more of a question than this. `wrong-length` refuses any longer question, and must not take seconds.
_LONGEST = 4000


@dataclass(frozen=True)
class Case:
    """One candidate under examination. Every property is computed when first asked for."""

    candidate: Candidate
    seed: Chunk
    facts: CorpusFacts
    settings: CheckSettings

    @property
    def language(self) -> str:
        return self.settings.language or self.facts.language

    @cached_property
    def question(self) -> str:
        """The question on one line, its code spans as written, at most 4,000 characters of it."""
        return " ".join(self.candidate.question[:_LONGEST].split())

    @cached_property
    def prose(self) -> str:
        """The question with every code span emptied: what its writer said in words."""
        return CODE.sub("``", self.question)

    @cached_property
    def question_stems(self) -> list[str]:
        return content_words(self.question, self.language)

    @cached_property
    def names(self) -> Names:
        """Identifiers, code and proper nouns of the question."""
        return Names.of(self.question, self.language)

    @cached_property
    def parts(self) -> tuple[AnswerComponent, ...]:
        """The answer's components; for an ambiguous question also the components of its readings."""
        readings = (
            AnswerComponent(reading.answer, reading.evidence, reading.short_answers)
            for reading in self.candidate.readings
            if reading.answer.strip()
        )
        return (*self.candidate.components, *readings)

    @cached_property
    def evidence(self) -> tuple[Evidence, ...]:
        """Every span that the writer or a person gave; code checked the added evidence when a critic found it."""
        hops = (hop.evidence for hop in self.candidate.hops)
        miss = self.candidate.near_miss.quoted if self.candidate.near_miss else ()
        found = (*(e for part in self.parts for e in part.evidence), *hops, *miss)
        return tuple(evidence for evidence in found if not evidence.is_added)

    @cached_property
    def sources(self) -> tuple[Chunk, ...]:
        """The chunks that the candidate was written from, the source chunk first."""
        others = [each for each in self.candidate.chunk_ids if each != self.seed.id]
        return (self.seed, *(self.facts.named(others) if others else ()))

    @cached_property
    def source_text(self) -> str:
        return "\n".join(chunk.text for chunk in self.sources)

    @cached_property
    def code(self) -> frozenset[str]:
        """What the chunks show as code: spans, blocks and each line of a block; white space is one space."""
        blocks = [block["code"].partition("\n")[2] for block in _BLOCK.finditer(self.source_text)]
        lines = [line for block in blocks for line in (block, *block.split("\n"))]
        spans = (span.strip("`") for span in CODE.findall(_BLOCK.sub("", self.source_text)))
        return frozenset(" ".join(found.split()) for found in (*lines, *spans))

    @cached_property
    def quotes(self) -> str:
        return "\n".join(evidence.span.text for evidence in self.evidence)

    @cached_property
    def context(self) -> str:
        """What an answer may restate without proof: question, headings of the source chunks, title of the document."""
        headings = dict.fromkeys(heading for chunk in self.sources for heading in chunk.headings)
        return "\n".join((self.question, *headings, self.facts.title(self.seed.document_id)))

    @cached_property
    def shape(self) -> str:
        """`polar` (yes or no), `choice` (A or B), `comparison`, or `open`."""
        return shape(self.prose, self.candidate, self.language)


def shape(prose: str, candidate: Candidate, language: str) -> str:
    """What kind of answer the wording of a question asks for."""
    if candidate.kind == "comparison" or pattern_of_any("comparison", r"\b", r"\b").search(prose):
        return "comparison"
    if offers(prose, candidate, language):
        return "choice"
    is_polar = pattern_of_any("polar_start", after=r"\b").match(prose)
    return "polar" if is_polar and pattern_of_any("polar_answer", r"\W*", r"\b").match(candidate.answer) else "open"


def offers(prose: str, candidate: Candidate, language: str) -> bool:
    """Whether the question names alternatives ("A or B?") and the answer is one of them, word for word."""
    conjunction = text_of("or", language) or "or"
    if f" {conjunction} " not in f" {prose.lower()} ":
        return False
    asked = words(candidate.question[:_LONGEST])
    answer = [word for word in words(candidate.answer[:_LONGEST]) if word not in {"the", "a", "an"}]
    spots, hits = runs(asked, [conjunction]), list(runs(asked, answer))
    # The alternatives are next to "or"; `answer-leaked` searches the rest of the question for the answer.
    return any(abs(spot - hit) <= len(answer) + 3 for spot in spots for hit in hits)


def show(text: str, limit: int = 80) -> str:
    """`text` in quotes, for a reason: one line, cut at `limit`, with escapes for characters that cannot be printed."""
    line = " ".join(text[: 4 * limit].split())
    cut = line if len(line) <= limit else line[: limit - 1] + "…"
    return "'" + "".join(c if c.isprintable() else ascii(c)[1:-1] for c in cut) + "'"
