"""An ambiguous candidate and its passages -> Verdict: does a critic that sees no readings find the same ones?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from benchmill.chat.model import ChatRequest, ModelClient
from benchmill.critique.added_evidence import with_evidence
from benchmill.critique.answers import agree, contradict, is_shorter
from benchmill.critique.critic_prompts import CriticPrompts
from benchmill.critique.critic_replies import FoundReading, read_readings
from benchmill.critique.critic_request import PanelSettings, critic_request
from benchmill.critique.critic_schemas import A_WAY, readings_schema
from benchmill.critique.groundedness import passages_block, shown_order
from benchmill.critique.quoted_place import Place, whole_sentences
from benchmill.critique.same_fact import confirmed
from benchmill.prompts import Prompt
from benchmill.prompts.fencing import one_line
from benchmill.records import Candidate, Chunk, Reading, Span, Verdict
from benchmill.records.languages import language_of
from benchmill.records.names import Names
from benchmill.records.normalising import find_normalised
from benchmill.records.translations import is_translation
from benchmill.records.words import words

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
    candidate: Candidate, pack: Sequence[Chunk], *, client: ModelClient, prompts: CriticPrompts, settings: PanelSettings
) -> tuple[Verdict, Candidate]:
    """The critic's rating if the critic finds two or more of the readings, and no other, with verbatim quotes; else 1.

    A default and its exceptions, several ways to one end, and parts of one answer are no readings: whoever asks gets
    one answer. The critic says which they are, and code counts the others. A reading that the writer has not seen makes
    the answer incomplete: a system that gives it would be called wrong. So does another way that is a right answer to
    one of the readings. A further place that states a reading's answer becomes evidence of the candidate.

    Raises BadReply, CallFailed or EndOfRun where there is no verdict.
    """
    passages = shown_order(candidate, pack)
    answer = await client.ask(readings_request(candidate, passages, prompts.readings, settings), read_readings)
    found, judgement = answer.value
    pairs, further = _matched(candidate.question, candidate.readings, found, passages)
    rating, reason = judgement.rating, judgement.rationale
    objection = ""
    if len(pairs) < _FEWEST:
        others = sum(not one.is_meaning for one in found)
        said = f", and calls {others} a default, an exception, a way or a part of one answer" if others else ""
        objection = f"the critic found {len(pairs)} of the {len(candidate.readings)} readings{said}"
    elif further:
        objection = f"a reading is missing: {further[0].question!r} has the answer {further[0].answer!r}"
    if objection:
        reason, rating = f"Compared by code: {objection}. It had rated {rating}: {reason}", 1
    if rating >= settings.minimum:
        places = _elsewhere(candidate.readings, found, pairs, passages)
        same = await confirmed(candidate, places, client=client, prompt=prompts.same_fact, settings=settings)
        candidate = with_evidence(candidate, same.same, settings.model)
        if same.objection:
            reason, rating = same.objection, 1
    reason = one_line(reason, 1000)
    verdict = Verdict(candidate.id, "groundedness", rating, reason, answer.request_key, settings.model)
    return verdict, candidate


def _elsewhere(
    readings: Sequence[Reading], found: Sequence[FoundReading], pairs: Mapping[int, int], passages: Sequence[Chunk]
) -> list[Place]:
    """Quotes of the critic at places without evidence of the reading that they may answer: the one that the critic's
    matches, by `pairs`; for another way each reading with evidence in its document.
    """
    places = []
    for number, reading in enumerate(readings):
        for at, one in enumerate(found):
            for chunk, quoted in _quoted(one.quote, passages):
                span = whole_sentences(quoted, chunk)
                ours = {evidence.span.document_id for evidence in reading.evidence}
                is_way = one.differs_by == A_WAY and chunk.document_id in ours and _is_new(one, [span], readings)
                known = any(span.overlaps(evidence.span) for evidence in reading.evidence)
                if is_way or (pairs.get(number) == at and not known):
                    places.append(Place(number, span, chunk, reading.question, reading.answer))
    return places


def _matched(
    question: str, readings: Sequence[Reading], found: Sequence[FoundReading], passages: Sequence[Chunk]
) -> tuple[Mapping[int, int], list[FoundReading]]:
    """Which readings the critic found, each in a reading of its own, and the readings that only the critic has.

    The same reading has the same answer, else its quote is at the same place: the words of two answers may differ
    ("`-p` flags", "change the mapping with `-p`") where the quotes are the same. One may quote another line of the
    document ("export", "remaining export power") where both mean the same thing, or the page in another language.
    """
    meant = ((number, one) for number, one in enumerate(found) if one.is_meaning)
    left = {number: places for number, one in meant if (places := _places(one.quote, passages))}
    pairs: dict[int, int] = {}
    asked = frozenset(words(question))
    for alike in (_same_answer, _same_place, partial(_same_thing, asked=asked), _on_translated_page):
        for at, reading in enumerate(readings):
            number = next((number for number in left if alike(reading, found[number], left[number])), None)
            if number is not None and at not in pairs:
                del left[number]
                pairs[at] = number
    further = [found[number] for number, places in left.items() if _is_new(found[number], places, readings)]
    # one that is left on both sides may be the same in other words
    return pairs, further[len(readings) - len(pairs) :]


def _is_new(found: FoundReading, places: Sequence[Span], readings: Sequence[Reading]) -> bool:
    """Whether what the critic found answers otherwise than each reading, and at another place than in its page and the
    page's translations."""
    at_known = any(place.overlaps(each.span) for place in places for one in readings for each in one.evidence)
    at_known = at_known or any(_on_translated_page(one, found, places) for one in readings)
    alike = any(
        agree(found.answer, one.answer, _language(one)) or is_shorter(found.answer, one.answer, _language(one))
        for one in readings
    )
    return bool(found.answer) and not at_known and not alike


