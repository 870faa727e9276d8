"""A multi-hop candidate and its pack -> the Verdict that each hop is needed: without its passage nobody can answer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from benchmill.chat.model import ModelClient
from benchmill.critique.answers import agree
from benchmill.critique.critic_prompts import CriticPrompts
from benchmill.critique.critic_replies import read_findings
from benchmill.critique.critic_request import PanelSettings
from benchmill.critique.groundedness import groundedness_request, shown_order
from benchmill.records import Candidate, Chunk, Verdict


async def needed_hops(
    candidate: Candidate,
    pack: Sequence[Chunk],
    verdict: Verdict,
    *,
    client: ModelClient,
    prompts: CriticPrompts,
    settings: PanelSettings,
) -> Verdict:
    """`verdict`, or a refusal where the critic gives the answer though a hop's passages are not shown.

    One call a hop but the last: the checks have seen that no passage of an earlier hop holds the last answer, so
    without the last passage they do not give it. A passage with added evidence of a hop is taken out with it. Raises
    as the critic does.
    """
    for number, component in enumerate(candidate.components[:-1]):
        spans = [evidence.span for evidence in component.evidence]
        left = [chunk for chunk in pack if not any(chunk.span.overlaps(span) for span in spans)]
        if not any(chunk.id in candidate.chunk_ids for chunk in left):
            continue  # nothing of the candidate is left to answer from
        passages = shown_order(candidate, left)
        request = groundedness_request(candidate, passages, prompts.joint, settings)
        answer = await client.ask(request, partial(read_findings, passages=len(passages)))
        own = answer.value.answer
        if own and agree(own, candidate.answer):
            reason = f"hop {number + 1} is not needed: without its passage the critic still answers {own[:200]!r}"
            return Verdict(candidate.id, "groundedness", 1, reason, answer.request_key, settings.model)
    return verdict
