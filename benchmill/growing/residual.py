"""A sample of items, passages that no critic has read -> Residual: how many items have an unlabelled full answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from benchmill.chat.errors import BadReply, CallFailed
from benchmill.chat.model import ModelClient
from benchmill.chat.together import counted_together
from benchmill.critique.added_evidence import Place, places_quoted
from benchmill.critique.answerability import A_PACK
from benchmill.critique.critic_replies import read_findings
from benchmill.critique.groundedness import groundedness_request
from benchmill.critique.panel import CriticPrompts, PanelSettings
from benchmill.critique.same_fact import confirmed
from benchmill.critique.verification import quoted_span
from benchmill.growing.prompt_set import PACK_SIZE, PromptSet, panel_settings
from benchmill.growing.similar_passages import SimilarPassages
from benchmill.prompts.brief import Brief
from benchmill.records import Candidate, Chunk, Item, Kind, short_digest
from benchmill.scorer.proportion import wilson
from benchmill.settings import GrowSettings

FURTHER = 20
"""The number of passages to judge each sampled item against, besides those that its critic has read."""
CALLS_AN_ITEM = -(-FURTHER // A_PACK)

_KINDS: frozenset[Kind] = frozenset(("factoid", "list", "procedure", "comparison", "multi_hop"))
_METHOD = (
    f"a random sample of items, each judged against {FURTHER} more passages (BM25 by question, and by question and "
    "answer); unlabelled: a passage answers in full with a verbatim quote that holds the answer; Wilson interval"
)


@dataclass(frozen=True, slots=True)
class Unlabelled:
    """A passage that answers an item and is not among its evidence."""

    candidate_id: str
    item_id: str
    question: str
    document: str
    quote: str


@dataclass(frozen=True, slots=True)
class Residual:
    """The critic judged `sampled` items; those of `found` have an unlabelled answer. `failed` got no verdict."""

    sampled: int
    passages: int
    found: tuple[Unlabelled, ...] = ()
    failed: int = 0

    @property
    def unlabelled(self) -> int:
        return len({one.candidate_id for one in self.found})

    def as_json(self) -> dict[str, object]:
        low, high = wilson(self.unlabelled, self.sampled)
        return {
            "sampled": self.sampled,
            "unlabelled": self.unlabelled,
            "share": round(self.unlabelled / self.sampled, 4) if self.sampled else None,
            "ci95": [round(low, 4), round(high, 4)] if self.sampled else None,
            "passages": self.passages,
            "undecided": self.failed,
            "method": _METHOD,
            "items": [
                {"id": one.item_id, "question": one.question, "document": one.document, "quote": one.quote}
                for one in self.found
            ],
        }

    def __str__(self) -> str:
        low, high = wilson(self.unlabelled, self.sampled)
        return (
            f"unlabelled answers: {self.unlabelled} of {self.sampled} sampled items have one among {FURTHER} more "
            f"passages (95 % interval: {low:.0%} to {high:.0%})"
        )


@dataclass(frozen=True, slots=True)
class ResidualSample:
    """Asks the groundedness critic about passages that were in no pack; adds nothing to the items."""

    client: ModelClient
    critics: CriticPrompts
    panel: PanelSettings
    similar_passages: SimilarPassages
    pack_size: int
    seed: int

    @classmethod
    def of(
        cls,
        client: ModelClient,
        settings: GrowSettings,
        prompt_set: PromptSet,
        brief: Brief,
        similar_passages: SimilarPassages,
    ) -> ResidualSample:
        panel = panel_settings(settings, brief, prompt_set)
        size = PACK_SIZE[settings.quality]
        return cls(client, prompt_set.critics, panel, similar_passages, size, settings.seed)

    async def measure(
        self,
        candidates: Iterable[Candidate],
        size: int,
        sampled: Callable[[int, int], None] = lambda _finished, _of: None,
    ) -> Residual:
        """Judge `size` of the candidates that have an answer, chosen with a random seed. Raises EndOfRun.

        `sampled` gets how many of the sample are judged, and how many there are.
        """
        able = [candidate for candidate in candidates if candidate.kind in _KINDS]
        sample = sorted(able, key=lambda one: short_digest(self.seed, "residual", one.id))[:size]
        ends = await counted_together(self._one, sample, sampled)
        found = tuple(one for end in ends for one in end.found)
        failed = sum(end.failed for end in ends)
        return Residual(len(sample) - failed, sum(end.passages for end in ends), found, failed)

    async def _one(self, candidate: Candidate) -> Residual:
        passages = self.similar_passages.further(candidate, FURTHER, self.pack_size)
        try:
            places = [place for pack in _packs(passages) for place in await self._full(candidate, pack)]
        except (BadReply, CallFailed):
            return Residual(0, 0, failed=1)
        found = tuple(
            Unlabelled(
                candidate.id, Item.id_for(candidate), candidate.question, place.chunk.document_id, place.span.text
            )
            for place in places
        )
        return Residual(1, len(passages), found)

    async def _full(self, candidate: Candidate, passages: Sequence[Chunk]) -> Sequence[Place]:
        request = groundedness_request(candidate, passages, self.critics.groundedness, self.panel)
        answer = await self.client.ask(request, partial(read_findings, passages=len(passages)))
        findings = zip(passages, answer.value.passages, strict=True)
        full = [(chunk, finding.quote) for chunk, finding in findings if finding.label == "full"]
        spans = [(chunk, span) for chunk, quote in full if (span := quoted_span(chunk, quote)) is not None]
        quoted = places_quoted(candidate, spans)
        same = await confirmed(
            candidate, quoted.doubtful, client=self.client, prompt=self.critics.same_fact, settings=self.panel
        )
        return (*quoted.sure, *same)


def _packs(passages: Sequence[Chunk]) -> Iterator[Sequence[Chunk]]:
    return (passages[start : start + A_PACK] for start in range(0, len(passages), A_PACK))
