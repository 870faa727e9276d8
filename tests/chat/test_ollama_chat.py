"""The Ollama client against real sockets."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from collections.abc import Callable

import pytest

from benchmill.chat.errors import CallFailed, ModelError, ModelRefused, ModelUnreachable, Transient
from benchmill.chat.model import ChatReply, ChatRequest
from benchmill.chat.ollama_chat import OllamaChat
from tests.chat.fake_models import request
from tests.servers.http_stub import Asked, Said, tiny_server
from tests.servers.simulated.plan import ServerPlan
from tests.servers.simulated.server import SimulatedServer

_SCHEMA = '{"additionalProperties":false,"properties":{"a":{"type":"integer"}},"required":["a"],"type":"object"}'


def said(text: str = '{"a": 1}', **more: object) -> Said:
    return Said(
        {
            "model": "llama3",
            "message": {"role": "assistant", "content": text},
            "done": True,
            "done_reason": "stop",
            "prompt_eval_count": 11,
            "eval_count": 4,
            **more,
        }
    )


def exchange(
    script: Callable[[Asked], Said], *requests: ChatRequest, num_ctx: int | None = None, check: bool = False
) -> tuple[list[ChatReply | ModelError], list[Asked]]:
    async def main() -> tuple[list[ChatReply | ModelError], list[Asked]]:
        async with tiny_server(script) as server:
            client = OllamaChat(base_url=server.root, timeout=120, num_ctx=num_ctx)
            got: list[ChatReply | ModelError] = []
            if check:
                await client.check("ollama:llama3")
            for one in requests or (request(model="ollama:llama3", schema=_SCHEMA),):
                try:
                    got.append(await client.complete(one))
                except ModelError as error:
                    got.append(error)
            await client.aclose()
            return got, [one for one in server.asked if "/api/chat" in one.line]

    return asyncio.run(main())


def test_a_request_goes_out_with_schema_and_options_and_comes_back_with_its_counts() -> None:
    (reply,), (asked,) = exchange(
        lambda _: said(), request(model="ollama:llama3", schema=_SCHEMA, seed=3, max_tokens=64)
    )
    assert isinstance(reply, ChatReply)
    assert (reply.text, reply.finish, reply.input_tokens, reply.output_tokens) == ('{"a": 1}', "stop", 11, 4)
    assert asked.body["stream"] is False
    assert asked.body["think"] is False
    assert isinstance(asked.body["format"], dict)
    assert asked.body["options"] == {"temperature": 0.0, "seed": 3, "num_ctx": 8192, "num_predict": 64}


def test_a_cut_reply_says_so() -> None:
    (reply,), _ = exchange(lambda _: said(done_reason="length"))
    assert isinstance(reply, ChatReply)
    assert reply.finish == "length"


def test_a_model_that_cannot_switch_thinking_off_is_asked_without() -> None:
    def script(asked: Asked) -> Said:
        return Said({"error": '"llama3" does not support thinking'}, 400) if "think" in asked.body else said()

    replies, asked = exchange(script, *(request(str(n), model="ollama:llama3") for n in range(2)))
    assert all(isinstance(reply, ChatReply) for reply in replies)
    assert ["think" in one.body for one in asked] == [True, False, False]


@pytest.mark.parametrize(
    ("answer", "kind", "words"),
    [
        (Said({"error": "model 'llama3' not found"}, 404), ModelRefused, "ollama pull llama3"),
        (Said("404 page not found", 404), ModelRefused, "is not Ollama"),
        (Said({"error": "unauthorized"}, 401), ModelRefused, "OLLAMA_API_KEY"),
        (Said({"error": "server busy"}, 503), Transient, "http-503"),
        (Said({"error": "invalid option"}, 400), CallFailed, "http-400"),
        (Said("<html>hello</html>"), Transient, "no-reply"),
        (Said([1]), Transient, "no-reply"),
        (Said({"message": 5}), Transient, "no-reply"),
    ],
    ids=range(8),
)
def test_every_answer_that_is_no_reply_becomes_the_error_it_means(
    answer: Said, kind: type[ModelError], words: str
) -> None:
    (error,), asked = exchange(lambda _: answer)
    assert type(error) is kind
    assert words in f"{error} {getattr(error, 'check', '')}"
    assert len(asked) == 1


def test_retry_after_which_the_sdk_loses_is_kept() -> None:
    (error,), _ = exchange(lambda _: Said({"error": "busy"}, 429, {"Retry-After": "3"}))
    assert isinstance(error, Transient)
    assert (error.retry_after, error.overloaded) == (3.0, True)


def test_a_prompt_that_ollama_cut_in_silence_is_a_failure() -> None:
    async def main(server: SimulatedServer) -> None:
        client = OllamaChat(base_url=server.ollama_url, num_ctx=512)
        with pytest.raises(CallFailed, match="cut") as caught:
            await client.complete(request("some words of it " * 200, model="ollama:llama3"))
        assert caught.value.check == "prompt-too-long"
        await client.aclose()

    with SimulatedServer() as server:
        asyncio.run(main(server))
        assert len(server.calls()) == 1


def test_a_prompt_that_can_never_fit_is_not_sent_at_all() -> None:
    (error,), asked = exchange(lambda _: said(), request("x" * 9000, model="ollama:llama3"), num_ctx=1024)
    assert isinstance(error, CallFailed)
    assert asked == []


def test_the_window_grows_with_the_prompts_up_to_what_the_model_has() -> None:
    def script(asked: Asked) -> Said:
        if "/api/show" in asked.line:
            return Said({"model_info": {"llama.context_length": 20000}})
        options = asked.body["options"]
        assert isinstance(options, dict)
        return said(prompt_eval_count=len(str(asked.body["messages"])) // 4)

    prompts = [request("word " * words, model="ollama:llama3") for words in (10, 8000, 10, 12500)]
    replies, asked = exchange(script, *prompts, check=True)
    assert all(isinstance(reply, ChatReply) for reply in replies)
    windows = [one.body["options"]["num_ctx"] for one in asked]  # type: ignore[index]  # JSON
    assert windows == [8192, 16384, 16384, 20000]


def test_check_says_how_to_start_ollama_and_how_to_pull_a_model() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    async def nobody() -> None:
        client = OllamaChat(base_url=f"127.0.0.1:{port}")
        with pytest.raises(
            ModelUnreachable, match=f"does not answer at http://127.0.0.1:{port}; start it with: ollama serve"
        ):
            await client.check("ollama:llama3")
        with pytest.raises(Transient) as caught:
            await client.complete(request(model="ollama:llama3"))
        assert caught.value.check == "connection"
        await client.aclose()

    async def somebody(server: SimulatedServer) -> None:
        client = OllamaChat(base_url=server.ollama_url + "/v1")
        await client.check("ollama:llama3")
        assert client.contexts == {"ollama:llama3": 8192}
        has = "it has llama3:latest, qwen3:8b; pull it with: ollama pull llama3.2"
        with pytest.raises(ModelRefused, match=f"no model 'llama3.2'; {has}"):
            await client.check("ollama:llama3.2")
        await client.aclose()

    asyncio.run(nobody())
    with SimulatedServer(ServerPlan(models=("qwen3:8b", "llama3"))) as server:
        asyncio.run(somebody(server))


def checked(script: Callable[[Asked], Said]) -> tuple[ModelError | None, list[Asked]]:
    """What `check` raises, and the requests that it makes."""

    async def main() -> tuple[ModelError | None, list[Asked]]:
        async with tiny_server(script) as server:
            client = OllamaChat(base_url=server.root.replace("//", "//me:p%40ss@"))
            try:
                await client.check("ollama:llama3")
            except ModelError as error:
                return error, server.asked
            finally:
                await client.aclose()
            return None, server.asked

    return asyncio.run(main())


@pytest.mark.parametrize(
    "listed",
    [
        Said("404 page not found", 404),
        Said("<html>hello</html>"),
        Said([1]),
        Said({"models": 5}),
        Said({"models": []}),
        Said("[" * 100_000),
        Said("", 302, {"Location": "http://elsewhere.example/"}),
    ],
    ids=range(7),
)
def test_a_server_that_lists_no_models_is_still_said_to_miss_the_one(listed: Said) -> None:
    missing = Said({"error": "model 'llama3' not found"}, 404)
    error, asked = checked(lambda one: missing if "/api/show" in one.line else listed)
    assert isinstance(error, ModelRefused)
    assert str(error).endswith("has no model 'llama3'; pull it with: ollama pull llama3")
    assert [one.line for one in asked] == ["POST /api/show HTTP/1.1", "GET /api/tags HTTP/1.1"]
    assert {one.headers["authorization"] for one in asked} == {"Basic bWU6cEBzcw=="}


@pytest.mark.parametrize(
    ("answer", "kind", "words"),
    [
        (Said("404 page not found", 404), ModelRefused, "is not Ollama"),
        (Said({"error": "unauthorized"}, 401), ModelRefused, "OLLAMA_API_KEY"),
        (Said({"error": "invalid option"}, 400), ModelRefused, "answered HTTP 400 for llama3: invalid option"),
        (Said({"error": "server busy"}, 503), ModelUnreachable, "does not work at"),
        (Said([1], 500), ModelUnreachable, "answered HTTP 500: [1]"),
        (Said("<html>hello</html>"), ModelUnreachable, "is not a chat reply: JSONDecodeError"),
        (Said([1]), ModelUnreachable, "is not a chat reply: TypeError"),
        (Said("[" * 100_000), ModelUnreachable, "is not a chat reply: RecursionError"),
        (Said(b" " * 21_000_000), ModelUnreachable, "longer than 20,000,000 bytes"),
        (Said("", 307, {"Location": "http://elsewhere.example/"}), ModelRefused, "redirects to another host"),
    ],
    ids=range(10),
)
def test_every_answer_that_describes_no_model_ends_the_run_before_it_begins(
    answer: Said, kind: type[ModelError], words: str
) -> None:
    error, asked = checked(lambda _: answer)
    assert type(error) is kind
    assert words in str(error)
    assert len(asked) == 1


@pytest.mark.parametrize("shown", [{}, {"model_info": None}, {"model_info": {"a.context_length": "long"}}])
def test_a_server_that_describes_a_model_in_fewer_words_can_be_asked(shown: dict[str, object]) -> None:
    error, asked = checked(lambda _: Said(shown))
    assert error is None
    assert len(asked) == 1


def test_the_sdk_is_loaded_for_a_check_of_ollama_only() -> None:
    code = """
