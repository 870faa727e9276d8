from __future__ import annotations

import json
from array import array
from pathlib import Path
from typing import Any

import pytest
import pytrec_eval
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.scorer.trec import evaluate, parse_metric, ranking

_GOLDEN = Path(__file__).parent / "golden" / "beir"
_NAMES = {"ndcg": "ndcg_cut_{}", "recall": "recall_{}", "map": "map_cut_{}", "p": "P_{}"}
_SEMANTICS: dict[str, Any] = json.loads((_GOLDEN / "semantics_cases.json").read_text())


def _theirs(qrels: dict[str, dict[str, int]], run: dict[str, dict[str, float]], cutoffs: list[int]) -> Any:
    depths = ",".join(map(str, cutoffs))
    measures = {"recip_rank"} | {f"{name.split('_{')[0]}.{depths}" for name in _NAMES.values()}
    return pytrec_eval.RelevanceEvaluator(qrels, measures).evaluate(run)


@pytest.mark.parametrize("name", sorted(_SEMANTICS))
def test_every_golden_case_of_semantics_is_met(name: str) -> None:
    case = _SEMANTICS[name]
    metrics = {f"{ours}@{k}": theirs.format(k) for ours, theirs in _NAMES.items() for k in (1, 2, 10)}
    ours = evaluate(case["qrels"], case["run"], [*metrics, "mrr@1000"])
    for query, values in case["pytrec_eval"].items():
        for our_name, their_name in metrics.items():
            assert ours[query][our_name] == values[their_name], (query, our_name)
        assert ours[query]["mrr@1000"] == values["recip_rank"]
    for query in ours.keys() - case["pytrec_eval"].keys():
        assert set(ours[query].values()) == {0.0}


def test_60_queries_with_many_ties_are_met_bit_for_bit() -> None:
    golden = json.loads((_GOLDEN / "random_ties_60q.json").read_text())
    names = sorted(next(iter(golden["pytrec"].values())))
    metrics = {}
    for name in names:
        stem, _, k = name.rpartition("_")
        measure = {"ndcg_cut": "ndcg", "recall": "recall", "map_cut": "map", "P": "p"}.get(stem)
        if measure:
            metrics[f"{measure}@{k}"] = name
    assert len(metrics) >= 4
    ours = evaluate(golden["qrels"], golden["run"], [*metrics, "mrr@1000"])
    for query, values in golden["pytrec"].items():
        for our_name, their_name in metrics.items():
            assert ours[query][our_name] == values[their_name], (query, our_name)
        assert ours[query]["mrr@1000"] == values["recip_rank"]


_IDS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zs"]), min_size=1, max_size=3)
# Few distinct scores, close ones that a 32-bit float cannot tell apart, and large ones where it loses digits.
_SCORES = st.sampled_from([0.0, -0.0, 1.0, 1.00000001, -1.0, 16777216.0, 16777217.0, 1e-45, 1e39]) | st.floats(
    allow_nan=False, allow_infinity=False, width=64
)


@st.composite
def _cases(draw: st.DrawFn) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    documents = draw(st.lists(_IDS, min_size=1, max_size=12, unique=True))
    queries = ["q1", "q2", "q3"]
    # From -1: a grade of -2 makes pytrec_eval itself write outside its arrays and crash.
    grades = st.dictionaries(st.sampled_from(documents), st.integers(-1, 4), min_size=1)
    scores = st.dictionaries(st.sampled_from(documents), _SCORES)
    return {query: draw(grades) for query in queries[:2]}, {query: draw(scores) for query in queries[1:]}


@given(_cases())
@settings(max_examples=300)
def test_any_qrels_and_run_give_pytrec_evals_values_bit_for_bit(
    case: tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]],
) -> None:
    qrels, run = case
    cutoffs = [1, 3, 10]
    ours = evaluate(qrels, run, [f"{name}@{k}" for name in _NAMES for k in cutoffs] + ["mrr@1000"])
    theirs = _theirs(qrels, run, cutoffs)
    for query, values in theirs.items():
        for name, pattern in _NAMES.items():
            for k in cutoffs:
                assert ours[query][f"{name}@{k}"] == values[pattern.format(k)], (query, name, k)
        assert ours[query]["mrr@1000"] == values["recip_rank"]
    assert set(ours) == set(qrels)
    assert set(ours["q1"].values()) == {0.0}, "q1 is missing in the run"


@given(st.dictionaries(_IDS, _SCORES, max_size=12))
@settings(max_examples=100)
def test_the_order_is_by_32_bit_score_then_id_both_descending(scores: dict[str, float]) -> None:
    ranked = ranking(scores)
    keys = [(array("f", [scores[document]])[0], document) for document in ranked]
    assert keys == sorted(keys, reverse=True)
    assert sorted(ranked) == sorted(scores)


def test_mrr_at_k_is_nothing_behind_rank_k() -> None:
    run = {"q": {"a": 3.0, "b": 2.0, "c": 1.0}}
    assert evaluate({"q": {"c": 1}}, run, ["mrr@2", "mrr@3"]) == {"q": {"mrr@2": 0.0, "mrr@3": 1 / 3}}


@pytest.mark.parametrize("name", ["ndcg", "ndcg@", "ndcg@0", "ndcg@-1", "ndcg@x", "f1@10", "@10", ""])
def test_an_unknown_metric_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(ValueError, match="a metric is one of ndcg, recall, map, p, mrr, accuracy with @k"):
        parse_metric(name)


def test_accuracy_is_what_trec_eval_calls_success() -> None:
    qrels = {"q1": {"a": 1, "b": 0}, "q2": {"c": 2}, "q3": {"d": 1}}
    run = {"q1": {"b": 3.0, "a": 2.0}, "q2": {"a": 1.0}, "q3": {"d": 9.0}}
    theirs = pytrec_eval.RelevanceEvaluator(qrels, {"success.1,5"}).evaluate(run)
    ours = evaluate(qrels, run, ["accuracy@1", "accuracy@5"])
    assert ours == {q: {f"accuracy@{k}": theirs[q][f"success_{k}"] for k in (1, 5)} for q in qrels}
    assert parse_metric("hit_rate@5") == parse_metric("success@5") == ("accuracy", 5)
