"""Requests and models for the tests of the wrappers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from benchmill.chat.model import ChatReply, ChatRequest, Message


def request(text: str = "hello", **more: object) -> ChatRequest:
    values: dict[str, object] = {"model": "openai:fake-model", "purpose": "generator/factoid", **more}
    return ChatRequest(messages=(Message("user", text),), **values)  # type: ignore[arg-type]  # fields by name


class Slow:
    """Answers after `seconds(how many were asked before)`; remembers the most that were under way at once."""

    def __init__(
        self, seconds: Callable[[int], float], outcome: Callable[[int], ChatReply | Exception] | None = None
    ) -> None:
        self._seconds = seconds
        self._outcome = outcome or (lambda _: ChatReply("ok", input_tokens=10, output_tokens=5))
        self.asked: list[str] = []
        self.starts: list[float] = []
        self.under_way = 0
        self.most = 0
        self.cancelled = 0

    async def complete(self, request: ChatRequest) -> ChatReply:
        number = len(self.asked)
        self.asked.append(request.messages[0].content)
        self.starts.append(asyncio.get_running_loop().time())
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        try:
            await asyncio.sleep(self._seconds(number))
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        finally:
            self.under_way -= 1
        outcome = self._outcome(number)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    async def check(self, model: str) -> None:
        """Always there."""

    async def aclose(self) -> None:
        """Nothing to close."""
