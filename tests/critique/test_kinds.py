"""What a kind needs besides the three critics: joint reading, masked hops, search, readings, a second look."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from benchmill.chat.model import ChatRequest
from benchmill.chat.recorded import MemoryStore, Recorded
from benchmill.critique.checks import CheckSettings, CorpusFacts
from benchmill.critique.checks.case import Case
from benchmill.critique.checks.of_kinds import needless_hop
from benchmill.critique.panel import CriticPrompts, Examined, PanelSettings, examine
from benchmill.growing.workers import end_of
from benchmill.outputs.candidate_record import read_verdicts, verdict_records
from benchmill.prompts.brief import Brief
from benchmill.records import (
    AnswerComponent,
    Candidate,
    Chunk,
    Evidence,
    Hop,
    NearMiss,
    Reading,
    Span,
    Verdict,
    Witness,
)
from tests.critique.made import chunk
from tests.servers.fake_model import FakeModel

TEXT = "storage.md"
BUILDS = chunk("Nightly builds keep their output in the `frost` store.", "builds.md")
STORES = chunk("The `frost` store deletes files after 90 days.", "stores.md")
OTHER = chunk("The `ember` store is small.", "ember.md")
PASS = {"task": "work", "rationale": "Fine.", "rating": 5}


def evidence(of: Chunk, quote: str) -> Evidence:
    at = of.text.index(quote)
    return Evidence(Span(of.document_id, at, at + len(quote), quote))


FIRST, LAST = evidence(BUILDS, BUILDS.text), evidence(STORES, STORES.text)
HOPS = Candidate(
    "multi_hop",
    "After how long is the output of a nightly Harbor build deleted?",
    "90 days",
    (AnswerComponent("`frost`", (FIRST,)), AnswerComponent("90 days", (LAST,))),
    (BUILDS.id, STORES.id),
    hops=(Hop("Which store?", "`frost`", FIRST), Hop("After how long?", "90 days", LAST)),
)
MISS = NearMiss(LAST, "90 days", "glacier")
NOWHERE = Candidate("unanswerable", "After how long does `glacier` delete files?", "", (), (STORES.id,), near_miss=MISS)


def examined(
    candidate: Candidate, pack: list[Chunk], reply: Callable[[ChatRequest], object]
) -> tuple[Examined, list[str]]:
    """What the critics say, and the prompts they were asked by; the standalone and relevance critics are content."""

    def script(request: ChatRequest) -> str:
        return json.dumps(PASS if request.purpose in ("critique/standalone", "critique/relevance") else reply(request))

    model = FakeModel(script)
    panel = PanelSettings("openai:m", brief=Brief(secret="s"))
    client = Recorded(model, MemoryStore())
    result = asyncio.run(examine(candidate, pack, client=client, prompts=CriticPrompts.load(), settings=panel))
    return result, [request.purpose.removeprefix("critique/") for request in model.asked]


def labelled(request: ChatRequest, labels: dict[str, str], answer: str) -> dict[str, object]:
    """A verifier's reply: the label for each passage that holds the key's words, which are the quote."""
    block = request.messages[-1].content
    passages = {}
    for number, text in enumerate(block.split("¦ ")[1:], start=1):
        found = next((words for words in labels if words in text), "")
        passages[f"passage_{number}"] = {"quote": found, "label": labels.get(found, "none")}
    return {"passages": passages, "answer": answer, "rationale": "Read.", "rating": 5}


PARTS = {"in the `frost` store": "partial", "deletes files after 90 days": "partial"}


def test_a_question_that_needs_two_passages_is_read_jointly_and_each_passage_must_be_needed() -> None:
    def reply(request: ChatRequest) -> object:
        both = "Nightly" in request.messages[-1].content and "90 days" in request.messages[-1].content
        return labelled(request, PARTS, "90 days" if both else "NOT_IN_PASSAGES")

    result, asked = examined(HOPS, [BUILDS, STORES, OTHER], reply)
    assert result.critique.decide(4) == "accepted"
    assert asked == ["standalone", "joint", "joint", "relevance"]


@pytest.mark.parametrize(("alone", "end"), [("90 days", "accepted"), ("NOT_IN_PASSAGES", "rejected")])
def test_a_critic_that_finds_each_part_but_no_whole_is_asked_once_more_about_the_writers_passages(
    alone: str, end: str
) -> None:
    def reply(request: ChatRequest) -> object:
        others = OTHER.text in request.messages[-1].content
        return labelled(request, PARTS, "NOT_IN_PASSAGES" if others else alone)

    result, asked = examined(HOPS, [BUILDS, STORES, OTHER], reply)
    assert result.critique.decide(4) == end
    assert asked[:3] == ["standalone", "joint", "joint"]


def test_a_hop_that_several_passages_state_is_left_out_with_all_of_them_and_each_becomes_evidence() -> None:
    again = chunk("A nightly build is kept in the `frost` store of Harbor.", "nights.md")

    def reply(request: ChatRequest) -> object:
        parts = PARTS | {"kept in the `frost` store": "partial"}
        first = any(words in request.messages[-1].content for words in list(parts)[::2])
        return labelled(request, parts, "90 days" if first else "NOT_IN_PASSAGES")

    result, _ = examined(HOPS, [BUILDS, STORES, again, OTHER], reply)
    assert result.critique.decide(4) == "accepted"
    added = [evidence.span.document_id for evidence in result.critique.candidate.components[0].evidence]
    assert added == ["builds.md", "nights.md"]


@pytest.mark.parametrize(("is_part", "end"), [(True, "accepted"), (False, "rejected")])
def test_a_passage_that_states_a_hop_in_other_words_is_left_out_where_the_critic_called_it_a_part(
    is_part: bool, end: str
) -> None:
    """The passage lacks the hop's answer word for word, so code alone would show it, and the question be refused."""
    again = chunk("Whatever Harbor builds at night goes to the cold place.", "nights.md")

    def reply(request: ChatRequest) -> object:
        if request.purpose == "critique/same_fact":
            return {"passages": {"passage_1": {"rationale": "r", "label": "no"}}}
        text = request.messages[-1].content
        parts = PARTS | ({"goes to the cold place": "partial"} if is_part else {})
        return labelled(request, parts, "90 days" if "Nightly" in text or "cold place" in text else "NOT_IN_PASSAGES")

    result, _ = examined(HOPS, [BUILDS, STORES, again, OTHER], reply)
    assert result.critique.decide(4) == end


