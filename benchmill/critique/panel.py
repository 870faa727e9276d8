"""Candidate -> Critique: the critics and the user's own, through one model client; the cheapest is asked first."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from benchmill.chat.model import ModelClient
from benchmill.chat.together import together
from benchmill.critique.critic_prompts import CriticPrompts
from benchmill.critique.critic_request import PanelSettings
from benchmill.critique.hearing import Hearing, hear
from benchmill.critique.one_critic import Further, OneCritic, Outcome
from benchmill.records import Candidate, Chunk, Criterion, Critique, Failure

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
) -> Examined:
    """Ask the critics about `candidate`; `pack` is its source chunk and similar passages.

    The first critic that refuses or gives no verdict ends the asking; `settings.all_critics` asks all critics at once.
    A critic without a verdict leaves the critique undecided, which is not a low rating. `hearing` decides whether
    critics are asked at the same time; the verdicts behind the first refusal do not count then. `further` gives the
    passages for `leave-gold-out`. Raises EndOfRun (chat/errors.py).
    """
    critic = OneCritic(pack, client, prompts, settings, further)
    whole: asyncio.Future[Candidate] = asyncio.get_running_loop().create_future()
    if "groundedness" not in settings.order:
        whole.set_result(candidate)

    async def ask(criteria: tuple[Criterion, ...]) -> Outcome:
        if criteria != ("groundedness",):
            # added evidence is evidence, too, and must be left out with the other
            return await critic.outcome(
                criteria, await asyncio.shield(whole) if criteria == ("leave-gold-out",) else candidate
            )
        found = candidate
        try:
            outcome = await critic.outcome(criteria, candidate)
            found = outcome.candidate
            return outcome
        finally:
            whole.set_result(found)

    if settings.all_critics:
        outcomes = await together(ask(criteria) for criteria in settings.turns)
    else:
        asks = [partial(ask, criteria) for criteria in settings.turns]
        outcomes = await hear(asks, lambda outcome: outcome.ends(settings.minimum), hearing or Hearing())
    candidate = next((outcome.candidate for outcome in outcomes if outcome.candidate is not candidate), candidate)
    verdicts = tuple(verdict for outcome in outcomes for verdict in outcome.verdicts)
    failures = tuple(outcome.failure for outcome in outcomes if outcome.failure)
    return Examined(Critique(candidate, verdicts), failures)
