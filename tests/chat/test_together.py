"""together: one error ends all at once; what is paid and under way is recorded all the same."""

from __future__ import annotations

import asyncio

import pytest

from benchmill.chat.connect import ConnectPlan, connect_to
from benchmill.chat.errors import ModelRefused
from benchmill.chat.model import ChatReply, ChatRequest, Message
from benchmill.chat.recorded import MemoryStore
from benchmill.chat.together import together


def request(text: str) -> ChatRequest:
    return ChatRequest("openai:m", (Message("user", text),), "generator/factoid")


class OneRefuses:
    """Refuses the call that says `no`; answers any other when `release` is set."""

    def __init__(self) -> None:
        self.release = asyncio.Event()

    async def complete(self, request: ChatRequest) -> ChatReply:
        if request.messages[0].content == "no":
            raise ModelRefused("the key is wrong")
        await self.release.wait()
        return ChatReply("yes")

    async def check(self, model: str) -> None:
        pass

    async def aclose(self) -> None:
        pass


def test_the_results_come_in_the_order_of_the_work() -> None:
    async def late(value: int) -> int:
        for _ in range(3 - value):
            await asyncio.sleep(0)
        return value

    assert asyncio.run(together(late(value) for value in range(3))) == [0, 1, 2]


def test_a_refused_key_ends_the_others_without_waiting_for_the_server_and_their_replies_are_recorded() -> None:
    async def main() -> None:
        model, store = OneRefuses(), MemoryStore()
        connection = connect_to(ConnectPlan(("openai:m",), hedge="off", concurrency=16), {"openai:m": model}, store)

        async def ask(text: str) -> str:
            return (await connection.client.ask(request(text), lambda reply: reply.text)).value

        with pytest.raises(ModelRefused, match="the key is wrong"):
            await together(ask(text) for text in ("one", "two", "no"))
        assert not model.release.is_set()  # nobody waited for what the server still has
        model.release.set()
        await connection.aclose()
        assert {call.request.messages[0].content for call in store.calls.values()} == {"one", "two"}

    asyncio.run(main())
