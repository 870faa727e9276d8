"""An ambiguous candidate and its passages -> Verdict: does a critic that sees no readings find the same ones?"""

from __future__ import annotations

from collections.abc import Sequence

from benchmill.chat.model import ChatRequest, ModelClient
from benchmill.critique.answers import agree
from benchmill.critique.critic_replies import FoundReading, read_readings
from benchmill.critique.critic_request import PanelSettings, critic_request
from benchmill.critique.critic_schemas import readings_schema
from benchmill.critique.groundedness import passages_block, shown_order
from benchmill.prompts import Prompt
from benchmill.prompts.fencing import one_line
from benchmill.records import Candidate, Chunk, Verdict
from benchmill.records.normalising import find_normalised

_FEWEST = 2


def readings_request(
    candidate: Candidate, passages: Sequence[Chunk], prompt: Prompt, settings: PanelSettings
) -> ChatRequest:
    """The critic sees the question and the passages of all readings."""
    return critic_request(
        prompt,
        settings,
        readings_schema(),
        passages=passages_block(passages, settings),
        question=one_line(candidate.question, 1000),
    )


async def judge_readings(
    candidate: Candidate, pack: Sequence[Chunk], *, client: ModelClient, prompt: Prompt, settings: PanelSettings
) -> Verdict:
    """The critic's rating if the critic finds two or more of the readings, with verbatim quotes; else 1.

    Raises BadReply, CallFailed or EndOfRun where there is no verdict.
    """
    passages = shown_order(candidate, pack)
    answer = await client.ask(readings_request(candidate, passages, prompt, settings), read_readings)
    found, judgement = answer.value
    matched = [reading for reading in candidate.readings if any(_same(reading.answer, one, passages) for one in found)]
    rating, reason = judgement.rating, judgement.rationale
    if len(matched) < _FEWEST:
        reason = (
            f"Compared by code: the critic found {len(matched)} of the {len(candidate.readings)} readings. "
            f"It had rated {rating}: {reason}"
        )
        rating = 1
    return Verdict(candidate.id, "groundedness", rating, one_line(reason, 1000), answer.request_key, settings.model)


def _same(answer: str, found: FoundReading, passages: Sequence[Chunk]) -> bool:
    shown = any(find_normalised(found.quote, chunk.text) for chunk in passages) if found.quote else False
    return shown and agree(found.answer, answer)
