"""Clients by model spec -> one ChatModel."""

from __future__ import annotations

from collections.abc import Mapping

from benchmill.chat.model import ChatModel, ChatReply, ChatRequest


class Routed:
    """Sends each request to the client of its `model`. One client may serve several models."""

    def __init__(self, clients: Mapping[str, ChatModel]) -> None:
        self._clients = dict(clients)

    async def complete(self, request: ChatRequest) -> ChatReply:
        return await self._clients[request.model].complete(request)

    async def check(self, model: str) -> None:
        await self._clients[model].check(model)

    async def aclose(self) -> None:
        for client in {id(client): client for client in self._clients.values()}.values():
            await client.aclose()
