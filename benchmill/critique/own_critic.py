"""Candidate and one of the user's own critics -> its Verdict, on that critic's scale with that critic's minimum."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from benchmill.chat.errors import BadReply
from benchmill.chat.model import ChatReply, ChatRequest, ModelClient
from benchmill.critique.critic_replies import Judgement, read_judgement
from benchmill.critique.critic_request import PanelSettings, critic_request
from benchmill.critique.critic_schemas import own_schema
from benchmill.critique.groundedness import passages_block
from benchmill.prompts.fencing import fenced, one_line
from benchmill.prompts.own import OwnCritic
from benchmill.records import Candidate, Chunk, Verdict


def own_request(
    candidate: Candidate, passages: Sequence[Chunk], critic: OwnCritic, settings: PanelSettings
) -> ChatRequest:
    """The request, with the inputs that the critic's header names; `passages` are the question's source chunks."""
    spans = [evidence.span for evidence in candidate.evidence]
    secret = settings.brief.secret
    values: dict[str, Callable[[], str]] = {
        "question": lambda: one_line(candidate.question, 1000),
        "answer": lambda: one_line(candidate.answer, 1000) or "none: the documentation does not answer",
        "kind": lambda: candidate.kind,
        "passages": lambda: passages_block(passages, settings),
        "evidence": lambda: fenced([span.text for span in spans], secret=secret).text if spans else "none",
    }
    shown = {name: values[name]() for name in critic.inputs}
    return critic_request(critic.prompt, settings.for_asker(candidate), own_schema(critic.scale), **shown)


async def judge_own(
    candidate: Candidate,
    pack: Sequence[Chunk],
    critic: OwnCritic,
    *,
    client: ModelClient,
    settings: PanelSettings,
) -> Verdict:
    """Raises BadReply, CallFailed or EndOfRun where there is no verdict."""
    passages = [chunk for chunk in pack if chunk.id in candidate.chunk_ids]
    request = own_request(candidate, passages, critic, settings)
    answer = await client.ask(request, partial(_read, scale=critic.scale))
    rationale = one_line(answer.value.rationale, 1000)
    rating = answer.value.rating
    return Verdict(
        candidate.id, critic.name, rating, rationale, answer.request_key, settings.model, critic.minimum, critic.scale
    )


def _read(reply: ChatReply, scale: int) -> Judgement:
    judgement = read_judgement(reply)
    if judgement.rating > scale:
        raise BadReply(f"the rating must be from 1 to {scale}, not {judgement.rating}", check="rating")
    return judgement
