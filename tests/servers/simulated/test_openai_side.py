"""The simulated server, asked by OpenAI's own client."""

from __future__ import annotations

import json
import time

import openai
import pytest

from tests.servers.simulated import Latency, ServerPlan, SimulatedServer

SCHEMA = {
    "type": "object",
    "properties": {"rationale": {"type": "string"}, "rating": {"type": "integer"}},
    "required": ["rationale", "rating"],
    "additionalProperties": False,
}


def client(server: SimulatedServer, key: str = "any", **more: object) -> openai.OpenAI:
    return openai.OpenAI(base_url=server.base_url, api_key=key, max_retries=0, timeout=120, **more)  # type: ignore[arg-type]


def ask(client: openai.OpenAI, words: str = "Question: What is a relay?", model: str = "simulated") -> str:
    reply = client.chat.completions.create(
        model=model,
        messages=[{"role": "user", "content": words}],
        response_format={"type": "json_schema", "json_schema": {"name": "verdict", "schema": SCHEMA, "strict": True}},
        seed=7,
    )
    assert reply.usage is not None
    assert reply.usage.prompt_tokens > 0
    return str(reply.choices[0].message.content)


def test_a_schema_is_answered_and_equal_requests_are_answered_alike() -> None:
    with SimulatedServer() as server, client(server) as openai_client:
        first, second = ask(openai_client), ask(openai_client)
        assert first == second
        assert 1 <= json.loads(first)["rating"] <= 5
        calls = server.calls()
        assert [call.attempt for call in calls] == [0, 1]
        assert [call.number for call in server.repeated()] == [1]
        assert server.counters().by_purpose == {"standalone": 2}
        assert server.counters().connections == 1


def test_a_streamed_answer_is_the_whole_answer_in_parts() -> None:
    with SimulatedServer() as server, client(server) as openai_client:
        parts = openai_client.chat.completions.create(
            model="simulated", messages=[{"role": "user", "content": "hello"}], stream=True
        )
        text = "".join(part.choices[0].delta.content or "" for part in parts if part.choices)
        assert text == "I have read it. Nothing to add."


def test_models_are_listed_and_an_unknown_one_is_a_404() -> None:
    with SimulatedServer() as server, client(server) as openai_client:
        assert "simulated" in [model.id for model in openai_client.models.list()]
        assert openai_client.models.retrieve("simulated").id == "simulated"
        with pytest.raises(openai.NotFoundError):
            ask(openai_client, model="nobody")
        assert server.counters().by_status == {404: 1}


def test_a_wrong_key_is_a_401_and_the_right_one_is_not() -> None:
    with SimulatedServer(ServerPlan(api_key="right")) as server:
        with client(server, "wrong") as openai_client, pytest.raises(openai.AuthenticationError):
            ask(openai_client)
        with client(server, "right") as openai_client:
            assert ask(openai_client)


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        ("http-429", openai.RateLimitError),
        ("quota", openai.RateLimitError),
        ("http-500", openai.InternalServerError),
        ("http-502-html", openai.InternalServerError),
        ("http-503", openai.InternalServerError),
        ("reset", openai.APIConnectionError),
        ("reset-body", openai.APIConnectionError),
    ],
)
def test_a_fault_reaches_the_client_as_the_error_it_is(fault: str, error: type[Exception]) -> None:
    with SimulatedServer(ServerPlan(script=(fault,))) as server, client(server) as openai_client:
        with pytest.raises(error):
            ask(openai_client)
        assert ask(openai_client), "the request after it is answered well"
        assert [call.fault for call in server.calls()] == [fault, ""]
        assert server.repeated() == []


def test_a_429_says_when_to_come_back() -> None:
    refused = pytest.raises(openai.RateLimitError)
    plan = ServerPlan(script=("http-429",), retry_after=3)
    with SimulatedServer(plan) as server, client(server) as openai_client, refused as caught:
        ask(openai_client)
    assert caught.value.response.headers["retry-after"] == "3"


@pytest.mark.parametrize("fault", ["truncated", "malformed", "empty", "out-of-range", "wrong-schema"])
def test_a_spoiled_answer_is_no_verdict(fault: str) -> None:
    with SimulatedServer(ServerPlan(script=(fault,))) as server, client(server) as openai_client:
        text = ask(openai_client)
        try:
            verdict = json.loads(text)
        except json.JSONDecodeError:
            return
        assert not 1 <= verdict.get("rating", 0) <= 5


def test_a_refusal_is_in_its_own_field() -> None:
    with SimulatedServer(ServerPlan(script=("refusal",))) as server, client(server) as openai_client:
        reply = openai_client.chat.completions.create(model="simulated", messages=[{"role": "user", "content": "hi"}])
        assert reply.choices[0].message.content is None
        assert reply.choices[0].message.refusal


def test_a_request_that_hangs_ends_with_the_clients_time_out_and_is_logged_so() -> None:
    with SimulatedServer(ServerPlan(script=("hang",))) as server:
        with client(server) as openai_client, pytest.raises(openai.APITimeoutError):
            ask(openai_client.with_options(timeout=0.3))
        server.wait_for(1)
        while server.counters().in_flight:  # a busy server notices later that the client has gone
            time.sleep(0.01)
        (call,) = server.calls()
        assert (call.left, call.status) == (True, 0)


def test_a_slow_drip_arrives_whole() -> None:
    with SimulatedServer(ServerPlan(script=("drip",), drip_seconds=0.3)) as server, client(server) as openai_client:
        assert json.loads(ask(openai_client))
        (call,) = server.calls()
        assert call.ended - call.started >= 0.25
        assert call.good


def test_a_server_that_does_not_know_schemas_says_so_or_ignores_them() -> None:
    refused = pytest.raises(openai.BadRequestError, match="response_format")
    with SimulatedServer(ServerPlan(schemas="unsupported")) as server, client(server) as openai_client, refused:
        ask(openai_client)
    with SimulatedServer(ServerPlan(schemas="ignored")) as server, client(server) as openai_client:
        assert ask(openai_client).startswith("Here is what you asked for")


def test_a_prompt_that_is_too_long_is_a_400() -> None:
    with SimulatedServer(ServerPlan(context_tokens=50)) as server, client(server) as openai_client:
        assert ask(openai_client)
        with pytest.raises(openai.BadRequestError, match="maximum context length"):
            ask(openai_client, "word " * 400)


def test_the_latency_is_waited_and_the_plan_can_be_repeated() -> None:
    plan = ServerPlan(seed=4, latency=Latency("lognormal", 0.05, 0.5), faults={"http-500": 0.5})
    logs = []
    for words in (["a", "b", "c", "d"], ["d", "c", "b", "a"]):
        with SimulatedServer(plan) as server, client(server) as openai_client:
            for word in words:
                try:
                    ask(openai_client, word)
                except openai.InternalServerError:
                    continue
            logs.append({(call.key, call.fault, call.latency) for call in server.calls()})
            assert all(call.ended - call.started >= call.latency * 0.9 for call in server.calls())
    assert logs[0] == logs[1]
    assert {fault for _, fault, _ in logs[0]} == {"", "http-500"}