import asyncio, sys
from benchmill.chat.clients import ClientPlan

async def check(protocol, address):
    client = ClientPlan(protocol, address, 10, 1, None).open()
    await client.check(f"{protocol}:llama3")
    await client.aclose()
    print(*sorted({"httpx", "ollama"} & set(sys.modules)), sep=",")

asyncio.run(check("openai", sys.argv[1]))
asyncio.run(check("ollama", sys.argv[2]))
"""
    with SimulatedServer() as server:
        command = [sys.executable, "-c", code, server.base_url, server.ollama_url]
        ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == ["", "httpx,ollama"]


def test_ollama_host_is_honoured(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> ChatReply:
        async with tiny_server(lambda _: said()) as server:
            monkeypatch.setenv("OLLAMA_HOST", server.root.removeprefix("http://"))
            client = OllamaChat()
            assert client.server == server.root
            reply = await client.complete(request(model="ollama:llama3"))
            await client.aclose()
            return reply

    assert asyncio.run(main()).text == '{"a": 1}'


@pytest.mark.parametrize(
    ("fault", "check", "seconds"),
    [("hang", "time-out", 0.5), ("drip", "time-out", 0.5), ("reset", "reset", 120), ("reset-body", "reset", 120)],
)
def test_a_broken_or_endless_answer_is_trouble_that_may_pass(fault: str, check: str, seconds: float) -> None:
    async def main(server: SimulatedServer) -> ChatReply:
        hurried, patient = (
            OllamaChat(base_url=server.ollama_url, timeout=seconds),
            OllamaChat(base_url=server.ollama_url, timeout=120),
        )
        try:
            with pytest.raises(Transient) as caught:
                await hurried.complete(request(model="ollama:llama3"))
            assert caught.value.check == check
            return await patient.complete(request(model="ollama:llama3"))
        finally:
            await hurried.aclose()
            await patient.aclose()

    with SimulatedServer(ServerPlan(script=(fault,))) as server:
        assert asyncio.run(main(server)).finish == "stop"
