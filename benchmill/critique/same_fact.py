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
    candidate: Candidate,
    pieces: Sequence[str],
    prompt: Prompt,
    settings: PanelSettings,
    *,
    places: Sequence[str] = (),
    hop: tuple[str, str] = ("", ""),
) -> ChatRequest:
    """The critic sees question, answer and the pieces, without the passages around them.

    `places`: the heading path of each piece; empty for pieces that no passage has. `hop`: the question and answer of
    one hop, in place of those of the candidate.
    """
    question, answer = hop if any(hop) else (candidate.question, candidate.answer)
    block = fenced(pieces, secret=settings.brief.secret, places=places)
    return critic_request(
        prompt,
        settings,
        same_fact_schema(len(pieces)),
        passages=block.text,
        count=len(pieces),
        question=one_line(question, 1000),
        answer=one_line(answer, 1000),
    )


async def confirmed(
    candidate: Candidate, places: Sequence[Place], *, client: ModelClient, prompt: Prompt, settings: PanelSettings
) -> list[Place]:
    """The places that state the same fact. Without places, no call is made. Raises BadReply, CallFailed or EndOfRun.

    Places that the critic would see as equal, text and headings, are shown once, and the label holds for all of them.
    Those of a hop are compared with the hop's question and answer, in a call of their own.
    """
    kept: list[Place] = []
    for asked in dict.fromkeys((place.question, place.answer) for place in places):
        compared = [place for place in places if (place.question, place.answer) == asked]
        shown = list({_as_shown(place): place for place in compared}.values())
        texts, headed = [place.span.text for place in shown], [place.chunk.place for place in shown]
        request = same_fact_request(candidate, texts, prompt, settings, places=headed, hop=asked)
        answer = await client.ask(request, partial(read_same_fact, pieces=len(shown)))
        same = {_as_shown(place) for place, label in zip(shown, answer.value, strict=True) if label}
        kept += [place for place in compared if _as_shown(place) in same]
    return kept


def _as_shown(place: Place) -> tuple[str, str]:
    return place.span.text, place.chunk.place
