"""What is asked again, when, and when the run ends."""

from __future__ import annotations

import asyncio
import random
from itertools import pairwise

import pytest

from benchmill.chat.errors import CallFailed, ModelRefused, Transient
from benchmill.chat.limited import Limited
from benchmill.chat.model import ChatReply
from benchmill.chat.rate_limiter import RateLimiter
from benchmill.chat.retrying import Retrying, RetryPolicy
from benchmill.chat.usage import UsageCounter
from tests.chat import virtual_time
from tests.chat.fake_models import Slow, request
from tests.chat.virtual_time import now

_GOOD = ChatReply("ok", input_tokens=10, output_tokens=5)


def _trouble(check: str = "http-503", **more: object) -> Transient:
    return Transient(f"trouble {check}", check=check, **more)  # type: ignore[arg-type]  # keywords of Transient


def test_trouble_that_passes_is_asked_again_with_growing_waits() -> None:
    model = Slow(lambda _: 0.0, lambda number: _trouble() if number < 3 else _GOOD)
    usage = UsageCounter()

    async def main() -> ChatReply:
        return await Retrying(model, usage=usage).complete(request())

    assert virtual_time.run(main()) == _GOOD
    waits = [later - earlier for earlier, later in zip(model.starts, model.starts[1:], strict=False)]
    assert 0.25 <= waits[0] <= 0.5
    assert 0.5 <= waits[1] <= 1.0
    assert 1.0 <= waits[2] <= 2.0
    assert usage.total.retried == 3


def test_the_jitter_is_the_same_for_the_same_seed() -> None:
    def starts(seed: int) -> list[float]:
        model = Slow(lambda _: 0.0, lambda number: _trouble() if number < 4 else _GOOD)
        virtual_time.run(_one(Retrying(model, rng=random.Random(seed))))
        return model.starts

    assert starts(1) == starts(1) != starts(2)


def test_the_last_attempt_ends_in_a_failure_of_this_call_counted_under_the_troubles_name() -> None:
    model = Slow(lambda _: 0.0, lambda _: _trouble("time-out"))
    with pytest.raises(CallFailed, match="gave up") as caught:
        virtual_time.run(_one(Retrying(model, retry_policy=RetryPolicy(attempts=3))))
    assert caught.value.check == "time-out"
    assert len(model.asked) == 3


def test_a_call_refused_for_what_it_is_or_a_wrong_key_is_not_asked_again() -> None:
    for error in (CallFailed("too long", check="prompt-too-long"), ModelRefused("wrong key")):
        model = Slow(lambda _: 0.0, lambda _, error=error: error)  # type: ignore[misc]  # mypy and default arguments
        with pytest.raises(type(error)):
            virtual_time.run(_one(Retrying(model)))
        assert len(model.asked) == 1


def test_retry_after_is_for_the_refused_call_alone_and_never_cut_short() -> None:
    model = Slow(lambda _: 0.1, lambda n: _trouble("http-429", retry_after=7.0, overloaded=True) if n == 0 else _GOOD)

    async def main() -> None:
        retrying = Retrying(Limited(model, RateLimiter(4)))

        async def later(number: int) -> None:
            await asyncio.sleep(0.2 + number)
            await retrying.complete(request(str(number)))

        await asyncio.gather(retrying.complete(request("first")), *(later(n) for n in range(4)))

    virtual_time.run(main())
    assert model.asked == ["first", "0", "1", "2", "3", "first"]
    assert model.starts[1:5] == pytest.approx([0.2, 1.2, 2.2, 3.2])
    assert 7.1 <= model.starts[5] <= 7.1 + 7.0 * 0.25


def test_a_429_uses_up_no_attempt() -> None:
    model = Slow(lambda _: 0.0, lambda n: _trouble("http-429", retry_after=1.0) if n < 20 else _GOOD)
    assert virtual_time.run(_one(Retrying(model, retry_policy=RetryPolicy(attempts=3)))) == _GOOD
    assert len(model.asked) == 21


def test_calls_refused_together_come_back_spread_out() -> None:
    model = Slow(lambda _: 0.0, lambda n: _trouble("http-429", retry_after=8.0) if n < 50 else _GOOD)

    async def main() -> None:
        retrying = Retrying(model)
        await asyncio.gather(*(retrying.complete(request(str(n))) for n in range(50)))

    virtual_time.run(main())
    back = sorted(model.starts[50:])
    assert 8 <= back[0] < back[-1] <= 10
    assert max(later - earlier for earlier, later in pairwise(back)) < 0.5


def test_a_call_that_waits_for_its_retry_gives_its_slot_up() -> None:
    model = Slow(lambda _: 1.0, lambda number: _trouble() if number == 0 else _GOOD)

    async def main() -> float:
        retrying = Retrying(Limited(model, RateLimiter(1)), retry_policy=RetryPolicy(first=10))
        await asyncio.gather(*(retrying.complete(request(str(n))) for n in range(3)))
        return now()

    virtual_time.run(main())
    assert model.asked == ["0", "1", "2", "0"]
    assert model.starts[:3] == [0, 1, 2]


def test_a_wait_longer_than_the_policy_allows_ends_the_run_with_the_advice_to_come_back() -> None:
    model = Slow(lambda _: 0.0, lambda _: _trouble("http-429", retry_after=7200.0))
    with pytest.raises(ModelRefused, match="7200 s; run the same command again later"):
        virtual_time.run(_one(Retrying(model)))


async def _one(retrying: Retrying) -> ChatReply:
    return await retrying.complete(request())
