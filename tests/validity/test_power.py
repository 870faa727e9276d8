"""The minimum detectable difference and clustered errors are the textbook's."""

from __future__ import annotations

import random

import pytest

from benchmill.records import Benchmark
from benchmill.scorer.proportion import wilson
from benchmill.validity.baselines import Baselines, Ranking
from benchmill.validity.measured import mean_of
from benchmill.validity.power import Power, clustered_error, power_of, separated
from benchmill.validity.validity import measure


@pytest.mark.parametrize(
    ("n", "disagreement", "points"), [(50, 0.10, 12.5), (100, 0.15, 10.8), (300, 0.15, 6.3), (1000, 0.20, 4.0)]
)
def test_the_detectable_difference_shrinks_with_the_root_of_n(n: int, disagreement: float, points: float) -> None:
    power = Power(n, n, 1.0, disagreement, None, 0)
    assert power.detectable is not None
    assert 100 * power.detectable == pytest.approx(points, abs=0.05)


def test_as_many_items_as_it_asks_for_bring_the_difference_down() -> None:
    small = Power(100, 20, 1.5, 0.2, None, 0)
    enough = Power(100 + small.more_items_for(0.05), 20, 1.5, 0.2, None, 0)
    assert enough.detectable is not None
    assert 0.0495 < enough.detectable <= 0.05
    assert enough.more_items_for(0.05) == 0


def test_items_that_agree_within_documents_are_worth_fewer() -> None:
    values = [1.0, 1.0, 1.0, -1.0, -1.0, -1.0]
    together = clustered_error(values, ["a", "a", "a", "b", "b", "b"])
    apart = clustered_error(values, list("abcdef"))
    assert together > 1.7 * apart


def _ran(places: list[int], documents: list[str], hits: list[bool]) -> Baselines:
    """Two retrievers, of which one finds every item and the other those of `hits`."""
    rankings: dict[str, tuple[Ranking, ...]] = {
        "a": tuple((0,) for _ in places),
        "b": tuple((0,) if hits[at] else (1,) for at in places),
    }
    gold = tuple((frozenset([0]),) for _ in places)
    return Baselines(tuple(places), gold, tuple(documents[at] for at in places), rankings)


def test_a_sample_of_the_items_promises_no_smaller_difference_than_all_items_do() -> None:
    rng = random.Random(1)
    documents = [f"{number % 50}.md" for number in range(5000)]
    easy = {name: rng.random() for name in documents}
    hits = [rng.random() < easy[name] for name in documents]
    places = list(range(5000))
    whole = power_of(_ran(places, documents, hits), 5000, documents)
    part = power_of(_ran(sorted(rng.sample(places, 600)), documents, hits), 5000, documents)
    assert part.detectable == pytest.approx(whole.detectable, rel=0.2)


def test_a_difference_that_every_item_has_is_told_apart_unless_all_are_of_one_document() -> None:
    assert separated([1.0] * 20, [f"{number}.md" for number in range(20)])
    assert not separated([1.0] * 20, ["a.md"] * 20)
    assert not separated([0.0] * 20, [f"{number}.md" for number in range(20)])


def test_the_items_of_one_document_have_an_interval_and_one_item_has_none() -> None:
    found = mean_of("n", "n", [0.0, 1.0] * 10, "m", clusters=["a.md"] * 20, method="counted")
    assert found.ci95 is not None
    assert found.ci95[0] < 0.4 < 0.6 < found.ci95[1]
    assert "items, all of one document" in found.method
    assert mean_of("n", "n", [1.0], "m", clusters=["a.md"], method="counted").ci95 is None


def test_wilson_gives_the_error_bound_of_a_clean_sample() -> None:
    assert wilson(0, 100)[1] == pytest.approx(0.037, abs=0.001)
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_benchmark_without_items_is_measured_and_called_empty() -> None:
    validity = measure(Benchmark("empty", (), ()))
    assert validity.verdict.grade == "limited"
    assert validity.verdict.headline.startswith("There is nothing to measure yet")
    assert validity.numbers["oracle"].value is None
