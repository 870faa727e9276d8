"""Candidate, passages without its evidence -> Verdict: does anything else in the documents answer the question?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from benchmill.chat.model import ModelClient
from benchmill.critique.critic_prompts import CriticPrompts
from benchmill.critique.critic_replies import read_findings
from benchmill.critique.critic_request import PanelSettings
from benchmill.critique.groundedness import groundedness_request, needs_several
from benchmill.critique.own_answer import same_answer
from benchmill.critique.verification import quoted_span
from benchmill.prompts.fencing import one_line
from benchmill.records import Candidate, Chunk, Verdict, short_digest

NAME = "leave-gold-out"


async def judge_left_out_gold(
    candidate: Candidate,
    passages: Sequence[Chunk],
    *,
    client: ModelClient,
    prompts: CriticPrompts,
    settings: PanelSettings,
) -> Verdict:
    """Rate 1 where the critic gives the answer from `passages`, which hold no evidence: a label is missing, or the
    answer needs no evidence. Rate 2 where a passage answers otherwise, 5 where none answers.

    Raises BadReply, CallFailed or EndOfRun where there is no verdict.
    """

    def verdict(rating: int, rationale: str, key: str = "") -> Verdict:
        model = settings.model if key else "rules"
        return Verdict(candidate.id, NAME, rating, one_line(rationale, 1000), key, model, settings.minimum)

    if not passages:
        return verdict(5, "the documents have no passage besides the evidence")
    shown = sorted(passages, key=lambda chunk: short_digest(candidate.id, chunk.id))
    prompt = prompts.joint if needs_several(candidate) else prompts.groundedness
    request = groundedness_request(candidate, shown, prompt, settings)
    answer = await client.ask(request, partial(read_findings, passages=len(shown)))
    findings, key = answer.value, answer.request_key
    if findings.answer and same_answer(findings.answer, candidate):
        return verdict(1, f"without the evidence the critic still answers {findings.answer[:200]!r}", key)
    for chunk, finding in zip(shown, findings.passages, strict=True):
        if finding.label == "full" and quoted_span(chunk, finding.quote) is not None:
            return verdict(2, f"{chunk.document_id} gives a different answer: {finding.quote[:200]!r}", key)
    return verdict(5, f"none of {len(shown)} passages without the evidence answers it", key)