def test_another_place_of_a_hop_is_compared_with_the_question_and_answer_of_that_hop() -> None:
    """The whole question asks for more than the place of one hop can say: a critic had to answer "no"."""
    again = chunk("Old files in `frost` leave 90 days later.", "again.md")
    shown: list[str] = []

    def reply(request: ChatRequest) -> object:
        text = request.messages[-1].content
        if request.purpose == "critique/same_fact":
            shown.append(text[text.index("Question:") :].strip())
            return {"passages": {"passage_1": {"rationale": "r", "label": "yes"}}}
        parts = PARTS | {"leave 90 days later": "partial"}
        return labelled(request, parts, "90 days" if "Nightly" in text else "NOT_IN_PASSAGES")

    result, _ = examined(HOPS, [BUILDS, STORES, again, OTHER], reply)
    assert shown == ["Question: After how long?\nAnswer: 90 days"]
    added = [evidence.span.document_id for evidence in result.critique.candidate.components[1].evidence]
    assert added == ["stores.md", "again.md"]


def test_a_hop_that_the_critic_can_do_without_refuses_the_question() -> None:
    result, _ = examined(HOPS, [BUILDS, STORES], lambda request: labelled(request, PARTS, "90 days"))
    (verdict,) = [v for v in result.critique.verdicts if v.criterion == "groundedness"]
    assert verdict.rating == 1
    assert "hop 1 is not needed" in verdict.rationale


@pytest.mark.parametrize(
    ("labels", "reason"),
    [
        ({"deletes files after 90 days": "full"} | {"in the `frost` store": "partial"}, "one passage alone answers it"),
        ({"deletes files after 90 days": "partial"}, "the answer does not need the passage of builds.md"),
    ],
)
def test_a_passage_too_many_refuses_a_multi_hop_question(labels: dict[str, str], reason: str) -> None:
    result, _ = examined(HOPS, [BUILDS, STORES], lambda request: labelled(request, labels, "90 days"))
    assert reason in result.critique.verdicts[-1].rationale


@pytest.mark.parametrize(("headings", "refused"), [(("Storage",), True), (("Storage", "Files"), False)])
def test_two_hops_in_passages_of_one_section_are_refused(headings: tuple[str, ...], refused: bool) -> None:
    text = f"{BUILDS.text}\n{STORES.text}"
    first, last = Span(TEXT, 0, len(BUILDS.text), BUILDS.text), Span(TEXT, len(BUILDS.text) + 1, len(text), STORES.text)
    chunks = (Chunk(first, ("Storage",)), Chunk(last, headings))
    hops = (Hop("Which store?", "`frost`", Evidence(first)), Hop("After how long?", "90 days", Evidence(last)))
    parts = (AnswerComponent("`frost`", (Evidence(first),)), AnswerComponent("90 days", (Evidence(last),)))
    asked = replace(HOPS, components=parts, hops=hops, chunk_ids=tuple(chunk.id for chunk in chunks))
    found = needless_hop(Case(asked, chunks[0], CorpusFacts.of(chunks, (), "en"), CheckSettings()))
    assert found == ("both hops are in one section" if refused else None)


def test_an_unanswerable_question_is_looked_for_in_every_passage_that_search_found() -> None:
    pack = [STORES, *(chunk(f"Store number {n} is small.", f"{n}.md") for n in range(19))]
    result, asked = examined(NOWHERE, pack, lambda request: labelled(request, {}, "NOT_IN_PASSAGES"))
    assert result.critique.decide(4) == "accepted"
    assert asked == ["standalone", "groundedness", "groundedness", "relevance"]

    def reply(request: ChatRequest) -> object:
        there = "Store number 12" in request.messages[-1].content
        return labelled(request, {"Store number 12": "full"}, "12" if there else "NOT_IN_PASSAGES")

    found, _ = examined(NOWHERE, pack, reply)
    assert found.critique.decide(4) == "rejected"
    assert "12.md answers it" in found.critique.verdicts[-1].rationale


@pytest.mark.parametrize(("rating", "decision"), [(3, "rejected"), (2, "accepted")])
def test_a_question_that_a_passage_answers_in_part_is_not_unanswerable(rating: int, decision: str) -> None:
    """In a trial `scope = "email"` was a part of "which data of people"; the other calls found nothing."""
    pack = [STORES, *(chunk(f"Store number {n} is small.", f"{n}.md") for n in range(19))]
    result, _ = examined(
        NOWHERE,
        pack,
        lambda request: labelled(request, {"Store number 12": "partial"}, "NOT_IN_PASSAGES") | {"rating": rating},
    )
    assert result.critique.decide(4) == decision


