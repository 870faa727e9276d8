"""An accepted critique -> the same with further places of an answer that a critic found in another place, too.

A fact that stands in two places often stands in many, more than one pack holds: on thirteen folders a pack of ten had
92 % of the places, with ten more for such facts 96 %; up to four that their lines tell of are read with these. They are
read only where one of them has most words of the answer, or so many of the question that it may contradict: of 22 other
looks one gave a label, of 38 such looks 11. Of other questions only copies of the evidence that no critic has read are
asked about. The critic of an ambiguous question names readings and labels no passage: each of its readings is asked
about like a question.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from benchmill.chat.errors import BadReply, CallFailed
from benchmill.chat.model import ModelClient
from benchmill.chat.together import together
from benchmill.critique.added_evidence import with_evidence
from benchmill.critique.answerability import MOST_AT_ONCE
from benchmill.critique.answers import holds
from benchmill.critique.critic_prompts import CriticPrompts
from benchmill.critique.critic_request import PanelSettings
from benchmill.critique.further_places import further_places
from benchmill.critique.groundedness import needs_several
from benchmill.critique.quoted_place import has_most
from benchmill.growing.equal_text import EQUAL_TEXT
from benchmill.growing.similar_passages import SimilarPassages
from benchmill.prompts.fencing import one_line
from benchmill.records import Candidate, Chunk, Critique, Evidence, Verdict
from benchmill.records.languages import language_of
from benchmill.records.translations import is_translation
from benchmill.records.words import content_words

# The share of the question's content words that a passage with another answer, or none, must surpass.
_MOST_ASKED = 2 / 3


async def with_further_places(
    critique: Critique,
    read: Sequence[Chunk],
    similar_passages: SimilarPassages,
    *,
    client: ModelClient,
    prompts: CriticPrompts,
    settings: PanelSettings,
) -> Critique:
    """The critique with the places that answer in the next best passages besides those `read`. Raises EndOfRun.

    Where its critics found no other place, besides translations of its page, these are copies of its evidence only.
    Unchanged where the call fails. A place with another right answer, to the question or to one of its readings, makes
    the groundedness rating 1.
    """
    candidate = critique.candidate

    async def completed(one: Candidate, passages: Sequence[Chunk], *, joint: bool) -> tuple[Candidate, str]:
        try:
            found = await further_places(one, passages, client=client, prompts=prompts, settings=settings, joint=joint)
        except (BadReply, CallFailed):  # the verdicts stand
            return one, ""
        return with_evidence(one, found.same, settings.model), found.objection

    reads_others = any(chunk.id not in candidate.chunk_ids for chunk in read)  # quality lean does not
    if candidate.readings and reads_others:
        # the page of one reading may state another one, too: no passage counts as read
        further = ((one, similar_passages.further(one, MOST_AT_ONCE, ())) for one in _as_questions(candidate))
        alone = await together(
            completed(one, [each for each in passages if _may_state(one, each)], joint=False)
            for one, passages in further
        )
        candidate = replace(candidate, components=tuple(one.components[0] for one, _ in alone))
        objection = next((said for _, said in alone if said), "")
    elif _stands_elsewhere(candidate):
        next_best = similar_passages.further(candidate, MOST_AT_ONCE, read)
        if not _any_may_answer(candidate, next_best):
            return critique
        candidate, objection = await completed(candidate, next_best, joint=needs_several(candidate))
    elif reads_others:
        copies = similar_passages.copies(candidate, read)
        candidate, objection = await completed(candidate, copies, joint=needs_several(candidate))
    else:
        return critique
    return Critique(candidate, tuple(_refused(verdict, objection) for verdict in critique.verdicts))


def _refused(verdict: Verdict, objection: str) -> Verdict:
    if verdict.criterion != "groundedness" or not objection:
        return verdict
    return replace(verdict, rating=1, rationale=one_line(objection, 1000))


def _as_questions(candidate: Candidate) -> Iterator[Candidate]:
    for reading, part in zip(candidate.readings, candidate.components, strict=True):
        asked, answer = reading.question, reading.answer
        yield replace(candidate, kind="factoid", question=asked, answer=answer, components=(part,), readings=())


def _may_state(reading: Candidate, passage: Chunk) -> bool:
    """Whether a passage has the words of the reading's answer, or is on the translated page. Few do or are: most
    readings need no call."""
    texts = (text for part in reading.components for text in (part.text, *part.short_answers))
    return any(holds(passage.text, text) for text in texts) or is_translation(passage.document_id, reading.document_id)


def _any_may_answer(candidate: Candidate, passages: Sequence[Chunk]) -> bool:
    """Whether a passage has most words of the answer, of a part of it or of the question, or is a translation."""
    language = language_of((candidate.question, *candidate.quotes))
    asked = set(content_words(candidate.question, language))
    pages = {evidence.span.document_id for evidence in candidate.evidence}
    return any(
        any(has_most(passage.span, part, language) for part in candidate.components)
        or len(asked.intersection(content_words(passage.text, language))) > _MOST_ASKED * len(asked)
        or any(is_translation(passage.document_id, page) for page in pages)
        for passage in passages
    )


def _stands_elsewhere(candidate: Candidate) -> bool:
    """Whether a critic found another place of the answer; of a list, one for each entry."""
    parts = (any(_is_elsewhere(evidence, candidate) for evidence in part.evidence) for part in candidate.components)
    return all(parts) if candidate.kind == "list" else any(parts)


def _is_elsewhere(evidence: Evidence, candidate: Candidate) -> bool:
    """Whether a critic found the place, and not only the candidate's page in another language."""
    return (
        evidence.origin == "promoted"
        and evidence.found_by != EQUAL_TEXT
        and not is_translation(evidence.span.document_id, candidate.document_id)
    )
