"""carry: yesterday's items on today's documents."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchmill.growing.carry_over import Alignments, Carried, carry
from benchmill.records import Chunk, Document, Item, Span
from tests.growing.made import also, candidate, chunk, document, item

PAGE = document("guide.md", "# Relay\n\nThe relay keeps messages for 30 days.\n\nIt listens on port 7400.\n")
QUESTION = "How long does the relay keep messages?"


def carried(one: Item, *today: Document, yesterday: tuple[Document, ...] = (PAGE,)) -> Carried:
    alignments = Alignments({d.id: d for d in today}, {d.id: d.source_hash for d in yesterday})
    chunks: dict[str, tuple[Chunk, ...]] = {d.id: (chunk(d),) for d in today if d.text.strip()}
    return carry([one], alignments, lambda document_id: chunks.get(document_id, ()))


def test_an_item_whose_quote_stands_where_it_stood_is_kept_as_it_is() -> None:
    one = item(candidate(PAGE, "for 30 days", QUESTION))
    assert carried(one, PAGE) == Carried((one,), (), ())


def test_text_added_before_the_quote_moves_the_item_and_keeps_its_id_and_number() -> None:
    one = item(candidate(PAGE, "for 30 days", QUESTION), chapter=4, number=7)
    today = document("guide.md", "A new first line.\n\n" + PAGE.text)
    (moved,) = carried(one, today).moved
    span = moved.candidate.components[0].evidence[0].span
    assert today.text[span.start : span.end] == "for 30 days"
    assert (moved.id, moved.chapter, moved.question_number) == (one.id, 4, 7)
    assert moved.candidate.chunk_ids == (chunk(today).id,)
    assert moved.critique.verdicts == one.critique.verdicts


def test_a_change_of_other_words_in_the_same_chunk_keeps_the_item_and_names_todays_chunk() -> None:
    one = item(candidate(PAGE, "for 30 days", QUESTION))
    today = document("guide.md", PAGE.text.replace("7400", "7401"))
    (kept,) = carried(one, today).kept
    assert kept.candidate.chunk_ids == (chunk(today).id,)


def test_a_changed_quote_retires_the_item_and_says_where_it_stood() -> None:
    one = item(candidate(PAGE, "for 30 days", QUESTION))
    today = document("guide.md", PAGE.text.replace("30", "60"))
    (retired,) = carried(one, today).retired
    assert retired.item == one
    assert "guide.md" in retired.reason


def test_a_renamed_file_is_recognised_by_its_bytes() -> None:
    one = item(candidate(PAGE, "for 30 days", QUESTION))
    (moved,) = carried(one, replace(PAGE, id="new/name.md")).moved
    assert moved.candidate.document_id == "new/name.md"
    assert moved.candidate.id == one.candidate.id


def test_a_file_renamed_and_edited_is_recognised_by_the_quote() -> None:
    one = item(candidate(PAGE, "for 30 days", QUESTION))
    (moved,) = carried(one, document("new.md", PAGE.text + "\nMore.\n")).moved
    assert moved.candidate.document_id == "new.md"


def test_a_quote_in_a_file_that_was_there_yesterday_does_not_adopt_the_item_of_a_deleted_one() -> None:
    one = item(candidate(PAGE, "for 30 days", QUESTION))
    other = document("other.md", "Backups are kept for 30 days.\n")
    (retired,) = carried(one, other, yesterday=(PAGE, other)).retired
    assert retired.reason == "guide.md is gone"


def test_of_several_places_the_nearest_is_taken() -> None:
    text = "30 s. " * 3 + "The time-out is 30 s. " + "30 s. " * 3
    page = document("a.md", text)
    one = item(candidate(page, "The time-out is 30 s.", "What is the time-out?"))
    twice = document("a.md", "x" + text + text)
    (moved,) = carried(one, twice, yesterday=(page,)).moved
    assert moved.candidate.components[0].evidence[0].span.start == text.index("The time-out") + 1


def test_added_evidence_that_is_gone_leaves_and_its_item_stays() -> None:
    other = document("other.md", "Messages stay for 30 days.\n")
    one = item(also(candidate(PAGE, "for 30 days", QUESTION), other, "stay for 30 days"))
    assert len(one.candidate.components[0].evidence) == 2
    (kept,) = carried(one, PAGE, yesterday=(PAGE, other)).kept
    assert [e.span.document_id for e in kept.candidate.components[0].evidence] == ["guide.md"]


@settings(max_examples=200)
@given(before=st.text(max_size=30), quote=st.text(min_size=1, max_size=12), after=st.text(max_size=30), today=st.text())
def test_a_carried_quote_is_verbatim_in_todays_document(before: str, quote: str, after: str, today: str) -> None:
    def clean(text: str) -> str:
        return text.replace("\r", "")

    quote = clean(quote)
    assume(quote.strip())
    page = document("a.md", clean(before) + quote + clean(after))
    start = len(clean(before))
    span = Span.of(page, start, start + len(quote))
    one = candidate(page, quote, "Q?")
    one = replace(
        one, components=(replace(one.components[0], evidence=(replace(one.components[0].evidence[0], span=span),)),)
    )
    now = document("a.md", clean(today))
    result = carried(item(one), now, yesterday=(page,))
    assert len(result.kept) + len(result.moved) + len(result.retired) == 1
    for survivor in (*result.kept, *result.moved):
        place = survivor.candidate.components[0].evidence[0].span
        assert now.text[place.start : place.end] == quote
    assert bool(result.retired) == (quote not in now.text)
