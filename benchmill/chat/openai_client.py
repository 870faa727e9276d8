"""An address -> a client of OpenAI's HTTP API there, which raises only ModelErrors.

Only this file builds the SDK's clients, for the chat (openai_chat.py) and for the batches (openai_batches.py).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from benchmill.chat.errors import ModelError, ModelRefused
from benchmill.chat.guarded_http import guard_error
from benchmill.chat.http_calls import CONNECT_SECONDS, HttpCalls, http_client, key_in, pool_for
from benchmill.chat.openai_wire import KEY, words_of
from benchmill.chat.redacted import redacted, shown_address
from benchmill.chat.refusals import broken_off, error_for, not_a_reply, unreachable
from benchmill.records.errors import UsageError

if TYPE_CHECKING:
    import httpx2
    from openai import AsyncOpenAI

_OPENAI = "https://api.openai.com/v1"


class OpenAIClient:
    """`server` is its address for people.

    `send` asks with the headers that the SDK would send, and not through the SDK: what it does for each request takes
    more processor time than all else of a call, and importing it takes most of a second.

    The key is read from OPENAI_API_KEY; a server at a `base_url` of its own may need none. Raises ModelRefused where
    api.openai.com is meant and there is no key, UsageError where `base_url` is no URL.
    """

    def __init__(self, base_url: str | None, concurrency: int) -> None:
        address = base_url or os.environ.get("OPENAI_BASE_URL") or _OPENAI
        if not address.startswith(("http://", "https://")):
            raise UsageError(f"the base URL must begin with http:// or https://, not {shown_address(address)!r}")
        self.address = address
        self.server = shown_address(address)
        self.is_openai = self.server == _OPENAI
        self._key, self._concurrency = _key(self.is_openai), concurrency
        self._calls = HttpCalls(address, {**_headers(), "Authorization": f"Bearer {self._key}"}, self.server)

    @cached_property
    def sdk(self) -> AsyncOpenAI:
        """A client for the batches, without retries; its only time-out is for connecting."""
        import openai

        http = http_client(self.address, pool_for(self._concurrency))
        return openai.AsyncOpenAI(
            base_url=self.address, api_key=self._key, max_retries=0, timeout=http.timeout, http_client=http
        )

    async def send(self, method: str, path: str, body: dict[str, object] | None = None) -> httpx2.Response:
        """The response as it came, errors of the server included. Raises Transient where there is none."""
        return await self._calls.send(method, path, body)

    @contextmanager
    def troubles(self, model: str) -> Iterator[None]:
        """Turn the SDK's errors inside the block into ModelErrors; their messages name `model`."""
        import httpx2
        import openai

        try:
            yield
        except openai.APIStatusError as error:
            raise self.error(error.response, model) from error
        except openai.APITimeoutError as error:
            raise unreachable(self.server, f"no connection within {CONNECT_SECONDS:g} s") from error
        except openai.APIConnectionError as error:
            if guarded := guard_error(error):
                raise guarded from error
            cause = error.__cause__
            if isinstance(cause, (httpx2.ConnectError, httpx2.ProxyError)):
                raise unreachable(self.server, cause) from error
            raise broken_off(self.server, f"{type(cause).__name__} {cause}") from error
        except openai.OpenAIError as error:
            raise not_a_reply(self.server, f"{model}: {error}") from error

    def error(self, response: httpx2.Response, model: str) -> ModelError:
        """The ModelError that an error response means."""
        if response.status_code == 404 and not urlsplit(self.server).path.strip("/"):
            return ModelRefused(
                f"{self.server} has no chat endpoint there (HTTP 404: {redacted(words_of(response.content))}); "
                f"did you mean {self.server.rstrip('/')}/v1?",
                concerns="server",
            )
        key_name = KEY if self.is_openai or os.environ.get(KEY) or response.status_code in (401, 403) else ""
        return error_for(
            response.status_code,
            words_of(response.content),
            server=self.server,
            model=model,
            key_name=key_name,
            headers=response.headers,
        )

    async def aclose(self) -> None:
        await self._calls.aclose()
        if "sdk" in self.__dict__:
            await self.sdk.close()


def _key(is_openai: bool) -> str:
    key = key_in(KEY)
    if not key and is_openai:
        raise ModelRefused(f"{_OPENAI} needs a key; set {KEY}, or --base-url for a server of your own", concerns="key")
    return key or "none-needed"


def _headers() -> dict[str, str]:
    """Those that the SDK sends for the same environment, without the ones that describe this machine."""
    headers = {"Accept": "application/json", "Content-Type": "application/json", "User-Agent": "benchmill"}
    for name, variable in (("OpenAI-Organization", "OPENAI_ORG_ID"), ("OpenAI-Project", "OPENAI_PROJECT_ID")):
        if value := os.environ.get(variable):
            headers[name] = value
    lines = os.environ.get("OPENAI_CUSTOM_HEADERS", "").split("\n")
    own = (line.partition(":") for line in lines if ":" in line)
    return headers | {name.strip(): value.strip() for name, _, value in own}
