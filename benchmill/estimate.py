"""A docs folder and settings -> what a run would take, without asking any model."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmill.growing import Wording
from benchmill.settings import GrowSettings
from benchmill.sources import read_source
from generator.eligibility import judge_seeds

# Planning figures until a run has its own (quality.md 5.1): candidates a seed, share that the free checks let through,
# shares that the critics pass, tokens a reply.
_CANDIDATES = 1.6
_AFTER_CHECKS = 0.75
_PASS = {"critique/standalone": 0.85, "critique/groundedness": 0.85, "critique/relevance": 0.9}
_REPLY_TOKENS = {
    "generator/factoid": 220,
    "critique/standalone": 60,
    "critique/groundedness": 160,
    "critique/relevance": 60,
}


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run is expected to take. `cost` in US dollars; None where a model's price is not known.

    Tokens are estimated from the length of the texts, before any server counted them: expect a third more or less.
    """

    documents: int
    unread: int
    characters: int
    chunks: int
    seeds: int
    questions: int
    expected: int
    calls: int
    input_tokens: int
    output_tokens: int
    cost: float | None
    model: str
    critic_model: str

    def as_json(self) -> dict[str, object]:
        return asdict(self)

    def rows(self) -> Iterator[tuple[str, str]]:
        """Label and text for people."""
        yield "documents", f"{self.documents:,} ({self.characters:,} characters), {self.unread} could not be read"
        yield "chunks", f"{self.chunks:,}, of which {self.seeds:,} may be seeds"
        fewer = "" if self.expected >= self.questions else f"; about {self.expected} can be expected from these seeds"
        yield "questions", f"{self.questions} wanted{fewer}"
        yield "models", f"{self.model} writes, {self.critic_model} judges"
        yield "calls", f"about {self.calls:,}"
        yield "tokens", f"about {self.input_tokens:,} in, {self.output_tokens:,} out"
        yield (
            "cost",
            "unknown (no price for this model; see --prices)" if self.cost is None else f"about ${self.cost:.2f}",
        )


def estimate(docs: Path, settings: GrowSettings) -> Estimate:
    """Count documents, chunks and seeds of `docs`, and plan the calls of a run that has none recorded yet.

    Raises InputError where the folder holds nothing that can be read.
    """
    source = read_source(docs, settings)
    chunks = source.chunks()
    seeds = judge_seeds(chunks).eligible
    per_seed = _CANDIDATES * _AFTER_CHECKS * math.prod(_PASS.values())
    possible = min(len(seeds) * per_seed, settings.per_document * len({seed.document_id for seed in seeds}))
    expected = min(settings.questions, math.floor(possible))
    needed = min(len(seeds), math.ceil(expected / per_seed))
    plan = _Plan(settings, Wording.of(settings, source.name), seeds) if seeds and not settings.by_rules else None
    calls, asked, answered, cost = plan.total(needed) if plan else (0, 0, 0, 0.0)
    return Estimate(
        documents=len(source.documents),
        unread=len(source.failures),
        characters=sum(len(document.text) for document in source.documents),
        chunks=len(chunks),
        seeds=len(seeds),
        questions=settings.questions,
        expected=expected,
        calls=calls,
        input_tokens=asked,
        output_tokens=answered,
        cost=cost,
        model=settings.model,
        critic_model="rules" if settings.by_rules else settings.critic,
    )
