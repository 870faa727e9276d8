from __future__ import annotations

import json
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from benchmill.scorer.asqa import disambig_f1, dr, rouge_l, str_em, str_em_official
from benchmill.scorer.rouge import RougeL, porter

_GOLDEN: dict[str, Any] = json.loads((Path(__file__).parent / "golden" / "asqa" / "asqa_golden.json").read_text())
_CASES = _GOLDEN["cases"]


@pytest.mark.parametrize("case", _CASES, ids=lambda case: case["id"])
def test_each_case_has_the_reference_programs_values(case: dict[str, Any]) -> None:
    rouge = RougeL(porter())
    assert [rouge.best([text], case["prediction"]) for text in case["long_answers"]] == case["rageval"]["rougeL_each"]
    assert rouge_l(case["long_answers"], case["prediction"], rouge) == case["rageval"]["rougeL"]
    assert str_em(case["short_answers"], case["prediction"]) == case["rageval"]["em_ignore_case"]
    assert str_em_official(case["short_answers"], case["prediction"]) == case["official"]["str_em"]


def test_the_means_are_those_of_rageval_and_of_the_official_script() -> None:
    rouge = RougeL(porter())
    long = [rouge_l(case["long_answers"], case["prediction"], rouge) for case in _CASES]
    assert fmean(long) == pytest.approx(_GOLDEN["rageval_dataset_average_rougeL"], rel=1e-15)
    short = [str_em(case["short_answers"], case["prediction"]) for case in _CASES]
    assert fmean(short) == pytest.approx(_GOLDEN["rageval_em_ignore_case_average"], rel=1e-15)
    official = [str_em_official(case["short_answers"], case["prediction"]) for case in _CASES]
    assert 100 * fmean(official) == pytest.approx(_GOLDEN["official_compute_all_scores"]["str_em"], rel=1e-15)


@pytest.mark.parametrize("case", _GOLDEN["disambig_f1_formula"], ids=lambda case: case["id"])
def test_disambig_f1_of_declared_entities(case: dict[str, Any]) -> None:
    references = [reference["entities"] for reference in case["refs"]]
    assert [disambig_f1([one], case["pred_entities"]) for one in references] == pytest.approx(case["f1_each"])
    assert disambig_f1(references, case["pred_entities"]) == pytest.approx(case["score"])


def test_dr_is_taken_over_the_data_set() -> None:
    example = _GOLDEN["DR_formula"]["example"]
    assert dr(example["disambig_f1"], example["rougeL"]) == example["DR"]


def test_without_readings_or_references_there_is_nothing_to_find() -> None:
    assert str_em([], "x") == str_em_official([], "x") == disambig_f1([], []) == dr([], []) == 0.0
    assert str_em([[]], "x") == 0.0
    assert rouge_l([], "x", RougeL(str)) == 0.0
