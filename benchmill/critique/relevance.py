"""Candidate -> Verdict: would the audience need the answer to do or decide something?"""

from __future__ import annotations

from benchmill.chat.model import ChatRequest, ModelClient
from benchmill.critique.critic_replies import Judgement, read_judgement
from benchmill.critique.critic_request import PanelSettings, critic_request
from benchmill.critique.critic_schemas import relevance_schema
from benchmill.prompts import Prompt
from benchmill.prompts.fencing import one_line
from benchmill.records import Candidate, Verdict


def relevance_request(candidate: Candidate, prompt: Prompt, settings: PanelSettings) -> ChatRequest:
    """The critic sees the question, who asks, and one line on the documentation; no passage, no answer."""
    return critic_request(
        prompt, settings.for_asker(candidate), relevance_schema(), question=one_line(candidate.question, 1000)
    )


async def judge_relevance(
    candidate: Candidate, *, client: ModelClient, prompt: Prompt, settings: PanelSettings
) -> Verdict:
    """The rationale begins with the task that the critic named. Raises BadReply, CallFailed or EndOfRun."""
    answer = await client.ask(relevance_request(candidate, prompt, settings), read_judgement)
    judgement = answer.value
    rationale = said_of(judgement)
    return Verdict(candidate.id, "relevance", judgement.rating, rationale, answer.request_key, settings.model)


def said_of(judgement: Judgement) -> str:
    """The rationale, after the task that the critic named."""
    said = f"Task: {judgement.task}. {judgement.rationale}" if judgement.task.strip() else judgement.rationale
    return one_line(said, 1000)