def ambiguous() -> Candidate:
    readings = (
        Reading("How long does `frost` keep files?", "90 days", (LAST,), ("90 days",)),
        Reading("How large is `ember`?", "small", (evidence(OTHER, OTHER.text),), ("small",)),
    )
    parts = tuple(AnswerComponent(reading.answer, reading.evidence) for reading in readings)
    return Candidate("ambiguous", "What about a store?", "It depends.", parts, (STORES.id, OTHER.id), readings=readings)


@pytest.mark.parametrize(("found", "decision"), [(2, "accepted"), (1, "rejected"), (0, "rejected")])
def test_a_critic_must_find_two_of_the_readings_itself(found: int, decision: str) -> None:
    listed = [
        {"question": "How long?", "quote": "deletes files after 90 days", "answer": "after 90 days"},
        {"question": "How large?", "quote": "The `ember` store is small.", "answer": "small"},
    ][:found]
    result, asked = examined(
        ambiguous(), [STORES, OTHER], lambda _: {"readings": listed, "rationale": "r", "rating": 5}
    )
    assert result.critique.decide(4) == decision
    assert "standalone" not in asked


@pytest.mark.parametrize(
    ("quote", "answer", "decision"),
    [
        ("The `ember` store is small.", "of little size, as stores go", "accepted"),  # other words, the same place
        ("The `ember` store is small.", "`frost`-like, 20 GB", "accepted"),
        ("deletes files after 90 days", "of little size, as stores go", "rejected"),  # no reading is found twice
        ("The `ember` store is tiny.", "of little size, as stores go", "rejected"),  # no passage says so
    ],
)
def test_a_reading_is_found_by_its_place_where_the_critic_words_it_differently(
    quote: str, answer: str, decision: str
) -> None:
    listed = [
        {"question": "How long?", "quote": "deletes files after 90 days", "answer": "after 90 days"},
        {"question": "How large?", "quote": quote, "answer": answer},
    ]
    result, _ = examined(ambiguous(), [STORES, OTHER], lambda _: {"readings": listed, "rationale": "r", "rating": 5})
    assert result.critique.decide(4) == decision


POWER = chunk(
    "`threshold`: Ein positiver Wert steht für Netzbezug.\n`residual`: Positive Werte verschieben den Sollwert in die "
    "Richtung der Einspeisung.\n\n- Positiver Wert: verbleibende Einspeiseleistung\n- Nicht erlaubt ist die Abgabe.\n",
    "power.md",
)
FAR = chunk("- In der Ferne: verbleibende Einspeiseleistung", "far.md")


@pytest.mark.parametrize(
    ("question", "quote", "answer", "decision"),
    [
        ("Was ist ein positiver `residual`?", "Positiver Wert: verbl", "verbleibende Einspeiseleistung", "accepted"),
        ("Wohin verschiebt `residual`?", "Positiver Wert: verbl", "die Einspeiseleistung", "accepted"),
        ("Wofür steht residual?", "verbleibende Einspeiseleistung", "eine Einspeisevergütung bleibt", "accepted"),
        ("Und `residual` mit Zähler?", "- Positiver Wert: verbl", "Einspeiseleistungen, die bleiben", "accepted"),
        ("Und `threshold`?", "Positiver Wert: verbl", "verbleibende Einspeiseleistung", "rejected"),  # another thing
        (
            "Was ist `residual`?",
            "In der Ferne: verbl",
            "verbleibende Einspeiseleistung",
            "rejected",
        ),  # another document
        ("Was ist `residual`?", "Positiver Wert: verbl", "keine Einspeiseleistung", "rejected"),
        ("Was ist `residual`?", "Positiver Wert: verbl", "Einspeiseleistung von 10 W", "rejected"),
        ("Was ist `residual`?", "Positiver Wert: verbl", "verbleibende Leistung", "rejected"),
        ("Was ist `residual`?", "Positiver Wert: erfunden", "verbleibende Einspeiseleistung", "rejected"),  # made up
    ],
)
def test_a_compound_word_about_the_same_thing_in_the_same_document_is_the_same_reading(
    question: str, quote: str, answer: str, decision: str
) -> None:
    towards = "Positive Werte verschieben den Sollwert in die Richtung der Einspeisung"
    readings = (
        Reading("Was ist ein positiver Wert von `threshold`?", "Netzbezug", (evidence(POWER, "`threshold`: Ein"),)),
        Reading("Wohin verschiebt ein positiver `residual`?", "Einspeisung", (evidence(POWER, towards),)),
    )
    parts = tuple(AnswerComponent(reading.answer, reading.evidence) for reading in readings)
    asked = Candidate("ambiguous", "Was ist ein positiver Wert?", "Zweierlei.", parts, (POWER.id,), readings=readings)
    listed = [
        {"question": "`threshold`?", "quote": "positiver Wert steht für Netzbezug", "answer": "Netzbezug"},
        {"question": question, "quote": quote, "answer": answer},
    ]

    def reply(request: ChatRequest) -> object:
        if request.purpose == "critique/same_fact":
            return compared(request, "Einspeiseleistung", "yes")
        return {"readings": listed, "rationale": "r", "rating": 5}

    result, _ = examined(asked, [POWER, FAR], reply)
    assert result.critique.decide(4) == decision
    # another place that states the reading's answer is evidence, too
    found = [each.span.text for each in result.critique.candidate.components[1].evidence[1:]]
    assert all("verbleibende Einspeiseleistung" in each for each in found)
    assert bool(found) == (decision == "accepted")


