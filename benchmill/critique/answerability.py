"""An unanswerable question and passages -> the place that answers it after all, or none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from benchmill.chat.errors import BadReply, CallFailed
from benchmill.chat.model import ModelClient
from benchmill.critique.critic_replies import read_findings
from benchmill.critique.critic_request import PanelSettings
from benchmill.critique.groundedness import groundedness_request
from benchmill.prompts import Prompt
from benchmill.records import Candidate, Chunk, Failure, Span
from benchmill.records.normalising import find_normalised


@dataclass(frozen=True, slots=True)
class Found:
    """`place` is the verbatim quote that answers the question; None where no passage does, or the critic failed."""

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
    for chunk, finding in zip(passages, answer.value.passages, strict=True):
        place = find_normalised(finding.quote, chunk.text) if finding.label == "full" else None
        if place is not None:
            start, end = (chunk.span.start + offset for offset in place)
            return Found(Span(chunk.document_id, start, end, chunk.text[place[0] : place[1]]))
    return Found()
