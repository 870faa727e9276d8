"""Selection: duplicates, caps and the end, decided in plan order."""

from __future__ import annotations

from benchmill.generator.kinds import WritingTask
from benchmill.growing.grown import Grown, Judged
from benchmill.growing.selection import Selection
from benchmill.records import Failure
from tests.growing.made import candidate, chunk, critique, document, item

PAGE = document("a.md", "The relay listens on port 7400. The queue holds 500 jobs. Logs are kept for nine days. ")
PORT = candidate(PAGE, "The relay listens on port 7400.", "On which port does the relay listen?", "7400")
JOBS = candidate(PAGE, "The queue holds 500 jobs.", "How many jobs fit into the queue?", "500 jobs")
LOGS = candidate(PAGE, "Logs are kept for nine days.", "For how long does the relay keep its logs?", "nine days")
SEED = WritingTask(None, (chunk(PAGE),))


def grown(*judged: Judged) -> Grown:
    return Grown(SEED, judged)


def test_the_later_of_two_duplicates_is_rejected_and_its_reason_names_the_other() -> None:
    selection = Selection((), wanted=5, per_document=5)
    selection.select(grown(Judged(critique(PORT))))
    duplicate = candidate(PAGE, "The relay listens on port 7400.", "On which port does the relay listen", "7400")
    selection.select(grown(Judged(critique(duplicate))))
    assert [c.candidate for c in selection.accepted] == [PORT]
    (rejected,) = selection.rejected
    assert rejected.failure is not None
    assert rejected.failure.check == "duplicate"
    assert PORT.question in rejected.failure.reason


def test_a_document_gets_no_more_items_than_its_cap_counting_those_of_earlier_editions() -> None:
    selection = Selection((item(PORT),), wanted=5, per_document=2, per_chunk=9)
    assert selection.has_room(SEED)
    selection.select(grown(Judged(critique(JOBS)), Judged(critique(LOGS))))
    assert [c.candidate for c in selection.accepted] == [JOBS]
    assert [j.failure.check for j in selection.rejected if j.failure] == ["per-document"]
    assert not selection.has_room(SEED)


def test_what_comes_after_the_last_wanted_item_is_surplus_and_not_lost() -> None:
    selection = Selection((), wanted=1, per_document=5)
    selection.select(grown(Judged(critique(PORT)), Judged(critique(JOBS))))
    assert selection.full
    assert [j.failure.check for j in selection.rejected if j.failure] == ["surplus"]


def test_every_candidate_is_counted_once_as_accepted_or_rejected() -> None:
    selection = Selection((), wanted=5, per_document=5)
    refused = Failure("check", JOBS.id, "points-at-source", "deictic")
    selection.select(grown(Judged(critique(PORT)), Judged(critique(JOBS), refused)))
    assert selection.candidates == len(selection.accepted) + len(selection.rejected) == 2


def test_words_that_are_an_item_already_are_no_news() -> None:
    selection = Selection((item(PORT),), wanted=5, per_document=5)
    selection.select(grown(Judged(critique(PORT))))
    assert selection.candidates == 0
    assert selection.knows(PORT)


def test_a_candidate_equal_to_one_of_another_source_chunk_is_counted_as_a_duplicate() -> None:
    selection = Selection((), wanted=5, per_document=5)
    selection.select(grown(Judged(critique(PORT))))
    selection.select(
        Grown(WritingTask(None, (chunk(PAGE, "The relay listens on port 7400. The queue"),)), (Judged(critique(PORT)),))
    )
    assert selection.candidates == len(selection.accepted) + len(selection.rejected) == 2


def test_what_a_person_dropped_does_not_come_back_in_the_same_or_nearly_the_same_words() -> None:
    selection = Selection((), wanted=5, per_document=1, barred=(item(PORT),))
    again = candidate(PAGE, "The relay listens on port 7400.", "On which port does the relay listen", "7400")
    selection.select(grown(Judged(critique(PORT)), Judged(critique(again)), Judged(critique(JOBS))))
    assert [c.candidate for c in selection.accepted] == [JOBS]  # and what was dropped takes no room of its document
    (rejected,) = selection.rejected
    assert rejected.failure is not None
    assert "a dropped question" in rejected.failure.reason


def test_a_candidate_without_a_place_for_its_kind_takes_one_that_another_kind_gives_up() -> None:
    selection = Selection((), wanted=3, per_document=9, per_chunk=9, quotas={"factoid": 1, "list": 2})
    refused = Failure("critique", LOGS.id, "relevance", "nobody asks")
    selection.select(grown(Judged(critique(PORT)), Judged(critique(LOGS), refused), Judged(critique(JOBS))))
    selection.settle_again()
    assert [j.failure.check for j in selection.rejected if j.failure] == ["relevance", "per-kind"]
    selection.quotas = {"factoid": 3}
    selection.settle_again()
    assert [c.candidate for c in selection.accepted] == [PORT, JOBS]
    assert [j.failure.check for j in selection.rejected if j.failure] == ["relevance"]
    assert selection.candidates == 3


def test_lifted_caps_take_in_what_they_refused_until_they_refuse_nothing() -> None:
    selection = Selection((), wanted=5, per_document=1)
    selection.select(grown(Judged(critique(PORT)), Judged(critique(JOBS)), Judged(critique(LOGS))))
    assert [c.candidate for c in selection.accepted] == [PORT]
    assert selection.lift()
    assert [c.candidate for c in selection.accepted] == [PORT, JOBS]
    assert selection.lift()
    assert [c.candidate for c in selection.accepted] == [PORT, JOBS, LOGS]
    assert selection.candidates == 3
    assert not selection.rejected
    assert not selection.lift()
