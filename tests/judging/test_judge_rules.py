"""What is decided without a model: only what nobody could decide otherwise."""

from __future__ import annotations

import pytest

from benchmill.judging.given import Given
from benchmill.judging.judge import free_of_calls
from benchmill.judging.judge_rules import by_rules, missing
from benchmill.judging.reference import Component, Reference
from tests.judging.judged import reference

ONE = Reference(
    "q-1", "How long?", "factoid", (Component("for 30 seconds", ("30 seconds", "30 s")),), "It waits for 30 seconds."
)


@pytest.mark.parametrize(
    "answer", ["30 seconds", "30 s.", "**30 seconds**", "for 30 seconds", "it waits for 30 seconds", "30,000 ms"]
)
def test_an_answer_that_equals_the_reference_is_right_without_a_call(answer: str) -> None:
    judged = by_rules(ONE, Given(answer))

    assert judged is not None
    assert (judged.by, judged.correct, judged.recall, judged.abstained) == ("rules", True, 1.0, False)


@pytest.mark.parametrize(
    "answer",
    ["not 30 seconds", "30 seconds or more", "60 seconds", "half a minute", "I don't know, but 30 seconds", "-30 s"],
)
def test_rules_say_nothing_of_an_answer_with_other_words_in_it(answer: str) -> None:
    assert by_rules(ONE, Given(answer)) is None


@pytest.mark.parametrize(
    ("right", "other"), [("-v", "-V"), (">= 5", "< 5"), ("PEBBLE_URL", "pebble_url"), ("a && b", "a || b")]
)
def test_what_tokens_would_lose_is_left_to_the_model(right: str, other: str) -> None:
    only = reference(right)

    assert by_rules(only, Given(right)) is not None
    assert by_rules(only, Given(other)) is None


@pytest.mark.parametrize("answer", ["", "  \n", "I don't know.", "NOT_IN_PASSAGES", "Not in the documentation"])
def test_an_empty_answer_and_a_plain_refusal_decline(answer: str) -> None:
    for one, correct in ((ONE, False), (reference(), True)):
        judged = by_rules(one, Given(answer))
        assert judged is not None
        assert (judged.abstained, judged.correct) == (True, correct)


def test_a_reference_that_reads_like_a_refusal_is_an_answer() -> None:
    judged = by_rules(reference("unknown"), Given("unknown"))

    assert judged is not None
    assert (judged.abstained, judged.correct) == (False, True)


def test_several_components_are_present_by_rules_only_where_the_whole_answer_is_the_reference() -> None:
    two = reference("connect", "read", kind="list")

    whole = by_rules(two, Given("connect, read"))

    assert whole is not None
    assert whole.recall == 1.0
    assert by_rules(two, Given("connect")) is None


def test_all_leaves_nothing_to_rules_but_an_empty_answer() -> None:
    assert by_rules(ONE, Given("30 seconds"), always_ask=True) is None
    assert by_rules(ONE, Given(""), always_ask=True) is not None


def test_an_equal_answer_with_passages_is_asked_about_its_grounding() -> None:
    assert free_of_calls(ONE, Given("30 seconds")) is not None
    assert free_of_calls(ONE, Given("30 seconds", ())) is not None
    assert free_of_calls(ONE, Given("30 seconds", ("a passage",))) is None
    assert free_of_calls(ONE, Given("I don't know", ("a passage",))) is not None


def test_a_missing_answer_is_wrong_and_neither_contradicts_nor_declines() -> None:
    answerable, unanswerable = missing(ONE), missing(reference())

    assert (answerable.correct, answerable.recall, answerable.contradicted, answerable.abstained) == (
        False,
        0.0,
        None,
        None,
    )
    assert (unanswerable.correct, unanswerable.abstained) == (False, False)
