"""Candidate -> Critique: three critics and the user's own, through one model client; the cheapest is asked first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from benchmill.chat.errors import BadReply, CallFailed
from benchmill.chat.model import ModelClient
from benchmill.chat.together import together
from benchmill.critique.answerability import judge_unanswerable
from benchmill.critique.critic_prompts import CriticPrompts
from benchmill.critique.critic_request import PanelSettings
from benchmill.critique.groundedness import judge_groundedness
from benchmill.critique.hearing import Hearing, hear
from benchmill.critique.hop_masks import needed_hops
from benchmill.critique.own_critic import judge_own
from benchmill.critique.readings import judge_readings
from benchmill.critique.relevance import judge_relevance
from benchmill.critique.standalone import judge_standalone
from benchmill.records import Candidate, Chunk, Criterion, Critique, Failure, Verdict

__all__ = ["CriticPrompts", "Examined", "PanelSettings", "examine"]


@dataclass(frozen=True, slots=True)
class Examined:
    """The candidate with any added evidence, the verdicts on it, and a Failure for each critic without a verdict."""

    critique: Critique
    failures: tuple[Failure, ...] = ()


@dataclass(frozen=True, slots=True)
class _Outcome:
    verdict: Verdict | None
    candidate: Candidate
    failure: Failure | None = None


async def examine(
    candidate: Candidate,
    pack: Sequence[Chunk],
    *,
    client: ModelClient,
    prompts: CriticPrompts,
    settings: PanelSettings,
    hearing: Hearing | None = None,
) -> Examined:
    """Ask the critics about `candidate`; `pack` is its source chunk and similar passages.

    The first critic that refuses or gives no verdict ends the asking; `settings.all_critics` asks all critics at once.
    A critic without a verdict leaves the critique undecided, which is not a low rating. `hearing` decides whether
    critics are asked at the same time; the verdicts behind the first refusal do not count then. Raises EndOfRun
    (chat/errors.py).
    """

    async def ask(criterion: Criterion) -> _Outcome:
        return await _ask(criterion, candidate, pack, client, prompts, settings)

    def ends(outcome: _Outcome) -> bool:
        return outcome.verdict is None or outcome.verdict.refuses(settings.minimum)

    if settings.all_critics:
        outcomes = await together(ask(criterion) for criterion in settings.order)
    else:
        outcomes = await hear([partial(ask, criterion) for criterion in settings.order], ends, hearing or Hearing())
    # Only the groundedness critic adds evidence; the other critics return the candidate unchanged.
    candidate = next((outcome.candidate for outcome in outcomes if outcome.candidate is not candidate), candidate)
    verdicts = tuple(outcome.verdict for outcome in outcomes if outcome.verdict)
    failures = tuple(outcome.failure for outcome in outcomes if outcome.failure)
    return Examined(Critique(candidate, verdicts), failures)


async def _ask(
    criterion: Criterion,
    candidate: Candidate,
    pack: Sequence[Chunk],
    client: ModelClient,
    prompts: CriticPrompts,
    settings: PanelSettings,
) -> _Outcome:
    """One critic's verdict, or a Failure where the critic gave none."""
    try:
        if criterion == "standalone":
            return _Outcome(await _standalone(candidate, client, prompts, settings), candidate)
        if criterion == "relevance":
            prompt = prompts.relevance
            verdict = await judge_relevance(candidate, client=client, prompt=prompt, settings=settings)
            return _Outcome(verdict, candidate)
        if own := next((critic for critic in prompts.own if critic.name == criterion), None):
            return _Outcome(await judge_own(candidate, pack, own, client=client, settings=settings), candidate)
        return _Outcome(*await _grounded(candidate, pack, client, prompts, settings))
    except (BadReply, CallFailed) as error:
        key = error.request_key if isinstance(error, BadReply) else ""
        reason = f"no verdict of the {criterion} critic: {error}"
        return _Outcome(None, candidate, Failure("critique", candidate.id, error.check, reason, key))


async def _standalone(
    candidate: Candidate, client: ModelClient, prompts: CriticPrompts, settings: PanelSettings
) -> Verdict:
    """The standalone verdict. An ambiguous question passes unasked: the checks have refused unresolved references."""
    if candidate.kind == "ambiguous":
        reason = "an ambiguous question has several meanings; the readings are judged by the groundedness critic"
        return Verdict(candidate.id, "standalone", 5, reason, model="rules")
    return await judge_standalone(candidate, client=client, prompt=prompts.standalone, settings=settings)


async def _grounded(
    candidate: Candidate,
    pack: Sequence[Chunk],
    client: ModelClient,
    prompts: CriticPrompts,
    settings: PanelSettings,
) -> tuple[Verdict, Candidate]:
    """The groundedness verdict, by kind of candidate: blind reading, search, comparison of readings, or masked hops."""
    if candidate.kind == "unanswerable":
        prompt = prompts.groundedness
        return await judge_unanswerable(candidate, pack, client=client, prompt=prompt, settings=settings), candidate
    if candidate.kind == "ambiguous" and candidate.readings:
        prompt = prompts.readings
        return await judge_readings(candidate, pack, client=client, prompt=prompt, settings=settings), candidate
    verdict, candidate = await judge_groundedness(candidate, pack, client=client, prompts=prompts, settings=settings)
    if candidate.kind == "multi_hop" and candidate.hops and verdict.rating >= settings.minimum:
        verdict = await needed_hops(candidate, pack, verdict, client=client, prompts=prompts, settings=settings)
    return verdict, candidate
