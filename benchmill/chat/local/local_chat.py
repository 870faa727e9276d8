"""ChatRequest -> ChatReply from a GGUF file, through a llama.cpp server that lives as long as this client."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from benchmill.chat.errors import ModelUnreachable, Transient
from benchmill.chat.local.model_file import model_file
from benchmill.chat.local.server import LocalServer, ServerPlan
from benchmill.chat.model import ChatReply, ChatRequest
from benchmill.chat.openai_chat import OpenAIChat
from benchmill.chat.specs import parse_spec

_LESS_MEMORY = "where memory ran out, a smaller --concurrency or --num-ctx needs less"

CONTEXT = 8192
"""Tokens of one slot where the user set none: our prompts with their passages take a quarter to a half of them."""


class LocalChat:
    """One server a model, started when the model is first checked or asked; `num_ctx` is the context of one call."""

    def __init__(
        self,
        *,
        timeout: float = 120.0,
        concurrency: int = 6,
        num_ctx: int | None = None,
        report: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._timeout = timeout
        self._concurrency = concurrency
        self._context = num_ctx or CONTEXT
        self._report = report
        self._servers: dict[str, LocalServer] = {}
        self._clients: dict[str, OpenAIChat] = {}
        self._starting = asyncio.Lock()
        self.contexts: dict[str, int] = {}

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Raises ModelUnreachable where the server has ended, with its last words: no call would succeed any more."""
        client = await self._client(request.model)
        try:
            return await client.complete(request)
        except (Transient, ModelUnreachable) as error:
            if end := self._servers[request.model].end():
                raise ModelUnreachable(f"{end}; {_LESS_MEMORY}") from error
            raise

    async def check(self, model: str) -> None:
        """Load the model. Raises ModelRefused where there is no such file, or the file is not a model."""
        await (await self._client(model)).check(model)
        self.contexts[model] = self._context

    async def aclose(self) -> None:
        for client in self._clients.values():
            await client.aclose()
        for server in self._servers.values():
            await asyncio.to_thread(server.close)
        self._clients.clear()
        self._servers.clear()

    async def _client(self, model: str) -> OpenAIChat:
        async with self._starting:
            if model not in self._clients:
                name = parse_spec(model).name
                path = await asyncio.to_thread(model_file, name, self._report)
                plan = ServerPlan(str(path), name, self._concurrency, self._context)
                self._report(
                    f"loading {path.name} ({path.stat().st_size / 1e6:,.0f} MB) into a server that benchmill runs"
                )
                server = self._servers[model] = await asyncio.to_thread(LocalServer, plan)
                self._clients[model] = OpenAIChat(
                    base_url=server.base_url, timeout=self._timeout, concurrency=self._concurrency
                )
            return self._clients[model]
