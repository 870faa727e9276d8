"""Candidate -> Critique: the critics and the user's own, through one model client; the cheapest is asked first."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from benchmill.chat.model import ModelClient
from benchmill.chat.together import together
from benchmill.critique.critic_prompts import CriticPrompts
from benchmill.critique.critic_request import PanelSettings
from benchmill.critique.hearing import FirstAtOnce, Hearing, hear
from benchmill.critique.one_critic import Further, OneCritic, Outcome
from benchmill.records import CRITERIA, SECOND, Candidate, Chunk, Criterion, Critique, Failure, Verdict

Turn = tuple[Criterion, ...]
"""A critic, or some that share a call or follow one another."""

__all__ = ["CriticPrompts", "Examined", "PanelSettings", "examine"]


@dataclass(frozen=True, slots=True)
class Examined:
    """The candidate with any added evidence, the verdicts on it, and a Failure for each critic without a verdict."""

    critique: Critique
    failures: tuple[Failure, ...] = ()


async def examine(
    candidate: Candidate,
    pack: Sequence[Chunk],
    *,
    client: ModelClient,
    prompts: CriticPrompts,
    settings: PanelSettings,
    hearing: Hearing | None = None,
    further: Further = lambda _candidate: (),
    before: Sequence[Verdict] = (),
) -> Examined:
    """Ask the critics about `candidate`; `pack` is its source chunk and similar passages.

    The first critic that refuses or gives no verdict ends the asking; `settings.all_critics` asks all critics at once.
    A critic without a verdict leaves the critique undecided, which is not a low rating. `hearing` decides whether
    critics are asked at the same time; the verdicts behind the first refusal do not count then. `further` gives the
    passages for `leave-gold-out`. `before` are verdicts that the candidate has already: the second model looks at them,
    too. Raises EndOfRun (chat/errors.py).
    """
    critic = OneCritic(pack, client, prompts, settings, further)
    loop = asyncio.get_running_loop()
    ends: dict[Turn, asyncio.Future[Outcome]] = {turn: loop.create_future() for turn in settings.turns}

    async def after(*criteria: Criterion) -> list[Outcome]:
        """The outcomes of these critics, as soon as they are there."""
        return [await asyncio.shield(end) for turn, end in ends.items() if set(turn) & set(criteria)]

    async def ask(turn: Turn, its_turn: asyncio.Event) -> Outcome:
        outcome = Outcome((), candidate)
        try:
            outcome = await asked(turn, replace(critic, client=FirstAtOnce(client, its_turn)))
            return outcome
        finally:
            ends[turn].set_result(outcome)

    async def asked(turn: Turn, critic: OneCritic) -> Outcome:
        if turn[0] in SECOND:
            firsts = await after(*CRITERIA)
            verdicts = (*before, *(verdict for outcome in firsts for verdict in outcome.verdicts))
            return await critic.outcome(turn, _latest(candidate, firsts), verdicts)
        if turn == ("leave-gold-out",):  # added evidence is evidence, too, and must be left out with the other
            return await critic.outcome(turn, _latest(candidate, await after("groundedness", *SECOND)))
        return await critic.outcome(turn, candidate)

    if settings.all_critics:
        at_any_time = asyncio.Event()
        at_any_time.set()
        outcomes = await together(ask(turn, at_any_time) for turn in settings.turns)
    else:
        asks = [partial(ask, turn) for turn in settings.turns]
        outcomes = await hear(asks, lambda outcome: outcome.ends(settings.minimum), hearing or Hearing())
    verdicts = tuple(verdict for outcome in outcomes for verdict in outcome.verdicts)
    failures = tuple(outcome.failure for outcome in outcomes if outcome.failure)
    return Examined(Critique(_latest(candidate, outcomes), verdicts), failures)


def _latest(candidate: Candidate, outcomes: Sequence[Outcome]) -> Candidate:
    """The candidate with all evidence that the critics added."""
    changed = (outcome.candidate for outcome in reversed(outcomes) if outcome.candidate is not candidate)
    return next(changed, candidate)
