"""The model client as a whole: one rate limiter, one usage, several servers, faults of every kind."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

import pytest

from benchmill.chat.circuit_breaker import Tolerance
from benchmill.chat.connect import Connection, ConnectPlan, connect, connect_to, parse_spec
from benchmill.chat.errors import BadReply, BudgetReached, CallFailed, EndOfRun, ModelRefused
from benchmill.chat.json_text import read_object
from benchmill.chat.model import Answer, ChatModel, ChatRequest
from benchmill.chat.prices import load_prices
from benchmill.chat.recorded import MemoryStore
from benchmill.chat.redacted import redacted
from benchmill.chat.retrying import RetryPolicy
from benchmill.records.errors import InputError, UsageError
from tests.chat.fake_models import request
from tests.servers.fake_model import FakeModel
from tests.servers.simulated.plan import Latency, ServerPlan
from tests.servers.simulated.server import SimulatedServer

_SCHEMA = '{"additionalProperties":false,"properties":{"a":{"type":"integer"}},"required":["a"],"type":"object"}'
_QUICK = RetryPolicy(attempts=8, first=0.01, longest=0.1, total=60)


async def all_ends(
    connection: Connection, requests: list[ChatRequest]
) -> list[Answer[dict[str, object]] | BaseException]:
    return await asyncio.gather(
        *(connection.client.ask(one, lambda reply: read_object(reply.text)) for one in requests),
        return_exceptions=True,
    )


@pytest.mark.parametrize("protocol", ["openai", "ollama"])
def test_under_every_fault_each_call_ends_and_no_good_answer_is_paid_twice(protocol: str) -> None:
    faults = {"http-429": 0.05, "http-500": 0.03, "http-503": 0.03, "reset": 0.02, "reset-body": 0.02, "hang": 0.01}
    spoiled = {"malformed": 0.03, "empty": 0.03, "truncated": 0.03, "refusal": 0.01}
    # A hanging request is closed by the server: a time-out would take a busy machine's answers for lost ones.
    plan = ServerPlan(
        faults={**faults, **spoiled}, latency=Latency("lognormal", 0.01, 0.6), retry_after=0.05, hang_seconds=0.3
    )
    spec = f"{protocol}:simulated"
    requests = [request(f"question {n}", model=spec, schema=_SCHEMA) for n in range(200)]
    store = MemoryStore()

    async def main(server: SimulatedServer) -> tuple[list[Answer[dict[str, object]] | BaseException], Connection]:
        base_url = server.base_url if protocol == "openai" else server.ollama_url
        connection = connect(
            ConnectPlan((spec,), base_url=base_url, concurrency=16, timeout=120, retries=_QUICK, hedge="off"), store
        )
        await connection.check([spec])
        ends = await all_ends(connection, requests)
        await connection.aclose()
        return ends, connection

    with SimulatedServer(plan) as server:
        ends, connection = asyncio.run(main(server))
        counters = server.counters()
        assert server.repeated() == []
        again, later = asyncio.run(main(server))
        # a second run pays for nothing that was answered
        answered = sum(isinstance(end, Answer) for end in ends)
        assert sum(isinstance(end, Answer) and end.recorded for end in again) >= answered
    assert {type(end) for end in ends} <= {Answer, BadReply, CallFailed}
    assert answered >= 195
    total = connection.usage.total
    assert total.asked == counters.requests
    assert total.asked - total.failed == len({call.key for call in store.calls.values()}) - (
        later.usage.total.asked - later.usage.total.failed
    )
    assert counters.max_in_flight <= 16


def test_two_protocols_share_one_rate_limiter_and_one_usage_count() -> None:
    specs = ("openai:simulated", "ollama:llama3")

    async def main(server: SimulatedServer) -> Connection:
        openai = connect(ConnectPlan(specs[:1], base_url=server.base_url)).__class__
        assert openai is Connection
        connection = connect(ConnectPlan(specs, base_url=server.base_url, concurrency=3))
        requests = [request(f"{n}", model=specs[n % 2], schema=_SCHEMA) for n in range(20)]
        asked = asyncio.ensure_future(all_ends(connection, requests))
        # two calls at once make room for a third; then the server holds three answers, and nobody asks for a fourth
        await asyncio.to_thread(server.wait_for, 2 + 3)
        server.release()
        ends = await asked
        assert all(isinstance(end, Answer) for end in ends), ends
        await connection.aclose()
        return connection

    with pytest.MonkeyPatch.context() as patch, SimulatedServer(ServerPlan(hold_from=2)) as server:
        patch.setenv("OLLAMA_HOST", server.ollama_url)
        connection = asyncio.run(main(server))
        assert server.counters().max_in_flight == 3
    assert connection.usage.total.asked == 20


def test_a_wrong_key_ends_the_run_with_one_request() -> None:
    async def main(server: SimulatedServer) -> None:
        connection = connect(ConnectPlan(("openai:simulated",), base_url=server.base_url))
        with pytest.raises(ModelRefused, match="OPENAI_API_KEY"):
            await connection.client.ask(request(model="openai:simulated"), lambda reply: reply.text)
        await connection.aclose()

    with SimulatedServer(ServerPlan(api_key="right")) as server:
        asyncio.run(main(server))
        assert server.counters().requests <= 1


def test_a_model_with_an_address_of_its_own_is_asked_there_and_the_others_at_the_common_address() -> None:
    writer, critic = "openai:simulated", "openai:simulated-critic"

    async def main(common: SimulatedServer, own: SimulatedServer) -> None:
        urls = f"{common.base_url},{critic}={own.base_url}"
        connection = connect(ConnectPlan((writer, critic), base_url=urls, retries=_QUICK, hedge="off"))
        await connection.check((writer, critic))
        ends = await all_ends(connection, [request(f"{n}", model=writer, schema=_SCHEMA) for n in range(5)])
        ends += await all_ends(connection, [request(f"{n}", model=critic, schema=_SCHEMA) for n in range(3)])
        await connection.aclose()
        assert [end for end in ends if isinstance(end, BaseException)] == []

    with SimulatedServer() as common, SimulatedServer() as own:
        asyncio.run(main(common, own))
        assert (common.counters().requests, own.counters().requests) == (5, 3)


def test_a_dead_server_ends_the_run() -> None:
    async def main() -> list[Answer[dict[str, object]] | BaseException]:
        plan = ConnectPlan(
            ("openai:gone",),
            base_url="http://127.0.0.1:9/v1",
            retries=_QUICK,
            tolerance=Tolerance(away=0.2),
        )
        connection = connect(plan)
        ends = await all_ends(connection, [request(f"{n}", model="openai:gone") for n in range(200)])
        await connection.aclose()
        return ends

    ends = asyncio.run(main())
    assert sum(isinstance(end, EndOfRun) for end in ends) > 100


def test_a_budget_ends_the_run_and_keeps_what_is_paid() -> None:
    spec = "openai:fake-model"
    store = MemoryStore()

    async def main() -> list[Answer[dict[str, object]] | BaseException]:
        fakes: Mapping[str, ChatModel] = {spec: FakeModel(lambda _: '{"a": 1}')}
        connection = connect_to(ConnectPlan((spec,), max_calls=5), fakes, store)
        return await all_ends(connection, [request(f"{n}") for n in range(9)])

    ends = asyncio.run(main())
    assert sum(isinstance(end, Answer) for end in ends) == 5
    assert sum(isinstance(end, BudgetReached) for end in ends) == 4
    assert len(store.calls) == 5


@pytest.mark.parametrize(
    "text", ["", "gpt-4o", "openai:", "openai: ", "nosuch:model", "langchain:openai", "ollama:a b"]
)
def test_a_bad_spec_is_one_clear_line(text: str) -> None:
    with pytest.raises(UsageError, match="write "):
        parse_spec(text)


def test_specs_keep_the_colons_of_their_names() -> None:
    assert parse_spec("ollama:llama3.2:3b").name == "llama3.2:3b"
    spec = parse_spec("langchain:anthropic:claude-sonnet-4")
    assert (spec.vendor, spec.model) == ("anthropic", "claude-sonnet-4")


@pytest.mark.parametrize(
    "values", [{"concurrency": 0}, {"rpm": 0}, {"timeout": -1}, {"max_cost": -0.1}, {"models": ()}]
)
def test_an_impossible_plan_is_refused(values: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        ConnectPlan(**{"models": ("ollama:llama3",), **values})  # type: ignore[arg-type]  # fields by name


def test_prices_fit_the_name_with_or_without_its_date_and_no_other() -> None:
    prices = load_prices()
    known = prices.of("openai:gpt-4o")
    assert known is not None
    assert prices.of("openai:gpt-4o-2024-08-06") == known
    assert prices.of("openai:gpt-4o-mini") != known
    assert prices.of("openai:gpt-4o-audio-preview") is None
    assert prices.of("ollama:llama3") is not None
    free = prices.of("openai:my-own", base_url="http://127.0.0.1:1/v1")
    assert free is not None
    assert free.cost(1000, 1000) == 0


def test_a_price_list_of_ones_own_comes_first_and_its_faults_are_named(tmp_path: Path) -> None:
    own = tmp_path / "prices.toml"
    own.write_text('date = "2026-01-01"\n[openai."my-own"]\ninput = 1\noutput = 2\n', encoding="utf-8")
    prices = load_prices(own)
    mine = prices.of("openai:my-own")
    assert mine is not None
    assert (prices.date, mine.cost(1_000_000, 0)) == ("2026-01-01", 1.0)
    assert prices.of("openai:gpt-4o") is not None
    own.write_text('[openai."my-own"]\ninput = "cheap"\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"openai\.my-own needs 'input' and 'output'"):
        load_prices(own)
    with pytest.raises(InputError, match="cannot be read"):
        load_prices(tmp_path / "absent.toml")


def test_a_cost_limit_without_a_known_price_is_refused_before_anything_is_asked() -> None:
    with pytest.raises(UsageError, match="no price is known for openai:unknown"):
        connect_to(ConnectPlan(("openai:unknown",), max_cost=1.0), {})


@pytest.mark.parametrize(
    "secret",
    [
        "Incorrect API key provided: sk-proj-{}.",
        "Authorization: Bearer {}",
        '{{"api_key": "{}"}}',
        "http://user:{}@host/v1",
        "x-api-key={}",
    ],
)
def test_no_key_is_shown_whatever_words_stand_around_it(secret: str) -> None:
    assert "0123456789abcdef" not in redacted(secret.format("0123456789abcdef"))
