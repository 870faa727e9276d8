"""What `score` prints can be read without the manual."""

from __future__ import annotations

from dataclasses import replace

import pytest

import benchmill
from benchmill.cli.score_table import score_rows
from benchmill.evaluating.scores import Score, grouped
from tests.end_to_end.command import EXAMPLES


@pytest.fixture(scope="module")
def score(tmp_path_factory: pytest.TempPathFactory) -> Score:
    """Of a retriever that finds the whole page for every second question, and nothing for the others."""
    bench = tmp_path_factory.mktemp("score") / "bench"
    benchmill.grow(EXAMPLES, bench, questions=12, kinds=("factoid",))
    items = benchmill.load(bench).benchmark.items
    pages = {item.id: (EXAMPLES / item.candidate.document_id).read_text("utf-8") for item in items}
    return benchmill.score(bench, {id_: [page] for n, (id_, page) in enumerate(pages.items()) if n % 2})


def test_a_lost_component_is_told_in_words(score: Score) -> None:
    rows = [text for _, text in score_rows(score)]
    assert any(text.endswith("of 12 found") for text in rows)
    assert any("lost: " in text and text.endswith(")") for text in rows)


def test_the_intervals_say_what_they_are_over(score: Score) -> None:
    rows = dict(score_rows(score))
    documents = len(score.groups["document"])
    assert rows["intervals"].startswith(f"over {documents} documents")


def test_a_ceiling_is_named_only_where_it_is_below_one(score: Score) -> None:
    recall = score.metrics["recall@10"]
    ceilings = {"below": 0.8, "one": 1.0, "unknown": None}
    metrics = {name: replace(recall, ceiling=ceiling) for name, ceiling in ceilings.items()}
    rows = dict(score_rows(replace(score, metrics=metrics)))
    assert [name for name in ceilings if "of the ceiling" in rows[name]] == ["below"]


def test_levels_of_difficulty_go_from_easy_to_hard_and_other_values_by_name() -> None:
    rows = [{"id": str(n), "recall@10": 1.0} for n in range(3)]
    levels = {"0": "hard", "1": "medium", "2": "easy"}
    kinds = {"0": "list", "1": "factoid", "2": "list"}
    found = grouped(rows, {"difficulty": levels, "kind": kinds})
    assert list(found["difficulty"]) == ["easy", "medium", "hard"]
    assert list(found["kind"]) == ["factoid", "list"]
