"""Candidate and one critic's name -> its Outcome: a verdict, or a Failure where the critic gave none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from benchmill.chat.errors import BadReply, CallFailed
from benchmill.chat.model import ModelClient
from benchmill.critique.answerability import judge_unanswerable
from benchmill.critique.closed_book import judge_closed_book
from benchmill.critique.critic_prompts import CriticPrompts
from benchmill.critique.critic_request import SHARING, PanelSettings
from benchmill.critique.groundedness import judge_groundedness
from benchmill.critique.hop_masks import needed_hops
from benchmill.critique.left_out_gold import judge_left_out_gold
from benchmill.critique.own_critic import judge_own
from benchmill.critique.paraphrase import judge_paraphrase
from benchmill.critique.readings import judge_readings
from benchmill.critique.relevance import judge_relevance
from benchmill.critique.second_opinion import as_second, border_cases, first_of
from benchmill.critique.shared_call import judge_both
from benchmill.critique.standalone import judge_standalone
from benchmill.records import PREMIUM, SECOND, Candidate, Chunk, Criterion, Failure, Kind, Verdict

Further = Callable[[Candidate], Sequence[Chunk]]
"""A candidate -> passages that hold none of its evidence, the most similar first."""

# An unanswerable question has no answer to find elsewhere, an ambiguous one has several.
_WITHOUT_ONE_ANSWER: frozenset[Kind] = frozenset(("unanswerable", "ambiguous"))


@dataclass(frozen=True, slots=True)
class Outcome:
    """The verdicts of one call or group of calls. Only groundedness critics change the candidate: its evidence."""

    verdicts: tuple[Verdict, ...]
    candidate: Candidate
    failure: Failure | None = None

    def ends(self, minimum: int) -> bool:
        """Whether no further critic need be asked."""
        return self.failure is not None or any(verdict.refuses(minimum) for verdict in self.verdicts)


@dataclass(frozen=True, slots=True)
class OneCritic:
    """Asks single critics about candidates. `pack`: the source chunk and similar passages."""

    pack: Sequence[Chunk]
    client: ModelClient
    prompts: CriticPrompts
    settings: PanelSettings
    further: Further

    async def outcome(
        self, criteria: Sequence[Criterion], candidate: Candidate, first: Sequence[Verdict] = ()
    ) -> Outcome:
        """The verdict on the criterion, or on the two that share a call. Raises EndOfRun only.

        `first`: the verdicts that decide whether the second model is asked.
        """
        if criteria[0] in SECOND:
            return await self._second(border_cases(criteria, first, self.settings), candidate)
        try:
            if len(criteria) > 1:
                return Outcome(await self._both(candidate), candidate)
            if criteria[0] == "groundedness":
                verdict, candidate = await self._grounded(candidate)
            else:
                verdict = await self._verdict(criteria[0], candidate)
            return Outcome((verdict,), candidate)
        except (BadReply, CallFailed) as error:
            key = error.request_key if isinstance(error, BadReply) else ""
            reason = f"the {' and '.join(criteria)} critic gave no verdict: {error}"
            return Outcome((), candidate, Failure("critique", candidate.id, error.check, reason, key))

    async def _second(self, criteria: Sequence[Criterion], candidate: Candidate) -> Outcome:
        """The second model's verdicts, up to its first refusal. It gets the requests that the first model got."""
        settings = self.settings
        other = replace(self, settings=replace(settings, model=settings.second))
        verdicts: list[Verdict] = []
        for name in criteria:
            both = settings.shared and first_of(name) in SHARING
            found = await other.outcome(SHARING if both else (first_of(name),), candidate)
            if found.failure:
                failure = replace(found.failure, reason=f"second critic: {found.failure.reason}")
                return Outcome(tuple(verdicts), candidate, failure)
            candidate = found.candidate
            own = next(verdict for verdict in found.verdicts if verdict.criterion == first_of(name))
            verdicts.append(as_second(own, settings.minimum))
            if verdicts[-1].refuses(settings.minimum) and not settings.all_critics:
                break
        return Outcome(tuple(verdicts), candidate)

    async def _verdict(self, criterion: Criterion, candidate: Candidate) -> Verdict:
        client, prompts, settings = self.client, self.prompts, self.settings
        if criterion == "standalone":
            return await self._standalone(candidate)
        if criterion == "relevance":
            return await judge_relevance(candidate, client=client, prompt=prompts.relevance, settings=settings)
        if criterion not in PREMIUM:
            own = next(critic for critic in prompts.own if critic.name == criterion)
            return await judge_own(candidate, self.pack, own, client=client, settings=settings)
        if candidate.kind in _WITHOUT_ONE_ANSWER:
            reason = f"not asked about questions of the kind {candidate.kind}"
            return Verdict(candidate.id, criterion, 5, reason, model="rules", minimum=settings.minimum)
        if criterion == "closed-book":
            return await judge_closed_book(candidate, client=client, prompt=prompts.closed_book, settings=settings)
        if criterion == "paraphrase":
            return await judge_paraphrase(candidate, self.pack, client=client, prompts=prompts, settings=settings)
        rest = self.further(candidate)
        return await judge_left_out_gold(candidate, rest, client=client, prompts=prompts, settings=settings)

    async def _both(self, candidate: Candidate) -> tuple[Verdict, ...]:
        """Standalone and relevance, by one call; how clear an ambiguous question is does not count."""
        prompt = self.prompts.standalone_relevance
        standalone, relevance = await judge_both(candidate, client=self.client, prompt=prompt, settings=self.settings)
        return (await self._standalone(candidate) if candidate.kind == "ambiguous" else standalone, relevance)

    async def _standalone(self, candidate: Candidate) -> Verdict:
        """An ambiguous question passes unasked: the checks have refused unresolved references."""
        if candidate.kind == "ambiguous":
            reason = "an ambiguous question has several meanings; the readings are judged by the groundedness critic"
            return Verdict(candidate.id, "standalone", 5, reason, model="rules")
        prompt = self.prompts.standalone
        return await judge_standalone(candidate, client=self.client, prompt=prompt, settings=self.settings)

    async def _grounded(self, candidate: Candidate) -> tuple[Verdict, Candidate]:
        """By kind of candidate: blind reading, search, comparison of readings, or masked hops."""
        pack, client, prompts, settings = self.pack, self.client, self.prompts, self.settings
        if candidate.kind == "unanswerable":
            prompt = prompts.groundedness
            return await judge_unanswerable(candidate, pack, client=client, prompt=prompt, settings=settings), candidate
        if candidate.kind == "ambiguous" and candidate.readings:
            return await judge_readings(candidate, pack, client=client, prompts=prompts, settings=settings)
        verdict, candidate, parts = await judge_groundedness(
            candidate, pack, client=client, prompts=prompts, settings=settings
        )
        if candidate.kind == "multi_hop" and candidate.hops and verdict.rating >= settings.minimum:
            verdict = await needed_hops(
                candidate, pack, verdict, parts=parts, client=client, prompts=prompts, settings=settings
            )
        return verdict, candidate
