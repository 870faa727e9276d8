"""A function -> a ChatModel: the fake model that tests put behind the model client."""

from __future__ import annotations

from collections.abc import Callable

from benchmill.chat.model import ChatReply, ChatRequest


class FakeModel:
    """Answers each request with what `script` returns for it, or raises the exception that it returns.

    `asked` holds the requests in the order in which they came.
    """

    def __init__(self, script: Callable[[ChatRequest], ChatReply | str | Exception]) -> None:
        self._script = script
        self.asked: list[ChatRequest] = []

    async def complete(self, request: ChatRequest) -> ChatReply:
        self.asked.append(request)
        answer = self._script(request)
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, ChatReply):
            return answer
        return ChatReply(
            answer, input_tokens=sum(len(m.content) for m in request.messages) // 4, output_tokens=len(answer) // 4
        )

    async def check(self, model: str) -> None:
        """Every model is there."""

    async def aclose(self) -> None:
        """Nothing to close."""
