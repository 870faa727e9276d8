"""An accepted candidate that a critic found in another place, too -> the same with the places in the next passages.

A fact that stands in two places often stands in many, more than one pack holds: on thirteen folders a pack of ten had
92 % of the places, with ten more for such facts 96 %. Most questions are not asked about again.
"""

from __future__ import annotations

from collections.abc import Sequence

from benchmill.chat.errors import BadReply, CallFailed
from benchmill.chat.model import ModelClient
from benchmill.critique.added_evidence import with_evidence
from benchmill.critique.answerability import MOST_AT_ONCE
from benchmill.critique.critic_prompts import CriticPrompts
from benchmill.critique.critic_request import PanelSettings
from benchmill.critique.further_places import further_places
from benchmill.critique.groundedness import needs_several
from benchmill.growing.equal_text import EQUAL_TEXT
from benchmill.growing.similar_passages import SimilarPassages
from benchmill.records import Candidate, Chunk
from benchmill.records.translations import is_translation


async def with_further_places(
    candidate: Candidate,
    read: Sequence[Chunk],
    similar_passages: SimilarPassages,
    *,
    client: ModelClient,
    prompts: CriticPrompts,
    settings: PanelSettings,
) -> Candidate:
    """The candidate with the places that answer it in the ten best passages besides those `read`. Raises EndOfRun.

    Unchanged where its critics found no other place, besides translations of its page, and where the call fails.
    """
    if not _stands_elsewhere(candidate):
        return candidate
    passages = similar_passages.further(candidate, MOST_AT_ONCE, read)
    joint = needs_several(candidate)
    try:
        places = await further_places(
            candidate, passages, client=client, prompts=prompts, settings=settings, joint=joint
        )
    except (BadReply, CallFailed):  # the verdicts stand
        return candidate
    return with_evidence(candidate, places, settings.model)


def _stands_elsewhere(candidate: Candidate) -> bool:
    return any(
        evidence.origin == "promoted"
        and evidence.found_by != EQUAL_TEXT
        and not is_translation(evidence.span.document_id, candidate.document_id)
        for evidence in candidate.evidence
    )
