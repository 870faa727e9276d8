"""An unanswerable question and passages -> the place that answers the question after all, if any; and the Verdict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from benchmill.chat.errors import BadReply, CallFailed
from benchmill.chat.model import ModelClient
from benchmill.critique.critic_replies import Findings, read_findings
from benchmill.critique.critic_request import PanelSettings
from benchmill.critique.groundedness import groundedness_request
from benchmill.critique.verification import quoted_span
from benchmill.prompts import Prompt
from benchmill.prompts.fencing import one_line
from benchmill.records import Candidate, Chunk, Failure, Span, Verdict


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
    return Found(_full_place(passages, answer.value))


A_PACK = 8
"""The number of passages that a critic reads in one call about a question with an answer."""
MOST_AT_ONCE = 10
"""The most passages in one call about a question without an answer: the critic looks for one place and labels none."""


async def judge_unanswerable(
    candidate: Candidate, pack: Sequence[Chunk], *, client: ModelClient, prompt: Prompt, settings: PanelSettings
) -> Verdict:
    """Rate 5 where no passage of the pack answers in full; otherwise rate 1 and name the place that answers.

    The pack is what search found in the whole corpus, best first. The critic reads up to ten passages a call, until
    one of them answers. Raises BadReply, CallFailed or EndOfRun where there is no verdict.
    """
    key = ""
    for passages in _calls(pack):
        request = groundedness_request(candidate, passages, prompt, settings)
        answer = await client.ask(request, partial(read_findings, passages=len(passages)))
        key = answer.request_key
        if place := _full_place(passages, answer.value):
            reason = f"{place.document_id} answers it: {place.text}"
            return Verdict(candidate.id, "groundedness", 1, one_line(reason, 1000), key, settings.model)
        if answer.value.answer:
            reason = f"the critic answers it: {answer.value.answer}"
            return Verdict(candidate.id, "groundedness", 2, one_line(reason, 1000), key, settings.model)
    reason = f"none of {len(pack)} passages, found by search in all documents, answers it"
    return Verdict(candidate.id, "groundedness", 5, reason, key, settings.model)


def _calls(pack: Sequence[Chunk]) -> Iterator[Sequence[Chunk]]:
    """The pack in as few parts as possible, of nearly equal size."""
    calls = -(-len(pack) // MOST_AT_ONCE)
    size = -(-len(pack) // max(1, calls))
    return (pack[start : start + size] for start in range(0, len(pack), max(1, size)))


def _full_place(passages: Sequence[Chunk], findings: Findings) -> Span | None:
    """The first verbatim quote from a passage that the critic labelled full."""
    for chunk, finding in zip(passages, findings.passages, strict=True):
        place = quoted_span(chunk, finding.quote) if finding.label == "full" else None
        if place is not None:
            return place
    return None
