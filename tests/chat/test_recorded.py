"""What is asked, what is recorded, and what is never paid twice."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

import pytest

from benchmill.chat.errors import BadReply, CallFailed, ModelRefused
from benchmill.chat.model import Answer, ChatReply, ChatRequest
from benchmill.chat.recorded import MemoryStore, Recorded
from benchmill.chat.usage import UsageCounter
from tests.chat import virtual_time
from tests.chat.fake_models import Slow, request
from tests.servers.fake_model import FakeModel


def only_good(reply: ChatReply) -> str:
    if "good" not in reply.text:
        raise BadReply(f"{reply.text!r} is not good", check="not-good")
    return reply.text


def ask(
    script: Callable[[ChatRequest], ChatReply | str | Exception],
    store: MemoryStore,
    read: Callable[[ChatReply], str] = only_good,
    times: int = 1,
) -> tuple[list[Answer[str] | BadReply], list[ChatRequest]]:
    """What `times` asks of the same request gave, and the requests that reached the model."""
    model = FakeModel(script)

    async def main() -> list[Answer[str] | BadReply]:
        client = Recorded(model, store, repair=lambda reason: f"Mend this: {reason}")
        ends: list[Answer[str] | BadReply] = []
        for _ in range(times):
            try:
                ends.append(await client.ask(request(), read))
            except BadReply as bad:
                ends.append(bad)
        return ends

    return asyncio.run(main()), model.asked


def test_a_good_reply_is_paid_once_over_runs_too() -> None:
    store = MemoryStore()
    first, asked = ask(lambda _: "good", store)
    assert first == [Answer("good", request().key)]
    assert len(asked) == 1
    assert [call.state for call in store.calls.values()] == ["good"]
    later, asked = ask(lambda _: "good", store)
    assert later == [Answer("good", request().key, recorded=True)]
    assert asked == []


def test_a_bad_reply_is_followed_by_one_repair_that_shows_it_and_says_why() -> None:
    store = MemoryStore()
    (end,), asked = ask(lambda question: "good now" if len(question.messages) > 1 else "rubbish", store)
    assert isinstance(end, Answer)
    assert end.value == "good now"
    original, repair = asked
    assert [(m.role, m.content) for m in repair.messages[1:]] == [
        ("assistant", "rubbish"),
        ("user", "Mend this: 'rubbish' is not good"),
    ]
    assert repair.seed == original.seed + 1
    assert end.request_key == repair.key
    assert {call.state for call in store.calls.values()} == {"good", "bad"}
    (again,), asked = ask(lambda _: "never asked", store)
    assert isinstance(again, Answer)
    assert (again.value, again.recorded, asked) == ("good now", True, [])


def test_a_pair_of_bad_replies_costs_two_calls_a_run_and_nothing_after_three_rounds() -> None:
    store = MemoryStore()
    seeds, calls = [], []
    for _ in range(5):
        (end,), asked = ask(lambda _: "rubbish", store)
        assert isinstance(end, BadReply)
        assert end.check == "not-good"
        assert end.request_key in store.calls
        calls.append(len(asked))
        seeds += [question.seed for question in asked[:1]]
    assert calls == [2, 2, 2, 0, 0]
    assert len(set(seeds)) == 3


def test_a_reply_that_arrived_before_a_crash_is_read_and_not_paid_again() -> None:
    store = MemoryStore()

    def crash(_: ChatReply) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ask(lambda _: "good", store, crash)
    assert [call.state for call in store.calls.values()] == ["unread"]
    (end,), asked = ask(lambda _: "never asked", store)
    assert isinstance(end, Answer)
    assert (end.value, end.recorded, asked) == ("good", True, [])


def test_a_recorded_good_reply_that_the_reader_no_longer_takes_is_treated_as_bad() -> None:
    store = MemoryStore()
    ask(lambda _: "good", store)

    def stricter(reply: ChatReply) -> str:
        if reply.text != "very good":
            raise BadReply("not good enough")
        return reply.text

    (end,), asked = ask(lambda _: "very good", store, stricter)
    assert isinstance(end, Answer)
    assert end.value == "very good"
    assert len(asked) == 1
    assert len(asked[0].messages) == 3  # the repair, not the question again


@pytest.mark.parametrize(
    ("reply", "check"),
    [
        (ChatReply("good but cut", finish="length", output_tokens=7), "cut-reply"),
        (ChatReply("good, yet I refuse", finish="refusal"), "refusal"),
        (ChatReply(" \n"), "empty-reply"),
    ],
)
def test_a_cut_refused_or_empty_reply_is_never_shown_to_the_reader(reply: ChatReply, check: str) -> None:
    (end,), asked = ask(lambda _: reply, MemoryStore(), lambda reply: reply.text)
    assert isinstance(end, BadReply)
    assert end.check == check
    assert len(asked) == 2


def test_the_repair_of_a_cut_reply_has_twice_the_room() -> None:
    _, asked = ask(lambda _: ChatReply("good but cut", finish="length"), MemoryStore())
    assert asked[1].max_tokens == 2 * asked[0].max_tokens


def test_a_failed_call_is_not_recorded() -> None:
    store = MemoryStore()
    with pytest.raises(CallFailed):
        ask(lambda _: CallFailed("no", check="http-400"), store)
    assert store.calls == {}


def test_equal_calls_under_way_share_one_answer() -> None:
    model, store, usage = Slow(lambda _: 1.0), MemoryStore(), UsageCounter()

    async def main() -> list[Answer[str]]:
        client = Recorded(model, store, usage=usage)
        return list(await asyncio.gather(*(client.ask(request(), lambda reply: reply.text) for _ in range(5))))

    answers = virtual_time.run(main())
    assert [answer.value for answer in answers] == ["ok"] * 5
    assert [answer.recorded for answer in answers] == [False, True, True, True, True]
    assert len(model.asked) == 1
    assert usage.total.recorded == 4


def test_one_who_shares_a_call_gets_it_even_if_the_first_goes_away() -> None:
    model = Slow(lambda _: 1.0)

    async def main() -> Answer[str]:
        client = Recorded(model, MemoryStore())
        first = asyncio.ensure_future(client.ask(request(), lambda reply: reply.text))
        second = asyncio.ensure_future(client.ask(request(), lambda reply: reply.text))
        await asyncio.sleep(0.5)
        first.cancel()
        return await second

    assert virtual_time.run(main()).value == "ok"
    assert len(model.asked) == 1


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (
            ChatReply("{", finish="length", output_tokens=1024),
            "all of them is cut-reply .*1024 tokens.*; the model wri",
        ),
        (ChatReply("I cannot", finish="refusal"), "all of them is refusal"),
        (ChatReply(""), "all of them is empty-reply"),
        (ChatReply("rubbish"), "all of them is not-good"),
    ],
)
def test_twenty_paid_replies_without_a_good_one_end_the_run_with_the_reason(reply: ChatReply, words: str) -> None:
    model = FakeModel(lambda _: reply)

    async def main() -> None:
        client = Recorded(model, MemoryStore())
        for number in range(1000):
            with contextlib.suppress(BadReply):
                await client.ask(request(str(number)), only_good)

    with pytest.raises(ModelRefused, match=words):
        asyncio.run(main())
    assert len(model.asked) == 20


def test_a_critic_that_is_never_of_use_ends_the_run_though_the_writer_is() -> None:
    model = FakeModel(lambda question: "good" if question.purpose == "generator/factoid" else "rubbish")

    async def main() -> None:
        client = Recorded(model, MemoryStore())
        for number in range(1000):
            await client.ask(request(str(number)), only_good)
            with contextlib.suppress(BadReply):
                await client.ask(request(str(number), purpose="critique/standalone"), only_good)

    with pytest.raises(ModelRefused, match="critique/standalone"):
        asyncio.run(main())
    assert len(model.asked) == 30


def test_a_writer_of_whose_kinds_of_question_one_works_goes_on_and_so_does_one_that_is_mostly_bad() -> None:
    calls = 0

    def script(question: ChatRequest) -> str:
        nonlocal calls
        calls += 1
        return "good" if question.purpose == "generator/factoid" or calls % 10 == 0 else "rubbish"

    model = FakeModel(script)

    async def main() -> None:
        client = Recorded(model, MemoryStore())
        for number in range(200):
            await client.ask(request(str(number)), only_good)
            with contextlib.suppress(BadReply):
                await client.ask(request(str(number), purpose="generator/multi_hop"), only_good)
            with contextlib.suppress(BadReply):
                await client.ask(request(str(number), purpose="critique/standalone"), only_good)

    asyncio.run(main())


def test_bad_replies_that_an_earlier_run_paid_for_end_nothing() -> None:
    store = MemoryStore()
    ask(lambda _: "rubbish", store, times=3)
    ends, asked = ask(lambda _: "rubbish", store, times=100)
    assert asked == []
    assert all(isinstance(end, BadReply) for end in ends)


def test_an_equal_call_that_comes_at_any_step_of_a_cancellation_gets_its_answer() -> None:
    """Between the end of a cancelled call and its callback a loop that does not yield would never end."""

    async def main(steps: int) -> str:
        client = Recorded(Slow(lambda _: 1.0, lambda _: ChatReply("good")), MemoryStore())
        first = asyncio.ensure_future(client.ask(request(), only_good))
        await asyncio.sleep(0.5)
        first.cancel()
        for _ in range(steps):
            await asyncio.sleep(0)
        return (await client.ask(request(), only_good)).value

    assert [virtual_time.run(main(steps)) for steps in range(8)] == ["good"] * 8