@pytest.mark.parametrize(
    ("differences", "decision"),
    [
        (("thing", "thing"), "accepted"),  # two stores: whoever asks has one of them in mind
        (("Thing", None), "accepted"),  # a prompt of the user's own need not ask for the difference
        (("default", "exception"), "rejected"),  # 90 days, or another number where it is set
        (("default", "thing"), "rejected"),
        (("way", "way"), "rejected"),  # a command and a menu for one asker
        (("part", "part"), "rejected"),  # both together are the answer
        (("thing", "way"), "rejected"),
    ],
)
def test_a_default_with_exceptions_and_several_ways_are_one_reading(
    differences: tuple[str | None, str | None], decision: str
) -> None:
    listed = [
        {"question": "How long?", "quote": "deletes files after 90 days", "answer": "after 90 days"},
        {"question": "How large?", "quote": "The `ember` store is small.", "answer": "small"},
    ]
    for reading, difference in zip(listed, differences, strict=True):
        reading.update({"differs_by": difference} if difference else {})
    result, _ = examined(ambiguous(), [STORES, OTHER], lambda _: {"readings": listed, "rationale": "r", "rating": 5})
    assert result.critique.decide(4) == decision
    told = "a default, an exception, a way or a part" in result.critique.verdicts[-1].rationale
    assert told == (decision == "rejected")


LIMITS = [
    chunk("`build` stops after 60 minutes. With `--long` it stops after 3 hours.", "build.md"),
    chunk("`deploy` stops after 10 minutes of silence. A `preview` is taken down after 2 days.", "deploy.md"),
    chunk("`test` stops after 20 minutes, or when you press Ctrl+C. It also waits 10 minutes.", "test.md"),
    chunk("Ein Testlauf endet nach 90 Minuten. Läufe enden nie von selbst.", "lauf.md"),
]


def limits(known: int, pages: Sequence[Chunk] = LIMITS) -> Candidate:
    readings = tuple(
        Reading(f"After how long does {name} stop?", said, (evidence(of, f"{name} stops after {said}"),), (said,))
        for name, said, of in zip(
            ("`build`", "`deploy`", "`test`"), ("60 minutes", "10 minutes", "20 minutes"), pages, strict=False
        )
    )[:known]
    parts = tuple(AnswerComponent(reading.answer, reading.evidence) for reading in readings)
    ids = tuple(one.id for one in pages[:known])
    return Candidate("ambiguous", "When does a Harbor job stop?", "It depends.", parts, ids, readings=readings)


@pytest.mark.parametrize(
    ("known", "quote", "answer", "differs_by", "decision"),
    [
        # a further meaning, with words of a passage that the writer has not seen, or of one that it has
        (2, "`test` stops after 20 minutes", "20 minutes", "thing", "rejected"),
        (2, "`test` stops after 20 minutes", "after 20 minutes", None, "rejected"),
        (2, "A `preview` is taken down after 2 days.", "2 days", "thing", "rejected"),
        (3, "A `preview` is taken down after 2 days.", "after two days", "thing", "rejected"),
        (2, "Ein Testlauf endet nach 90 Minuten.", "90 Minuten", "thing", "rejected"),
        (2, "when you press Ctrl+C", "Ctrl+C", "thing", "rejected"),
        (3, "Läufe enden nie von selbst", "nie", "thing", "rejected"),
        (2, "`test`  stops after\n20 minutes", "20 Minutes", "Thing", "rejected"),
        # the same asker gets both, or the critic has no words of a passage for it
        (2, "With `--long` it stops after 3 hours", "3 hours", "exception", "accepted"),
        (2, "`test` stops after 20 minutes", "20 minutes", "default", "accepted"),
        (2, "when you press Ctrl+C", "Ctrl+C", "way", "accepted"),
        (2, "A `preview` is taken down after 2 days.", "2 days", "part", "accepted"),
        (2, "`publish` stops after 5 minutes", "5 minutes", "thing", "accepted"),
        (2, "`test` stops after 20 minutes", "", "thing", "accepted"),
        # one of the known answers, or another part of a quote that is known
        (2, "It also waits 10 minutes.", "10 minutes", "thing", "accepted"),
        (2, "`build` stops after 60 minutes. With `--long`", "never before an hour", "thing", "accepted"),
        # the third reading in other words: none is left over
        (3, "when you press Ctrl+C", "Ctrl+C", "thing", "accepted"),
    ],
)
def test_a_reading_that_only_the_critic_finds_refuses_the_question(
    known: int, quote: str, answer: str, differs_by: str | None, decision: str
) -> None:
    both = [
        {"question": one.question, "quote": one.evidence[0].span.text, "answer": one.answer}
        for one in limits(known).readings
    ]
    own = both if decision == "rejected" else both[:2]
    found = {"question": "And the other?", "quote": quote, "answer": answer, "differs_by": differs_by or ""}
    result, _ = examined(limits(known), LIMITS, finds([*own, found], "yes"))
    assert result.critique.decide(4) == decision
    assert ("a reading is missing" in result.critique.verdicts[-1].rationale) == (decision == "rejected")


