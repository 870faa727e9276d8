"""How many calls at once a server is asked, found out while asking it. In virtual time."""

from __future__ import annotations

import random
from functools import partial

import pytest

from tests.chat.fake_servers import FakeServer
from tests.chat.workload import about, best_fixed, through_the_client


@pytest.mark.parametrize("finishes_dropped", [False, True])
@pytest.mark.parametrize("slots", [1, 2, 8])
@pytest.mark.parametrize("concurrency", [8, 32])
def test_a_server_with_few_slots_is_as_quick_as_with_its_best_fixed_concurrency(
    slots: int, concurrency: int, finishes_dropped: bool
) -> None:
    """A call takes 2.5 s and the time-out is 12 s: six calls at once on one slot would time out."""

    def make() -> FakeServer:
        return FakeServer(seconds=about(2.5), slots=slots, timeout=12, finishes_dropped=finishes_dropped)

    work = through_the_client(make(), 25, concurrency)
    assert (work.finished, work.failed) == (25, 0)
    assert work.wall <= 1.25 * best_fixed(make, 25)
    assert work.server.requests <= 1.15 * work.server.answered


@pytest.mark.parametrize("seed", [0, 3])
@pytest.mark.parametrize("power", [1.0, 1.5, 2.0])
def test_a_server_that_becomes_slower_with_load_is_not_overloaded(power: float, seed: int) -> None:
    """With seed 3 the width at which it answers most is passed by before any reply shows it: it is tried again."""

    def make() -> FakeServer:
        slowdown = partial(_slower, power)
        return FakeServer(seconds=about(2.5), slowdown=slowdown, timeout=12, rng=random.Random(seed))

    work = through_the_client(make(), 50, 8)
    assert (work.finished, work.failed) == (50, 0)
    assert work.wall <= 1.25 * best_fixed(make, 50)


def _slower(power: float, calls: int) -> float:
    return float(max(1.0, calls / 4) ** power)


def test_the_first_replies_which_are_those_of_short_calls_narrow_nothing() -> None:
    work = through_the_client(FakeServer(seconds=about(0.5, 0.6), rng=random.Random(1)), 40, 8)
    assert work.wall <= 1.2 * work.server.work / 8


def test_replies_of_very_different_lengths_narrow_nothing() -> None:
    """While the width grows, the short calls of each width end first: they made the smaller widths look quicker."""
    work = through_the_client(FakeServer(seconds=about(0.5, 0.8)), 200, 32)
    assert work.wall <= 1.4 * work.server.work / 32


def test_a_quick_server_gets_all_calls_that_the_user_allows_after_a_few_round_trips() -> None:
    work = through_the_client(FakeServer(seconds=about(0.5, 0.6)), 400, 32)
    assert work.server.widest >= 32
    assert work.wall <= 1.1 * work.server.work / 32


def test_a_slow_server_gets_no_second_requests() -> None:
    """All calls become ten times slower after a while."""
    server = FakeServer()
    server.seconds = lambda _: 1.0 if server.answered < 60 else 10.0
    work = through_the_client(server, 50, 8)
    assert work.hedged == 0
    assert work.server.requests == work.server.answered == 200


def test_a_call_that_hangs_among_quick_ones_is_asked_a_second_time_and_narrows_nothing() -> None:
    work = through_the_client(FakeServer(seconds=about(0.5, 0.6), faults={"hang": 0.01}, timeout=20), 300, 32)
    assert work.failed == 0
    assert work.hedged >= 5
    assert work.wall <= work.server.work / 32 + 20, "no more than one time-out above the ideal"
