"""The address of an Ollama server and a model's name -> the model's longest context, through Ollama's own client.

For what is asked once; each call of a run goes through `HttpCalls`, which takes less processor time.
"""

from __future__ import annotations

import asyncio
import difflib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from pydantic import ValidationError

from benchmill.chat.addresses import is_loopback
from benchmill.chat.errors import CallFailed, ModelError, ModelRefused, ModelUnreachable, Transient
from benchmill.chat.guarded_http import ACCEPTED, guard
from benchmill.chat.http_calls import CONNECT_SECONDS
from benchmill.chat.ollama_errors import no_model, ollama_error
from benchmill.chat.redacted import redacted, shown_address
from benchmill.chat.refusals import broken_off, not_a_reply, unreachable
from benchmill.records.listing import some_of

if TYPE_CHECKING:
    import httpx
    from ollama import AsyncClient

_SHOW_SECONDS = 20.0
_LIST_SECONDS = 5.0
_LONGEST_CONTEXT = 1_000_000_000
_MOST_NAMES = 1000


async def longest_context(name: str, address: str, *, key: str, tls: ssl.SSLContext) -> int:
    """In tokens; 0 where the server does not report it. It costs nothing: the server only describes the model.

    `tls`: what certificates are checked with. Raises ModelUnreachable and ModelRefused; where the model is missing, the
    message names the models that the server has, the most similar names first.
    """
    server = shown_address(address)
    try:
        with _troubles(server):
            async with _client(name, address, server, key, tls) as client:
                try:
                    return await _context(client, name)
                except ModelRefused as error:
                    if error.concerns != "model":
                        raise
                    others = await _others(client, name, server)
                    raise no_model(server, name, others) from error
    except TimeoutError as error:
        raise ModelUnreachable(f"Ollama does not answer at {server} within {_SHOW_SECONDS:g} s") from error
    except Transient as error:
        if error.check == "connection":
            raise ModelUnreachable(f"Ollama does not answer at {server}; start it with: ollama serve") from error
        raise ModelUnreachable(f"Ollama does not work at {server}: {error}") from error
    except CallFailed as error:
        raise ModelRefused(str(error)) from error


async def _context(client: AsyncClient, name: str) -> int:
    try:
        async with asyncio.timeout(_SHOW_SECONDS):
            shown = await client.show(name)
    except (
        ValidationError
    ):  # servers that imitate Ollama describe a model in fewer words, and can be asked all the same
        return 0
    facts = shown.modelinfo or {}
    lengths = [value for key, value in facts.items() if key.endswith(".context_length") and _is_length(value)]
    return max(lengths, default=0)


async def _others(client: AsyncClient, name: str, server: str) -> str:
    """The models that the server has, for people; empty where it does not list them: the message does not need it."""
    try:
        with _troubles(server):
            async with asyncio.timeout(_LIST_SECONDS):
                listed = await client.list()
    except (TimeoutError, ModelError):
        return ""
    names = [one.model for one in listed.models[:_MOST_NAMES] if one.model]
    return redacted(some_of(difflib.get_close_matches(name, names, n=len(names) or 1, cutoff=0.0)))


def _client(name: str, address: str, server: str, key: str, tls: ssl.SSLContext) -> AsyncClient:
    # Imported here: the SDK takes 0.15 s, and only models of Ollama need it.
    import httpx
    import ollama

    async def refuse(response: httpx.Response) -> None:
        # before the SDK reads the error: it cannot read one that is JSON but no object
        if response.status_code >= 400:
            await response.aread()
            raise ollama_error(response.status_code, response.text, server=server, model=name, headers=response.headers)

    parts = urlsplit(address)
    return ollama.AsyncClient(
        host=address,
        headers={**ACCEPTED, **({"authorization": f"Bearer {key}"} if key else {})},
        # the SDK drops user name and password from the address
        auth=(unquote(parts.username), unquote(parts.password or "")) if parts.username else None,
        timeout=httpx.Timeout(None, connect=CONNECT_SECONDS),  # asyncio.timeout limits the whole request
        verify=tls,
        trust_env=not is_loopback(address),
        event_hooks={"response": [guard, refuse]},
    )


@contextmanager
def _troubles(server: str) -> Iterator[None]:
    """Errors of the SDK, of `httpx` and of the network -> the ModelErrors that they mean."""
    import httpx

    try:
        yield
    except TimeoutError:
        raise
    except (ConnectionError, httpx.ConnectError, httpx.ProxyError) as error:  # the SDK turns one into the other
        raise unreachable(server, error) from error
    except httpx.TimeoutException as error:
        raise unreachable(server, f"no connection within {CONNECT_SECONDS:g} s") from error
    except (httpx.HTTPError, httpx.StreamError, httpx.InvalidURL, OSError) as error:
        raise broken_off(server, f"{type(error).__name__} {error}") from error
    except (ValueError, TypeError, RecursionError) as error:  # no JSON, or JSON of another shape
        raise not_a_reply(server, type(error).__name__) from error


def _is_length(value: object) -> bool:
    return isinstance(value, int) and 0 < value <= _LONGEST_CONTEXT
