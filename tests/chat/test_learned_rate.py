"""Refusals with 429: the refused call waits, the rate is learned. In virtual time."""

from __future__ import annotations

import datetime
import math
import random
from statistics import median

import pytest

from benchmill.chat.rate_headers import Rates, rates_from
from tests.chat.fake_servers import FakeServer
from tests.chat.workload import through_the_client

_MIX = {"http-429": 0.05, "http-500": 0.03, "reset": 0.02, "hang": 0.01, "malformed": 0.03}


def half_a_second(rng: random.Random) -> float:
    return 0.5 * math.exp(rng.gauss(0, 0.6))


@pytest.mark.parametrize("headers", [False, True])
@pytest.mark.parametrize("retry_after", [None, 1.0, 5.0])
def test_a_rate_limited_server_is_asked_at_its_rate(retry_after: float | None, headers: bool) -> None:
    """1,200 requests a minute: 1,600 calls take 80 s at least."""
    server = FakeServer(seconds=half_a_second, per_second=20, retry_after=retry_after, headers=headers)
    work = through_the_client(server, 400, 32)
    assert (work.finished, work.failed) == (400, 0)
    assert work.wall <= 1.15 * 80
    assert work.server.requests <= 1.3 * 1600


def test_a_server_that_takes_eight_at_once_and_refuses_the_rest_is_kept_busy() -> None:
    work = through_the_client(FakeServer(seconds=half_a_second, most=8, retry_after=1.0), 200, 32)
    assert (work.finished, work.failed) == (200, 0)
    assert work.wall <= 1.5 * work.server.work / 8
    assert work.server.requests <= 1.5 * 800


def test_random_refusals_hold_nobody_else() -> None:
    walls = []
    for seed in range(3):
        server = FakeServer(seconds=half_a_second, faults={"http-429": 0.05}, retry_after=5.0, rng=random.Random(seed))
        work = through_the_client(server, 400, 32)
        assert (work.finished, work.failed) == (400, 0)
        walls.append(work.wall / (work.server.work / 32))
    assert median(walls) <= 1.72


def test_all_faults_together_cost_half_of_the_time_at_most() -> None:
    walls = []
    for seed in range(3):
        server = FakeServer(seconds=half_a_second, faults=_MIX, retry_after=1.0, timeout=20, rng=random.Random(seed))
        work = through_the_client(server, 400, 32)
        assert work.finished >= 390
        walls.append(work.wall / (work.server.work / 32))
    assert median(walls) <= 1.5


@pytest.mark.parametrize(
    ("headers", "rates"),
    [
        ({}, Rates()),
        # OpenAI: the bucket is full again in six minutes
        (
            {
                "x-ratelimit-limit-tokens": "150000",
                "x-ratelimit-remaining-tokens": "0",
                "x-ratelimit-reset-tokens": "6m0s",
            },
            Rates(tokens=25000.0),
        ),
        (
            {
                "x-ratelimit-limit-requests": "60",
                "x-ratelimit-remaining-requests": "0",
                "x-ratelimit-reset-requests": "500ms",
            },
            Rates(requests=7200.0),
        ),
        # there is room left: the call was refused for something else
        (
            {
                "x-ratelimit-limit-requests": "60",
                "x-ratelimit-remaining-requests": "59",
                "x-ratelimit-reset-requests": "1s",
            },
            Rates(),
        ),
        (
            {
                "anthropic-ratelimit-requests-limit": "50",
                "anthropic-ratelimit-requests-remaining": "0",
                "anthropic-ratelimit-requests-reset": "2026-01-01T00:01:00Z",
            },
            Rates(requests=50.0),
        ),
        (
            {
                "x-ratelimit-limit-requests": "9" * 400,
                "x-ratelimit-remaining-requests": "-1",
                "x-ratelimit-reset-requests": "soon",
            },
            Rates(),
        ),
    ],
)
def test_rates_are_read_from_the_headers_of_the_limit_that_is_used_up(headers: dict[str, str], rates: Rates) -> None:
    now = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
    assert rates_from(headers, now=now) == rates
