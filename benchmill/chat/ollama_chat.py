"""ChatRequest -> ChatReply from Ollama's /api/chat."""

from __future__ import annotations

import asyncio
import json
import os
import time
from typing import Any
from urllib.parse import urlsplit

from benchmill.chat.context_window import ContextWindow
from benchmill.chat.errors import CallFailed
from benchmill.chat.http_calls import HttpCalls, key_in
from benchmill.chat.model import ChatReply, ChatRequest, Finish
from benchmill.chat.ollama_errors import KEY, ollama_error
from benchmill.chat.ollama_server import longest_context
from benchmill.chat.options import ollama_options, parsed
from benchmill.chat.redacted import shown_address
from benchmill.chat.refusals import not_a_reply, timed_out
from benchmill.chat.specs import parse_spec
from benchmill.chat.texts import about, clean_text, whole
from benchmill.records.errors import UsageError

_KEEP_ALIVE = "10m"
_DEFAULT = "127.0.0.1"
_PORT = 11434
_FINISHES: dict[object, Finish] = {"stop": "stop", "length": "length", None: "stop"}


class OllamaChat:
    """A client for one Ollama server.

    Without a `base_url` the server is at OLLAMA_HOST, or else at this machine's port 11434. `num_ctx`: the
    context window in tokens, prompt and reply together; None = sized by the prompts, up to what the model has.
    """

    def __init__(self, *, base_url: str | None = None, timeout: float = 120.0, num_ctx: int | None = None) -> None:
        self._address = ollama_address(base_url or os.environ.get("OLLAMA_HOST") or _DEFAULT)
        self.server = shown_address(self._address)
        self._timeout = timeout
        self._windows: dict[str, ContextWindow] = {}
        self.contexts: dict[str, int] = {}
        """Model -> its longest context in tokens, or `num_ctx`; filled by `check`."""
        self._num_ctx = num_ctx
        self._cannot_switch_thinking: set[str] = set()
        self._key = key_in(KEY)
        headers = {"authorization": f"Bearer {self._key}"} if self._key else {}
        self._calls = HttpCalls(self._address, headers, self.server)

    async def complete(self, request: ChatRequest) -> ChatReply:
        name = parse_spec(request.model).name
        window = self._windows.setdefault(name, ContextWindow(self._num_ctx))
        num_ctx = window.size_for(request)
        began = time.monotonic()
        try:
            async with asyncio.timeout(self._timeout):
                response = await self._asked(name, request, num_ctx)
        except TimeoutError as error:
            raise timed_out(self.server, self._timeout) from error
        reply = self._reply(response, request, time.monotonic() - began)
        window.refuse_cut(request, reply, num_ctx)
        return reply

    async def check(self, model: str) -> None:
        """Ask Ollama to describe the model: it costs nothing, and the reply holds the longest context."""
        name = parse_spec(model).name
        longest = await longest_context(name, self._address, key=self._key, tls=self._calls.tls)
        self._windows[name] = ContextWindow(self._num_ctx, most=longest)
        if context := self._num_ctx or longest:
            self.contexts[model] = context

    async def aclose(self) -> None:
        await self._calls.aclose()

    async def _asked(self, name: str, request: ChatRequest, num_ctx: int) -> dict[str, Any]:
        # Thinking takes tokens from the reply, and we never read it. We send no switch where the model has none.
        switch = {} if name in self._cannot_switch_thinking else {"think": False}
        body = {
            "model": name,
            "messages": [{"role": message.role, "content": message.content} for message in request.messages],
            **({"format": parsed(request.schema)} if request.schema else {}),
            "options": ollama_options(request, num_ctx),
            **switch,
            "stream": False,
            "keep_alive": _KEEP_ALIVE,
        }
        try:
            return await self._answer("/api/chat", body, name)
        except CallFailed as error:
            if not switch or "think" not in str(error).lower():
                raise
            self._cannot_switch_thinking.add(name)
            return await self._asked(name, request, num_ctx)

    async def _answer(self, path: str, body: dict[str, Any], name: str) -> dict[str, Any]:
        """The JSON object that the server answers. Raises the ModelError that any other answer means."""
        response = await self._calls.send("post", path, body)
        if response.status_code >= 400:
            raise ollama_error(
                response.status_code, response.text, server=self.server, model=name, headers=response.headers
            )
        try:
            answer = json.loads(response.content)
        except (ValueError, RecursionError) as error:
            raise not_a_reply(self.server, type(error).__name__) from error
        if not isinstance(answer, dict):
            raise not_a_reply(self.server, "the JSON is no object")
        return answer

    def _reply(self, answer: dict[str, Any], request: ChatRequest, seconds: float) -> ChatReply:
        message = answer.get("message")
        if not isinstance(message, dict):
            raise not_a_reply(self.server, "it holds no message")
        text = clean_text(message.get("content"))
        try:
            tokens = whole(answer.get("prompt_eval_count")), whole(answer.get("eval_count"))
            finish = _FINISHES.get(answer.get("done_reason"), "other")
        except (ValueError, TypeError) as error:
            raise not_a_reply(self.server, error) from error
        return ChatReply(
            text=text,
            finish=finish,
            input_tokens=tokens[0] or sum(about(m.content) for m in request.messages),
            output_tokens=tokens[1] or about(text),
            seconds=seconds,
        )


def ollama_address(host: str) -> str:
    """The URL of Ollama's own API, of what people write in OLLAMA_HOST or as the address of its OpenAI-compatible API.

    >>> ollama_address("gpu-box"), ollama_address(":8080"), ollama_address("https://ollama.example/v1/")
    ('http://gpu-box:11434', 'http://127.0.0.1:8080', 'https://ollama.example')
    """
    url = host if "://" in host else f"http://{host}"
    parts = urlsplit(url)
    try:
        port = parts.port or (None if "://" in host else _PORT)
    except ValueError as error:
        raise UsageError(f"{shown_address(url)} is no address of Ollama: {error}") from error
    name = parts.hostname or _DEFAULT
    account, at, _ = parts.netloc.rpartition("@")
    place = f"{account}{at}[{name}]" if ":" in name else f"{account}{at}{name}"
    path = parts.path.rstrip("/")
    for ending in ("/v1", "/api"):
        path = path.removesuffix(ending)
    return f"{parts.scheme}://{place}" + (f":{port}" if port else "") + path
