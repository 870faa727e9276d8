"""Hostile servers: bodies without end, redirects elsewhere, words that steer a terminal. Against real sockets."""

from __future__ import annotations

import asyncio
import gzip
import json
import tracemalloc
from collections.abc import Callable
from functools import cache

import pytest

from benchmill.chat.errors import ModelError, ModelRefused, Transient
from benchmill.chat.model import ChatModel, ChatReply
from benchmill.chat.ollama_chat import OllamaChat
from benchmill.chat.openai_chat import OpenAIChat
from benchmill.chat.redacted import shown_address, without_password
from benchmill.cli.settings_text import as_toml
from benchmill.running.printable import printable
from benchmill.settings import GrowSettings
from tests.chat.fake_models import request
from tests.servers.http_stub import Said, tiny_server

CLIENTS: dict[str, Callable[[str], ChatModel]] = {
    "openai": lambda root: OpenAIChat(base_url=f"{root}/v1", timeout=120.0),
    "ollama": lambda root: OllamaChat(base_url=root, timeout=120.0),
}


def end_of(protocol: str, said: Said) -> ChatReply | ModelError:
    """What a client makes of the response."""

    async def main() -> ChatReply | ModelError:
        async with tiny_server(lambda _: said) as server:
            client: ChatModel = CLIENTS[protocol](server.root)
            try:
                return await client.complete(request(model=f"{protocol}:m", max_tokens=256))
            except ModelError as error:
                return error
            finally:
                await client.aclose()

    return asyncio.run(main())


@cache
def bomb(size: int) -> bytes:
    """Some kilobytes that unpack to `size` bytes."""
    return gzip.compress(b" " * size, 5)


@pytest.mark.parametrize("protocol", CLIENTS)
def test_a_small_reply_that_unpacks_to_a_large_one_is_stopped_in_time(protocol: str) -> None:
    said = Said(bomb(250_000_000), headers={"Content-Encoding": "gzip"})
    tracemalloc.start()
    try:
        end = end_of(protocol, said)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert isinstance(end, Transient)
    assert "longer than" in str(end)
    assert peak < 200_000_000


@pytest.mark.parametrize("protocol", CLIENTS)
def test_a_reply_of_reasonable_length_comes_whole_compressed_or_not(protocol: str) -> None:
    text = "x" * 400_000
    message = {"role": "assistant", "content": text}
    body = json.dumps({"choices": [{"message": message}], "message": message, "model": "m", "done": True}).encode()
    for said in (Said(body), Said(gzip.compress(body), headers={"Content-Encoding": "gzip"})):
        end = end_of(protocol, said)
        assert isinstance(end, ChatReply)
        assert end.text == text


@pytest.mark.parametrize("protocol", CLIENTS)
def test_a_reply_far_longer_than_the_tokens_that_were_asked_for_is_no_reply(protocol: str) -> None:
    message = {"role": "assistant", "content": "x" * 3_000_000}
    end = end_of(protocol, Said({"choices": [{"message": message}], "message": message, "model": "m"}))
    assert isinstance(end, Transient)
    assert "longer than 1,051,200 bytes" in str(end)


@pytest.mark.parametrize("protocol", CLIENTS)
def test_a_coding_that_was_not_asked_for_is_not_unpacked(protocol: str) -> None:
    end = end_of(protocol, Said(b"whatever", headers={"Content-Encoding": "gzip, gzip"}))
    assert isinstance(end, Transient)


@pytest.mark.parametrize("protocol", CLIENTS)
@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_to_another_host_is_refused_with_both_addresses(protocol: str, status: int) -> None:
    end = end_of(protocol, Said("", status, {"Location": "http://me:secret@elsewhere.example/v1/chat?key=abc"}))
    assert isinstance(end, ModelRefused)
    assert "redirects to another host, http://elsewhere.example/v1/chat;" in str(end)
    assert "secret" not in str(end)


@pytest.mark.parametrize("protocol", CLIENTS)
@pytest.mark.parametrize("body", ["[" * 100_000, '{"choices":' + "[" * 50_000, '{"message":' * 20_000])
def test_nested_json_is_one_error_of_this_call(protocol: str, body: str) -> None:
    assert isinstance(end_of(protocol, Said(body)), Transient)


@pytest.mark.parametrize("protocol", CLIENTS)
def test_token_counts_of_400_digits_are_one_error_of_this_call(protocol: str) -> None:
    message = {"role": "assistant", "content": "hi"}
    usage = {"prompt_tokens": 10**399, "completion_tokens": 1}
    body = {"choices": [{"message": message}], "usage": usage, "message": message, "prompt_eval_count": 10**399}
    assert isinstance(end_of(protocol, Said({**body, "model": "m"})), Transient)


def test_a_password_in_a_base_url_is_never_shown() -> None:
    url = "https://me:pa/ss@w0rd@models.example:8000/v1"
    for text in (
        shown_address("https://me:w0rd@models.example:8000/v1"),
        shown_address("me:w0rd@models.example/v1"),
        without_password("https://me:w0rd@models.example:8000/v1?api_key=w0rd"),
        as_toml(GrowSettings(base_url="https://me:w0rd@models.example/v1")),
    ):
        assert "w0rd" not in text
        assert "models.example" in text
    assert "w0rd" not in without_password(url)


def test_control_characters_of_a_server_never_reach_the_terminal() -> None:
    end = end_of("openai", Said({"error": {"message": "bad \x1b]0;owned\x07 \x9b31m"}}, 400))
    assert not [c for c in printable(str(end)) if ord(c) < 32 or 127 <= ord(c) < 160]
