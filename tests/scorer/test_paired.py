from __future__ import annotations

import random

import pytest

from benchmill.scorer.paired import holm, paired_difference


def test_equal_systems_have_no_difference_and_no_spread() -> None:
    found = paired_difference([0.0, 1.0, 0.5], [0.0, 1.0, 0.5])
    assert (found.mean, found.p, found.error, found.more_questions()) == (0, 1, 0, None)


def test_few_units_are_exchanged_exactly() -> None:
    found = paired_difference([0.0] * 5, [1.0] * 5)
    assert found.p == 2 / 2**5  # of 32 exchanges only the one observed and its mirror are so large


def test_questions_of_one_document_count_as_one_unit() -> None:
    first, second = [0.0] * 40, [1.0] * 20 + [0.0] * 20
    alone = paired_difference(first, second)
    clustered = paired_difference(first, second, ["a"] * 20 + ["b"] * 20)
    assert alone.p < 0.001
    assert clustered.p == 1
    assert clustered.error > alone.error


def test_a_difference_in_the_other_direction_has_the_same_p_value() -> None:
    rng = random.Random(3)
    a, b = ([rng.random() for _ in range(60)] for _ in range(2))
    assert paired_difference(a, b).p == paired_difference(b, a).p


def test_more_questions_are_needed_the_smaller_the_difference() -> None:
    noise = [(-1.0) ** n for n in range(100)]
    near, far = (paired_difference([0.0] * 100, [change + x for x in noise]) for change in (0.05, 0.1))
    assert near.more_questions() > far.more_questions() > 0  # type: ignore[operator]
    assert near.resolvable(10) > near.resolvable(1) == pytest.approx(2.80 * near.error, rel=0.001)


def test_holm_corrects_in_order_and_never_above_one() -> None:
    assert holm([0.6, 0.01, 0.02]) == [0.6, 0.03, 0.04]
    assert holm([0.9, 0.8]) == [1, 1]
    assert holm([]) == []


def test_values_that_are_no_pairs_are_refused() -> None:
    with pytest.raises(ValueError, match="2 and 1 values do not form pairs"):
        paired_difference([1.0, 2.0], [1.0])


def test_chance_alone_is_called_real_about_as_often_as_promised() -> None:
    rng = random.Random(11)
    refused = 0
    for _ in range(60):
        first = [float(rng.random() < 0.6) for _ in range(60)]
        second = [float(rng.random() < 0.6) for _ in range(60)]
        refused += paired_difference(first, second, [f"d{n // 3}" for n in range(60)]).p < 0.05
    assert refused <= 8
