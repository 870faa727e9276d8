"""Other places that may hold an answer -> the places that a critic confirms, in one cheap call for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from benchmill.chat.model import ChatRequest, ModelClient
from benchmill.critique.added_evidence import Place
from benchmill.critique.critic_replies import read_same_fact
from benchmill.critique.critic_request import PanelSettings, critic_request
from benchmill.critique.critic_schemas import same_fact_schema
from benchmill.prompts import Prompt
from benchmill.prompts.fencing import fenced, one_line
from benchmill.records import Candidate


def same_fact_request(
    candidate: Candidate, places: Sequence[Place], prompt: Prompt, settings: PanelSettings
) -> ChatRequest:
    """The critic sees question, answer and the places, without the passages around them."""
    block = fenced(
        [place.span.text for place in places],
        secret=settings.brief.secret,
        places=[place.chunk.place for place in places],
    )
    return critic_request(
        prompt,
        settings,
        same_fact_schema(len(places)),
        passages=block.text,
        count=len(places),
        question=one_line(candidate.question, 1000),
        answer=one_line(candidate.answer, 1000),
    )


async def confirmed(
    candidate: Candidate, places: Sequence[Place], *, client: ModelClient, prompt: Prompt, settings: PanelSettings
) -> list[Place]:
    """The places that state the same fact. Without places, no call is made. Raises BadReply, CallFailed or EndOfRun.

    Places that the critic would see as equal, text and headings, are shown once, and the label holds for all of them.
    """
    if not places:
        return []
    shown = list({_as_shown(place): place for place in places}.values())
    request = same_fact_request(candidate, shown, prompt, settings)
    answer = await client.ask(request, partial(read_same_fact, pieces=len(shown)))
    same = {_as_shown(place) for place, label in zip(shown, answer.value, strict=True) if label}
    return [place for place in places if _as_shown(place) in same]


def _as_shown(place: Place) -> tuple[str, str]:
    return place.span.text, place.chunk.place
