from __future__ import annotations

import random
from statistics import NormalDist, fmean, stdev

import pytest

from benchmill.scorer.bootstrap import interval
from benchmill.scorer.proportion import wilson


def test_the_same_values_and_seed_give_the_same_interval_and_another_seed_another() -> None:
    rng = random.Random(1)
    values = [rng.random() for _ in range(9)]
    assert interval(values, seed=3) == interval(values, seed=3)
    assert interval(values, seed=3) != interval(values, seed=4)


@pytest.mark.parametrize("count", [100, 300, 2000, 2001, 5000])
def test_the_interval_is_as_wide_as_theory_says(count: int) -> None:
    rng = random.Random(count)
    values = [rng.random() ** 2 for _ in range(count)]
    low, high = interval(values)
    half = NormalDist().inv_cdf(0.975) * stdev(values) / count**0.5
    assert low == pytest.approx(fmean(values) - half, abs=0.15 * half)
    assert high == pytest.approx(fmean(values) + half, abs=0.15 * half)


def test_questions_of_one_document_that_agree_widen_the_interval() -> None:
    rng = random.Random(5)
    levels = [rng.random() for _ in range(60)]
    values = [level for level in levels for _ in range(5)]
    clusters = [str(number) for number in range(60) for _ in range(5)]
    alone, together = interval(values), interval(values, clusters=clusters)
    # Five equal values carry the information of one: the interval is sqrt(5) times as wide.
    assert (together[1] - together[0]) / (alone[1] - alone[0]) == pytest.approx(5**0.5, rel=0.1)


def test_documents_of_unequal_size_are_weighed_by_their_questions() -> None:
    rng = random.Random(6)
    sizes = [1 + number % 7 for number in range(80)]
    clusters = [str(number) for number, size in enumerate(sizes) for _ in range(size)]
    values = [rng.random() for _ in clusters]
    low, high = interval(values, clusters=clusters)
    assert low < fmean(values) < high
    wide = [value for value in values for _ in range(30)], [f"{c}-{n}" for c in clusters for n in range(30)]
    low, high = interval(wide[0], clusters=wide[1])
    assert high - low < 0.03


def test_without_known_bounds_one_document_or_equal_values_have_no_spread() -> None:
    assert interval([0.25]) == (0.25, 0.25)
    assert interval([0.0, 1.0], clusters=["a", "a"]) == (0.5, 0.5)
    assert interval([1.0] * 4) == (1.0, 1.0)


@pytest.mark.parametrize("count", [5, 30, 200, 3000])
@pytest.mark.parametrize(
    ("value", "bounds"), [(1.0, (0.0, 1.0)), (0.0, (0.0, 1.0)), (0.5, (0.0, 1.0)), (100, (0, 100))]
)
def test_equal_values_leave_room_for_what_so_few_questions_cannot_show(
    count: int, value: float, bounds: tuple[float, float]
) -> None:
    # the rule of three: none of n questions differs, so up to about 3 / n of all questions may
    low, high = interval([value] * count, bounds=bounds)
    unseen = 1 - wilson(count, count)[0]
    assert value - low == pytest.approx(unseen * (value - bounds[0]), rel=0.3)
    assert high - value == pytest.approx(unseen * (bounds[1] - value), rel=0.3)
    assert bounds[0] <= low <= value <= high <= bounds[1]


def test_a_right_answer_more_never_narrows_the_interval_by_a_jump() -> None:
    almost, all_right = interval([1.0] * 29 + [0.5], bounds=(0, 1)), interval([1.0] * 30, bounds=(0, 1))
    assert almost[0] < all_right[0] < 0.95
    assert almost[1] == all_right[1] == 1.0


def test_equal_documents_are_few_observations_however_many_questions_they_have() -> None:
    clusters = [str(number // 20) for number in range(100)]
    assert interval([1.0] * 100, clusters=clusters, bounds=(0, 1)) == interval([1.0] * 5, bounds=(0, 1))
    assert interval([1.0] * 4, clusters=["a"] * 4, bounds=(0, 1)) == (0.0, 1.0)


@pytest.mark.parametrize(("right", "count"), [(5, 5), (9, 10), (29, 30), (95, 100), (50, 100)])
def test_shares_have_about_the_interval_of_wilson(right: int, count: int) -> None:
    values = [1.0] * right + [0.0] * (count - right)
    assert interval(values, bounds=(0, 1)) == pytest.approx(wilson(right, count), abs=0.1)


def test_nothing_has_no_interval() -> None:
    with pytest.raises(ValueError, match="at least one value"):
        interval([])
    with pytest.raises(ValueError, match="1 clusters for 2 values"):
        interval([0.0, 1.0], clusters=["a"])
