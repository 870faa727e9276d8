from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.scorer.squad import AnswerScore, answer_scores, exact, f1, multiset_f1, normalised

_FOLDER = Path(__file__).parent / "golden" / "squad"
_GOLDEN: dict[str, Any] = json.loads((_FOLDER / "squad_v2_golden.json").read_text())
_QUESTIONS: Mapping[str, list[str]] = {
    qa["id"]: [answer["text"] for answer in qa["answers"]]
    for article in json.loads((_FOLDER / "tiny.json").read_text())["data"]
    for paragraph in article["paragraphs"]
    for qa in paragraph["qas"]
}


@pytest.mark.parametrize("case", _GOLDEN["unit"], ids=lambda case: f"{case['gold']}|{case['pred']}")
def test_each_pair_is_normalised_and_scored_as_by_the_official_script(case: dict[str, Any]) -> None:
    assert normalised(case["gold"]) == case["normalized_gold"]
    assert normalised(case["pred"]) == case["normalized_pred"]
    assert exact(case["gold"], case["pred"]) == case["exact"]
    assert f1(case["gold"], case["pred"]) == case["f1"]


def test_each_question_has_the_official_values() -> None:
    scores = answer_scores(_QUESTIONS, _GOLDEN["predictions"])
    assert {id_: score._asdict() for id_, score in scores.items()} == _GOLDEN["per_question"]


def test_a_missing_prediction_counts_0_also_where_nothing_is_the_answer() -> None:
    assert answer_scores({"q": [], "r": ["x"]}, {}) == {"q": AnswerScore(0, 0), "r": AnswerScore(0, 0)}


def test_a_gold_answer_that_normalising_empties_is_as_none() -> None:
    scores = answer_scores({"q": ["the"]}, {"q": ""})
    assert scores == {"q": AnswerScore(1.0, 1.0)}


_WORDS = st.lists(st.sampled_from(["red", "blue", "x", "y"]), max_size=6)


@given(_WORDS, _WORDS)
@settings(max_examples=150)
def test_f1_is_that_of_multisets(gold: list[str], prediction: list[str]) -> None:
    common = sum(min(gold.count(word), prediction.count(word)) for word in {*gold, *prediction})
    expected = 2 * common / (len(gold) + len(prediction)) if gold or prediction else 1.0
    assert multiset_f1(gold, prediction) == pytest.approx(expected)
    assert multiset_f1(prediction, gold) == pytest.approx(expected)


@given(st.text())
@settings(max_examples=150)
def test_normalising_twice_changes_nothing_more_in_words(text: str) -> None:
    assert exact(text, text) == f1(text, text) == 1.0