def finds(listed: object, label: str) -> Callable[[ChatRequest], object]:
    def reply(request: ChatRequest) -> object:
        if request.purpose == "critique/same_fact":
            return compared(request, "", label)
        return {"readings": listed, "rationale": "r", "rating": 5}

    return reply


@pytest.mark.parametrize(
    ("page", "quote", "answer", "decision"),
    [
        ("de/build.md", "Nach 60 Minuten hält `build` an.", "nach 60 Minuten", "accepted"),
        ("de/build.md", "Nach langem Warten hält `build` an.", "nach langem Warten", "accepted"),
        ("de/build.md", "Nach 90 Minuten hält `preview` an.", "nach 90 Minuten", "rejected"),
        ("de/other.md", "Nach langem Warten hält `test` an.", "nach langem Warten", "rejected"),
    ],
)
def test_a_reading_on_the_translated_page_is_one_that_is_known_unless_it_gives_another_number(
    page: str, quote: str, answer: str, decision: str
) -> None:
    known = [chunk(one.text, f"en/{one.document_id}") for one in LIMITS[:2]]
    asked = limits(2, known)
    listed = [
        {"question": one.question, "quote": one.evidence[0].span.text, "answer": one.answer} for one in asked.readings
    ]
    own = [*listed, {"question": "Und wann?", "quote": quote, "answer": answer}]
    result, _ = examined(asked, [*known, chunk(quote, page)], finds(own, "no"))
    assert result.critique.decide(4) == decision


@pytest.mark.parametrize(
    ("quote", "differs_by", "label", "decision"),
    [
        ("With `--long` it stops after 3 hours", "way", "other", "rejected"),
        ("With `--long` it stops after 3 hours", "way", "no", "accepted"),
        ("With `--long` it stops after 3 hours", "exception", "other", "accepted"),
        ("It also waits 10 minutes", "way", "other", "accepted"),  # of no reading's document
    ],
)
def test_another_way_that_is_a_right_answer_to_one_reading_refuses_the_question(
    quote: str, differs_by: str, label: str, decision: str
) -> None:
    listed = [
        {"question": one.question, "quote": one.evidence[0].span.text, "answer": one.answer}
        for one in limits(2).readings
    ]
    way = {"question": "And else?", "quote": quote, "answer": "3 hours", "differs_by": differs_by}
    result, _ = examined(limits(2), LIMITS, finds([*listed, way], label))
    assert result.critique.decide(4) == decision


FACT = Candidate(
    "factoid",
    "After how long does the `frost` store delete files?",
    "90 days",
    (AnswerComponent("90 days", (LAST,)),),
    (STORES.id,),
)
WORDED = chunk("Whatever is in `frost` goes after a quarter of a year.", "worded.md")
REPEATED = chunk(WORDED.text, "repeated.md")
UNRELATED = chunk("Sessions end after 90 days.", "sessions.md")


def compared(request: ChatRequest, holds: str, label: str) -> object:
    """The second look: `label` for the pieces that hold these words, "no" for others."""
    pieces = request.messages[-1].content.split("\n\nQuestion:")[0].split("Section: ")[1:]
    said = {n: label if holds in piece else "no" for n, piece in enumerate(pieces, start=1)}
    return {"passages": {f"passage_{n}": {"rationale": "r", "label": each} for n, each in said.items()}}


def test_a_passage_in_other_words_becomes_evidence_after_a_yes_and_one_about_something_else_does_not() -> None:
    """A critic sees the same words again on another page: what they are about, the page may tell."""
    shown: list[list[str]] = []
    quotes = {STORES.text: "full", WORDED.text: "full", UNRELATED.text: "full"}

    def reply(request: ChatRequest) -> object:
        if request.purpose == "critique/same_fact":
            pieces = request.messages[-1].content.split("¦ ")[1:]
            shown.append(sorted(piece.split("\n")[0] for piece in pieces))
            said = {
                f"passage_{n}": {"rationale": "r", "label": "no" if "Sessions" in p else "yes"}
                for n, p in enumerate(pieces, 1)
            }
            return {"passages": said}
        return labelled(request, quotes, "90 days")

    result, asked = examined(FACT, [STORES, WORDED, UNRELATED, REPEATED], reply)
    (component,) = result.critique.candidate.components
    assert [(e.span.document_id, e.span.text, e.origin, e.found_by) for e in component.evidence[1:]] == [
        ("worded.md", WORDED.text, "promoted", "openai:m"),
        ("repeated.md", WORDED.text, "promoted", "openai:m"),
    ]
    assert asked == ["standalone", "groundedness", "same_fact", "relevance"]
    assert shown == [sorted((WORDED.text, WORDED.text, UNRELATED.text))]
    assert result.critique.candidate.id == FACT.id


@pytest.mark.parametrize(
    ("text", "label", "refused"),
    [
        ("`frost` files go on day 30, says the keeper.", "other", True),
        ("`frost` files go on day 30, says the keeper.", "no", False),
        ("Whatever is in `frost` goes after a quarter of a year.", "yes", False),
        ("In `frost` a file stays, and 90 days pass before it goes.", "other", False),  # it holds the answer
    ],
)
def test_a_second_right_answer_in_another_passage_refuses_the_question(text: str, label: str, refused: bool) -> None:
    """A trial's item asked for the command that lists packages; its page names `apt-cache search` and `apt list`."""
    rival = chunk(text, "rival.md")

    def reply(request: ChatRequest) -> object:
        if request.purpose == "critique/same_fact":
            return compared(request, text, label)
        return labelled(request, {STORES.text: "full", text: "full"}, "90 days")

    result, _ = examined(FACT, [STORES, rival], reply)
    (verdict,) = [v for v in result.critique.verdicts if v.criterion == "groundedness"]
    assert (verdict.rating == 1) == refused
    assert ("another one is right, too" in verdict.rationale and "rival.md" in verdict.rationale) == refused


