"""The rate limiter's promises, in virtual time."""

from __future__ import annotations

import asyncio
import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.chat.rate_limiter import RateLimiter
from tests.chat import virtual_time
from tests.chat.virtual_time import now

_SECONDS = st.integers(0, 20).map(lambda tenths: tenths / 10)


class Crowd:
    """Callers that come at given times, stay for given times, and note what they see."""

    def __init__(self, limiter: RateLimiter) -> None:
        self.limiter = limiter
        self.came: list[int] = []
        self.entered: list[tuple[int, float]] = []
        self.inside = 0
        self.most = 0

    async def visit(self, number: int, arrives: float, stays: float) -> None:
        await asyncio.sleep(arrives)
        self.came.append(number)
        slot = await self.limiter.enter()
        self.entered.append((number, now()))
        self.inside += 1
        self.most = max(self.most, self.inside)
        assert self.inside <= self.limiter.width + self.limiter.paused
        await asyncio.sleep(stays)
        self.inside -= 1
        self.limiter.leave(slot)


@given(st.integers(1, 5), st.lists(st.tuples(_SECONDS, _SECONDS), max_size=30))
@settings(max_examples=100)
def test_never_more_than_the_limit_are_inside_and_who_comes_first_enters_first(
    limit: int, visits: list[tuple[float, float]]
) -> None:
    async def main() -> Crowd:
        crowd = Crowd(RateLimiter(limit))
        await asyncio.gather(*(crowd.visit(i, arrives, stays) for i, (arrives, stays) in enumerate(visits)))
        assert crowd.limiter.in_flight == 0
        return crowd

    crowd = virtual_time.run(main())
    assert crowd.most <= limit
    when = dict(crowd.entered)
    in_order_of_arrival = [when[number] for number in crowd.came]
    assert in_order_of_arrival == sorted(in_order_of_arrival)


@given(st.integers(1, 4), st.lists(st.tuples(_SECONDS, _SECONDS, _SECONDS), min_size=1, max_size=20))
@settings(max_examples=100)
def test_a_cancelled_call_keeps_no_slot(limit: int, visits: list[tuple[float, float, float]]) -> None:
    async def main() -> None:
        crowd = Crowd(RateLimiter(limit))
        tasks = [asyncio.ensure_future(_impatient(crowd, *visit)) for visit in visits]
        await asyncio.gather(*tasks)
        assert crowd.limiter.waiting == 0
        assert crowd.limiter.in_flight == 0
        slots = await asyncio.gather(*(crowd.limiter.enter() for _ in range(limit)))
        assert len(slots) == crowd.limiter.in_flight == limit

    async def _impatient(crowd: Crowd, arrives: float, stays: float, patience: float) -> None:
        await asyncio.sleep(arrives)
        try:
            async with asyncio.timeout(patience):
                slot = await crowd.limiter.enter()
        except TimeoutError:
            return
        await asyncio.sleep(stays)
        crowd.limiter.leave(slot)

    virtual_time.run(main())


@given(st.integers(1, 4), st.lists(_SECONDS, min_size=1, max_size=20), _SECONDS, _SECONDS)
@settings(max_examples=100)
def test_no_call_gets_a_slot_in_a_pause_and_after_it_one_at_a_time_until_the_end_of_the_pause_is_said(
    limit: int, arrivals: list[float], at: float, seconds: float
) -> None:
    async def main() -> tuple[Crowd, float]:
        crowd = Crowd(RateLimiter(limit))
        most_after = 0

        async def pause() -> None:
            nonlocal most_after
            await asyncio.sleep(at)
            crowd.limiter.pause(seconds)
            await asyncio.sleep(seconds + 1.0)
            most_after = crowd.limiter.in_flight
            crowd.limiter.resume()

        await asyncio.gather(pause(), *(crowd.visit(i, arrives, 5.0) for i, arrives in enumerate(arrivals)))
        before = sum(when <= at + 1e-6 for _, when in crowd.entered)
        return crowd, most_after - before

    crowd, began_in_pause = virtual_time.run(main())
    assert len(crowd.entered) == len(arrivals)
    assert not [when for _, when in crowd.entered if at + 1e-6 < when < at + seconds - 1e-6]
    assert began_in_pause <= 1


@given(st.integers(10, 6000), st.integers(1, 60))
@settings(max_examples=60)
def test_requests_a_minute_come_evenly_and_never_in_a_burst(rpm: int, count: int) -> None:
    async def main() -> list[float]:
        crowd = Crowd(RateLimiter(1000, rpm=rpm))
        await asyncio.gather(*(crowd.visit(i, 0.0, 0.0) for i in range(count)))
        return [when for _, when in crowd.entered]

    entered = virtual_time.run(main())
    a_second = rpm / 60
    for first, last in itertools.combinations(range(count), 2):
        # in any window: the rate, a tenth of a second's worth ahead, and the one that begins it
        assert last - first <= (entered[last] - entered[first] + 0.1) * a_second + 1 + 1e-6
    assert entered[-1] <= (count - 1) / a_second + 1e-6


def test_tokens_a_minute_are_corrected_by_what_calls_really_took() -> None:
    async def main() -> list[float]:
        limiter = RateLimiter(10, tpm=6000)  # 100 tokens a second
        starts = []
        for _ in range(3):
            slot = await limiter.enter(100)
            starts.append(now())
            limiter.leave(slot, tokens=500)
        return starts

    first, second, third = virtual_time.run(main())
    assert first == 0
    assert 4.8 <= second <= 5
    assert 9.6 <= third <= 10


def test_calls_that_wait_get_slots_at_once_where_the_width_grows() -> None:
    async def main() -> list[int]:
        limiter = RateLimiter(8)
        limiter.width = 2
        tasks = [asyncio.ensure_future(limiter.enter()) for _ in range(10)]
        taken = []
        for width in (2.0, 2.9, 5.0, 100.0):
            limiter.width = width
            await asyncio.sleep(0)
            taken.append(limiter.in_flight)
        for task in tasks:
            task.cancel()
        return taken

    assert virtual_time.run(main()) == [2, 2, 5, 8]


def test_the_lower_of_the_users_rate_and_the_learned_one_counts() -> None:
    async def main() -> list[float]:
        limiter = RateLimiter(100, rpm=600)
        seconds: list[float] = []
        for learned in (None, 60.0, 6000.0):
            limiter.set_rates(requests=learned)
            await limiter.enter()
            began = now()
            for _ in range(10):
                await limiter.enter()
            seconds.append(round(now() - began))
        return seconds

    assert virtual_time.run(main()) == [1, 10, 1]


def test_a_slot_asked_for_first_is_given_before_all_others() -> None:
    async def main() -> list[str]:
        limiter = RateLimiter(1)
        entered = []

        async def visit(name: str, *, first: bool = False) -> None:
            slot = await limiter.enter(first=first)
            entered.append(name)
            await asyncio.sleep(1)
            limiter.leave(slot)

        await asyncio.gather(visit("a"), visit("b"), visit("c"), visit("hedge", first=True))
        return entered

    assert virtual_time.run(main()) == ["a", "hedge", "b", "c"]
