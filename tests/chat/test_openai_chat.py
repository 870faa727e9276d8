"""The OpenAI client against real sockets."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from benchmill.chat.errors import CallFailed, ModelError, ModelRefused, ModelUnreachable, Transient
from benchmill.chat.model import ChatReply, ChatRequest
from benchmill.chat.openai_chat import OpenAIChat
from benchmill.records.errors import UsageError
from tests.chat.fake_models import request
from tests.servers.http_stub import Asked, Said, complaint, completion, tiny_server
from tests.servers.simulated.plan import ServerPlan
from tests.servers.simulated.server import SimulatedServer

_SCHEMA = '{"additionalProperties":false,"properties":{"a":{"type":"integer"}},"required":["a"],"type":"object"}'
_KEY = "sk-test-0123456789abcdef"


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    yield


def exchange(
    script: Callable[[Asked], Said], *requests: ChatRequest, timeout: float = 5.0
) -> tuple[list[ChatReply | ModelError], list[Asked]]:
    """What one client got for `requests`, one after the other, and what the server was asked."""

    async def main() -> tuple[list[ChatReply | ModelError], list[Asked]]:
        async with tiny_server(script) as server:
            client = OpenAIChat(base_url=f"{server.root}/v1", timeout=timeout)
            got: list[ChatReply | ModelError] = []
            for one in requests or (request(schema=_SCHEMA),):
                try:
                    got.append(await client.complete(one))
                except ModelError as error:
                    got.append(error)
            await client.aclose()
            return got, server.asked

    return asyncio.run(main())


def test_a_request_goes_out_with_its_schema_and_comes_back_with_its_usage() -> None:
    (reply,), (asked,) = exchange(
        lambda _: completion(), request(schema=_SCHEMA, seed=3, temperature=0.5, max_tokens=64)
    )
    assert isinstance(reply, ChatReply)
    assert (reply.text, reply.finish) == ('{"a": 1}', "stop")
    assert (reply.input_tokens, reply.output_tokens, reply.cached_tokens) == (7, 3, 2)
    assert asked.line == "POST /v1/chat/completions HTTP/1.1"
    assert asked.body["model"] == "fake-model"
    assert (asked.body["seed"], asked.body["temperature"], asked.body["max_tokens"]) == (3, 0.5, 64)
    form = asked.body["response_format"]
    assert isinstance(form, dict)
    assert form["type"] == "json_schema"
    assert form["json_schema"]["strict"] is True


def test_a_server_without_schemas_gets_them_in_words_and_is_not_asked_for_them_again() -> None:
    def script(asked: Asked) -> Said:
        return complaint("response_format is not supported") if "response_format" in asked.body else completion()

    replies, asked = exchange(script, request("1", schema=_SCHEMA), request("2", schema=_SCHEMA), request("3"))
    assert all(isinstance(reply, ChatReply) for reply in replies)
    forms = [form.get("type") if isinstance(form := a.body.get("response_format"), dict) else None for a in asked]
    assert forms == ["json_schema", "json_object", None, None, None]
    words = [a.body["messages"][0]["content"] for a in asked]  # type: ignore[index]  # JSON
    assert [_SCHEMA in text for text in words] == [False, True, True, True, False]


@pytest.mark.parametrize(
    ("parameter", "message"),
    [
        ("temperature", "Unsupported value: 'temperature' does not support 0.0 with this model. Only 1 is supported."),
        ("seed", "Extra inputs are not permitted: seed"),
        ("max_tokens", "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
    ],
)
def test_a_parameter_that_the_server_does_not_take_is_left_out_from_then_on(parameter: str, message: str) -> None:
    def script(asked: Asked) -> Said:
        return complaint(message) if parameter in asked.body else completion()

    replies, asked = exchange(script, request("1"), request("2"))
    assert all(isinstance(reply, ChatReply) for reply in replies)
    assert [parameter in a.body for a in asked] == [True, False, False]
    assert ("max_completion_tokens" in asked[1].body) == (parameter == "max_tokens")


def test_a_prompt_that_is_too_long_is_one_calls_failure_and_no_parameter_is_dropped() -> None:
    long = "This model's maximum context length is 4096 tokens, you asked for 5000 (max_tokens 1024)."
    (error,), asked = exchange(lambda _: complaint(long, code="context_length_exceeded"))
    assert isinstance(error, CallFailed)
    assert error.check == "prompt-too-long"
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("said", "kind", "words"),
    [
        (complaint("Incorrect API key provided: sk-abc*def", 401), ModelRefused, "set OPENAI_API_KEY"),
        (complaint("forbidden", 403), ModelRefused, "HTTP 403"),
        (complaint("The model does not exist", 404), ModelRefused, "'fake-model'"),
        (complaint("You exceeded your current quota", 429, code="insufficient_quota"), ModelRefused, "no credit"),
        (complaint("slow down", 429), Transient, "http-429"),
        (complaint("oops", 500), Transient, "http-500"),
        (complaint("overloaded", 503), Transient, "http-503"),
        (complaint("conflict", 409), Transient, "http-409"),
        (complaint("what?", 400), CallFailed, "http-400"),
        (Said("<html>Bad Gateway</html>", 502), Transient, "http-502"),
        (Said("<html>Welcome</html>"), Transient, "no-reply"),
        (Said('{"choices": ['), Transient, "no-reply"),
        (Said({"choices": []}), Transient, "no-reply"),
        (Said([]), Transient, "no-reply"),
        (Said({"error": {"message": "upstream is busy", "code": 503}}), Transient, "http-503"),
    ],
    ids=lambda value: value.status if isinstance(value, Said) else None,
)
def test_every_answer_that_is_no_reply_becomes_the_error_it_means(
    said: Said, kind: type[ModelError], words: str
) -> None:
    (error,), asked = exchange(lambda _: said)
    assert type(error) is kind
    assert words in f"{error} {getattr(error, 'check', '')}"
    assert "sk-abc" not in str(error)
    assert len(asked) == 1, "retries belong to Retrying alone"


def test_refusal_cut_and_odd_contents_come_back_as_what_they_are() -> None:
    def choice(finish: str, **message: object) -> Said:
        return Said({"choices": [{"finish_reason": finish, "message": {"role": "assistant", **message}}]})

    script = iter(
        [
            choice("stop", content=None, refusal="I won't."),
            choice("length", content='{"a"'),
            choice("content_filter", content=""),
            choice("stop", content=[{"type": "text", "text": "{"}, {"type": "text", "text": "}"}]),
            choice("stop", content="half \ud83d"),
            choice("stop", content=None),
        ]
    )
    replies, _ = exchange(lambda _: next(script), *(request(str(n)) for n in range(6)))
    found = [(reply.finish, reply.text) for reply in replies if isinstance(reply, ChatReply)]
    assert found == [
        ("refusal", "I won't."),
        ("length", '{"a"'),
        ("refusal", ""),
        ("stop", "{}"),
        ("stop", "half \ufffd"),
        ("stop", ""),
    ]
    first = replies[0]
    assert isinstance(first, ChatReply)
    assert first.input_tokens > 0, "estimated where the server counts nothing"


@pytest.mark.parametrize(
    ("headers", "low", "high"),
    [
        ({"Retry-After": "2"}, 2, 2),
        ({"Retry-After": "0.5"}, 0.5, 0.5),
        ({"retry-after-ms": "250", "Retry-After": "9"}, 0.25, 0.25),
        ({"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0, 0),
    ],
    ids=["seconds", "fraction", "milliseconds", "past"],
)
def test_retry_after_is_understood_in_every_form(headers: dict[str, str], low: float, high: float) -> None:
    (error,), _ = exchange(lambda _: Said({}, 429, headers))
    assert isinstance(error, Transient)
    assert error.retry_after is not None
    assert low <= error.retry_after <= high
    assert error.overloaded


def test_a_retry_after_that_is_a_date_is_the_time_from_now_until_then() -> None:
    began = datetime.now(UTC)
    date = format_datetime(began + timedelta(hours=1), usegmt=True)
    (error,), _ = exchange(lambda _: Said({}, 429, {"Retry-After": date}))
    passed = (datetime.now(UTC) - began).total_seconds()
    assert isinstance(error, Transient)
    assert error.retry_after is not None
    assert 3599 - passed <= error.retry_after <= 3600


def test_a_retry_after_that_says_nothing_is_none() -> None:
    (error,), _ = exchange(lambda _: Said({}, 503, {"Retry-After": "soon"}))
    assert isinstance(error, Transient)
    assert error.retry_after is None


@pytest.mark.parametrize(
    ("fault", "check", "seconds"),
    [("hang", "time-out", 0.5), ("drip", "time-out", 0.5), ("reset", "reset", 120), ("reset-body", "reset", 120)],
)
def test_a_broken_or_endless_answer_is_trouble_that_may_pass(fault: str, check: str, seconds: float) -> None:
    async def main(server: SimulatedServer) -> ChatReply:
        hurried, patient = (
            OpenAIChat(base_url=server.base_url, timeout=seconds),
            OpenAIChat(base_url=server.base_url, timeout=120),
        )
        try:
            with pytest.raises(Transient) as caught:
                await hurried.complete(request(model="openai:simulated"))
            assert caught.value.check == check
            return await patient.complete(request(model="openai:simulated"))
        finally:
            await hurried.aclose()
            await patient.aclose()

    with SimulatedServer(ServerPlan(script=(fault,))) as server:
        assert asyncio.run(main(server)).finish == "stop"


def test_an_address_without_a_server_is_transient_in_a_call_and_ends_the_run_in_check() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    async def main() -> None:
        client = OpenAIChat(base_url=f"http://127.0.0.1:{port}/v1")
        with pytest.raises(Transient) as caught:
            await client.complete(request())
        assert caught.value.check == "connection"
        with pytest.raises(ModelUnreachable, match=f"127.0.0.1:{port}"):
            await client.check("openai:fake-model")
        await client.aclose()

    asyncio.run(main())


def test_the_key_comes_from_the_environment_and_never_reaches_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", _KEY)
    (error,), (asked,) = exchange(lambda asked: complaint(f"wrong: {asked.headers['authorization']}", 401))
    assert asked.headers["authorization"] == f"Bearer {_KEY}"
    assert _KEY not in str(error)
    assert _KEY not in repr(error)


def test_without_a_key_a_server_of_ones_own_works_and_openai_is_refused_at_once() -> None:
    (reply,), _ = exchange(lambda _: completion())
    assert isinstance(reply, ChatReply)
    with pytest.raises(ModelRefused, match="set OPENAI_API_KEY"):
        OpenAIChat()


def test_a_base_url_that_is_none_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="http://"):
        OpenAIChat(base_url="localhost:8000")


def test_loopback_traffic_never_goes_out_through_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    (reply,), _ = exchange(lambda _: completion())
    assert isinstance(reply, ChatReply)


def test_check_passes_where_the_server_is_there_and_fails_on_a_wrong_key() -> None:
    async def main(server: SimulatedServer) -> None:
        client = OpenAIChat(base_url=server.base_url)
        with pytest.raises(ModelRefused, match="OPENAI_API_KEY"):
            await client.check("openai:simulated")
        await client.aclose()
        async with tiny_server(lambda _: Said({"data": [{"id": "some-file.gguf"}]})) as tiny:
            client = OpenAIChat(base_url=f"{tiny.root}/v1")
            await client.check("openai:any-name")
            await client.aclose()

    with SimulatedServer(ServerPlan(api_key="the-right-one")) as server:
        asyncio.run(main(server))
