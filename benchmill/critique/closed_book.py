"""Candidate -> Verdict: does the model know the answer without any passage? Three answers, compared by code."""

from __future__ import annotations

from dataclasses import replace

from benchmill.chat.errors import BadReply
from benchmill.chat.json_text import read_object, without_thinking
from benchmill.chat.model import ChatReply, ChatRequest, ModelClient
from benchmill.chat.together import together
from benchmill.critique.critic_request import PanelSettings, critic_request
from benchmill.critique.critic_schemas import closed_book_schema
from benchmill.critique.own_answer import same_answer
from benchmill.prompts import Prompt
from benchmill.prompts.fencing import one_line
from benchmill.records import Candidate, Verdict

NAME = "closed-book"
ASKINGS = 3
# One right answer of three may be a lucky guess; a model that answers right twice needs no documentation.
_RATINGS = {0: 5, 1: 4, 2: 2, 3: 1}
_TEMPERATURE = 0.7
_UNKNOWN = "UNKNOWN"


def closed_book_request(candidate: Candidate, prompt: Prompt, settings: PanelSettings, number: int = 0) -> ChatRequest:
    """The critic sees the question and one line on the documentation; asking `number` has a random seed of its own."""
    request = critic_request(prompt, settings, closed_book_schema(), question=one_line(candidate.question, 1000))
    return replace(request, temperature=_TEMPERATURE, seed=settings.seed + number)


async def judge_closed_book(
    candidate: Candidate, *, client: ModelClient, prompt: Prompt, settings: PanelSettings
) -> Verdict:
    """Rate how far the question needs the documentation. Raises BadReply, CallFailed or EndOfRun."""
    requests = [closed_book_request(candidate, prompt, settings, number) for number in range(ASKINGS)]
    answers = await together(client.ask(request, _read) for request in requests)
    right = [answer.value for answer in answers if answer.value and same_answer(answer.value, candidate)]
    said = f", such as {right[0][:200]!r}" if right else ""
    rationale = one_line(f"{len(right)} of {ASKINGS} answers without any passage are right{said}", 1000)
    key = answers[0].request_key
    return Verdict(candidate.id, NAME, _RATINGS[len(right)], rationale, key, settings.model, settings.minimum)


def _read(reply: ChatReply) -> str:
    """The model's answer; empty where it does not know."""
    answer = read_object(without_thinking(reply.text)).get("answer", False)
    if isinstance(answer, bool) or not isinstance(answer, (str, int, float, type(None))):
        raise BadReply(f'"answer" must be text or {_UNKNOWN}')
    own = "" if answer is None else str(answer).strip()
    return "" if own.strip("\"'.`*").upper() == _UNKNOWN else own
