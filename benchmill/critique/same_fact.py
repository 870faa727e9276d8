"""Other places that may hold an answer -> the places that a critic confirms, in one cheap call for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from benchmill.chat.model import ChatRequest, ModelClient
from benchmill.critique.critic_replies import read_same_fact
from benchmill.critique.critic_request import PanelSettings, critic_request
from benchmill.critique.critic_schemas import same_fact_schema
from benchmill.critique.quoted_place import Place, gives_part
from benchmill.prompts import Prompt
from benchmill.prompts.fencing import fenced, one_line
from benchmill.records import Candidate
from benchmill.records.page_names import page_name

_AROUND = 160  # characters before and behind a piece


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


@dataclass(frozen=True, slots=True)
class Confirmed:
    """`same` places state the same fact; the `other` ones answer the question, too, but otherwise. `denied`: what
    contradicts the answer."""

    same: tuple[Place, ...] = ()
    other: tuple[Place, ...] = ()
    denied: str = ""

    @property
    def objection(self) -> str:
        """Why the question has no one right answer; empty where it has one."""
        if self.denied:
            return f"by a critic's quotes, {self.denied}"
        told = (f"{one_line(each.span.text, 300)!r} in {each.chunk.document_id}" for each in self.other[:1])
        return "".join(f"a critic compared the answers: another one is right, too, by {each}" for each in told)


async def confirmed(
    candidate: Candidate, places: Sequence[Place], *, client: ModelClient, prompt: Prompt, settings: PanelSettings
) -> Confirmed:
    """What a critic says of the places. Without places, no call is made. Raises BadReply, CallFailed or EndOfRun.

    Places that the critic would see as equal are shown once, and the label holds for all of them. Those with a question
    and answer of their own, such as a hop's, are compared with these, in a call of their own.
    """
    labels: dict[int, str] = {}
    for asked in dict.fromkeys((place.question, place.answer) for place in places):
        compared = {at: _as_shown(place) for at, place in enumerate(places) if (place.question, place.answer) == asked}
        shown = list(dict.fromkeys(compared.values()))
        headed, texts = zip(*shown, strict=True)
        request = same_fact_request(candidate, texts, prompt, settings, places=headed, hop=asked)
        answer = await client.ask(request, partial(read_same_fact, pieces=len(shown)))
        said = dict(zip(shown, answer.value, strict=True))
        labels |= {at: said[piece] for at, piece in compared.items()}
    # Another wording of a step, an entry or a hop is no second right answer to the question.
    whole = (at for at, place in enumerate(places) if not place.answer or candidate.readings)
    return Confirmed(
        tuple(place for at, place in enumerate(places) if labels[at] == "yes"),
        tuple(places[at] for at in whole if labels[at] == "other" and not gives_part(candidate, places[at])),
    )


def _as_shown(place: Place) -> tuple[str, str]:
    """The page and headings of a place, and its text between the lines around it.

    A quote is as short as it can be: under a heading such as "1 Installation" it no longer says of what.
    """
    text, offset = place.chunk.text, place.chunk.span.start
    above, below = text[: place.span.start - offset], text[place.span.end - offset :]
    lines = [f"[{line}]" if line else "" for line in (one_line(above[-_AROUND:]), one_line(below[:_AROUND]))]
    marked = "\n".join(filter(None, (lines[0], place.span.text, lines[1])))
    return f"{page_name(place.chunk.document_id)} > {place.chunk.place}", marked
