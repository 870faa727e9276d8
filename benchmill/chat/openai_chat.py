"""ChatRequest -> ChatReply from OpenAI or any server that speaks its chat completions."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from benchmill.chat.dialects import Dialect
from benchmill.chat.errors import ModelError, ModelRefused, ModelUnreachable, Transient
from benchmill.chat.model import ChatReply, ChatRequest
from benchmill.chat.openai_client import OpenAIClient
from benchmill.chat.openai_wire import body_of, context_of, is_llama_cpp, names_of, reply_of, words_of
from benchmill.chat.refusals import timed_out
from benchmill.chat.specs import parse_spec

if TYPE_CHECKING:
    import httpx2

_CHECK_SECONDS = 20.0
_MOST_DIALECTS = 6


class OpenAIChat:
    """One client for one address, with its own time-out and no retries. Raises what OpenAIClient does."""

    def __init__(self, *, base_url: str | None = None, timeout: float = 120.0, concurrency: int = 6) -> None:
        self.client = OpenAIClient(base_url, concurrency)
        self.server = self.client.server
        self._timeout = timeout
        self._dialects: dict[str, Dialect] = {}
        self.contexts: dict[str, int] = {}
        """Model -> the context that the server reports, in tokens; filled by `check`, where the server says it."""

    async def complete(self, request: ChatRequest) -> ChatReply:
        model = parse_spec(request.model).name
        began = time.monotonic()
        try:
            async with asyncio.timeout(self._timeout):
                response = await self._asked(model, request)
        except TimeoutError as error:
            raise timed_out(self.server, self._timeout) from error
        seconds = time.monotonic() - began
        return reply_of(response.content, request, server=self.server, model=model, seconds=seconds)

    async def check(self, model: str) -> None:
        """Ask for the list of models: it costs nothing. Servers that have no such list pass.

        We trust only api.openai.com's list in full: llama.cpp lists a file name but accepts every name, and gateways
        list only some of their models.
        """
        name = parse_spec(model).name
        try:
            async with asyncio.timeout(_CHECK_SECONDS):
                response = await self.client.send("get", "/models")
        except TimeoutError as error:
            raise ModelUnreachable(f"{self.server} does not answer within {_CHECK_SECONDS:g} s") from error
        except Transient as error:
            if error.check == "connection":
                raise ModelUnreachable(f"{error}; is the server running, and is the base URL right?") from error
            raise ModelUnreachable(str(error)) from error
        if response.status_code in (401, 403):
            raise self.client.error(response, name)
        known = names_of(response.content)
        if self.client.is_openai and response.status_code == 200 and known and name not in known:
            raise ModelRefused(f"{self.server} has no model {name!r}, or does not offer it to this key")
        content = response.content
        if is_llama_cpp(content):
            content = await self._props()
        if context := context_of(content, name):
            self.contexts[model] = context

    async def _props(self) -> bytes:
        """What llama.cpp reports about itself; nothing where it does not answer: a run does not need it."""
        try:
            async with asyncio.timeout(_CHECK_SECONDS):
                props = urljoin(f"{self.client.address}/", "/props")
                return (await self.client.send("get", props)).content
        except (TimeoutError, ModelError):
            return b""

    async def aclose(self) -> None:
        await self.client.aclose()

    async def _asked(self, model: str, request: ChatRequest) -> httpx2.Response:
        """The response. Where the server refuses a parameter, ask again in another dialect."""
        dialect = self._dialects.get(model) or first_dialect(self.client.is_openai)
        for _ in range(_MOST_DIALECTS):
            response = await self.client.send("post", "/chat/completions", body_of(model, request, dialect))
            if response.status_code < 400:
                return response
            latest = self._dialects.get(model, dialect)
            other = latest if latest != dialect else dialect.after(response.status_code, words_of(response.content))
            if other is None:
                break
            dialect = self._dialects[model] = other
        raise self.client.error(response, model)


def first_dialect(is_openai: bool) -> Dialect:
    """The dialect for a server that has not complained about a parameter yet."""
    return Dialect(limit="max_completion_tokens" if is_openai else "max_tokens")
