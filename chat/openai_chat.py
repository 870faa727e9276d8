"""ChatRequest -> ChatReply from OpenAI or any server that speaks its chat completions."""

from __future__ import annotations

import asyncio
import os
import time
from typing import TYPE_CHECKING

from chat.addresses import is_loopback
from chat.dialects import Dialect
from chat.errors import ModelError, ModelRefused, ModelUnreachable, Transient
from chat.model import ChatReply, ChatRequest
from chat.openai_wire import KEY, body_of, names_of, reply_of, words_of
from chat.redacted import shown_address
from chat.refusals import broken_off, error_for, not_a_reply, timed_out, unreachable
from chat.retry_after import retry_after
from chat.specs import parse_spec
from records.errors import UsageError

if TYPE_CHECKING:
    import httpx2
    from openai import AsyncOpenAI

_OPENAI = "https://api.openai.com/v1"
_CONNECT_SECONDS = 10.0
_CHECK_SECONDS = 20.0
_MOST_DIALECTS = 6


class OpenAIChat:
    """One client for one address, with its own time-out and no retries.

    The key is read from OPENAI_APIKEY; a server at a `base_url` of its own may need none. Raises ModelRefused where
    api.openai.com is meant and there is no key, UsageError where `base_url` is no URL.
    """

    def __init__(self, *, base_url: str | None = None, timeout: float = 120.0, concurrency: int = 6) -> None:
        address = base_url or os.environ.get("OPENAI_BASE_URL") or _OPENAI
        if not address.startswith(("http://", "https://")):
            raise UsageError(f"the base URL must begin with http:// or https://, not {shown_address(address)!r}")
        self.server = shown_address(address)
        self._is_openai = self.server == _OPENAI
        self._timeout = timeout
        self._dialects: dict[str, Dialect] = {}
        self._client = _client(address, _key(self._is_openai), concurrency)

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

        Only api.openai.com's list is believed in full: llama.cpp lists a file name and takes any, gateways list some.
        """
        name = parse_spec(model).name
        try:
            async with asyncio.timeout(_CHECK_SECONDS):
                response = await self._sent("get", "/models", None, name)
        except TimeoutError as error:
            raise ModelUnreachable(f"{self.server} does not answer within {_CHECK_SECONDS:g} s") from error
        except Transient as error:
            if error.check == "connection":
                raise ModelUnreachable(f"{error}; is the server running, and is the base URL right?") from error
            raise ModelUnreachable(str(error)) from error
        if response.status_code in (401, 403):
            raise self._error(response, name)
        known = names_of(response.content)
        if self._is_openai and response.status_code == 200 and known and name not in known:
            raise ModelRefused(f"{self.server} knows no model {name!r}, or not for this key")

    async def aclose(self) -> None:
        await self._client.close()

    async def _asked(self, model: str, request: ChatRequest) -> httpx2.Response:
        """The response; asked again in another dialect where the server complains of ours."""
        dialect = self._dialects.get(model) or Dialect(
            limit="max_completion_tokens" if self._is_openai else "max_tokens"
        )
        for _ in range(_MOST_DIALECTS):
            response = await self._sent("post", "/chat/completions", body_of(model, request, dialect), model)
            if response.status_code < 400:
                return response
            latest = self._dialects.get(model, dialect)
            other = latest if latest != dialect else dialect.after(response.status_code, words_of(response.content))
            if other is None:
                break
            dialect = self._dialects[model] = other
        raise self._error(response, model)

    async def _sent(self, method: str, path: str, body: dict[str, object] | None, model: str) -> httpx2.Response:
        import httpx2
        import openai

        try:
            # `post` with the bare response: the SDK's models of a completion cost as much CPU as all else together.
            if method == "get":
                return await self._client.get(path, cast_to=httpx2.Response)
            return await self._client.post(path, cast_to=httpx2.Response, body=body)
        except openai.APIStatusError as error:
            return error.response
        except openai.APITimeoutError as error:
            raise unreachable(self.server, f"no connection within {_CONNECT_SECONDS:g} s") from error
        except openai.APIConnectionError as error:
            cause = error.__cause__
            if isinstance(cause, (httpx2.ConnectError, httpx2.ProxyError)):
                raise unreachable(self.server, cause) from error
            raise broken_off(self.server, f"{type(cause).__name__} {cause}") from error
        except openai.OpenAIError as error:
            raise not_a_reply(self.server, f"{model}: {error}") from error

    def _error(self, response: httpx2.Response, model: str) -> ModelError:
        key_name = KEY if self._is_openai or os.environ.get(KEY) or response.status_code in (401, 403) else ""
        return error_for(
            response.status_code,
            words_of(response.content),
            server=self.server,
            model=model,
            key_name=key_name,
            retry_after=retry_after(response.headers),
        )


def _key(is_openai: bool) -> str:
    key = os.environ.get(KEY, "").strip()
    if not key and is_openai:
        raise ModelRefused(f"{_OPENAI} needs a key; set {KEY}, or --base-url for a server of your own")
    return key or "none-needed"


def _client(address: str, key: str, concurrency: int) -> AsyncOpenAI:
    # Imported here: the SDK takes a third of a second, and no help page needs it.
    import openai

    http = http_client(address, concurrency)
    return openai.AsyncOpenAI(base_url=address, api_key=key, max_retries=0, timeout=http.timeout, http_client=http)


def http_client(address: str, concurrency: int) -> httpx2.AsyncClient:
    """A pool of connections for `concurrency` calls to `address`, with room for second questions (hedging).

    Only connecting has a time-out here: the transport's others start anew with every byte, and cost CPU; who asks
    bounds the whole call.
    """
    import httpx2

    connections = concurrency + concurrency // 4 + 4
    return httpx2.AsyncClient(
        timeout=httpx2.Timeout(None, connect=_CONNECT_SECONDS),
        limits=httpx2.Limits(max_connections=connections, max_keepalive_connections=connections),
        # loopback traffic must not go out through HTTP_PROXY, which it would where NO_PROXY does not name it
        trust_env=not is_loopback(address),
        follow_redirects=True,
    )
