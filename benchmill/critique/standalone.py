"""Candidate -> Verdict: can its question be understood by somebody who has only the question?"""

from __future__ import annotations

from benchmill.chat.model import ChatRequest, ModelClient
from benchmill.critique.critic_replies import read_judgement
from benchmill.critique.critic_request import PanelSettings, critic_request
from benchmill.critique.critic_schemas import standalone_schema
from benchmill.prompts import Prompt
from benchmill.prompts.fencing import one_line
from benchmill.records import Candidate, Verdict


def standalone_request(candidate: Candidate, prompt: Prompt, settings: PanelSettings) -> ChatRequest:
    """The critic sees the question and one line on the documentation; no passage, no answer."""
    return critic_request(prompt, settings, standalone_schema(), question=one_line(candidate.question, 1000))


async def judge_standalone(
    candidate: Candidate, *, client: ModelClient, prompt: Prompt, settings: PanelSettings
) -> Verdict:
    """Raises BadReply, CallFailed or EndOfRun where there is no verdict."""
    answer = await client.ask(standalone_request(candidate, prompt, settings), read_judgement)
    judgement = answer.value
    rationale = one_line(judgement.rationale, 1000)
    return Verdict(candidate.id, "standalone", judgement.rating, rationale, answer.request_key, settings.model)
