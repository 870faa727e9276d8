"""A call much slower than its like is asked a second time."""

from __future__ import annotations

import asyncio

import pytest

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
    """The 31st call, after 30 of 1 s, and how long it took."""

    async def main() -> tuple[ChatReply, float]:
        limiter = RateLimiter(2)
        limited = Limited(Hedged(model, limiter, usage), limiter)
        for number in range(30):
            await limited.complete(request(str(number)))
        began = now()
        reply = await limited.complete(request("slow", purpose=purpose))
        assert limiter.in_flight == 0
        return reply, now() - began

    return virtual_time.run(main())


def test_the_first_answer_counts_and_the_other_call_is_dropped() -> None:
    model, usage = Slow(lambda number: 100.0 if number == 30 else 1.0), UsageCounter()
    _, seconds = after_learning(model, usage)
    assert seconds == pytest.approx(5.0)  # 4 x 1 s, then 1 s
    assert model.asked[30:] == ["slow", "slow"]
    assert model.cancelled == 1
    assert usage.total.hedged == 1


def test_a_second_call_that_fails_leaves_the_first_to_answer() -> None:
    trouble = Transient("no", check="http-500")
    model = Slow(lambda n: 20.0 if n == 30 else 1.0, lambda n: trouble if n == 31 else ChatReply(f"{n}"))
    reply, seconds = after_learning(model, UsageCounter())
    assert reply.text == "30"
    assert seconds == pytest.approx(20.0)


def test_where_both_fail_the_first_ones_error_comes_out() -> None:
    def outcome(number: int) -> ChatReply | Exception:
        return Transient(str(number), check="http-500") if number >= 30 else ChatReply("ok")

    with pytest.raises(Transient, match="30"):
        after_learning(Slow(lambda n: 20.0 if n == 30 else 1.0, outcome), UsageCounter())


def test_calls_of_another_purpose_say_nothing_about_this_one() -> None:
    model = Slow(lambda number: 100.0 if number == 30 else 1.0)
    _, seconds = after_learning(model, UsageCounter(), purpose="critique/standalone")
    assert seconds == pytest.approx(100.0)
    assert len(model.asked) == 31


def test_a_second_call_has_a_place_of_its_own_in_the_rate_limiter() -> None:
    model = Slow(lambda number: 50.0 if number in (30, 31) else 1.0)

    async def main() -> None:
        limiter = RateLimiter(2)
        limited = Limited(Hedged(model, limiter), limiter)
        for number in range(30):
            await limited.complete(request(str(number)))
        model.most = 0
        await asyncio.gather(*(limited.complete(request(f"late {n}")) for n in range(6)))

    virtual_time.run(main())
    assert model.most == 2
