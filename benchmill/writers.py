"""A seed -> all that grew of it: by a language model and three critics, or by the built-in rules."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from critique.rules import examine_by_rules

from benchmill.lookalikes import Lookalikes
from benchmill.settling import Grown, Judged
from chat.model import Door
from critique.checks import CheckSettings, CorpusFacts, first_failure
from critique.panel import CriticPrompts, PanelSettings, examine
from generator.evidence import locate
from generator.extractive import product, write
from generator.questions import WriterSettings, write_questions
from prompts import Prompt
from records import Candidate, Chunk, Critique, Document, Evidence, Failure

Known = Callable[[Candidate], bool]


@dataclass(frozen=True, slots=True)
class Corpus:
    """What workers look up: documents by id, word statistics, and the chunks that say the same as another."""

    documents: Mapping[str, Document]
    facts: CorpusFacts
    equivalent: Mapping[str, tuple[Chunk, ...]]


@dataclass(frozen=True, slots=True)
class RuleWorker:
    """Grows by the built-in writer; rules take the critics' place, and say so in every verdict.

    `product` is the name its questions lean on to stand alone, found in the documents once.
    """

    corpus: Corpus
    kinds: tuple[str, ...]
    checks: CheckSettings
    min_rating: int
    product: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "product", product(self.corpus.documents.values()))

    async def __call__(self, seed: Chunk) -> Grown:
        judged = [
            self._judge(candidate, seed)
            for candidate in write(seed, self.corpus.documents[seed.document_id], product=self.product)
            if candidate.kind in self.kinds
        ]
        return Grown(seed, tuple(judged))

    def _judge(self, candidate: Candidate, seed: Chunk) -> Judged:
        if failure := first_failure(candidate, seed, self.corpus.facts, self.checks):
            return Judged(Critique(candidate), failure)
        critique = examine_by_rules(with_equivalents(candidate, seed, self.corpus.equivalent))
        return Judged(critique, end_of(critique, self.min_rating, ()))


@dataclass(frozen=True, slots=True)
class ModelWorker:
    """Grows by calls: one that writes, then for each candidate the free checks and the critics, all through one door.

    `known` tells candidates that are items already: their critics are not asked again, also where the pack changed.
    """

    door: Door
    corpus: Corpus
    lookalikes: Lookalikes
    known: Known
    prompt: Prompt
    critics: CriticPrompts
    writing: WriterSettings
    panel: PanelSettings
    checks: CheckSettings
    pack_size: int

    async def __call__(self, seed: Chunk) -> Grown:
        written = await write_questions(seed, door=self.door, prompt=self.prompt, settings=self.writing)
        # gathered, not cancelled together: when one call ends the run, the others are paid and must be recorded
        news = [candidate for candidate in written.candidates if not self.known(candidate)]
        ends = await asyncio.gather(*(self._judge(candidate, seed) for candidate in news), return_exceptions=True)
        for end in ends:
            if isinstance(end, BaseException):
                raise end
        return Grown(seed, tuple(end for end in ends if isinstance(end, Judged)), written.failures)

    async def _judge(self, candidate: Candidate, seed: Chunk) -> Judged:
        if failure := first_failure(candidate, seed, self.corpus.facts, self.checks):
            return Judged(Critique(candidate), failure)
        pack = self.lookalikes.pack(candidate, seed, self.pack_size)
        candidate = with_equivalents(candidate, seed, self.corpus.equivalent)
        examined = await examine(candidate, pack, door=self.door, prompts=self.critics, settings=self.panel)
        return Judged(examined.critique, end_of(examined.critique, self.panel.minimum, examined.failures))


def end_of(critique: Critique, minimum: int, failures: tuple[Failure, ...]) -> Failure | None:
    """Why the candidate is not accepted; None where it is."""
    decision = critique.decide(minimum)
    if decision == "accepted":
        return None
    subject = critique.candidate.id
    if decision == "undecided":
        cause = failures[0] if failures else None
        reason = f"undecided: {cause.reason}" if cause else "undecided: a critic gave no verdict"
        return Failure("critique", subject, "undecided", reason, cause.request_key if cause else "")
    low = min(critique.verdicts, key=lambda verdict: verdict.rating)
    reason = f"rated {low.rating} of 5: {low.rationale}"
    return Failure("critique", subject, low.criterion, reason, low.request_key)


def with_equivalents(candidate: Candidate, seed: Chunk, equivalent: Mapping[str, tuple[Chunk, ...]]) -> Candidate:
    """The candidate with the same quotes in chunks that are near-identical to its seed: all of them are gold."""
    for twin in equivalent.get(seed.id, ()):
        for number, component in enumerate(candidate.components):
            span = locate(component.evidence[0].span.text, twin)
            if span is not None:
                candidate = candidate.promoted(number, Evidence(span, "promoted"))
    return candidate
