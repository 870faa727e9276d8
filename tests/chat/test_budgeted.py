"""Hard limits, and what is counted."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.chat.budgeted import Budget, Budgeted
from benchmill.chat.errors import BudgetReached, Transient
from benchmill.chat.model import ChatReply
from benchmill.chat.prices import Price
from benchmill.chat.usage import UsageCounter
from tests.chat import virtual_time
from tests.chat.fake_models import Slow, request

_PRICE = Price(input=1.0, output=2.0, cached_input=0.5)


def ends_of(
    model: Slow, budget: Budget, questions: int, counter: UsageCounter | None = None
) -> list[BaseException | ChatReply]:
    async def main() -> list[BaseException | ChatReply]:
        budgeted = Budgeted(model, budget, lambda _: _PRICE, counter)
        calls = (budgeted.complete(request(str(n), max_tokens=100)) for n in range(questions))
        return await asyncio.gather(*calls, return_exceptions=True)

    return virtual_time.run(main())


@given(st.integers(0, 30), st.integers(1, 40))
@settings(max_examples=40)
def test_no_call_is_sent_beyond_the_limit_however_many_come_at_once(limit: int, questions: int) -> None:
    model = Slow(lambda _: 1.0)
    ends = ends_of(model, Budget(calls=limit), questions)
    assert len(model.asked) == min(limit, questions)
    assert sum(isinstance(end, BudgetReached) for end in ends) == max(0, questions - limit)


@given(st.integers(0, 3000), st.lists(st.tuples(st.integers(1, 15), st.integers(0, 100)), min_size=1, max_size=30))
@settings(max_examples=80)
def test_tokens_and_money_never_pass_the_limit(limit: int, usage: list[tuple[int, int]]) -> None:
    def outcome(number: int) -> ChatReply:
        return ChatReply("ok", input_tokens=usage[number][0], output_tokens=usage[number][1])

    counter = UsageCounter()
    ends = ends_of(Slow(lambda n: 1.0 + n % 3, outcome), Budget(tokens=limit), len(usage), counter)
    assert counter.total.tokens <= limit
    assert all(isinstance(end, ChatReply | BudgetReached) for end in ends)

    counter = UsageCounter()
    ends_of(Slow(lambda n: 1.0 + n % 3, outcome), Budget(cost=limit / 1e6), len(usage), counter)
    assert counter.total.cost <= limit / 1e6


def test_a_call_that_only_does_not_fit_beside_others_under_way_waits_for_them() -> None:
    # each may take 100 + its input, and takes 15: two fit at once, but all ten fit one after the other
    model = Slow(lambda _: 1.0)
    ends = ends_of(model, Budget(tokens=270), 10)
    assert all(isinstance(end, ChatReply) for end in ends)
    assert model.most == 2


def test_what_may_have_been_billed_counts_towards_the_limit_and_what_was_refused_does_not() -> None:
    def model(check: str) -> Slow:
        return Slow(lambda _: 0.0, lambda _: Transient("trouble", check=check))

    # 5 x 11 used input tokens leave no room for 11 x 1.5 + 100 within 150
    timed_out = [type(end).__name__ for end in ends_of(model("time-out"), Budget(tokens=150), 12)]
    refused = [type(end).__name__ for end in ends_of(model("http-429"), Budget(tokens=150), 12)]
    assert "BudgetReached" in timed_out
    assert refused == ["Transient"] * 12


def test_usage_counts_by_purpose_what_was_asked_failed_and_cost() -> None:
    counter = UsageCounter()
    replies: list[ChatReply | Exception] = [
        ChatReply("ok", input_tokens=1000, output_tokens=500, cached_tokens=400),
        Transient("no", check="http-500"),
    ]
    ends_of(Slow(lambda _: 0.0, lambda number: replies[number]), Budget(), 2, counter)
    count = counter.by_purpose["generator/factoid"]
    assert (count.asked, count.failed, count.input_tokens, count.output_tokens, count.cached_tokens) == (
        2,
        1,
        1000,
        500,
        400,
    )
    assert abs(count.cost - (600 * 1 + 400 * 0.5 + 500 * 2) / 1e6) < 1e-12
    assert counter.total == count


def test_tokens_that_a_response_without_a_usable_reply_reports_count_in_usage_and_budget() -> None:
    model = Slow(lambda _: 1.0, lambda _: Transient("no choices", check="no-reply", tokens=(600, 300)))
    counter = UsageCounter()

    async def main() -> list[str]:
        budgeted = Budgeted(model, Budget(tokens=2000), lambda _: _PRICE, counter)
        ends = []
        for number in range(5):
            try:
                await budgeted.complete(request(str(number), max_tokens=200))
            except (Transient, BudgetReached) as error:
                ends.append(type(error).__name__)
        return ends

    assert virtual_time.run(main()) == ["Transient"] * 2 + ["BudgetReached"] * 3
    assert (counter.total.input_tokens, counter.total.output_tokens) == (1200, 600)
    assert counter.total.cost == pytest.approx((1200 * 1.0 + 600 * 2.0) / 1e6)
