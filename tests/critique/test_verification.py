"""A rating counts only where the findings carry it; what else is found becomes evidence."""

from __future__ import annotations

import pytest

from benchmill.critique.added_evidence import with_evidence
from benchmill.critique.critic_replies import Finding, Findings, Judgement
from benchmill.critique.verification import Verified, verify
from benchmill.records import Candidate, Evidence, Span
from tests.critique.made import CANDIDATE, OTHER, SEED, TWIN, candidate, chunk

FULL = Finding("full", "kept for 14 days")
NONE = Finding("none", "")


def found(*passages: Finding, answer: str = "14 days", rating: int = 5) -> Findings:
    return Findings(passages, answer, Judgement(rating, "Stated."))


def added(result: Verified, to: Candidate) -> Candidate:
    """The candidate with the places that code is sure of."""
    return with_evidence(to, result.quoted.sure, "critic")


def test_a_rating_that_the_findings_carry_counts_as_it_is() -> None:
    result = verify(CANDIDATE, [OTHER, SEED], found(NONE, FULL))

    assert (result.rating, result.rationale, added(result, CANDIDATE)) == (5, "Stated.", CANDIDATE)


def test_code_never_raises_a_rating() -> None:
    assert verify(CANDIDATE, [SEED], found(FULL, rating=2)).rating == 2


@pytest.mark.parametrize(
    ("finding", "answer", "reason"),
    [
        (Finding("none", ""), "14 days", "is labelled none"),
        (Finding("partial", "kept for 14 days"), "14 days", "is labelled partial"),
        (Finding("full", "kept for 30 days"), "14 days", "the quote given is not in it"),
        (Finding("full", ""), "14 days", "the quote given is not in it"),
        (FULL, "", "the critic found no answer"),
        (FULL, "30 days", "the critic answered '30 days', the writer '14 days'"),
    ],
)
def test_a_rating_that_the_findings_contradict_becomes_1_with_the_reason(
    finding: Finding, answer: str, reason: str
) -> None:
    result = verify(CANDIDATE, [SEED], found(finding, answer=answer))

    assert result.rating == 1
    assert reason in result.rationale
    assert "The critic had rated 5: Stated." in result.rationale


def test_another_full_passage_with_the_answer_in_its_quote_becomes_added_evidence() -> None:
    findings = found(Finding("full", "build log for\n14 days"), FULL, NONE)
    result = verify(CANDIDATE, [TWIN, SEED, OTHER], findings)

    start = TWIN.text.index("build log")
    place = Span("docs/faq.md", start, start + len("build log for 14 days"), "build log for 14 days")
    completed = added(result, CANDIDATE)
    assert completed.components[0].evidence[1:] == (Evidence(place, "promoted", 2, "critic"),)
    assert completed.id == CANDIDATE.id


@pytest.mark.parametrize(
    "finding",
    [
        Finding("partial", "build log for 14 days"),
        Finding("full", ""),
        Finding("none", "build log for 14 days"),
    ],
)
def test_a_passage_that_is_not_full_or_does_not_say_the_answer_is_not_added(finding: Finding) -> None:
    assert added(verify(CANDIDATE, [TWIN, SEED], found(finding, FULL)), CANDIDATE) == CANDIDATE


def test_a_paraphrase_with_the_words_and_numbers_of_the_passage_is_no_refusal() -> None:
    assert verify(CANDIDATE, [SEED], found(Finding("full", "Build logs ... 14 days"))).rating == 5


def test_a_quote_without_the_answer_is_widened_to_the_sentence_that_holds_it() -> None:
    result = verify(CANDIDATE, [TWIN, SEED], found(Finding("full", "In short: Harbor stores"), FULL))

    (place,) = result.quoted.sure
    assert place.span.text == TWIN.text


def test_a_passage_that_says_it_in_other_words_or_of_something_else_waits_for_a_critic() -> None:
    worded = chunk("Harbor throws build output away a fortnight later.", "docs/other.md")
    something_else = chunk("Sessions end after 14 days.", "docs/sessions.md")
    quotes = [Finding("full", passage.text) for passage in (worded, something_else)]
    result = verify(CANDIDATE, [worded, something_else, SEED], found(*quotes, FULL))

    assert result.quoted.sure == ()
    assert [place.span.text for place in result.quoted.doubtful] == [worded.text, something_else.text]


def test_a_place_that_is_evidence_already_is_not_evidence_twice() -> None:
    overlapping = chunk("kept for 14 days. They can be downloaded. And more.", start=40 + SEED.text.index("kept"))

    assert added(verify(CANDIDATE, [overlapping, SEED], found(FULL, FULL)), CANDIDATE) == CANDIDATE


def test_the_seed_is_not_added_where_the_critic_quotes_another_place_of_it() -> None:
    seed = chunk("Build logs are kept for 14 days. In short: 14 days.")
    made = candidate(seed, "kept for 14 days", "14 days", "How long does Harbor CLI retain build logs?")

    assert added(verify(made, [seed], found(Finding("full", "In short: 14 days"))), made) == made


def test_nothing_is_added_where_the_rating_does_not_count() -> None:
    refused = found(Finding("full", "build log for 14 days"), FULL, answer="30 days")

    assert added(verify(CANDIDATE, [TWIN, SEED], refused), CANDIDATE) == CANDIDATE


def test_a_question_that_more_than_six_different_passages_answer_is_too_general() -> None:
    others = [chunk(f"Page {n}: logs are kept for 14 days.", f"docs/{n}.md") for n in range(6)]
    result = verify(CANDIDATE, [SEED, *others], found(*[FULL] * 7))
    same = [chunk("Logs are kept for 14 days.", f"docs/{n}.md") for n in range(6)]

    assert result.rating == 1
    assert "too general: 7 different passages" in result.rationale
    assert verify(CANDIDATE, [SEED, *others[:5]], found(*[FULL] * 6)).rating == 5
    assert verify(CANDIDATE, [SEED, *same], found(*[FULL] * 7)).rating == 5
