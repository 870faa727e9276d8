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
        assert self.inside <= self.limiter.limit or self.limiter.limit < self.limiter.most
        await asyncio.sleep(stays)
        self.inside -= 1
        self.limiter.leave(slot)


@given(st.integers(1, 5), st.lists(st.tuples(_SECONDS, _SECONDS), max_size=30))
@settings(deadline=None, max_examples=100)
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
@settings(deadline=None, max_examples=100)
def test_a_caller_who_goes_away_never_takes_a_place_with_him(
    limit: int, visits: list[tuple[float, float, float]]
) -> None:
    async def main() -> None:
        crowd = Crowd(RateLimiter(limit))
        tasks = [asyncio.ensure_future(_impatient(crowd, *visit)) for visit in visits]
        await asyncio.gather(*tasks)
        assert crowd.limiter.waiting == 0
        assert crowd.limiter.in_flight == 0
        slots = await asyncio.gather(*(crowd.limiter.enter() for _ in range(limit)))
        assert len(slots) == crowd.limiter.in_flight == limit

    async def _impatient(crowd: Crowd, arrives: float, stays: float, retry_policy: float) -> None:
        await asyncio.sleep(arrives)
        try:
            async with asyncio.timeout(retry_policy):
                slot = await crowd.limiter.enter()
        except TimeoutError:
            return
        await asyncio.sleep(stays)
        crowd.limiter.leave(slot)

    virtual_time.run(main())


@given(st.integers(1, 4), st.lists(_SECONDS, min_size=1, max_size=20), _SECONDS, _SECONDS)
@settings(deadline=None, max_examples=100)
def test_nobody_enters_while_the_rate_limiter_is_held(
    limit: int, arrivals: list[float], at: float, seconds: float
) -> None:
    async def main() -> list[tuple[int, float]]:
        crowd = Crowd(RateLimiter(limit))

        async def hold() -> None:
            await asyncio.sleep(at)
            crowd.limiter.hold(seconds)

        await asyncio.gather(hold(), *(crowd.visit(i, arrives, 0.1) for i, arrives in enumerate(arrivals)))
        return crowd.entered

    entered = virtual_time.run(main())
    assert len(entered) == len(arrivals)
    assert not [when for _, when in entered if at + 1e-6 < when < at + seconds - 1e-6]


@given(st.integers(10, 6000), st.integers(1, 60))
@settings(deadline=None, max_examples=60)
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


def test_the_limit_falls_once_for_a_crowd_and_comes_back_by_successes() -> None:
    async def main() -> None:
        limiter = RateLimiter(32)
        slots = [await limiter.enter() for _ in range(32)]
        for slot in slots:
            limiter.narrow(slot)
        assert limiter.limit == 22
        for slot in slots:
            limiter.leave(slot)
        for _ in range(10):
            limiter.narrow(await limiter.enter())
            limiter.leave(slots[0])
        assert limiter.limit == 1
        for _ in range(100):
            limiter.widen()
        assert limiter.limit == 32

    virtual_time.run(main())


def test_a_place_asked_for_first_goes_before_all_who_wait() -> None:
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
