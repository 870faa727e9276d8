"""The minimum detectable difference and clustered errors are the textbook's."""

from __future__ import annotations

import pytest

from benchmill.records import Benchmark
from benchmill.scorer.proportion import wilson
from benchmill.validity.power import Power, clustered_error
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


def test_wilson_gives_the_error_bound_of_a_clean_sample() -> None:
    assert wilson(0, 100)[1] == pytest.approx(0.037, abs=0.001)
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_benchmark_without_items_is_measured_and_called_empty() -> None:
    validity = measure(Benchmark("empty", (), ()))
    assert validity.verdict.grade == "limited"
    assert validity.verdict.headline.startswith("There is nothing to measure yet")
    assert validity.numbers["oracle"].value is None