@pytest.mark.parametrize(
    ("label", "parts", "labelled_at", "rating"),
    [
        ("yes", [2], [[], ["other.md"]], 5),  # code took the place for the first step, whose words it has
        ("yes", ["1", "2", "0", "9"], [["other.md"], ["other.md"]], 5),
        ("yes", None, [["other.md"], []], 5),  # a critic that names no step
        ("other", [], [[], []], 1),
        ("no", [], [[], []], 5),
    ],
)
def test_a_critic_tells_in_one_call_which_steps_a_place_gives_or_what_it_gives_instead(
    label: str, parts: list[object] | None, labelled_at: list[list[str]], rating: int
) -> None:
    """A trial's item had a label at the step "Click `Hold`" of a place that says nothing of it."""
    source = chunk("Halt the runners. Then erase the `frost` store.", "move.md")
    steps = tuple(AnswerComponent(text, (evidence(source, text),)) for text in source.text.strip(".").split(". "))
    asked = Candidate("procedure", "How do I free Harbor?", "; ".join(step.text for step in steps), steps, (source.id,))
    other = chunk("With runners at rest, delete what the keeper holds.", "other.md")

    def reply(request: ChatRequest) -> object:
        if request.purpose == "critique/same_fact":
            assert "1. Halt the runners; 2. Then erase the `frost` store (parts)" in request.messages[-1].content
            said = {"rationale": "r", "label": label} | ({} if parts is None else {"parts": parts})
            return {"passages": {"passage_1": said}}
        return labelled(request, {source.text: "full", other.text: "partial"}, asked.answer)

    result, prompts = examined(asked, [source, other], reply)
    found = result.critique.candidate.components
    assert [[each.span.document_id for each in step.evidence[1:]] for step in found] == labelled_at
    (verdict,) = [v for v in result.critique.verdicts if v.criterion == "groundedness"]
    assert (prompts.count("same_fact"), verdict.rating) == (1, rating)


def test_a_place_is_compared_below_the_name_of_its_page_and_between_the_lines_around_it() -> None:
    """A quote under the heading "1 Installation" does not say of what, where the page's path does."""
    step = "**2. It deletes all after a quarter of a year**"
    text = f"Install the keeper first.\n\n{step}\n\nThen start it."
    page = chunk(text, "guide/frost-store/index.md", headings=("1 Installation",))
    shown: list[str] = []

    def reply(request: ChatRequest) -> object:
        if request.purpose == "critique/same_fact":
            shown.append(request.messages[-1].content)
            return compared(request, "quarter", "yes")
        quotes = sorted((STORES.text, step), key=request.messages[-1].content.index)
        found = {f"passage_{n}": {"quote": quote, "label": "full"} for n, quote in enumerate(quotes, start=1)}
        return {"passages": found, "answer": "90 days", "rationale": "Read.", "rating": 5}

    result, _ = examined(FACT, [STORES, page], reply)
    (text,) = shown
    assert "Section: frost-store > 1 Installation\n" in text
    assert "¦ [Install the keeper first.]\n¦ **2. It deletes" in text
    assert "¦ [Then start it.]" in text
    added = result.critique.candidate.evidence[1]
    assert (added.span.document_id, added.span.text) == (page.document_id, step)


PREMISE = chunk("The `frost` store deletes files after 90 days. The `glacier` store deletes nothing.", "both.md")
DENIAL = "The `glacier` store deletes nothing."
ASSUMES = Candidate(
    "unanswerable",
    "After how long does `glacier` delete files?",
    "",
    (),
    (PREMISE.id,),
    near_miss=NearMiss(evidence(PREMISE, "90 days"), "90 days", "glacier", "premise", evidence(PREMISE, DENIAL)),
)


@pytest.mark.parametrize(
    ("conflict", "label", "answer", "rating"),
    [
        ([DENIAL], "none", "NOT_IN_PASSAGES", 5),
        (["deletes nothing"], "full", "never, it deletes nothing", 5),  # what denies the premise, given as the answer
        ([], "none", "NOT_IN_PASSAGES", 2),  # the critic sees no contradiction
        (["The `ember` store is small."], "none", "NOT_IN_PASSAGES", 2),  # another place
        (["It never deletes anything."], "none", "NOT_IN_PASSAGES", 2),  # no passage says so
        ([DENIAL], "none", "90 days", 2),  # fell for the near miss
        ([], "full", "nothing", 1),
    ],
)
def test_a_false_premise_needs_a_critic_that_quotes_what_contradicts_it(
    conflict: list[str], label: str, answer: str, rating: int
) -> None:
    def reply(request: ChatRequest) -> object:
        labels = {"The `glacier` store deletes nothing": label} if label == "full" else {}
        return labelled(request, labels, answer) | {"conflict": [{"quote": each} for each in conflict]}

    result, _ = examined(ASSUMES, [PREMISE, OTHER], reply)
    (verdict,) = [v for v in result.critique.verdicts if v.criterion == "groundedness"]
    assert verdict.rating == rating
    assert [one.document_id for one in verdict.conflict] == ["both.md"] * (DENIAL in conflict or rating == 5)


