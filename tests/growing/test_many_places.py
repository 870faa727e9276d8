"""A fact in more places than one pack holds gets all its labels; a fact in one place costs no call more."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence

import pytest

from benchmill.chat.model import ChatRequest
from benchmill.chat.recorded import MemoryStore, Recorded
from benchmill.critique.checks import CorpusFacts
from benchmill.critique.panel import CriticPrompts, PanelSettings
from benchmill.growing.equal_text import EQUAL_TEXT
from benchmill.growing.many_places import with_further_places
from benchmill.growing.similar_passages import SimilarPassages
from benchmill.prompts.brief import Brief
from benchmill.records import AnswerComponent, Candidate, Chunk, Critique, Evidence, Reading, Span, Verdict
from tests.growing.made import also, candidate, chunk, document
from tests.servers.fake_model import FakeModel

PAGES = [
    document(f"relays/{n}.md", f"The amber relay of room {n} keeps a message for 11 days. Room {n} is small.")
    for n in range(18)
]
HOME, *ELSEWHERE = PAGES
FAR = [document(f"far/{n}.md", f"Zone {n} has a console and a keeper.") for n in range(9)]
CHUNKS = [chunk(page) for page in (*PAGES, *FAR)]
QUOTE = "The amber relay of room 0 keeps a message for 11 days."
ASKED = candidate(HOME, QUOTE, "For how long does the amber relay keep a message?", "11 days")


def reads(request: ChatRequest) -> str:
    blocks = [block for block in request.messages[-1].content.split("\n\n") if "\n¦ " in block]
    said = [next(line[2:] for line in block.splitlines() if line.startswith("¦ ")) for block in blocks]
    quotes = [text.partition(".")[0] + "." if "11 days" in text else "" for text in said]
    found = {
        f"passage_{n}": {"quote": quote, "label": "full" if quote else "none"}
        for n, quote in enumerate(quotes, start=1)
    }
    return json.dumps({"passages": found, "conflict": [], "answer": "11 days", "rationale": "Stated.", "rating": 5})


SIMILAR = SimilarPassages(CHUNKS, CorpusFacts.of(CHUNKS, (), "en"))


def completed(one: Candidate, model: FakeModel, similar: SimilarPassages = SIMILAR) -> Critique:
    return completed_from(one, similar.pack(one, CHUNKS[0], 10), model, similar)


def completed_from(one: Candidate, pack: Sequence[Chunk], model: FakeModel, similar: SimilarPassages) -> Critique:
    client = Recorded(model, MemoryStore())
    settings = PanelSettings("openai:m", brief=Brief(secret="s"))
    critique = Critique(one, (Verdict(one.id, "groundedness", 5, "Stated."),))
    return asyncio.run(
        with_further_places(critique, pack, similar, client=client, prompts=CriticPrompts.load(), settings=settings)
    )


def test_the_places_behind_the_first_pack_are_found_where_a_critic_found_another_place() -> None:
    read = {passage.document_id for passage in SIMILAR.pack(ASKED, CHUNKS[0], 10)}
    one = ASKED
    for page in ELSEWHERE:
        if page.id in read:
            one = also(one, page, page.text.partition(".")[0] + ".")
    assert len(one.evidence) == 10
    done = completed(one, FakeModel(reads)).candidate
    assert {evidence.span.document_id for evidence in done.evidence} == {page.id for page in PAGES}
    assert done.id == one.id


@pytest.mark.parametrize("found", [(), ("de/relays/0.md", "11 Tage"), ("stores/0.md", "11 days")])
def test_no_call_is_made_where_the_answer_stands_in_no_other_page_or_no_passage_left_has_its_words(
    found: Sequence[str],
) -> None:
    page = document(found[0], f"Das Relais hebt die Post {found[1]} auf.") if found else HOME
    one = also(ASKED, page, page.text) if found else ASKED
    model = FakeModel(reads)
    pages = [CHUNKS[0], *map(chunk, FAR)]
    similar = SimilarPassages(pages, CorpusFacts.of(pages, (), "en"))
    assert (completed(one, model, similar).candidate, model.asked) == (one, [])


@pytest.mark.parametrize(("days", "known", "calls"), [(11, False, 1), (12, False, 0), (11, True, 0)])
def test_a_copy_of_the_sentence_that_no_critic_read_is_asked_about(days: int, known: bool, calls: int) -> None:
    """Its words are those of the evidence, so it is likelier an answer than what search finds next."""
    copy = document("copy.md", f"Here the amber relay of room 0 keeps each message for {days} days.")
    similar = SimilarPassages([CHUNKS[0], *map(chunk, FAR), chunk(copy)], CorpusFacts.of([], (), "en"))
    model = FakeModel(reads)
    pack = [CHUNKS[0], *map(chunk, FAR)]
    equal = Evidence(chunk(copy).span, "promoted", found_by=EQUAL_TEXT)
    one = ASKED.with_added_evidence(0, equal) if known else ASKED
    done = completed_from(one, pack, model, similar).candidate
    assert (len(model.asked), len(done.evidence)) == (calls, 1 + calls + known)


def test_each_reading_of_an_ambiguous_question_is_asked_about_by_itself() -> None:
    other = document("mirrors/0.md", "The birch relay keeps a message for 30 days.")
    again = document("list.md", "| birch relay | keeps a message | 30 days |")
    pages = [*CHUNKS, chunk(other), chunk(again)]
    similar = SimilarPassages(pages, CorpusFacts.of(pages, (), "en"))
    readings = (
        Reading("For how long does the amber relay keep a message?", "11 days", ASKED.evidence),
        Reading("For how long does the birch relay keep a message?", "30 days", (Evidence(chunk(other).span),)),
    )
    parts = tuple(AnswerComponent(one.answer, one.evidence) for one in readings)
    ids = (CHUNKS[0].id, chunk(other).id)
    one = Candidate(
        "ambiguous", "How long does a relay keep messages?", "11 or 30 days.", parts, ids, readings=readings
    )

    def reply(request: ChatRequest) -> str:
        if "Question: For how long does the amber" in request.messages[-1].content:
            return reads(request)
        found = {f"passage_{n}": {"quote": again.text, "label": "full"} for n in range(1, 11)}
        return json.dumps({"passages": found, "conflict": [], "answer": "30 days", "rationale": "In it.", "rating": 5})

    done = completed(one, FakeModel(reply), similar).candidate
    assert [len(part.evidence) for part in done.components] == [10, 2]
    assert done.components[1].evidence[1].span.document_id == "list.md"
    assert (done.id, done.readings) == (one.id, one.readings)


def test_a_reading_that_the_page_of_the_other_one_states_is_found_there() -> None:
    text = "The birch relay keeps a message for 30 days. The amber relay keeps it for 11 days."
    both, own = document("birch.md", text), CHUNKS[0]
    pages = [own, chunk(both)]
    similar = SimilarPassages(pages, CorpusFacts.of(pages, (), "en"))
    place = Evidence(Span.of(both, 0, text.index(" The amber")))
    readings = (
        Reading("For how long does the amber relay keep a message?", "11 days", ASKED.evidence),
        Reading("For how long does the birch relay keep a message?", "30 days", (place,)),
    )
    parts = tuple(AnswerComponent(one.answer, one.evidence) for one in readings)
    ids = tuple(page.id for page in pages)
    one = Candidate("ambiguous", "How long does a relay keep messages?", "It depends.", parts, ids, readings=readings)

    def reply(_: ChatRequest) -> str:
        found = {"passage_1": {"quote": "The amber relay keeps it for 11 days.", "label": "full"}}
        return json.dumps({"passages": found, "conflict": [], "answer": "11 days", "rationale": "In it.", "rating": 5})

    pack = [*pages, CHUNKS[1]]  # with a passage of neither reading
    done = completed_from(one, pack, FakeModel(reply), similar).candidate
    assert [[each.span.document_id for each in part.evidence] for part in done.components] == [
        [own.document_id, "birch.md"],
        ["birch.md"],
    ]


def test_a_reply_that_cannot_be_read_leaves_the_candidate_as_it_was() -> None:
    one = also(ASKED, ELSEWHERE[0], ELSEWHERE[0].text.partition(".")[0] + ".")
    assert completed(one, FakeModel(lambda _: "no JSON")).candidate == one


@pytest.mark.parametrize(("label", "rating"), [("other", 1), ("no", 5)])
def test_a_second_right_answer_among_the_further_passages_refuses_the_question(label: str, rating: int) -> None:
    pages = [document(f"more/{n}.md", f"The amber relay of hall {n} keeps a message for a week.") for n in range(9)]
    similar = SimilarPassages([*CHUNKS[:1], *map(chunk, pages)], CorpusFacts.of(CHUNKS[:1], (), "en"))
    one = also(ASKED, PAGES[1], PAGES[1].text.partition(".")[0] + ".")

    def reply(request: ChatRequest) -> str:
        text = request.messages[-1].content
        if request.purpose == "critique/same_fact":
            count = text.count("Section: ")
            return json.dumps(
                {"passages": {f"passage_{n}": {"rationale": "", "label": label} for n in range(1, count + 1)}}
            )
        said = [line[2:] for line in text.splitlines() if line.startswith("¦ ")]
        found = {f"passage_{n}": {"quote": each, "label": "full"} for n, each in enumerate(said, start=1)}
        return json.dumps({"passages": found, "conflict": [], "answer": "a week", "rationale": "Stated.", "rating": 5})

    (verdict,) = completed_from(one, [CHUNKS[0]], FakeModel(reply), similar).verdicts
    assert verdict.rating == rating


@pytest.mark.parametrize(("holds_for", "rating"), [("", 1), ("the amber relay", 1), ("the old console", 5)])
def test_a_further_passage_that_denies_the_answer_refuses_the_question(holds_for: str, rating: int) -> None:
    page = document("news.md", "Until then the amber relay keeps no message at all.")
    similar = SimilarPassages([*CHUNKS[:2], chunk(page)], CorpusFacts.of(CHUNKS[:1], (), "en"))
    one = also(ASKED, PAGES[1], PAGES[1].text.partition(".")[0] + ".")

    def reply(request: ChatRequest) -> str:
        return json.dumps({**json.loads(reads(request)), "conflict": [{"quote": page.text, "holds_for": holds_for}]})

    (verdict,) = completed_from(one, CHUNKS[:2], FakeModel(reply), similar).verdicts
    assert verdict.rating == rating
