"""An address -> a client of OpenAI's HTTP API there, which raises only ModelErrors.

Only this file builds the SDK's clients, for the chat (openai_chat.py) and for the batches (openai_batches.py).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from benchmill.chat.addresses import is_loopback
from benchmill.chat.errors import ModelError, ModelRefused
from benchmill.chat.guarded_http import ACCEPTED, guard, guard_error
from benchmill.chat.openai_wire import KEY, words_of
from benchmill.chat.redacted import redacted, shown_address
from benchmill.chat.refusals import broken_off, error_for, not_a_reply, unreachable
from benchmill.chat.spread import Spread
from benchmill.records.errors import UsageError

if TYPE_CHECKING:
    import httpx2
    from openai import AsyncOpenAI

_OPENAI = "https://api.openai.com/v1"
_CONNECT_SECONDS = 10.0
# Its pool looks through all connections at each call: at 256 in flight four pools cost a seventh less processor time.
_CALLS_A_CLIENT = 64


class OpenAIClient:
    """`sdk` is a client without retries; its only time-out is for connecting. `server` is its address for people.

    Above 64 calls at once there are several SDK clients, and each call goes to the one with the fewest under way.

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
        key = _key(self.is_openai)
        self._spread = Spread(lambda calls: _sdk(address, key, calls), calls=concurrency, each=_CALLS_A_CLIENT)
        self.sdk = self._spread.clients[0]

    async def send(self, method: str, path: str, body: dict[str, object] | None, model: str) -> httpx2.Response:
        """The response as it came, errors of the server included. Raises Transient where there is none."""
        import httpx2
        import openai

        with self.troubles(model), self._spread.least_busy() as sdk:
            try:
                # `post` with the bare response: the SDK's models of a completion cost as much CPU as all else together.
                if method == "get":
                    return await sdk.get(path, cast_to=httpx2.Response)
                return await sdk.post(path, cast_to=httpx2.Response, body=body)
            except openai.APIStatusError as error:
                return error.response

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
            raise unreachable(self.server, f"no connection within {_CONNECT_SECONDS:g} s") from error
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
        for sdk in self._spread.clients:
            await sdk.close()


def _key(is_openai: bool) -> str:
    key = os.environ.get(KEY, "").strip()
    if not key and is_openai:
        raise ModelRefused(f"{_OPENAI} needs a key; set {KEY}, or --base-url for a server of your own", concerns="key")
    return key or "none-needed"


def _sdk(address: str, key: str, concurrency: int) -> AsyncOpenAI:
    # Imported here: the SDK takes a third of a second, and no help page needs it.
    import openai

    http = http_client(address, concurrency)
    return openai.AsyncOpenAI(base_url=address, api_key=key, max_retries=0, timeout=http.timeout, http_client=http)


def http_client(address: str, concurrency: int) -> httpx2.AsyncClient:
    """A pool of connections for `concurrency` calls to `address`, with room for second questions (hedging).

    Only connecting has a time-out: the transport's other time-outs start anew with every byte, and cost CPU. The caller
    limits the time of the whole call.
    """
    import httpx2

    connections = concurrency + concurrency // 4 + 4
    return httpx2.AsyncClient(
        timeout=httpx2.Timeout(None, connect=_CONNECT_SECONDS),
        limits=httpx2.Limits(max_connections=connections, max_keepalive_connections=connections),
        # loopback traffic must not go out through HTTP_PROXY, which it would where NO_PROXY does not name it
        trust_env=not is_loopback(address),
        follow_redirects=True,
        headers=ACCEPTED,
        event_hooks={"response": [guard]},
    )
