"""Evidence is highlighted where it is, with its surroundings, and never invented."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from benchmill.records import Document, Span
from benchmill.reporting.cards import card_of
from benchmill.reporting.corpus_map import squarified
from benchmill.reporting.passages import passages_of
from tests.growing.made import document


def spans(page: Document, *quotes: str) -> list[Span]:
    return [Span.of(page, page.text.index(quote), page.text.index(quote) + len(quote)) for quote in quotes]


def test_the_evidence_is_marked_in_its_passage() -> None:
    page = document("a.md", "One line.\nThe gate lets six calls through.\nAnother line.\n")
    (passage,) = passages_of(spans(page, "six calls"), {page.id: page})
    assert [(piece.text, piece.marked) for piece in passage.pieces if piece.marked] == [("six calls", True)]
    assert "".join(piece.text for piece in passage.pieces) == page.text
    assert not passage.cut_before
    assert not passage.cut_after


def test_a_passage_begins_and_ends_with_whole_lines_where_it_is_cut() -> None:
    lines = [f"Line number {number} of the document." for number in range(60)]
    page = document("a.md", "\n".join(lines))
    (passage,) = passages_of(spans(page, "Line number 30"), {page.id: page})
    shown = "".join(piece.text for piece in passage.pieces).split("\n")
    assert passage.cut_before
    assert passage.cut_after
    assert set(shown) <= set(lines)


def test_near_quotes_share_a_passage_and_far_ones_do_not() -> None:
    page = document("a.md", "First fact. Second fact. " + "x " * 2000 + "Third fact.")
    found = passages_of(spans(page, "First fact.", "Second fact.", "Third fact."), {page.id: page})
    assert [sum(piece.marked for piece in passage.pieces) for passage in found] == [2, 1]


def test_evidence_that_its_document_no_longer_has_is_shown_alone_with_a_note() -> None:
    page = document("a.md", "The gate lets six calls through.")
    changed = document("a.md", "The gate lets two calls through.")
    for known in ({}, {"a.md": changed}):
        (passage,) = passages_of(spans(page, "six calls"), known)
        assert [piece.text for piece in passage.pieces] == ["six calls"]
        assert passage.note


@given(st.text(min_size=1, max_size=2000), st.data())
def test_a_passage_is_a_piece_of_its_document_whatever_the_text(text: str, data: st.DataObject) -> None:
    page = document("a.md", text.replace("\r", "\n") + "fact")
    places = st.tuples(st.integers(0, len(page.text)), st.integers(0, len(page.text)))
    pairs = [sorted(pair) for pair in data.draw(st.lists(places, min_size=1, max_size=4))]
    chosen = [Span.of(page, a, b) for a, b in pairs if page.text[a:b].strip()]
    for passage in passages_of(chosen, {page.id: page}, around=20):
        assert "".join(piece.text for piece in passage.pieces) in page.text


@given(st.lists(st.floats(0.5, 1000), min_size=1, max_size=60))
def test_a_treemap_fills_its_box_and_gives_each_its_share(sizes: list[float]) -> None:
    ordered = sorted(sizes, reverse=True)
    boxes = squarified(ordered, 2.0, 1.0)
    assert len(boxes) == len(sizes)
    for size, (x, y, width, height) in zip(ordered, boxes, strict=True):
        assert abs(width * height - 2.0 * size / sum(sizes)) < 1e-6
        assert -1e-9 <= x <= x + width <= 2.0 + 1e-6
        assert -1e-9 <= y <= y + height <= 1.0 + 1e-6


def test_an_item_whose_premise_the_documents_deny_does_not_say_that_they_are_silent() -> None:
    record = {"id": "q-1", "kind": "unanswerable", "question": "Who may use sudo?", "answer": ""}
    assert card_of(record | {"change": "premise"}, {}).no_answer == "the documents deny what the question assumes"
    assert card_of(record | {"change": "thing"}, {}).no_answer == "the documents do not say"
