"""Calls over connections of their own, against real sockets."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from benchmill.chat.errors import ModelError, ModelRefused
from benchmill.chat.http_calls import HttpCalls, key_in
from benchmill.chat.model import ChatReply
from benchmill.chat.ollama_chat import OllamaChat
from benchmill.chat.openai_chat import OpenAIChat
from tests.chat.fake_models import request
from tests.servers.http_stub import Asked, Said, completion, tiny_server
from tests.servers.simulated.plan import Latency, ServerPlan
from tests.servers.simulated.server import SimulatedServer

CERTIFICATE = Path(__file__).parents[1] / "servers" / "loopback.pem"  # of 127.0.0.1, until 2126, and its key


def test_there_are_as_many_connections_as_calls_were_under_way_at_once() -> None:
    async def main(server: SimulatedServer) -> list[ChatReply]:
        clients = OpenAIChat(base_url=server.base_url), OllamaChat(base_url=server.ollama_url)
        places = asyncio.Semaphore(4)

        async def ask(number: int) -> ChatReply:
            async with places:
                protocol = ("openai", "ollama")[number % 2]
                return await clients[number % 2].complete(request(str(number), model=f"{protocol}:simulated"))

        replies = [await asyncio.gather(*(ask(number) for number in range(first, 40, 2))) for first in (0, 1)]
        for client in clients:
            await client.aclose()
        return [*replies[0], *replies[1]]

    with SimulatedServer(ServerPlan(latency=Latency.parse("0.01"))) as server:
        assert len(asyncio.run(main(server))) == 40
        assert server.counters().connections == 8


def test_a_call_that_was_dropped_leaves_its_client_fit_for_the_next_one() -> None:
    async def main(server: SimulatedServer) -> int:
        calls = HttpCalls(server.base_url, {}, "the server")
        body = {"model": "simulated", "messages": [{"role": "user", "content": "Hello"}]}
        dropped = asyncio.ensure_future(calls.send("post", "/chat/completions", body))
        await asyncio.to_thread(server.wait_for, 1)
        dropped.cancel()
        with pytest.raises(asyncio.CancelledError):
            await dropped
        status = (await calls.send("post", "/chat/completions", body)).status_code
        await calls.aclose()
        return status

    with SimulatedServer(ServerPlan(script=("hang",))) as server:
        assert asyncio.run(main(server)) == 200
        assert server.counters().connections == 2  # the dropped call closed its own


def test_a_plain_address_that_redirects_to_https_is_followed_and_the_certificate_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def main() -> list[str]:
        async with (
            tiny_server(lambda _: completion("Hi"), CERTIFICATE) as safe,
            tiny_server(lambda _: Said("", 307, {"Location": f"{safe.root}/v1/chat/completions"})) as plain,
        ):
            replies = []
            for trusted in (True, False):
                with monkeypatch.context() as environment:
                    if trusted:
                        environment.setenv("SSL_CERT_FILE", str(CERTIFICATE))
                    client = OpenAIChat(base_url=f"{plain.root}/v1")
                    try:
                        replies.append((await client.complete(request())).text)
                    except ModelError as error:
                        replies.append(str(error))
                    await client.aclose()
            return replies

    followed, refused = asyncio.run(main())
    assert followed == "Hi"
    assert "CERTIFICATE_VERIFY_FAILED" in refused


def test_no_certificate_is_read_for_a_plain_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", "/there/is/none")

    async def main() -> str:
        async with tiny_server(lambda _: completion("Hi")) as server:
            client = OpenAIChat(base_url=f"{server.root}/v1")
            reply = await client.complete(request())
            await client.aclose()
            return reply.text

    assert asyncio.run(main()) == "Hi"


def test_what_the_environment_says_for_the_sdk_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
    monkeypatch.setenv("OPENAI_ORG_ID", "org-1")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "project-1")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Team: docs")
    monkeypatch.setenv("OLLAMA_API_KEY", "key-1")

    def script(asked: Asked) -> Said:
        return Said({"message": {"content": "hi"}}) if "/api/chat" in asked.line else completion()

    async def main() -> list[Asked]:
        async with tiny_server(script) as server:
            for client in (OpenAIChat(base_url=f"{server.root}/v1/"), OllamaChat(base_url=server.root)):
                await client.complete(request())
                await client.aclose()
            return server.asked

    openai, ollama = asyncio.run(main())
    assert openai.line == "POST /v1/chat/completions HTTP/1.1"
    sent = [openai.headers[name] for name in ("authorization", "openai-organization", "openai-project", "x-team")]
    assert sent == ["Bearer sk-none", "org-1", "project-1", "docs"]
    assert ollama.headers["authorization"] == "Bearer key-1"


@pytest.mark.parametrize("key", ["schlüssel-1", "one\ntwo"])
def test_a_key_that_no_header_can_hold_is_refused_by_its_name(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLLAMA_API_KEY", key)
    with pytest.raises(ModelRefused, match="OLLAMA_API_KEY holds a character"):
        key_in("OLLAMA_API_KEY")
