"""Kappa and AC1 are the textbook's, and say nothing where nothing can be said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmill.curating.agreement import ac1, agreements, disagreements, kappa

PAIRS = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=60)


def test_kappa_is_cohens_and_ac1_gwets_on_a_published_table() -> None:
    pairs = [(True, True)] * 118 + [(True, False)] * 5 + [(False, True)] * 2
    assert kappa(pairs) == pytest.approx(-0.0234, abs=0.0005)
    assert ac1(pairs) == pytest.approx(0.9408, abs=0.0005)


def test_kappa_is_not_defined_where_both_always_say_the_same_one_thing() -> None:
    assert kappa([(True, True)] * 9) is None
    assert ac1([(True, True)] * 9) == 1


@given(PAIRS)
def test_both_are_symmetric_and_at_most_one(pairs: list[tuple[bool, bool]]) -> None:
    turned = [(b, a) for a, b in pairs]
    assert kappa(pairs) == kappa(turned)
    assert ac1(pairs) == ac1(turned)
    assert -1 <= ac1(pairs) <= 1
    assert (kappa(pairs) or 0) <= 1


@given(PAIRS)
def test_ac1_is_one_only_where_all_agree(pairs: list[tuple[bool, bool]]) -> None:
    assert (ac1(pairs) == 1) == all(a == b for a, b in pairs)


def test_only_items_that_both_judged_are_compared() -> None:
    votes = {"a": {"anna": True, "bo": True}, "b": {"anna": False}, "c": {"anna": True, "bo": False}}
    (pair,) = agreements(votes)
    assert (pair.first, pair.second, pair.n, pair.agreed) == ("anna", "bo", 2, 1)
    assert disagreements(votes) == ["c"]
