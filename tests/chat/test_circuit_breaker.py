"""What happens while a server answers nobody: single tries, no lost call, and an end where it lasts."""

from __future__ import annotations

import asyncio

import pytest

from benchmill.chat.circuit_breaker import CircuitBreaker, Tolerance
from benchmill.chat.errors import CallFailed, EndOfRun, ModelRefused, ModelUnreachable, Transient
from benchmill.chat.limited import Limited
from benchmill.chat.model import ChatReply
from benchmill.chat.rate_limiter import RateLimiter
from benchmill.chat.retrying import Retrying
from tests.chat import virtual_time
from tests.chat.fake_models import Slow, request
from tests.chat.fake_servers import FakeServer
from tests.chat.virtual_time import now


async def _ends(model: FakeServer | Slow, calls: int, said: list[str] | None = None) -> tuple[list[object], float]:
    """What became of so many calls, and the second of the last end. `said` collects the messages for people."""
    limiter = RateLimiter(8)
    breaker = CircuitBreaker(limiter, report=(said if said is not None else []).append)
    retrying = Retrying(Limited(model, limiter, circuit_breaker=breaker))

    async def one(number: int) -> object:
        try:
            return await retrying.complete(request(str(number)))
        except (CallFailed, EndOfRun) as error:
            return error

    return await asyncio.gather(*(one(number) for number in range(calls))), now()


def test_a_server_that_is_away_for_two_minutes_loses_no_call() -> None:
    server = FakeServer(away=(5.0, 125.0))
    said: list[str] = []
    ends, _ = virtual_time.run(_ends(server, 200, said))
    assert all(isinstance(end, ChatReply) for end in ends)
    in_outage = [start for start in server.starts if 10 < start < 125]
    assert len(in_outage) < 25, "one call at a time tries, with growing pauses"
    assert [words.partition(":")[0] for words in said] == [
        "waiting for the server, for at most 180 s",
        "the server answers again",
    ]


def test_a_server_that_stays_away_ends_the_run_after_three_minutes_with_few_requests() -> None:
    server = FakeServer(away=(5.0, 1e9))
    ends, seconds = virtual_time.run(_ends(server, 1000))
    assert {type(end) for end in ends} == {ChatReply, ModelUnreachable}
    assert 180 <= seconds < 220
    assert sum(start > 5 for start in server.starts) < 60


@pytest.mark.parametrize(("check", "most_seconds"), [("no-reply", 40), ("http-429", 220), ("http-500", 220)])
def test_a_run_in_which_no_call_succeeds_ends_instead_of_asking_for_every_candidate(
    check: str, most_seconds: float
) -> None:
    model = Slow(lambda _: 0.05, lambda _: Transient(check, check=check))
    ends, seconds = virtual_time.run(_ends(model, 1000))
    assert {type(end) for end in ends} == {ModelUnreachable}
    assert seconds < most_seconds
    assert len(model.asked) < 150


def test_time_outs_without_any_reply_end_the_run_and_name_the_option() -> None:
    server = FakeServer(seconds=lambda _: 1e6, timeout=60.0)
    ends, _ = virtual_time.run(_ends(server, 30))
    assert server.requests < 20
    assert all("--timeout" in str(end) for end in ends)


def test_random_failures_among_replies_never_pause_anything() -> None:
    server = FakeServer(faults={"http-500": 0.1, "reset": 0.05, "http-429": 0.1}, retry_after=1.0)
    said: list[str] = []
    ends, _ = virtual_time.run(_ends(server, 500, said))
    assert all(isinstance(end, ChatReply) for end in ends)
    assert said == []


def test_calls_that_are_all_refused_alike_end_the_run() -> None:
    model = Slow(lambda _: 0.0, lambda _: CallFailed("HTTP 400: no such parameter", check="http-400"))

    async def main() -> list[str]:
        limiter = RateLimiter(1)
        limited = Limited(model, limiter, circuit_breaker=CircuitBreaker(limiter, Tolerance(refusals=5)))
        ends = []
        for _ in range(6):
            try:
                await limited.complete(request())
            except (CallFailed, ModelRefused) as error:
                ends.append(type(error).__name__)
        return ends

    assert virtual_time.run(main()) == ["CallFailed"] * 4 + ["ModelRefused"] * 2
    assert len(model.asked) == 5
