"""The time left: an estimate from the first call on, never frozen, and a reason where it rises."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import pytest

from benchmill.running.pace import FEWER, SLOWER, Counts, Left, Pace


@dataclass
class Clock:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


class Run:
    """A run whose time and counts the test sets."""

    def __init__(self, **counts: int) -> None:
        self.clock = Clock()
        self.pace = Pace(self.clock)
        self.counts = Counts(**{"items": 0, "wanted": 10, "under_way": 2, **counts})  # type: ignore[arg-type]
        self.pace.left(replace(self.counts, under_way=0))

    def after(self, seconds: float, **more: int) -> Left:
        self.clock.now += seconds
        self.counts = replace(self.counts, **{name: getattr(self.counts, name) + count for name, count in more.items()})
        left = self.pace.left(self.counts)
        assert left is not None
        return left


def test_before_the_first_reply_the_estimate_is_a_lower_bound_that_grows() -> None:
    run = Run()
    least = [run.after(10.0) for _ in range(6)]
    assert [left.seconds for left in least] == [225.0 * n for n in range(1, 7)]  # 45 calls, two at once
    assert str(least[0]) == "at least 4 min left: no reply yet"


def test_the_tries_decide_where_they_end_before_the_items() -> None:
    run = Run(wanted=1000, all_tries=50)
    left = run.after(90.0, tries=40, answered=80, under_way=6, items=2)
    assert left.seconds == pytest.approx(10 * (80 + 18) / 44 * 90 / 80)
    assert not left.least


def test_while_no_reply_comes_the_estimate_grows_with_every_second_and_says_why() -> None:
    run = Run()
    for _ in range(9):
        run.after(4.0, items=1, answered=5)
    before = run.after(0.0)
    waiting = [run.after(1.0) for _ in range(60)]
    seconds = [left.seconds for left in waiting]
    assert before.seconds < 10.0
    assert all(later > earlier for earlier, later in pairwise(seconds))
    assert seconds[-1] > 60.0
    assert waiting[-1].why == "no reply for 60 s"
    assert run.after(1.0, answered=1).why != "no reply for 61 s"


def test_an_estimate_that_rises_gives_its_reason() -> None:
    slow, few = Run(wanted=100), Run(wanted=100)
    for run in (slow, few):
        for _ in range(20):
            assert run.after(1.0, items=1, answered=4).why == ""
    assert SLOWER in {slow.after(20.0, items=1, answered=4).why for _ in range(5)}
    assert FEWER in {few.after(1.0, answered=4).why for _ in range(20)}


def test_replies_from_the_ledger_do_not_make_a_run_that_goes_on_look_quick() -> None:
    run = Run(wanted=100, under_way=0)
    run.clock.now += 1.0
    run.counts = replace(run.counts, items=50, recorded=200)
    assert run.pace.left(run.counts) is None  # nothing was asked yet: nobody knows how long a call takes
    left = run.after(10.0, under_way=2, answered=4)
    assert left.seconds > 400.0  # some 190 calls, 2.5 s each


def test_the_items_and_calls_of_another_phase_do_not_count() -> None:
    run = Run(wanted=0, phase="recheck", all_tries=20)  # type: ignore[arg-type]
    run.after(60.0, tries=20 - 1, answered=60)
    run.counts = Counts(items=90, wanted=100, answered=60, under_way=0, phase="")
    assert run.pace.left(run.counts) is None
    assert run.after(2.0, answered=2, under_way=2).seconds == pytest.approx(10 * (2 + 36) / 8 * 2.0 / 2)


def test_a_budget_that_ends_the_run_first_ends_the_estimate_too() -> None:
    run = Run(wanted=1000, affordable=10)
    left = run.after(10.0, answered=5)
    assert (left.seconds, left.budget) == (20.0, True)
    assert str(left) == "about 20 s left in the budget"


def test_nothing_is_left_where_all_items_are_there() -> None:
    pace = Pace(Clock())
    assert pace.left(Counts(10, 10, answered=40)) is None
