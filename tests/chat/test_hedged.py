"""A call much slower than its like is asked a second time."""

from __future__ import annotations

import asyncio

import pytest

from benchmill.chat.adaptive_concurrency import AdaptiveConcurrency
from benchmill.chat.errors import Transient
from benchmill.chat.hedged import Hedged
from benchmill.chat.limited import Limited
from benchmill.chat.model import ChatReply
from benchmill.chat.rate_limiter import RateLimiter
from benchmill.chat.usage import UsageCounter
from tests.chat import virtual_time
from tests.chat.fake_models import Slow, request
from tests.chat.virtual_time import now


def after_learning(model: Slow, usage: UsageCounter, purpose: str = "generator/factoid") -> tuple[ChatReply, float]:
    """A call after 30 calls of 1 s, and how long it took while two streams of other calls went on."""

    async def main() -> tuple[ChatReply, float]:
        limiter = RateLimiter(4)
        concurrency = AdaptiveConcurrency(limiter)
        limiter.width = 4
        limited = Limited(Hedged(model, limiter, usage, concurrency=concurrency), limiter, concurrency=concurrency)

        async def others() -> None:
            for _ in range(40):
                await limited.complete(request("other"))

        for number in range(30):
            await limited.complete(request(str(number)))
        began = now()
        call = asyncio.ensure_future(limited.complete(request("slow", purpose=purpose)))
        await asyncio.sleep(0.001)
        streams = [asyncio.ensure_future(others()) for _ in range(2)]
        try:
            return await call, now() - began
        finally:
            await asyncio.wait(streams)
            assert limiter.in_flight == 0

    return virtual_time.run(main())


def test_the_first_answer_counts_and_the_other_call_is_dropped() -> None:
    model, usage = Slow(lambda number: 100.0 if number == 30 else 1.0), UsageCounter()
    _, seconds = after_learning(model, usage)
    assert seconds == pytest.approx(5.0)  # 4 x 1 s, then 1 s
    assert model.asked.count("slow") == 2
    assert model.cancelled == 1
    assert usage.total.hedged == 1


def test_a_second_call_that_fails_leaves_the_first_to_answer() -> None:
    def outcome(number: int) -> ChatReply | Exception:
        if number > 30 and model.asked[number] == "slow":
            return Transient("no", check="http-500")
        return ChatReply(f"{number}")

    model = Slow(lambda n: 20.0 if n == 30 else 1.0, outcome)
    reply, seconds = after_learning(model, UsageCounter())
    assert reply.text == "30"
    assert seconds == pytest.approx(20.0)


def test_where_both_fail_the_first_ones_error_comes_out() -> None:
    def outcome(number: int) -> ChatReply | Exception:
        failed = number >= 30 and model.asked[number] == "slow"
        return Transient(str(number), check="http-500") if failed else ChatReply("ok")

    model = Slow(lambda n: 20.0 if n == 30 else 1.0, outcome)
    with pytest.raises(Transient, match="30"):
        after_learning(model, UsageCounter())


def test_calls_of_another_purpose_say_nothing_about_this_one() -> None:
    model = Slow(lambda number: 100.0 if number == 30 else 1.0)
    _, seconds = after_learning(model, UsageCounter(), purpose="critique/standalone")
    assert seconds == pytest.approx(100.0)
    assert model.asked.count("slow") == 1


def test_a_call_that_no_other_overtook_is_not_asked_again() -> None:
    """All calls of the server have become slow: a second request would make it slower still."""
    model, usage = Slow(lambda number: 1.0 if number < 30 else 10.0), UsageCounter()
    _, seconds = after_learning(model, usage)
    assert seconds == pytest.approx(10.0)
    assert usage.total.hedged == 0
