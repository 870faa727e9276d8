"""Other places that may hold an answer -> the places that a critic confirms, in one cheap call for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from benchmill.chat.model import ChatRequest, ModelClient
from benchmill.critique.critic_replies import read_same_fact
from benchmill.critique.critic_request import PanelSettings, critic_request
from benchmill.critique.critic_schemas import same_fact_schema
from benchmill.critique.own_answer import has_parts
from benchmill.critique.quoted_place import Place, gives_part, is_there
from benchmill.prompts import Prompt
from benchmill.prompts.fencing import fenced, one_line
from benchmill.records import Candidate
from benchmill.records.page_names import page_name

_AROUND = 160  # characters before and behind a piece
PARTS = "(parts)"
"""Behind the numbered steps, entries or sides of an answer; the prompt says what it means."""


def same_fact_request(
    candidate: Candidate,
    pieces: Sequence[str],
    prompt: Prompt,
    settings: PanelSettings,
    *,
    places: Sequence[str] = (),
    hop: tuple[str, str] = ("", ""),
    of_parts: bool = False,
) -> ChatRequest:
    """The critic sees question, answer and the pieces, without the passages around them.

    `places`: the heading path of each piece; empty for pieces that no passage has. `hop`: the question and answer of
    one hop, in place of those of the candidate. `of_parts`: the critic tells which parts of the answer a piece gives.
    """
    question, answer = hop if any(hop) else (candidate.question, candidate.answer)
    if of_parts:
        numbered = (f"{number}. {part.text}" for number, part in enumerate(candidate.components, start=1))
        answer = f"{'; '.join(numbered)} {PARTS}"
    block = fenced(pieces, secret=settings.brief.secret, places=places)
    return critic_request(
        prompt,
        settings,
        same_fact_schema(len(pieces), len(candidate.components) if of_parts else 0),
        passages=block.text,
        count=len(pieces),
        question=one_line(question, 1000),
        answer=one_line(answer, 2000),
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
    and answer of their own, such as a hop's, are compared with these, in a call of their own. Of an answer of several
    parts the critic names those that a place gives: where it names none, the part stands that code took it for.
    """
    same: list[Place] = []
    other: list[Place] = []
    of_parts = has_parts(candidate)
    for asked in dict.fromkeys((place.question, place.answer) for place in places):
        compared = [place for place in places if (place.question, place.answer) == asked]
        shown = list(dict.fromkeys(map(_as_shown, compared)))
        headed, texts = zip(*shown, strict=True)
        request = same_fact_request(candidate, texts, prompt, settings, places=headed, hop=asked, of_parts=of_parts)
        answer = await client.ask(request, partial(read_same_fact, pieces=len(shown)))
        said = dict(zip(shown, answer.value, strict=True))
        for place in compared:
            found = said[_as_shown(place)]
            if found.label == "yes":
                named = [replace(place, component=part) for part in found.parts if part < len(candidate.components)]
                same += (named if of_parts else []) or [place]
            # Another wording of a hop is no second right answer to the question.
            elif found.label == "other" and (not place.answer or candidate.readings):
                other += [] if gives_part(candidate, place) else [place]
    return Confirmed(tuple(_news(candidate, same)), tuple(other))


def _news(candidate: Candidate, places: Sequence[Place]) -> list[Place]:
    """The places at which a part has no evidence; of two that overlap, as two quotes of one passage do, the first."""
    found: list[Place] = []
    for place in places:
        known = any(each.component == place.component and each.span.overlaps(place.span) for each in found)
        if not known and not is_there(candidate.components[place.component], place.span):
            found.append(place)
    return found


def _as_shown(place: Place) -> tuple[str, str]:
    """The page and headings of a place, and its text between the lines around it.

    A quote is as short as it can be: under a heading such as "1 Installation" it no longer says of what.
    """
    text, offset = place.chunk.text, place.chunk.span.start
    above, below = text[: place.span.start - offset], text[place.span.end - offset :]
    lines = [f"[{line}]" if line else "" for line in (one_line(above[-_AROUND:]), one_line(below[:_AROUND]))]
    marked = "\n".join(filter(None, (lines[0], place.span.text, lines[1])))
    return f"{page_name(place.chunk.document_id)} > {place.chunk.place}", marked
