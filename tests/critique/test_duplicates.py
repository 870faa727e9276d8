"""Which questions are the same question, and that looking for them leaves no pair out."""

from __future__ import annotations

import math
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.critique.blocking import Blocking
from benchmill.critique.duplicates import (
    TOKEN_JACCARD,
    TRIGRAM_COSINE,
    Duplicates,
    cosine,
    jaccard,
    trigrams,
    trigrams_index,
    words_index,
)
from benchmill.records.candidate import AnswerComponent, Candidate, Evidence
from benchmill.records.corpus import Span
from benchmill.records.words import words
from tests.critique.duplicate_pairs import JOB, PAIRS, STEPS, Pair, asked


def _ask(question: str, answer: str = "5 s", start: int = 0, document: str = "a.md", size: int = 10) -> Candidate:
    evidence = Evidence(Span(document, start, start + size, "x" * size))
    return Candidate("factoid", question, answer, (AnswerComponent(answer, (evidence,)),), ("c-1",))


def _repeats(first: Candidate, second: Candidate) -> bool:
    known = Duplicates()
    known.add(first)
    found = known.find(second)
    assert found in {None, first}
    return found is first


_BASE = "What is the default value of the idle timeout for connections in the Kestrel client library?"


@pytest.mark.parametrize(
    "other",
    [
        _BASE,
        _BASE.upper(),
        "What's the default value of the idle timeout for connections in the Kestrel client library",
        "What is the default value for the idle timeout of connections in the Kestrel client library?",
        "What is the default values of the idle timeouts for connections in the Kestrel client library?",
    ],
)
def test_the_same_question_in_nearly_the_same_words_is_a_duplicate(other: str) -> None:
    assert _repeats(_ask(_BASE), _ask(other, start=900))


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (
            "What is the multiplier of the `(cat)` format for prompts?",
            "What is the multiplier of the `((cat))` format for prompts?",
        ),
        (
            "Which limit of the shared gate does the `--rpm` flag set?",
            "Which limit of the shared gate does the `--tpm` flag set?",
        ),
        (
            "What did the old client of Kestrel v1 return on a full pool?",
            "What did the old client of Kestrel v2 return on a full pool?",
        ),
        (
            "How many rows does a page hold when 10 users read it at once?",
            "How many rows does a page hold when 20 users read it at once?",
        ),
        (
            "When does the client follow redirects to another host?",
            "When does the client not follow redirects to another host?",
        ),
        (
            "What does `open` return for a missing file in Kestrel?",
            "What does `stat` return for a missing file in Kestrel?",
        ),
        (
            "How are rows copied to Postgres by the nightly export job?",
            "How are rows copied to Oracle by the nightly export job?",
        ),
    ],
)
def test_a_number_identifier_name_or_negation_makes_another_question(one: str, two: str) -> None:
    assert not _repeats(_ask(one, "seven", 0), _ask(two, "nine", 500))
    assert _repeats(_ask(one, "seven", 0), _ask(two, "seven", 0)), "unless answer and quote are the same"


def test_one_other_content_word_makes_another_question_only_with_another_answer_elsewhere() -> None:
    read = "What is the default value of the read timeout for connections in the Kestrel client library?"
    assert jaccard(frozenset(words(_BASE)), frozenset(words(read))) >= TOKEN_JACCARD
    assert not _repeats(_ask(_BASE, "5 s", 0), _ask(read, "30 s", 500))
    assert _repeats(_ask(_BASE, "5 s", 0), _ask(read, "5 seconds", 500))
    assert _repeats(_ask(_BASE, "5 s", 0), _ask(read, "30 s", 4))


def test_names_in_another_order_are_another_question_only_with_another_answer() -> None:
    there, back = "How do I convert rows from YAML to JSON?", "How do I convert rows from JSON to YAML?"
    assert not _repeats(_ask(there, "`to_json`", 0), _ask(back, "`to_yaml`", 500))
    assert _repeats(
        _ask("How do YAML and JSON differ?", "in speed"), _ask("How do JSON and YAML differ?", "in speed", 500)
    )


