"""ChatRequest -> ChatReply from Ollama's /api/chat."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from benchmill.chat.addresses import is_loopback
from benchmill.chat.context_window import ContextWindow
from benchmill.chat.errors import CallFailed, ModelError, ModelRefused, ModelUnreachable, Transient
from benchmill.chat.guarded_http import ACCEPTED, guard
from benchmill.chat.model import ChatReply, ChatRequest, Finish
from benchmill.chat.options import ollama_options
from benchmill.chat.redacted import redacted, shown_address
from benchmill.chat.refusals import broken_off, error_for, not_a_reply, timed_out, unreachable
from benchmill.chat.specs import parse_spec
from benchmill.chat.spread import Spread
from benchmill.chat.texts import about, clean_text, whole

if TYPE_CHECKING:
    import httpx
    from ollama import AsyncClient, ChatResponse

T = TypeVar("T")

# httpx 0.28 looks through all requests of a pool at each change: 256 in one pool cost 16 ms a call, 64 cost 1.2.
_CALLS_A_CLIENT = 64
_CONNECT_SECONDS = 10.0
_CHECK_SECONDS = 20.0
_KEEP_ALIVE = "10m"
_LONGEST_CONTEXT = 1_000_000_000
_DEFAULT = "http://127.0.0.1:11434"


class OllamaChat:
    """Clients for one Ollama server: several above 64 calls at once; each call goes to the least busy client.

    Without a `base_url` the server is at OLLAMA_HOST, or else at this machine's port 11434. `num_ctx`: the
    context window in tokens, prompt and reply together; None = sized by the prompts, up to what the model has.
    """

    def __init__(
        self, *, base_url: str | None = None, timeout: float = 120.0, concurrency: int = 6, num_ctx: int | None = None
    ) -> None:
        address = _without_api_path(base_url or os.environ.get("OLLAMA_HOST") or _DEFAULT)
        self.server = shown_address(address if "//" in address else f"http://{address}")
        self._timeout = timeout
        self._windows: dict[str, ContextWindow] = {}
        self.contexts: dict[str, int] = {}
        """Model -> its longest context in tokens, or `num_ctx`; filled by `check`."""
        self._num_ctx = num_ctx
        self._cannot_switch_thinking: set[str] = set()
        self._clients = Spread(lambda calls: self._client(address, calls), calls=concurrency, each=_CALLS_A_CLIENT)

    async def complete(self, request: ChatRequest) -> ChatReply:
        name = parse_spec(request.model).name
        window = self._windows.setdefault(name, ContextWindow(self._num_ctx))
        num_ctx = window.size_for(request)
        began = time.monotonic()
        try:
            with self._clients.least_busy() as client:
                async with asyncio.timeout(self._timeout):
                    response = await self._asked(client, name, request, num_ctx)
        except TimeoutError as error:
            raise timed_out(self.server, self._timeout) from error
        reply = self._reply(response, request, time.monotonic() - began)
        window.refuse_cut(request, reply, num_ctx)
        return reply

    async def check(self, model: str) -> None:
        """Ask Ollama to describe the model: it costs nothing, and the reply holds the longest context."""
        name = parse_spec(model).name
        try:
            async with asyncio.timeout(_CHECK_SECONDS):
                shown = await self._sent(lambda client: client.show(name), self._clients.clients[0], name)
        except TimeoutError as error:
            raise ModelUnreachable(f"Ollama does not answer at {self.server} within {_CHECK_SECONDS:g} s") from error
        except Transient as error:
            if error.check == "connection":
                raise ModelUnreachable(
                    f"Ollama does not answer at {self.server}; start it with: ollama serve"
                ) from error
            raise ModelUnreachable(f"Ollama does not work at {self.server}: {error}") from error
        except CallFailed as error:
            raise ModelRefused(str(error)) from error
        facts = shown.modelinfo or {}
        lengths = [value for key, value in facts.items() if key.endswith(".context_length") and _is_length(value)]
        longest = max(lengths, default=0)
        self._windows[name] = ContextWindow(self._num_ctx, most=longest)
        if context := self._num_ctx or longest:
            self.contexts[model] = context

    async def aclose(self) -> None:
        for client in self._clients.clients:
            await client.close()  # type: ignore[no-untyped-call]  # the SDK's own gap

    async def _asked(self, client: AsyncClient, name: str, request: ChatRequest, num_ctx: int) -> ChatResponse:
        # Thinking takes tokens from the reply, and we never read it. We send no switch where the model has none.
        think = None if name in self._cannot_switch_thinking else False
        options = ollama_options(request, num_ctx)
        messages = [{"role": message.role, "content": message.content} for message in request.messages]
        schema = json.loads(request.schema) if request.schema else None
        try:
            return await self._sent(
                lambda one: one.chat(
                    model=name,
                    messages=messages,
                    format=schema,
                    options=options,
                    think=think,
                    stream=False,
                    keep_alive=_KEEP_ALIVE,
                ),
                client,
                name,
            )
        except CallFailed as error:
            if think is None or "think" not in str(error).lower():
                raise
            self._cannot_switch_thinking.add(name)
            return await self._asked(client, name, request, num_ctx)

    async def _sent(self, ask: Callable[[AsyncClient], Awaitable[T]], client: AsyncClient, name: str) -> T:
        import httpx
        import ollama

        try:
            return await ask(client)
        except ConnectionError as error:  # the SDK's word for refused, unknown host and no route
            raise unreachable(self.server, "refused, or no such host") from error
        except httpx.ConnectTimeout as error:
            raise unreachable(self.server, f"no connection within {_CONNECT_SECONDS:g} s") from error
        except httpx.HTTPError as error:
            raise broken_off(self.server, f"{type(error).__name__} {error}") from error
        except ollama.ResponseError as error:
            raise self._error(error.status_code, str(error.error), name, None) from error
        except (ValueError, TypeError, RecursionError) as error:  # no JSON, or JSON of another shape
            raise not_a_reply(self.server, type(error).__name__) from error

    def _client(self, address: str, connections: int) -> AsyncClient:
        # Imported here: the SDK takes 0.15 s, and no help page needs it.
        import httpx
        import ollama

        return ollama.AsyncClient(
            host=address,
            timeout=httpx.Timeout(None, connect=_CONNECT_SECONDS),  # asyncio.timeout bounds the whole call
            limits=httpx.Limits(max_connections=connections, max_keepalive_connections=connections),
            trust_env=not is_loopback(address),
            event_hooks={"response": [guard, self._refuse]},
            headers=ACCEPTED,
        )

    async def _refuse(self, response: httpx.Response) -> None:
        """Raise the ModelError while the headers are at hand: the SDK's error has lost Retry-After."""
        if response.status_code < 400:
            return
        await response.aread()
        try:
            body = json.loads(response.content)
            words = str(body.get("error", body)) if isinstance(body, dict) else str(body)
        except (ValueError, RecursionError):
            words = response.text[:2000]
        name = ""
        with contextlib.suppress(ValueError, AttributeError):
            name = str(json.loads(response.request.content).get("model", ""))
        raise self._error(response.status_code, words, name, response.headers)

    def _error(self, status: int, words: str, name: str, headers: httpx.Headers | None) -> ModelError:
        if status == 404 and "model" in words.lower():
            return ModelRefused(f"Ollama at {self.server} has no model {name!r}; pull it with: ollama pull {name}")
        if status == 404:
            said = f"what answers at {self.server} is not Ollama (HTTP 404): {redacted(words)}"
            return ModelRefused(said, concerns="server")
        return error_for(
            status, words, server=f"Ollama at {self.server}", model=name, key_name="OLLAMA_API_KEY", headers=headers
        )

    def _reply(self, response: ChatResponse, request: ChatRequest, seconds: float) -> ChatReply:
        text = clean_text(response.message.content)
        finishes: dict[str | None, Finish] = {"stop": "stop", "length": "length", None: "stop"}
        try:
            tokens = whole(response.prompt_eval_count), whole(response.eval_count)
        except ValueError as error:
            raise not_a_reply(self.server, error) from error
        return ChatReply(
            text=text,
            finish=finishes.get(response.done_reason, "other"),
            input_tokens=tokens[0] or sum(about(m.content) for m in request.messages),
            output_tokens=tokens[1] or about(text),
            seconds=seconds,
        )


def _is_length(value: object) -> bool:
    return isinstance(value, int) and 0 < value <= _LONGEST_CONTEXT


def _without_api_path(address: str) -> str:
    """The server's own address where the user gave the one of its OpenAI-compatible API."""
    address = address.rstrip("/")
    for path in ("/v1", "/api"):
        address = address.removesuffix(path)
    return address
