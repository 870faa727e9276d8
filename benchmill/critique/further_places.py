"""Candidate and passages that its critics have not read -> the places in them that answer it, too."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from benchmill.chat.model import ModelClient
from benchmill.critique.added_evidence import places_quoted, with_evidence
from benchmill.critique.conflicts import Conflict, places_of
from benchmill.critique.critic_prompts import CriticPrompts
from benchmill.critique.critic_replies import read_findings
from benchmill.critique.critic_request import PanelSettings
from benchmill.critique.groundedness import groundedness_request
from benchmill.critique.quoted_place import Quote
from benchmill.critique.same_fact import Confirmed, confirmed
from benchmill.critique.verification import quoted_span
from benchmill.records import Candidate, Chunk


async def further_places(
    candidate: Candidate,
    passages: Sequence[Chunk],
    *,
    client: ModelClient,
    prompts: CriticPrompts,
    settings: PanelSettings,
    joint: bool = False,
) -> Confirmed:
    """The places that a critic quotes and code or a second look confirms, and what speaks against the answer.

    `joint`: a passage may give a part of the answer, such as one hop. Raises BadReply, CallFailed or EndOfRun.
    """
    if not passages:
        return Confirmed()
    prompt = prompts.joint if joint else prompts.groundedness
    request = groundedness_request(candidate, passages, prompt, settings)
    answer = await client.ask(request, partial(read_findings, passages=len(passages)))
    findings = zip(passages, answer.value.passages, strict=True)
    quotes = [
        Quote(chunk, span, finding.label == "full")
        for chunk, finding in findings
        if finding.label != "none" and (span := quoted_span(chunk, finding.quote)) is not None
    ]
    quoted = places_quoted(candidate, quotes, joint=joint)
    labelled, doubtful = with_evidence(candidate, quoted.sure, settings.model), quoted.doubtful
    found = await confirmed(labelled, doubtful, client=client, prompt=prompts.same_fact, settings=settings)
    conflict = Conflict.of(candidate, places_of(answer.value.conflict, passages))
    denied = conflict.told if conflict and conflict.denies(candidate.question) else ""
    return Confirmed((*quoted.sure, *found.same), found.other, denied)
