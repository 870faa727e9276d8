"""langchain's models against real sockets: through langchain-openai and langchain-ollama."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from importlib.util import find_spec

import pytest

from benchmill.chat.errors import CallFailed, ModelError, ModelRefused, ModelUnreachable, Transient
from benchmill.chat.json_text import read_object
from benchmill.chat.langchain_chat import LangChainChat
from benchmill.chat.model import ChatReply, ChatRequest
from benchmill.records.errors import UsageError
from tests.chat.fake_models import request
from tests.servers.http_stub import Asked, Said, complaint, completion, tiny_server
from tests.servers.simulated.plan import ServerPlan
from tests.servers.simulated.server import SimulatedServer

# looked for, not imported: each worker of the tests would take two seconds for it
pytestmark = pytest.mark.skipif(find_spec("langchain_openai") is None, reason="the extra `langchain` is not installed")

_SCHEMA = '{"additionalProperties":false,"properties":{"a":{"type":"integer"}},"required":["a"],"type":"object"}'
_OPENAI = "langchain:openai:simulated"


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_API_BASE"):
        monkeypatch.delenv(name, raising=False)
    yield


def exchange(
    script: Callable[[Asked], Said], *requests: ChatRequest
) -> tuple[list[ChatReply | ModelError], list[Asked]]:
    async def main() -> tuple[list[ChatReply | ModelError], list[Asked]]:
        async with tiny_server(script) as server:
            client = LangChainChat(base_url=f"{server.root}/v1", timeout=120)
            got: list[ChatReply | ModelError] = []
            for one in requests or (request(model=_OPENAI, schema=_SCHEMA),):
                try:
                    got.append(await client.complete(one))
                except ModelError as error:
                    got.append(error)
            await client.aclose()
            return got, server.asked

    return asyncio.run(main())


def test_a_request_goes_out_with_its_schema_and_comes_back_with_its_usage() -> None:
    (reply,), (asked,) = exchange(lambda _: completion(), request(model=_OPENAI, schema=_SCHEMA, seed=3))
    assert isinstance(reply, ChatReply)
    assert (reply.text, reply.finish) == ('{"a": 1}', "stop")
    assert (reply.input_tokens, reply.output_tokens, reply.cached_tokens) == (7, 3, 2)
    assert asked.body["seed"] == 3
    assert asked.body["response_format"]["type"] == "json_schema"  # type: ignore[index]  # JSON


@pytest.mark.parametrize("where", ["--base-url", "OLLAMA_HOST"])
def test_a_dead_server_on_this_machine_is_found_before_anything_is_asked(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec, address = (_OPENAI, "http://127.0.0.1:9/v1") if where == "--base-url" else ("langchain:ollama:any", None)
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")  # the port of RFC 863, where nobody listens any more
    with pytest.raises(ModelUnreachable, match=r"no server answers at http://127.0.0.1:9.*failed"):
        asyncio.run(LangChainChat(base_url=address, timeout=5).check(spec))


def test_a_reply_that_fits_no_schema_comes_back_with_its_text() -> None:
    texts = ["no JSON at all", '{"b": 2}', ""]
    script = iter(map(completion, texts))
    replies, _ = exchange(lambda _: next(script), *(request(str(n), model=_OPENAI, schema=_SCHEMA) for n in range(3)))
    assert [reply.text for reply in replies if isinstance(reply, ChatReply)] == texts


def test_a_server_without_schemas_gets_them_in_words() -> None:
    def script(asked: Asked) -> Said:
        return complaint("response_format is not supported") if "response_format" in asked.body else completion()

    (reply,), asked = exchange(script)
    assert isinstance(reply, ChatReply)
    assert _SCHEMA in asked[-1].body["messages"][0]["content"]  # type: ignore[index]  # JSON


@pytest.mark.parametrize(
    ("said", "kind", "words"),
    [
        (complaint("Incorrect API key: sk-abcdef", 401), ModelRefused, "key of openai"),
        (complaint("The model does not exist", 404), ModelRefused, "has no model"),
        (complaint("quota", 429, code="insufficient_quota"), ModelRefused, "no credit"),
        (Said({}, 429, {"Retry-After": "3"}), Transient, "http-429 3.0"),
        (complaint("oops", 500), Transient, "http-500"),
        (complaint("what?", 400), CallFailed, "http-400"),
    ],
    ids=range(6),
)
def test_errors_are_told_by_their_status(said: Said, kind: type[ModelError], words: str) -> None:
    (error,), asked = exchange(lambda _: said)
    assert type(error) is kind
    assert words in f"{error} {getattr(error, 'check', '')} {getattr(error, 'retry_after', '')}"
    assert "sk-abc" not in str(error)
    assert len(asked) == 1, "langchain's own retries are off"


@pytest.mark.parametrize(("fault", "check", "seconds"), [("hang", "time-out", 1.0), ("reset", "reset", 120)])
def test_a_broken_or_endless_answer_is_trouble_that_may_pass(fault: str, check: str, seconds: float) -> None:
    async def main(base_url: str) -> None:
        client = LangChainChat(base_url=base_url, timeout=seconds)
        with pytest.raises(Transient) as caught:
            await client.complete(request(model=_OPENAI))
        await client.aclose()
        assert caught.value.check == check

    with SimulatedServer(ServerPlan(script=(fault,))) as server:
        asyncio.run(main(server.base_url))


def test_an_address_without_a_server_is_transient() -> None:
    async def main() -> None:
        client = LangChainChat(base_url="http://127.0.0.1:9/v1")
        with pytest.raises(Transient) as caught:
            await client.complete(request(model=_OPENAI))
        assert caught.value.check == "connection"
        await client.aclose()

    asyncio.run(main())


def test_ollama_through_langchain_gets_schema_and_options() -> None:
    async def main(server: SimulatedServer) -> ChatReply:
        client = LangChainChat(base_url=server.ollama_url)
        reply = await client.complete(request(model="langchain:ollama:llama3", schema=_SCHEMA))
        await client.aclose()
        return reply

    with SimulatedServer() as server:
        reply = asyncio.run(main(server))
        (call,) = server.calls()
    assert call.path == "/api/chat"
    assert isinstance(read_object(reply.text)["a"], int), "the schema was enforced"


def test_an_unknown_vendor_and_an_absent_package_are_said_before_anything_is_asked() -> None:
    async def main() -> None:
        client = LangChainChat()
        with pytest.raises(UsageError, match="knows no provider 'nosuch'"):
            await client.check("langchain:nosuch:model")
        with pytest.raises(UsageError, match="needs another package"):
            await client.check("langchain:mistralai:mistral-small")
        with pytest.raises(ModelRefused, match="cannot set up"):
            await client.check("langchain:openai:gpt-4o-mini")
        await client.aclose()

    asyncio.run(main())
