from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.scorer.rouge import RougeL, common_subsequence, porter

if TYPE_CHECKING:
    from rouge_score.rouge_scorer import RougeScorer  # type: ignore[import-untyped]

_WORDS = st.sampled_from(
    [
        "running",
        "RUNS",
        "runner",
        "The",
        "the",
        "cats",
        "cat",
        "U.S.",
        "3rd",
        "générale",
        "naïve",
        "ﬁne",
        "İ",
        "-",
        "\n",
    ]
)
_TEXTS = st.lists(_WORDS | st.text(max_size=6), max_size=15).map(" ".join)


@pytest.fixture(scope="module")
def ours() -> RougeL:
    return RougeL(porter())


@pytest.fixture(scope="module")
def theirs() -> RougeScorer:
    from rouge_score.rouge_scorer import RougeScorer  # brings nltk: only for the worker that compares

    return RougeScorer(["rougeL"], use_stemmer=True)


@given(reference=_TEXTS, prediction=_TEXTS)
@settings(max_examples=300)
def test_any_two_texts_have_rouge_scores_value_bit_for_bit(
    ours: RougeL, theirs: RougeScorer, reference: str, prediction: str
) -> None:
    assert ours.best([reference], prediction) == theirs.score(reference, prediction)["rougeL"].fmeasure


def _by_table(one: list[str], other: list[str]) -> int:
    table = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for i, left in enumerate(one):
        for j, right in enumerate(other):
            table[i + 1][j + 1] = table[i][j] + 1 if left == right else max(table[i][j + 1], table[i + 1][j])
    return table[-1][-1]


_LETTERS = st.lists(st.sampled_from("abcd"), max_size=90)


@given(_LETTERS, _LETTERS)
@settings(max_examples=200)
def test_the_rows_of_bits_give_the_tables_length(one: list[str], other: list[str]) -> None:
    assert common_subsequence(one, other) == _by_table(one, other)
