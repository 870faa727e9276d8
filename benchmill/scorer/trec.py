"""Qrels, run -> nDCG@k, Recall@k, MAP@k, P@k, MRR@k, accuracy@k of every query, as trec_eval computes them."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import log2

Qrels = Mapping[str, Mapping[str, int]]
Run = Mapping[str, Mapping[str, float]]

MEASURES = ("ndcg", "recall", "map", "p", "mrr", "accuracy")
ALIASES = {"hit": "accuracy", "hit_rate": "accuracy", "success": "accuracy", "precision": "p", "rr": "mrr"}
"""Other programs' names of measures; `accuracy` is BEIR's word for the hit rate, `success` is trec_eval's."""


def parse_metric(name: str) -> tuple[str, int]:
    """("ndcg", 10) of `ndcg@10`; ValueError where the measure is unknown or k is no number from 1 up.

    >>> parse_metric("nDCG@10")
    ('ndcg', 10)
    """
    measure, _, depth = name.lower().partition("@")
    measure = ALIASES.get(measure, measure)
    if measure not in MEASURES or not depth.isdecimal() or int(depth) < 1:
        raise ValueError(f"a metric is one of {', '.join(MEASURES)} with @k, e.g. ndcg@10, not {name!r}")
    return measure, int(depth)


def ranking(scores: Mapping[str, float]) -> list[str]:
    """Document ids in trec_eval's order: score as a 32-bit float descending, then id descending by code points.

    >>> ranking({"10": 1.0, "9": 1.00000001, "a": 0.5})
    ['9', '10', 'a']
    """
    return [document for _, document in sorted(zip(array("f", scores.values()), scores, strict=True), reverse=True)]


def evaluate(qrels: Qrels, run: Run, metrics: Sequence[str]) -> dict[str, dict[str, float]]:
    """Query id -> metric -> value, for every query of `qrels`; a query that `run` lacks has 0 for every metric.

    Relevance is a whole number; 0 and below is not relevant. Gains are linear (the relevance itself) and discounted by
    log2(rank + 1). The ideal gain, MAP and Recall use all relevant documents; P divides by k. The values are those of
    pytrec_eval, bit for bit; MRR@k is its `recip_rank`, 0 behind rank k, accuracy@k its `success`. NaN has no rank: the
    caller must refuse it.

    >>> evaluate({"q": {"a": 2, "b": 1}}, {"q": {"b": 3.0, "c": 2.0, "a": 1.0}}, ["p@2", "recall@2", "mrr@10"])
    {'q': {'p@2': 0.5, 'recall@2': 0.5, 'mrr@10': 1.0}}
    """
    parsed = [(name, *parse_metric(name)) for name in metrics]
    depth = max((k for _, _, k in parsed), default=0)
    found = {}
    for query, judged in qrels.items():
        relevant = {document: grade for document, grade in judged.items() if grade > 0}
        hits = _hits(relevant, run.get(query, {}), depth)
        ideal = _ideal(relevant, depth) if any(measure == "ndcg" for _, measure, _ in parsed) else []
        found[query] = {name: _value(measure, k, hits, len(relevant), ideal) for name, measure, k in parsed}
    return found


def _hits(relevant: Mapping[str, int], scores: Mapping[str, float], depth: int) -> list[tuple[int, int]]:
    """(rank from 1, grade) of every relevant document among the first `depth`."""
    ranked = ranking(scores)[:depth]
    return [(rank, relevant[document]) for rank, document in enumerate(ranked, start=1) if document in relevant]


def _ideal(relevant: Mapping[str, int], depth: int) -> list[float]:
    """The largest possible gain at each k from 1, up to the number of relevant documents."""
    grades = sorted(relevant.values(), reverse=True)[:depth]
    return list(accumulate(grade / log2(rank + 1) for rank, grade in enumerate(grades, start=1)))


def _value(measure: str, k: int, hits: list[tuple[int, int]], relevant: int, ideal: list[float]) -> float:
    within = [hit for hit in hits if hit[0] <= k]
    if not within:
        return 0.0
    if measure == "ndcg":
        return sum(grade / log2(rank + 1) for rank, grade in within) / ideal[min(k, relevant) - 1]
    if measure == "map":
        return sum(number / rank for number, (rank, _) in enumerate(within, start=1)) / relevant
    if measure == "mrr":
        return 1 / within[0][0]
    if measure == "accuracy":
        return 1.0
    return len(within) / (k if measure == "p" else relevant)