@pytest.mark.parametrize(
    ("scope", "rating"),
    [
        ("", 5),
        ("`glacier`", 5),
        ("the `glacier` store that deletes files", 5),
        ("`glacier` stores of projects in parts", 2),
    ],
)
def test_what_denies_the_premise_only_for_a_case_that_the_question_does_not_name_proves_nothing(
    scope: str, rating: int
) -> None:
    """The denial of a section on projects in parts; another section does what the question assumes."""
    claim = {"conflict": [{"quote": DENIAL, "holds_for": scope}]}
    result, _ = examined(ASSUMES, [PREMISE, OTHER], lambda one: labelled(one, {}, "NOT_IN_PASSAGES") | claim)
    (verdict,) = [v for v in result.critique.verdicts if v.criterion == "groundedness"]
    assert (verdict.rating, verdict.conflict[0].holds_for) == (rating, scope)


@pytest.mark.parametrize(
    ("denial", "question", "scope", "rating"),
    [
        (
            "A key is not required for importing URLs from Safari or your Camera.",
            "Where do I get the key that Harbor needs when importing URLs from Safari?",
            "importing URLs from Safari or your Camera",
            5,
        ),
        (
            "docker默认网络模式为Bridge模式，其通过localhost访问不到宿主机。",
            "Bridge 模式下的 Harbor 容器通过localhost连接 MySQL，要改哪个配置文件？",
            "docker默认网络模式为Bridge模式",
            5,
        ),
        ("A cluster of three nodes needs no key.", "Where do I get the key of Harbor?", "a cluster of three nodes", 2),
        ("Harbor needs no key in cluster mode.", "Where do I get the key of Harbor?", "Harbor in cluster mode", 2),
        ("默认网络模式为Host时不需要密钥。", "Harbor 的密钥从哪里获取？", "默认网络模式为Host", 2),
    ],
)
def test_a_denial_proves_a_false_premise_where_the_question_has_words_of_its_case(
    denial: str, question: str, scope: str, rating: int
) -> None:
    page = chunk(f"{PREMISE.text} {denial}", "denial.md")
    miss = NearMiss(evidence(page, "90 days"), "90 days", "key", "premise", evidence(page, denial))
    asked = replace(ASSUMES, question=question, chunk_ids=(page.id,), near_miss=miss)
    claim = {"conflict": [{"quote": denial, "holds_for": scope}]}
    result, _ = examined(asked, [page, OTHER], lambda one: labelled(one, {}, "NOT_IN_PASSAGES") | claim)
    (verdict,) = [v for v in result.critique.verdicts if v.criterion == "groundedness"]
    assert verdict.rating == rating


def test_a_question_whose_answer_is_not_at_all_is_not_unanswerable() -> None:
    miss = NearMiss(evidence(PREMISE, "90 days"), "90 days", "glacier", "condition")
    asked = replace(ASSUMES, near_miss=miss)

    def groundedness(conflict: list[str]) -> Verdict:
        claims = {"conflict": [{"quote": each} for each in conflict]}
        result, _ = examined(asked, [PREMISE, OTHER], lambda one: labelled(one, {}, "NOT_IN_PASSAGES") | claims)
        return next(v for v in result.critique.verdicts if v.criterion == "groundedness")

    denied = groundedness([DENIAL])
    assert (denied.rating, DENIAL in denied.rationale, denied.conflict[0].quote) == (2, True, DENIAL)
    assert groundedness([]).rating == 5
    assert groundedness(["It never deletes anything."]).rating == 5  # no passage says so


OLD = chunk("In version 2 the `frost` store deletes files after 30 days.", "old.md")


def conflicting(
    question: str, scopes: tuple[str, str], quotes: tuple[str, str] = (LAST.span.text, OLD.text)
) -> Verdict:
    claims = [{"quote": quote, "holds_for": scope} for quote, scope in zip(quotes, scopes, strict=True)]
    labels = {"deletes files after 90 days": "full", "deletes files after 30 days": "full"}
    asked = replace(FACT, question=question)

    def reply(request: ChatRequest) -> object:
        if request.purpose == "critique/same_fact":
            return {"passages": {"passage_1": {"rationale": "Another period.", "label": "no"}}}
        return labelled(request, labels, "90 days") | {"conflict": claims}

    result, _ = examined(asked, [STORES, OLD], reply)
    (verdict,) = [v for v in result.critique.verdicts if v.criterion == "groundedness"]
    failure = end_of(result.critique, 4, result.failures)
    assert (failure is None) == (verdict.rating >= 4)
    assert failure is None or all(one.quote in failure.reason for one in verdict.conflict)
    assert read_verdicts(verdict_records([verdict]), asked.id, "a line") == (verdict,)
    return verdict


def test_two_passages_that_contradict_each_other_refuse_the_question_and_both_quotes_are_kept() -> None:
    bare = FACT.question
    found = conflicting(bare, ("", "version 2"))
    assert found.rating == 1
    assert found.conflict == (
        Witness("stores.md", LAST.span.text, ""),
        Witness("old.md", OLD.text, "version 2"),
    )
    assert "passages contradict each other" in found.rationale
    assert "(for version 2)" in found.rationale
    other = conflicting(bare, ("version 3", "version 2"))
    assert (other.rating, "for each of several cases another answer holds" in other.rationale) == (1, True)


