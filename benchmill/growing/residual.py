"""A sample of items, passages that no critic has read -> Residual: how many items lack a label, and those labels.

The labels that the sample finds are added to its items, so these items no longer show how many labels are missing
elsewhere. The stated share is for the items that were not sampled. So an item counts as it was found: one that an
earlier sample completed counts as incomplete in later samples, too, and is not asked about again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from benchmill.chat.errors import BadReply, CallFailed
from benchmill.chat.model import ModelClient
from benchmill.chat.together import counted_together
from benchmill.critique.added_evidence import with_evidence
from benchmill.critique.answerability import A_PACK
from benchmill.critique.further_places import further_places
from benchmill.critique.panel import CriticPrompts, PanelSettings
from benchmill.critique.quoted_place import Place
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
FOUND_BY = "residual sample: "
"""Begins the `found_by` of evidence that a sample added; the critic's model spec follows."""
_METHOD = (
    f"a random sample of items, each judged against {FURTHER} more passages (BM25 by question, answer and "
    "both); unlabelled: a passage answers in full with a verbatim quote that holds the answer; Wilson interval; an "
    "item counts as it was found, before the passage was added to its evidence; left: the share among all items, if "
    "the sampled ones now lack no label"
)


@dataclass(frozen=True, slots=True)
class Unlabelled:
    """A passage that answers an item and was not among its evidence when the sample found it."""

    candidate_id: str
    item_id: str
    question: str
    document: str
    quote: str


@dataclass(frozen=True, slots=True)
class Residual:
    """The critic judged `sampled` of `able` items; those of `found` had an unlabelled answer. `failed` got no verdict.

    `completed` are the items of `found` with these answers as added evidence: as they are from now on.
    """

    sampled: int
    passages: int
    found: tuple[Unlabelled, ...] = ()
    failed: int = 0
    able: int = 0
    completed: tuple[Candidate, ...] = ()

    @property
    def unlabelled(self) -> int:
        return len({one.candidate_id for one in self.found})

    @property
    def _left(self) -> float:
        """The share of the items that were not sampled."""
        return max(0, self.able - self.sampled) / self.able if self.able else 0.0

    def as_json(self) -> dict[str, object]:
        low, high = wilson(self.unlabelled, self.sampled)
        share = self.unlabelled / self.sampled if self.sampled else 0.0
        return {
            "sampled": self.sampled,
            "of": self.able,
            "unlabelled": self.unlabelled,
            "completed": len(self.completed),
            "share": round(share, 4) if self.sampled else None,
            "ci95": [round(low, 4), round(high, 4)] if self.sampled else None,
            "left": round(share * self._left, 4) if self.sampled else None,
            "left_ci95": [round(low * self._left, 4), round(high * self._left, 4)] if self.sampled else None,
            "passages": self.passages,
            "undecided": self.failed,
            "method": _METHOD,
            "items": [
                {"id": one.item_id, "question": one.question, "document": one.document, "quote": one.quote}
                for one in self.found
            ],
        }

    def __str__(self) -> str:
        return f"unlabelled answers: {residual_words(self.as_json())}"


def residual_words(found: Mapping[str, Any]) -> str:
    """The sentence for people on a Residual as JSON."""
    low, high = found["ci95"] or (0.0, 1.0)
    said = f"{found['unlabelled']} of {found['sampled']} sampled items had one among {FURTHER} more passages"
    if found.get("completed"):
        said += ", which is evidence now"
    rest = found.get("of", 0) - found["sampled"]
    if rest <= 0:
        return f"{said} (95 % interval: {low:.0%} to {high:.0%})"
    return f"{said}; of the {rest:,} other items {low:.0%} to {high:.0%} may have one (95 % interval)"


@dataclass(frozen=True, slots=True)
class ResidualSample:
    """Asks the groundedness critic about passages that were in no pack."""

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
        failed = sum(end.failed for end in ends)
        return Residual(
            len(sample) - failed,
            sum(end.passages for end in ends),
            tuple(one for end in ends for one in end.found),
            failed,
            len(able),
            tuple(one for end in ends for one in end.completed),
        )

    async def _one(self, candidate: Candidate) -> Residual:
        found = _as_found(candidate)
        passages = self.similar_passages.further(found, FURTHER, self.similar_passages.read(found, self.pack_size))
        if before := _added_before(candidate):
            return Residual(1, len(passages), before, completed=(candidate,))
        try:
            places = [place for pack in _packs(passages) for place in await self._places(candidate, pack)]
        except (BadReply, CallFailed):
            return Residual(0, 0, failed=1)
        if not places:
            return Residual(1, len(passages))
        completed = with_evidence(candidate, places, f"{FOUND_BY}{self.panel.model}")
        return Residual(1, len(passages), _added_before(completed), completed=(completed,))

    async def _places(self, candidate: Candidate, passages: Sequence[Chunk]) -> Sequence[Place]:
        found = await further_places(candidate, passages, client=self.client, prompts=self.critics, settings=self.panel)
        return found.same


def _as_found(candidate: Candidate) -> Candidate:
    """The candidate without the evidence that a sample added."""
    components = (
        replace(part, evidence=tuple(one for one in part.evidence if not one.found_by.startswith(FOUND_BY)))
        for part in candidate.components
    )
    return replace(candidate, components=tuple(components))


def _added_before(candidate: Candidate) -> tuple[Unlabelled, ...]:
    """The evidence that a sample added to the candidate."""
    spans = (
        evidence.span
        for part in candidate.components
        for evidence in part.evidence
        if evidence.found_by.startswith(FOUND_BY)
    )
    return tuple(
        Unlabelled(candidate.id, Item.id_for(candidate), candidate.question, span.document_id, span.text)
        for span in spans
    )


def _packs(passages: Sequence[Chunk]) -> Iterator[Sequence[Chunk]]:
    return (passages[start : start + A_PACK] for start in range(0, len(passages), A_PACK))