def _places(quote: str, passages: Sequence[Chunk]) -> list[Span]:
    """Where the passages have the quote; empty where the critic made it up."""
    return [span for _, span in _quoted(quote, passages)]


def _quoted(quote: str, passages: Sequence[Chunk]) -> Iterator[tuple[Chunk, Span]]:
    found = ((chunk, find_normalised(quote, chunk.text)) for chunk in passages if quote)
    return ((chunk, chunk.part(*at)) for chunk, at in found if at)


def _same_answer(reading: Reading, found: FoundReading, places: Sequence[Span]) -> bool:  # noqa: ARG001 - one signature
    return agree(found.answer, reading.answer, _language(reading))


def _same_place(reading: Reading, found: FoundReading, places: Sequence[Span]) -> bool:
    overlap = any(place.overlaps(evidence.span) for place in places for evidence in reading.evidence)
    return overlap and not contradict(found.answer, reading.answer)


def _same_thing(reading: Reading, found: FoundReading, places: Sequence[Span], *, asked: frozenset[str]) -> bool:
    """Whether both quote one document, name one thing that the question leaves open, and one answer is in the other."""
    documents = {evidence.span.document_id for evidence in reading.evidence}
    if not any(place.document_id in documents for place in places):
        return False
    language = _language(reading)
    named = Names.of(reading.question, language).tokens & frozenset(words(found.question))
    return bool(named - asked) and is_shorter(found.answer, reading.answer, language)


def _on_translated_page(reading: Reading, found: FoundReading, places: Sequence[Span]) -> bool:
    """Whether the quote is on the reading's page in another language, and gives no other number or name."""
    pages = {evidence.span.document_id for evidence in reading.evidence}
    translated = any(is_translation(place.document_id, page) for place in places for page in pages)
    return translated and not contradict(found.answer, reading.answer)


def _language(reading: Reading) -> str:
    return language_of((reading.question, *(evidence.span.text for evidence in reading.evidence)))
