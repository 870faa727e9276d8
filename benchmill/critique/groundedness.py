"""Candidate and a pack of passages -> Verdict, and the candidate with the further evidence that the critic found.

The critic is blind: it sees the question and the passages in a hashed order. It sees neither the writer's answer nor
which passage is the source chunk. Code then compares the critic's findings with the writer's answer (verification.py).
For a question that needs several passages another prompt lets the critic join passages.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from functools import partial

from benchmill.chat.model import ChatRequest, ModelClient
from benchmill.critique.added_evidence import with_evidence
from benchmill.critique.critic_prompts import CriticPrompts
from benchmill.critique.critic_replies import read_findings
from benchmill.critique.critic_request import PanelSettings, critic_request
from benchmill.critique.critic_schemas import groundedness_enum_schema, groundedness_schema
from benchmill.critique.pair_check import settled
from benchmill.critique.same_fact import confirmed
from benchmill.critique.verification import has_parts_alone, verify
from benchmill.prompts import Prompt
from benchmill.prompts.fencing import clean, fenced, one_line
from benchmill.records import Candidate, Chunk, Verdict, short_digest
from benchmill.records.sentences import quotable


def needs_several(candidate: Candidate) -> bool:
    """Whether the writer drew the answer from several passages, none of which need hold all of the answer."""
    return len(candidate.chunk_ids) > 1


def shown_order(candidate: Candidate, pack: Sequence[Chunk], seed: int = 0) -> tuple[Chunk, ...]:
    """The passages as the critic sees them: each once, in the order of hashes, which ignores the order of `pack`.

    Another `seed` gives another order, for a second asking.
    """
    once = {chunk.id: chunk for chunk in pack}
    if not any(chunk_id in once for chunk_id in candidate.chunk_ids):
        raise ValueError("the pack must hold the passage that the candidate was made from")
    salt = (seed,) if seed else ()  # seed 0 adds no salt, so that the keys of recorded requests stay valid
    return tuple(sorted(once.values(), key=lambda chunk: short_digest(candidate.id, chunk.id, *salt)))


def groundedness_request(
    candidate: Candidate, passages: Sequence[Chunk], prompt: Prompt, settings: PanelSettings
) -> ChatRequest:
    """The request about `passages` in this order; nothing in it distinguishes the source chunk from the others."""
    if settings.brief.evidence == "enum":
        schema = groundedness_enum_schema([quotable(clean(chunk.text)[0]) for chunk in passages])
    else:
        schema = groundedness_schema(len(passages))
    return critic_request(
        prompt,
        settings,
        schema,
        passages=passages_block(passages, settings),
        count=len(passages),
        question=one_line(candidate.question, 1000),
    )


def passages_block(passages: Sequence[Chunk], settings: PanelSettings) -> str:
    """The passages inside a fence, each with its heading path."""
    places = [chunk.place for chunk in passages]
    return fenced([chunk.text for chunk in passages], secret=settings.brief.secret, places=places).text


async def judge_groundedness(
    candidate: Candidate, pack: Sequence[Chunk], *, client: ModelClient, prompts: CriticPrompts, settings: PanelSettings
) -> tuple[Verdict, Candidate, Set[str]]:
    """The verdict; the candidate (same id) with added evidence where other passages hold its answer, too; and the ids
    of the passages in which the critic found the answer or a part of it.

    A critic may find each part in its own passage and miss that they are the answer together: then it is asked once
    more, about these passages alone.

    Raises BadReply, CallFailed or EndOfRun where there is no verdict, ValueError where the source chunk is not in the
    pack.
    """
    passages = shown_order(candidate, pack, settings.seed)
    joint = needs_several(candidate)
    request = groundedness_request(candidate, passages, prompts.joint if joint else prompts.groundedness, settings)
    answer = await client.ask(request, partial(read_findings, passages=len(passages)))
    findings = answer.value
    if joint and has_parts_alone(candidate, passages, findings):
        own = [chunk for chunk in passages if chunk.id in candidate.chunk_ids]
        request = groundedness_request(candidate, own, prompts.joint, settings)
        answer = await client.ask(request, partial(read_findings, passages=len(own)))
        findings = replace(findings, answer=answer.value.answer, judgement=answer.value.judgement)
    result = verify(candidate, passages, findings, joint=joint)
    result = await settled(result, candidate, client=client, prompts=prompts, settings=settings)
    rating, rationale = result.rating, result.rationale
    if rating >= settings.minimum:
        candidate = with_evidence(candidate, result.quoted.sure, settings.model)
        doubtful, prompt = result.quoted.doubtful, prompts.same_fact
        found = await confirmed(candidate, doubtful, client=client, prompt=prompt, settings=settings)
        candidate = with_evidence(candidate, found.same, settings.model)
        if found.objection:
            rating, rationale = 1, found.objection
    verdict = Verdict(
        candidate.id,
        "groundedness",
        rating,
        one_line(rationale, 1000),
        answer.request_key,
        settings.model,
        conflict=result.conflict,
    )
    labelled = zip(passages, findings.passages, strict=True)
    return verdict, candidate, {chunk.id for chunk, finding in labelled if finding.label != "none"}
