"""Numbering: chapter and question number never change hands."""

from __future__ import annotations

from benchmill.editions.numbering import Numbering
from tests.growing.made import candidate, critique, document

A = document("a.md", "The port is 7400. The limit is 10 MB. ")
B = document("b/a.md", "The port is 7500. ")
PORT = critique(candidate(A, "The port is 7400.", "Which port?"))
LIMIT = critique(candidate(A, "The limit is 10 MB.", "Which limit?"))
OTHER = critique(candidate(B, "The port is 7500.", "Which port in b?"))


def numbers(numbering: Numbering, *critiques: object) -> list[tuple[str, int, int]]:
    made = numbering.number(critiques, [A, B], "test", {})  # type: ignore[arg-type]
    return [(item.candidate.question, item.chapter, item.question_number) for item in made]


def test_chapters_follow_the_documents_and_numbers_the_text_whatever_the_order_of_acceptance() -> None:
    expected = [("Which port?", 1, 1), ("Which limit?", 1, 2), ("Which port in b?", 2, 1)]
    assert numbers(Numbering.after({}, []), OTHER, LIMIT, PORT) == expected


def test_a_number_of_a_retired_item_is_not_given_again() -> None:
    numbering = Numbering.after({"a.md": 1}, [(1, 1), (1, 5)])
    assert numbers(numbering, PORT) == [("Which port?", 1, 6)]


def test_a_new_document_gets_a_chapter_nobody_had() -> None:
    numbering = Numbering.after({"a.md": 1, "gone.md": 2}, [(1, 1), (2, 1)])
    assert numbers(numbering, OTHER) == [("Which port in b?", 3, 1)]


def test_a_renamed_document_goes_on_in_its_chapter() -> None:
    numbering = Numbering.after({"old.md": 1}, [(1, 3)])
    numbering.renamed("old.md", "a.md")
    assert numbers(numbering, PORT) == [("Which port?", 1, 4)]
