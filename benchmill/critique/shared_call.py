"""Candidate -> two Verdicts of one call: is its question clear alone, and would the audience need the answer?"""

from __future__ import annotations

from benchmill.chat.errors import BadReply
from benchmill.chat.json_text import read_object, without_thinking
from benchmill.chat.model import ChatReply, ChatRequest, ModelClient
from benchmill.critique.critic_replies import Judgement, judgement_in
from benchmill.critique.critic_request import PanelSettings, critic_request
from benchmill.critique.critic_schemas import shared_schema
from benchmill.critique.relevance import said_of
from benchmill.prompts import Prompt
from benchmill.prompts.fencing import one_line
from benchmill.records import Candidate, Verdict


def shared_request(candidate: Candidate, prompt: Prompt, settings: PanelSettings) -> ChatRequest:
    """The critic sees the question, who asks, and one line on the documentation; no passage, no answer."""
    return critic_request(
        prompt, settings.for_asker(candidate), shared_schema(), question=one_line(candidate.question, 1000)
    )


async def judge_both(
    candidate: Candidate, *, client: ModelClient, prompt: Prompt, settings: PanelSettings
) -> tuple[Verdict, Verdict]:
    """The standalone and the relevance verdict. Raises BadReply, CallFailed or EndOfRun where there is none."""
    answer = await client.ask(shared_request(candidate, prompt, settings), _read)
    clear, needed = answer.value
    key, model = answer.request_key, settings.model
    return (
        Verdict(candidate.id, "standalone", clear.rating, one_line(clear.rationale, 1000), key, model),
        Verdict(candidate.id, "relevance", needed.rating, said_of(needed), key, model),
    )


def _read(reply: ChatReply) -> tuple[Judgement, Judgement]:
    fields = read_object(without_thinking(reply.text))
    found = []
    for name in ("standalone", "relevance"):
        part = fields.get(name)
        if not isinstance(part, dict):
            raise BadReply(f'the reply has no "{name}"', check="rating")
        found.append(judgement_in(part))
    return found[0], found[1]