@pytest.mark.parametrize(
    ("question", "scopes", "quotes", "kept"),
    [
        # the question names the scope of the writer's answer, and the other place holds for another
        ("After how long does `frost` of version 3 delete files?", ("version 3", "version 2"), (), 2),
        (FACT.question, ("", ""), ("deletes files after 90 days", "The `frost` store deletes files after 90"), 0),
        (FACT.question, ("", ""), ("deletes files after 90 days", "after 30 weeks"), 0),  # no passage says so
    ],
)
def test_what_is_no_conflict_of_answers_refuses_nothing(
    question: str, scopes: tuple[str, str], quotes: tuple[str, str] | tuple[()], kept: int
) -> None:
    found = conflicting(question, scopes, quotes or (LAST.span.text, OLD.text))
    assert (found.rating, len(found.conflict)) == (5, kept)


@pytest.mark.parametrize(
    ("own", "is_compared"),
    [
        ("`redis`; `disk`; `redis-cluster`", True),
        ("disk, redis and memory", True),
        ("Three caches (disk, redis, memory)", True),
        ("--disk, redis, disk", True),
        ("disk (20 GB), redis", True),
        ("disk, the default; redis, shared by runners", True),
        ("redis and disk, as caches", False),
        ("the `disk` backend\nthe `redis` backend", False),
    ],
)
@pytest.mark.parametrize("same", ["yes", "no"])
def test_a_reader_compares_lists_of_which_the_critic_tells_more(own: str, same: str, *, is_compared: bool) -> None:
    """Both bad items of trial 22 were lists whose entries left out what the question asks for."""
    source = chunk("Caches: `disk`, the default; `redis`, shared by runners.", "caches.md")
    parts = tuple(AnswerComponent(f"`{name}`", (evidence(source, f"`{name}`"),)) for name in ("disk", "redis"))
    two = Candidate("list", "Which caches does Harbor have?", "`disk`; `redis`", parts, (source.id,))

    def reply(request: ChatRequest) -> object:
        if request.purpose == "critique/same_entries":
            shown = request.messages[-1].content
            assert "¦ `disk`\n¦ `redis`" in shown and own.splitlines()[0] in shown
            return {"difference": "" if same == "yes" else "More caches.", "same": same}
        return labelled(request, {"Caches:": "full"}, own)

    found, prompts = examined(two, [source], reply)
    assert ("same_entries" in prompts) == is_compared
    refused = is_compared and same == "no"
    assert found.critique.decide(4) == ("rejected" if refused else "accepted")
    assert ("they differ (More caches)" in found.critique.verdicts[-1].rationale) == refused


def test_addresses_without_what_they_are_for_are_compared_with_the_critics_list() -> None:
    """The words of some concerns are in the addresses: only two of three are new."""
    addresses = ("leave@kestrel.example", "pay@kestrel.example", "it@kestrel.example")
    source = chunk("; ".join(addresses), "people.md")
    parts = tuple(AnswerComponent(each, (evidence(source, each),)) for each in addresses)
    question = "Whom does one write to at Kestrel, depending on the concern?"
    made = Candidate("list", question, "; ".join(addresses), parts, (source.id,))
    own = "leave: leave@kestrel.example; salary: pay@kestrel.example; computers: it@kestrel.example"

    def reply(request: ChatRequest) -> object:
        if request.purpose == "critique/same_entries":
            return {"difference": "The first does not say what each is for.", "same": "no"}
        return labelled(request, {source.text: "full"}, own)

    found, _ = examined(made, [source], reply)
    assert found.critique.decide(4) == "rejected"


@pytest.mark.parametrize(
    ("own", "is_compared"),
    [
        ("The `frost` store deletes files after 90 days, `ember` after 7 days.", False),
        ("`frost`: 90 days; `ember`: 7 days, or at once where the disk is full", True),
        ("`frost`: 90 days, `ember`: 7 days, and both keep the last 3", True),
    ],
)
def test_a_reader_compares_sides_of_which_the_critic_tells_more(own: str, *, is_compared: bool) -> None:
    source = chunk("`frost` keeps files for 90 days, `ember` for 7 days.", "stores.md")
    parts = tuple(
        AnswerComponent(f"`{name}`: {value}", (evidence(source, value),), (value,))
        for name, value in (("frost", "90 days"), ("ember", "7 days"))
    )
    answer = "; ".join(part.text for part in parts)
    question = "How do the `frost` and `ember` stores differ in how long they keep files?"
    two = Candidate("comparison", question, answer, parts, (source.id,))

    def reply(request: ChatRequest) -> object:
        if request.purpose == "critique/same_entries":
            return {"difference": "", "same": "yes"}
        return labelled(request, {"`frost` keeps": "full"}, own)

    _, prompts = examined(two, [source], reply)
    assert ("same_entries" in prompts) == is_compared


def test_a_step_whose_value_is_only_in_its_quote_is_compared_by_a_reader() -> None:
    source = chunk("Stop the relay. Set the port to 7480.", "move.md")
    texts = {"Stop the relay": "Stop the relay.", "Set the port": "Set the port to 7480."}
    parts = tuple(AnswerComponent(text, (evidence(source, quote),)) for text, quote in texts.items())
    made = Candidate("procedure", "How do I move the relay?", "; ".join(texts), parts, (source.id,))

    def reply(request: ChatRequest) -> object:
        if request.purpose == "critique/same_steps":
            return {"difference": "The port.", "same": "no"}
        return labelled(request, {source.text: "full"}, "Stop the relay, set the port to 7480")

    found, _ = examined(made, [source], reply)
    assert found.critique.decide(4) == "rejected"
