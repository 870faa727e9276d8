"""Carried items and what changed around them -> the same items with today's verdicts and labels.

An item whose evidence is still verbatim becomes stale in two ways. A critic whose prompt, model or audience changed
judges the item again. New passages that also hold the answer become evidence, or a scorer would underrate a good
retriever. For an unanswerable question, the critic looks for an answer in the new passages. All calls go through the
model client, which records them, so a repeated run pays nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from benchmill.chat.model import ModelClient
from benchmill.chat.together import counted_together
from benchmill.critique.answerability import find_answer
from benchmill.critique.checks import CorpusFacts, possible_answers
from benchmill.critique.panel import CriticPrompts, PanelSettings, examine
from benchmill.growing.carry_over import Retired
from benchmill.growing.similar_passages import SimilarPassages
from benchmill.growing.workers import end_of
from benchmill.records import BUILT_IN, Candidate, Criterion, Critique, Failure, Item

# The number of new passages that the critic reads for one item, besides the item's own passages.
_MOST_NEW = 3


@dataclass(frozen=True, slots=True)
class Kept:
    """The carried items after the recheck. `changed`: item id -> what is new about the item."""

    items: tuple[Item, ...]
    changed: dict[str, str] = field(default_factory=dict)
    retired: tuple[Retired, ...] = ()
    failures: tuple[Failure, ...] = ()

    def with_candidates(self, completed: Mapping[str, Candidate], change: str) -> Kept:
        """The items with the `completed` candidates, by id, in place of their own."""
        items: list[Item] = []
        changed = dict(self.changed)
        for item in self.items:
            found = completed.get(item.candidate.id, item.candidate)
            items.append(replace(item, critique=replace(item.critique, candidate=found)))
            if found != item.candidate:
                changed[item.id] = change
        return replace(self, items=tuple(items), changed=changed)


@dataclass(frozen=True)
class Recheck:
    """Rechecks carried items. `again` are the criteria to judge again, `new_passages` the ids of the passages that are
    new today."""

    client: ModelClient
    critics: CriticPrompts
    panel: PanelSettings
    facts: CorpusFacts
    similar_passages: SimilarPassages
    again: tuple[Criterion, ...]
    new_passages: frozenset[str]
    pack_size: int

    async def look_after(
        self, items: Sequence[Item], checked: Callable[[int, int], None] = lambda _finished, _of: None
    ) -> Kept:
        """Recheck all items at once; the rate limiter decides how many calls are under way. Raises EndOfRun.

        `checked` gets how many of the items are rechecked, and how many there are.
        """
        ends = await counted_together(self._one, items, checked)
        kept: list[Item] = []
        changed: dict[str, str] = {}
        retired: list[Retired] = []
        failures: list[Failure] = []
        for item, end in zip(items, ends, strict=True):
            failures.extend(end.failures)
            if end.retired_for:
                retired.append(Retired(item, end.retired_for, "critic"))
                continue
            kept.append(replace(item, critique=end.critique))
            if end.critique != item.critique:
                changed[item.id] = end.change
        return Kept(tuple(kept), changed, tuple(retired), tuple(failures))

    async def _one(self, item: Item) -> _End:
        if item.candidate.kind == "unanswerable":
            end = await self._still_unanswerable(item)
            own = tuple(criterion for criterion in self.again if criterion not in BUILT_IN)
            if end.retired_for or not own or not item.critique.verdicts:
                return end
            # search has just settled whether a passage answers; a critic of the user's own judges the words
            asked = replace(self, again=own)
            return await asked._judged_again(replace(item, critique=end.critique))
        # an imported item has no ratings: people judged it, not our critics
        judged = self.again and item.critique.verdicts
        end = await self._judged_again(item) if judged else _End(item.critique)
        return end if end.retired_for else await self._completed(end)

    async def _judged_again(self, item: Item) -> _End:
        """Judge the item again by the changed criteria; the other verdicts stay."""
        candidate = item.candidate
        own = self.facts.named(candidate.chunk_ids)
        if not own:
            return _End(item.critique)
        settings = replace(self.panel, order=self.again)
        pack = self.similar_passages.pack(candidate, own[0], self.pack_size)
        kept = tuple(verdict for verdict in item.critique.verdicts if verdict.criterion not in self.again)
        examined = await examine(
            candidate,
            pack,
            client=self.client,
            prompts=self.critics,
            settings=settings,
            further=lambda one: self.similar_passages.without_gold(one, self.pack_size),
            before=kept,
        )
        new = examined.critique.verdicts
        # where a critic gives no verdict, the last edition's verdict stays; the next run asks that critic again
        answered = {verdict.criterion for verdict in (*kept, *new)}
        unanswered = tuple(verdict for verdict in item.critique.verdicts if verdict.criterion not in answered)
        critique = Critique(examined.critique.candidate, kept + new + (unanswered if examined.failures else ()))
        refused = end_of(critique, self.panel.minimum, examined.failures)
        if refused and refused.check != "undecided":
            return _End(critique, retired_for=f"the {refused.check} critic of today: {refused.reason}")
        return _End(critique, "judged again", failures=examined.failures)

    async def _completed(self, end: _End) -> _End:
        """Add evidence from new passages that also hold the answer; the verdicts stay."""
        candidate = end.critique.candidate
        if not possible_answers(candidate, self.facts, among=self._new_numbers):
            return end  # the usual case: it takes a tenth of the time of a search in all passages
        new = [chunk for chunk in possible_answers(candidate, self.facts) if chunk.id in self.new_passages][:_MOST_NEW]
        own = self.facts.named(candidate.chunk_ids)
        if not new or not own:
            return end
        settings = replace(self.panel, order=("groundedness",))
        examined = await examine(candidate, [own[0], *new], client=self.client, prompts=self.critics, settings=settings)
        found = examined.critique.candidate
        failures = end.failures + examined.failures
        if found.components == candidate.components:
            return replace(end, failures=failures)
        return _End(Critique(found, end.critique.verdicts), "a new passage answers it, too", failures=failures)

    @cached_property
    def _new_numbers(self) -> frozenset[int]:
        return frozenset(self.facts.numbers[name] for name in self.new_passages if name in self.facts.numbers)

    async def _still_unanswerable(self, item: Item) -> _End:
        """Retire the unanswerable question where a new passage answers it."""
        new = self.similar_passages.among(item.candidate, self.new_passages, self.pack_size)
        if not new:
            return _End(item.critique)
        found = await find_answer(
            item.candidate, new, client=self.client, prompt=self.critics.groundedness, settings=self.panel
        )
        if found.place is not None:
            return _End(item.critique, retired_for=f"{found.place.document_id} answers it now: {found.place.text}")
        return _End(item.critique, failures=found.failures)


@dataclass(frozen=True, slots=True)
class _End:
    """The result for one item: today's critique and what is new about the item, or why the item is retired."""

    critique: Critique
    change: str = ""
    retired_for: str = ""
    failures: tuple[Failure, ...] = ()
