"""A rating counts only where the findings carry it; what else is found becomes evidence."""

from __future__ import annotations

import pytest

from benchmill.critique.critic_replies import Finding, Findings, Judgement
from benchmill.critique.verification import verify
from benchmill.records import Evidence, Span
from tests.critique.made import CANDIDATE, OTHER, SEED, TWIN, candidate, chunk

FULL = Finding("full", "kept for 14 days")
NONE = Finding("none", "")


def found(*passages: Finding, answer: str = "14 days", rating: int = 5) -> Findings:
    return Findings(passages, answer, Judgement(rating, "Stated."))


def test_a_rating_that_the_findings_carry_counts_as_it_is() -> None:
    result = verify(CANDIDATE, [OTHER, SEED], found(NONE, FULL))

    assert (result.rating, result.rationale, result.candidate) == (5, "Stated.", CANDIDATE)


def test_code_never_raises_a_rating() -> None:
    assert verify(CANDIDATE, [SEED], found(FULL, rating=2)).rating == 2


@pytest.mark.parametrize(
    ("finding", "answer", "reason"),
    [
        (Finding("none", ""), "14 days", "is labelled none"),
        (Finding("partial", "kept for 14 days"), "14 days", "is labelled partial"),
        (Finding("full", "kept for 30 days"), "14 days", "the quote given does not stand in it"),
        (Finding("full", ""), "14 days", "the quote given does not stand in it"),
        (Finding("full", "Build logs ... 14 days"), "14 days", "the quote given does not stand in it"),
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
    assert result.candidate.components[0].evidence[1:] == (Evidence(place, "promoted", 2),)
    assert result.candidate.id == CANDIDATE.id


@pytest.mark.parametrize(
    "finding",
    [
        Finding("partial", "build log for 14 days"),
        Finding("full", "In short: Harbor stores"),
        Finding("full", ""),
        Finding("none", "build log for 14 days"),
    ],
)
def test_a_passage_that_is_not_full_or_does_not_say_the_answer_is_not_added(finding: Finding) -> None:
    assert verify(CANDIDATE, [TWIN, SEED], found(finding, FULL)).candidate == CANDIDATE


def test_a_place_that_is_evidence_already_is_not_evidence_twice() -> None:
    overlapping = chunk("kept for 14 days. They can be downloaded. And more.", start=40 + SEED.text.index("kept"))

    assert verify(CANDIDATE, [overlapping, SEED], found(FULL, FULL)).candidate == CANDIDATE


def test_the_seed_is_not_added_where_the_critic_quotes_another_place_of_it() -> None:
    seed = chunk("Build logs are kept for 14 days. In short: 14 days.")
    made = candidate(seed, "kept for 14 days", "14 days", "How long does Harbor CLI retain build logs?")

    assert verify(made, [seed], found(Finding("full", "In short: 14 days"))).candidate == made


def test_nothing_is_added_where_the_rating_does_not_count() -> None:
    refused = found(Finding("full", "build log for 14 days"), FULL, answer="30 days")

    assert verify(CANDIDATE, [TWIN, SEED], refused).candidate == CANDIDATE


def test_a_question_that_more_than_four_different_passages_answer_is_too_general() -> None:
    others = [chunk(f"Page {n}: logs are kept for 14 days.", f"docs/{n}.md") for n in range(4)]
    result = verify(CANDIDATE, [SEED, *others], found(*[FULL] * 5))
    same = [chunk("Logs are kept for 14 days.", f"docs/{n}.md") for n in range(4)]

    assert result.rating == 1
    assert "too general: 5 different passages" in result.rationale
    assert verify(CANDIDATE, [SEED, *others[:3]], found(*[FULL] * 4)).rating == 5
    assert verify(CANDIDATE, [SEED, *same], found(*[FULL] * 5)).rating == 5
