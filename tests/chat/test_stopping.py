"""Stopping a run: what is at the server is paid, so it is waited for and recorded; nothing more is asked."""

from __future__ import annotations

import asyncio
from typing import Literal

import pytest

from benchmill.chat.connect import Connection, ConnectPlan, connect_to
from benchmill.chat.errors import Transient
from benchmill.chat.model import ChatReply, ChatRequest
from benchmill.chat.recorded import MemoryStore
from tests.chat import virtual_time
from tests.chat.fake_models import Slow, request


def opened(model: Slow, store: MemoryStore, concurrency: int = 2) -> Connection:
    plan = ConnectPlan(("openai:fake-model",), concurrency=concurrency, hedge="off")
    return connect_to(plan, {"openai:fake-model": model}, store)


async def cancelled_after(seconds: float, connection: Connection, questions: int) -> None:
    tasks = [
        asyncio.ensure_future(connection.client.ask(request(f"question {n}"), lambda reply: reply.text))
        for n in range(questions)
    ]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def test_calls_under_way_are_recorded_and_those_that_waited_are_never_asked() -> None:
    model, store = Slow(lambda _: 0.2), MemoryStore()

    async def main() -> None:
        connection = opened(model, store)
        await cancelled_after(0.05, connection, questions=6)
        await connection.aclose(grace=5)

    virtual_time.run(main())
    assert model.asked == ["question 0", "question 1"]
    assert sorted(call.request.messages[0].content for call in store.calls.values()) == ["question 0", "question 1"]
    assert model.cancelled == 0


def test_what_comes_back_later_than_the_grace_is_dropped() -> None:
    model, store = Slow(lambda _: 30.0), MemoryStore()

    async def main() -> None:
        connection = opened(model, store)
        await cancelled_after(0.05, connection, questions=2)
        await connection.aclose(grace=0.1)

    virtual_time.run(main())
    assert model.cancelled == 2
    assert store.calls == {}


def test_a_call_that_fails_after_the_stop_is_not_asked_again() -> None:
    trouble = Transient("overloaded", check="http-503", retry_after=0.01)
    model, store = Slow(lambda _: 0.1, lambda _: trouble), MemoryStore()

    async def main() -> None:
        connection = opened(model, store)
        await cancelled_after(0.05, connection, questions=1)
        await connection.aclose(grace=5)

    virtual_time.run(main())
    assert model.asked == ["question 0"]


def test_a_call_that_two_asked_for_goes_on_when_one_of_them_is_cancelled() -> None:
    model, store = Slow(lambda _: 0.1, lambda _: ChatReply("yes")), MemoryStore()

    async def main() -> str:
        connection = opened(model, store)
        one, other = (
            asyncio.ensure_future(connection.client.ask(request("same"), lambda reply: reply.text)) for _ in range(2)
        )
        await asyncio.sleep(0.02)
        one.cancel()
        answer = await other
        await connection.aclose()
        return answer.value

    assert virtual_time.run(main()) == "yes"
    assert model.asked == ["same"]


class InSteps:
    """Answers after so many turns of the event loop."""

    def __init__(self, steps: int) -> None:
        self._steps = steps
        self.asked: list[ChatRequest] = []
        self.answered = 0

    async def complete(self, request: ChatRequest) -> ChatReply:
        self.asked.append(request)
        for _ in range(self._steps):
            await asyncio.sleep(0)
        self.answered += 1
        return ChatReply("ok")

    async def check(self, model: str) -> None:
        """Always there."""

    async def aclose(self) -> None:
        """Nothing to close."""


@pytest.mark.parametrize("hedge", ["off", "on"])
@pytest.mark.parametrize("steps", range(8))
def test_whenever_the_stop_comes_every_answered_call_is_recorded(steps: int, hedge: Literal["on", "off"]) -> None:
    async def main(turns: int) -> None:
        model, store = InSteps(steps), MemoryStore()
        plan = ConnectPlan(("openai:fake-model",), concurrency=2, hedge=hedge)
        connection = connect_to(plan, {"openai:fake-model": model}, store)
        tasks = [
            asyncio.ensure_future(connection.client.ask(request(f"question {n}"), lambda reply: reply.text))
            for n in range(4)
        ]
        for _ in range(turns):
            await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await connection.aclose()
        assert len(store.calls) == model.answered == len(model.asked)

    for turns in range(40):
        asyncio.run(main(turns))
