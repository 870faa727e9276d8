"""A multi-hop candidate and its pack -> the Verdict whether the answer needs the passage of each hop."""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import partial

from benchmill.chat.model import ModelClient
from benchmill.critique.answers import agree, holds
from benchmill.critique.critic_prompts import CriticPrompts
from benchmill.critique.critic_replies import read_findings
from benchmill.critique.critic_request import PanelSettings
from benchmill.critique.groundedness import groundedness_request, shown_order
from benchmill.records import AnswerComponent, Candidate, Chunk, Verdict
from benchmill.records.languages import language_of


async def needed_hops(
    candidate: Candidate,
    pack: Sequence[Chunk],
    verdict: Verdict,
    *,
    parts: Set[str],
    client: ModelClient,
    prompts: CriticPrompts,
    settings: PanelSettings,
) -> Verdict:
    """`verdict`, or a refusal where the critic gives the answer without seeing a hop's passages.

    Each hop costs one call, except the last hop. The checks have established that no passage of an earlier hop holds
    the last answer, so the last passage is needed. A call leaves out every passage that has the hop's answer, and
    shows those that prove the other hops: several passages may state the hop, and one of them would do in its place.
    Raises the errors of the critic's call.
    """
    for number in range(len(candidate.components) - 1):
        left = [chunk for chunk in pack if not _states(chunk, number, candidate, parts)]
        if not any(chunk.id in candidate.chunk_ids for chunk in left):
            continue  # nothing of the candidate is left to answer from
        passages = shown_order(candidate, left)
        request = groundedness_request(candidate, passages, prompts.joint, settings)
        answer = await client.ask(request, partial(read_findings, passages=len(passages)))
        own = answer.value.answer
        if own and agree(own, candidate.answer, language_of((candidate.question, candidate.answer))):
            reason = f"hop {number + 1} is not needed: without its passage the critic still answers {own[:200]!r}"
            return Verdict(candidate.id, "groundedness", 1, reason, answer.request_key, settings.model)
    return verdict


def _states(chunk: Chunk, number: int, candidate: Candidate, parts: Set[str]) -> bool:
    """Whether the chunk may state the hop: it has evidence of it, or has its answer and proves no other hop.

    A chunk of `parts` that proves no hop may state any: the others are shown by their own passages.
    """

    def proves(component: AnswerComponent) -> bool:
        return any(chunk.span.overlaps(evidence.span) for evidence in component.evidence)

    hop = candidate.components[number]
    if any(map(proves, candidate.components)):
        return proves(hop)
    return chunk.id in parts or any(holds(chunk.text, text) for text in (hop.text, *hop.short_answers))