def test_the_same_answer_from_the_same_quote_is_a_duplicate_whatever_the_question() -> None:
    known = _ask("How long are idle connections kept?", "5 seconds", 0, size=50)
    assert _repeats(known, _ask("After which time does Kestrel close an unused socket?", "the 5 s", 0, size=45))
    assert not _repeats(known, _ask("After which time does Kestrel close an unused socket?", "5 s", 0, "b.md", size=50))
    assert not _repeats(known, _ask("After which time does Kestrel close an unused socket?", "5 s", 40, size=50))


def test_the_first_of_several_is_named() -> None:
    known = Duplicates()
    candidates = [_ask(_BASE, "5 s", number * 100) for number in range(3)]
    for candidate in candidates:
        known.add(candidate)
    assert known.find(_ask(_BASE, "5 s", 900)) is candidates[0]
    assert len(known) == 3


def test_short_questions_that_share_words_are_different() -> None:
    assert not _repeats(_ask("What is a pool?", "a set"), _ask("What is a client?", "a caller", 500))


_words = st.sampled_from(
    ["what", "is", "the", "pool", "idle", "limit", "of", "a", "client", "page", "default", "in", "row", "value"]
)
_questions = st.lists(st.lists(_words, min_size=1, max_size=14).map(" ".join), min_size=2, max_size=90)


@given(_questions)
@settings(max_examples=60)
def test_blocking_finds_the_pairs_of_the_jaccard_rule_and_no_others(questions: list[str]) -> None:
    sets = [frozenset(words(question)) for question in questions]
    _assert_exact(sets, words_index(), lambda a, b: jaccard(a, b) >= TOKEN_JACCARD)


@given(_questions)
@settings(max_examples=60)
def test_blocking_finds_the_pairs_of_the_trigram_rule_and_no_others(questions: list[str]) -> None:
    sets = [trigrams(question) for question in questions]
    _assert_exact(sets, trigrams_index(), lambda a, b: cosine(a, b) >= TRIGRAM_COSINE)


def _assert_exact(sets: list[frozenset[str]], blocking: Blocking, similar: object) -> None:
    assert callable(similar)
    for number, features in enumerate(sets):
        found = blocking.near(features)
        assert sorted(found) == [earlier for earlier in range(number) if similar(sets[earlier], features)]
        blocking.add(features)


@given(_questions)
@settings(max_examples=40)
def test_finding_equals_comparing_with_every_earlier_question(questions: list[str]) -> None:
    """All candidates share answer and quote of nobody, so only the wording decides."""
    known = Duplicates()
    added: list[Candidate] = []
    for number, question in enumerate(questions):
        candidate = _ask(question, "same", number * 100)
        alike = (c for c in added if _all_pairs(c.question, question))
        assert known.find(candidate) is next(alike, None)
        known.add(candidate)
        added.append(candidate)


def _all_pairs(one: str, other: str) -> bool:
    """The definition of a duplicate over plain words with one answer: no blocking, no index."""
    a, b = set(words(one)), set(words(other))
    grams_a, grams_b = trigrams(one), trigrams(other)
    share = len(grams_a & grams_b) / math.sqrt(len(grams_a) * len(grams_b))
    return len(a & b) / len(a | b) >= TOKEN_JACCARD or share >= TRIGRAM_COSINE


def test_any_question_can_be_added_and_found_again() -> None:
    for question in ("\ud800 x", "😀", "???", "東京はどこですか", "a" * 10_000):
        assert _repeats(_ask(question), _ask(question))


@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_a_pair_is_refused_or_kept_as_its_case_says(pair: Pair) -> None:
    known = Duplicates()
    known.add(pair.first)
    find = known.other_side if pair.check == "gives-another-away" else known.find
    assert (find(pair.second) is None) == pair.near_good


def test_duplicate_and_giving_away_have_eight_pairs_each_way() -> None:
    assert min(Counter((pair.check, pair.near_good) for pair in PAIRS).values()) >= 8


def test_a_question_about_before_is_none_about_after_unless_both_have_one_quote() -> None:
    wording = "Quel port le relais Kestrel ouvre-t-il {} le premier démarrage du serveur principal ?"
    asked_before = asked(wording.format("avant"), "80", JOB)
    known = Duplicates("fr")
    known.add(asked_before)

    assert known.find(asked(wording.format("après"), "8080", STEPS)) is None
    assert known.find(asked(wording.format("après"), "8080", JOB)) == asked_before
    assert known.find(asked(wording.format("dès"), "8080", STEPS)) == asked_before
