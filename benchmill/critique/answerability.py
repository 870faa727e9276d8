"""An unanswerable question and passages -> the place that answers the question after all, if any; and the Verdict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from benchmill.chat.errors import BadReply, CallFailed
from benchmill.chat.model import ModelClient
from benchmill.critique.answers import agree
from benchmill.critique.conflicts import places_of
from benchmill.critique.critic_replies import Findings, Label, read_findings
from benchmill.critique.critic_request import PanelSettings
from benchmill.critique.groundedness import groundedness_request
from benchmill.critique.verification import quoted_span
from benchmill.prompts import Prompt
from benchmill.prompts.fencing import one_line
from benchmill.records import Candidate, Chunk, Failure, Span, Verdict, Witness


@dataclass(frozen=True, slots=True)
class Found:
    """`place` is the verbatim quote that answers the question; None where no passage answers or the critic failed."""

    place: Span | None = None
    failures: tuple[Failure, ...] = ()


async def find_answer(
    candidate: Candidate,
    passages: Sequence[Chunk],
    *,
    client: ModelClient,
    prompt: Prompt,
    settings: PanelSettings,
) -> Found:
    """Ask the groundedness critic whether any of `passages` answers the question in full, with a verbatim quote.

    Raises EndOfRun (benchmill/chat/errors.py) only.
    """
    request = groundedness_request(candidate, passages, prompt, settings)
    try:
        answer = await client.ask(request, partial(read_findings, passages=len(passages)))
    except (BadReply, CallFailed) as error:
        key = error.request_key if isinstance(error, BadReply) else request.key
        return Found(failures=(Failure("critique", candidate.id, error.check, str(error), key),))
    return Found(_place(passages, answer.value, "full"))


A_PACK = 8
"""The number of passages that a critic reads in one call where it looks for further answers, and in quality lean."""
MOST_AT_ONCE = 10
"""The most passages that a critic reads in one call."""
_IN_PART = 3
"""The rating, by the prompt's scale, of passages that hold a part of an answer."""


async def judge_unanswerable(
    candidate: Candidate, pack: Sequence[Chunk], *, client: ModelClient, prompt: Prompt, settings: PanelSettings
) -> Verdict:
    """Rate 5 where no passage of the pack answers in full; otherwise rate 1 and name the place that answers.

    The pack is what search found in the whole corpus, best first. The critic reads up to ten passages a call, until
    one of them answers. Where the question assumes something false, the critic must quote what denies it: else the
    rating is 2, as it is where a passage denies what a question of another sort assumes, and where the denial is only
    for a case that the question does not name. Raises BadReply, CallFailed or EndOfRun where there is no verdict.
    """

    def verdict(rating: int, reason: str) -> Verdict:
        rationale = one_line(reason, 1000)
        return Verdict(
            candidate.id, "groundedness", rating, rationale, key, settings.model, conflict=tuple(denials.values())
        )

    key, question = "", candidate.question
    premise = candidate.near_miss.contradicted_by if candidate.near_miss else None
    denials: dict[Span, Witness] = {}
    for passages in _calls(pack):
        request = groundedness_request(candidate, passages, prompt, settings)
        answer = await client.ask(request, partial(read_findings, passages=len(passages)))
        key = answer.request_key
        places = places_of(answer.value.conflict, passages)
        if premise is None and places:
            denials = {place.span: place.witness for place in places}
            return verdict(2, f"a passage denies what the question assumes: {places[0].span.text}")
        denying = [place for place in places if premise and place.span.overlaps(premise.span)]
        found = {place.span: place.witness for place in denying}
        denials |= found
        if narrow := next((place for place in denying if not place.denies_premise_of(question)), None):
            return verdict(2, f"what denies the premise holds only for a case not asked about: {narrow.shown}")
        if place := _place(passages, answer.value, "full", besides=found):
            return verdict(1, f"{place.document_id} answers it: {place.text}")
        if answer.value.judgement.rating >= _IN_PART and (
            place := _place(passages, answer.value, "partial", besides=found)
        ):
            return verdict(2, f"{place.document_id} answers a part of it: {place.text}")
        # "Never": what denies the premise is the only answer there can be
        if answer.value.answer and not (found and _is_no_answer(candidate, answer.value.answer)):
            return verdict(2, f"the critic answers it: {answer.value.answer}")
    if premise and not denials:
        return verdict(2, f"the critic does not find that {premise.span.text!r} contradicts the question")
    return verdict(5, f"none of {len(pack)} passages, found by search in all documents, answers it")


def _is_no_answer(candidate: Candidate, answer: str) -> bool:
    return candidate.near_miss is not None and not agree(answer, candidate.near_miss.wrong_answer)


def _calls(pack: Sequence[Chunk]) -> Iterator[Sequence[Chunk]]:
    """The pack in as few parts as possible, of nearly equal size."""
    calls = -(-len(pack) // MOST_AT_ONCE)
    size = -(-len(pack) // max(1, calls))
    return (pack[start : start + size] for start in range(0, len(pack), max(1, size)))


def _place(passages: Sequence[Chunk], findings: Findings, label: Label, besides: Iterable[Span] = ()) -> Span | None:
    """The first verbatim quote, `besides` those places, from a passage to which the critic gave this label."""
    for chunk, finding in zip(passages, findings.passages, strict=True):
        place = quoted_span(chunk, finding.quote) if finding.label == label else None
        if place is not None and not any(place.overlaps(other) for other in besides):
            return place
    return None
