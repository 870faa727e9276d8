"""Candidate and its pack -> Verdict: is the question answered alike in other words, no nearer to its evidence?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from benchmill.chat.errors import BadReply
from benchmill.chat.json_text import read_object, without_thinking
from benchmill.chat.model import ChatReply, ChatRequest, ModelClient
from benchmill.critique.critic_prompts import CriticPrompts
from benchmill.critique.critic_replies import read_findings
from benchmill.critique.critic_request import PanelSettings, critic_request
from benchmill.critique.critic_schemas import paraphrase_schema
from benchmill.critique.groundedness import groundedness_request, needs_several, shown_order
from benchmill.critique.pair_check import settled
from benchmill.critique.verification import verify
from benchmill.prompts import Prompt
from benchmill.prompts.fencing import one_line
from benchmill.records import Candidate, Chunk, Verdict
from benchmill.records.difficulty import difficulty_of
from benchmill.records.words import content_words

NAME = "paraphrase"
# The verdict is recorded and refuses nothing: whether the question or its paraphrase is at fault, nobody knows.
_REFUSES_NOTHING = 1


def paraphrase_request(candidate: Candidate, prompt: Prompt, settings: PanelSettings) -> ChatRequest:
    """The critic sees the question and one line on the documentation; no passage, no answer."""
    return critic_request(prompt, settings, paraphrase_schema(), question=one_line(candidate.question, 1000))


async def judge_paraphrase(
    candidate: Candidate,
    pack: Sequence[Chunk],
    *,
    client: ModelClient,
    prompts: CriticPrompts,
    settings: PanelSettings,
) -> Verdict:
    """The rating of the groundedness critic for the paraphrase, which the rationale quotes.

    Raises BadReply, CallFailed or EndOfRun where there is no verdict.
    """
    written = await client.ask(paraphrase_request(candidate, prompts.paraphrase, settings), _read)

    def verdict(rating: int, rationale: str, key: str, asked_as: str = "") -> Verdict:
        reason = one_line(rationale, 1000)
        return Verdict(
            candidate.id, NAME, rating, reason, key, settings.model, minimum=_REFUSES_NOTHING, asked_as=asked_as
        )

    other = replace(candidate, question=one_line(written.value, 1000)) if written.value else candidate
    same = set(content_words(other.question)) == set(content_words(candidate.question))
    if same or difficulty_of(other).overlap > difficulty_of(candidate).overlap:
        return verdict(3, "no paraphrase that shares no more words with the evidence", written.request_key)
    joint = needs_several(candidate)
    passages = shown_order(candidate, pack, settings.seed)
    request = groundedness_request(other, passages, prompts.joint if joint else prompts.groundedness, settings)
    answer = await client.ask(request, partial(read_findings, passages=len(passages)))
    result = verify(other, passages, answer.value, joint=joint)
    result = await settled(result, other, client=client, prompts=prompts, settings=settings)
    return verdict(result.rating, f"Asked as: {other.question} {result.rationale}", answer.request_key, other.question)


def _read(reply: ChatReply) -> str:
    text = read_object(without_thinking(reply.text)).get("paraphrase", False)
    if not isinstance(text, str):
        raise BadReply('"paraphrase" must be text')
    return text.strip()
