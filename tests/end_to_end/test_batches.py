"""`grow --batch`: the same items as live, nothing submitted twice, whatever becomes of a batch or of our process."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.command import EXAMPLES, Ran, benchmill, started
from tests.servers.simulated import ServerPlan, SimulatedServer

MODELS = (
    "--model",
    "openai:simulated",
    "--kinds=factoid",
    "--critic-model",
    "openai:simulated-critic",
    "--questions",
    "6",
)


def command(server: SimulatedServer, out: Path, *more: object) -> list[object]:
    return ["grow", EXAMPLES, "--out", out, "--base-url", server.base_url, *MODELS, "--json", *more]


def grow(server: SimulatedServer, out: Path, *more: object) -> Ran:
    return benchmill(*command(server, out, *more))


def requests_in(server: SimulatedServer) -> int:
    return sum(batch["requests"] for batch in server.batches())


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the live mode makes of the same docs and replies."""
    out = tmp_path_factory.mktemp("live") / "b"
    with SimulatedServer() as server:
        assert grow(server, out).code == 0
    return out


def same(one: Path, other: Path) -> bool:
    # items.jsonl names calls, whose fences hold the secret of their workspace
    return (one / "benchmark.json").read_bytes() == (other / "benchmark.json").read_bytes()


def test_batches_give_the_items_that_the_live_mode_gives(tmp_path: Path, live: Path) -> None:
    with SimulatedServer(ServerPlan(batch_seconds=0.5)) as server:
        ran = grow(server, tmp_path / "b", "--batch")
        assert ran.code == 0, ran.err
        batches = server.batches()
        assert server.repeated() == []
    assert same(live, tmp_path / "b")
    assert ran.json["calls"]["asked"] == sum(batch["requests"] for batch in batches)
    # a batch a stage, not one a request: the writer's, and two of critics, each perhaps twice
    assert 3 <= len(batches) <= 8
    assert batches[0]["requests"] > 6  # more than the rate limiter would let through
    assert "batch batch_0 submitted" in ran.err


def test_no_wait_ends_with_0_each_time_until_the_benchmark_is_there(tmp_path: Path, live: Path) -> None:
    with SimulatedServer(ServerPlan(batch_seconds=0.0)) as server:
        ends = []
        for _ in range(12):
            ran = grow(server, tmp_path / "b", "--batch", "--no-wait")
            assert ran.code == 0, ran.err
            ends.append(ran.json)
            if "submitted" not in ran.json:
                break
            assert "run the same command later" in ran.err
        assert server.repeated() == []
        submitted = [name for end in ends[:-1] for name in end["submitted"]["batches"]]
        assert submitted == [batch["id"] for batch in server.batches()]
        assert len(ends) >= 4  # the writer's and two of critics, and the end
    assert ends[0]["submitted"]["batches"] == ["batch_0"]
    assert ends[-1]["accepted"] == 6
    assert same(live, tmp_path / "b")


def test_a_batch_that_is_not_done_yet_is_not_submitted_again(tmp_path: Path) -> None:
    with SimulatedServer(ServerPlan(batch_seconds=3600.0)) as server:
        first = grow(server, tmp_path / "b", "--batch", "--no-wait").json
        second = grow(server, tmp_path / "b", "--batch", "--no-wait").json
        assert first == second
        assert len(server.batches()) == 1


def test_killed_while_it_waits_the_same_command_goes_on_with_the_same_batch(tmp_path: Path, live: Path) -> None:
    with SimulatedServer(ServerPlan(hold_from=0)) as server:
        process = started(*command(server, tmp_path / "b", "--batch"))
        assert process.stderr is not None
        assert any("submitted" in line for line in process.stderr)  # reads until that line comes
        process.send_signal(signal.SIGKILL)
        process.communicate()
        server.release()
        ran = grow(server, tmp_path / "b", "--batch")
        assert ran.code == 0, ran.err
        assert "was under way" in ran.err
        assert server.repeated() == []
    assert same(live, tmp_path / "b")


def test_a_batch_whose_id_nobody_learnt_is_found_by_its_tag(tmp_path: Path, live: Path) -> None:
    with SimulatedServer(ServerPlan(batch_answer_lost=True)) as server:
        ran = grow(server, tmp_path / "b", "--batch")
        assert ran.code == 0, ran.err
        assert server.repeated() == []
    assert same(live, tmp_path / "b")


# The replies of a batch that is lost are lost with it: they alone are paid twice.
@pytest.mark.parametrize(("fault", "paid_twice"), [("expire", False), ("lose", True)])
def test_what_a_batch_left_out_is_submitted_again(tmp_path: Path, live: Path, fault: str, paid_twice: bool) -> None:
    with SimulatedServer(ServerPlan(batch_faults=(fault,))) as server:
        ran = grow(server, tmp_path / "b", "--batch")
        assert ran.code == 0, ran.err
        assert bool(server.repeated()) == paid_twice
    assert same(live, tmp_path / "b")


def test_a_batch_over_the_servers_token_limit_is_submitted_in_halves(tmp_path: Path, live: Path) -> None:
    with SimulatedServer(ServerPlan(batch_faults=("token-limit",))) as server:
        ran = grow(server, tmp_path / "b", "--batch")
        assert ran.code == 0, ran.err
        batches = server.batches()
        assert server.repeated() == []
    assert same(live, tmp_path / "b")
    assert batches[1]["requests"] == batches[0]["requests"] // 2


def test_a_cancelled_batch_ends_the_run_and_the_same_command_asks_the_rest(tmp_path: Path, live: Path) -> None:
    with SimulatedServer(ServerPlan(batch_faults=("cancel",))) as server:
        ran = grow(server, tmp_path / "b", "--batch")
        assert ran.code == 3
        assert "was cancelled" in ran.err
        assert grow(server, tmp_path / "b", "--batch").code == 0
        assert server.repeated() == []
    assert same(live, tmp_path / "b")


def test_a_refused_batch_ends_the_run_with_the_servers_words(tmp_path: Path) -> None:
    with SimulatedServer(ServerPlan(batch_faults=("fail",))) as server:
        ran = grow(server, tmp_path / "b", "--batch")
    assert ran.code == 3
    assert "batch_0 was refused: invalid_file" in ran.err


def test_a_server_without_batches_is_told_so(tmp_path: Path) -> None:
    with SimulatedServer(ServerPlan(batch_seconds=None)) as server:
        ran = grow(server, tmp_path / "b", "--batch")
    assert ran.code == 3
    assert "does not offer batches" in ran.err


def test_lines_that_fail_are_asked_again_and_then_are_failures(tmp_path: Path) -> None:
    plan = ServerPlan(faults={"http-500": 0.2, "http-429": 0.1, "hang": 0.05, "malformed": 0.1})
    with SimulatedServer(plan) as server:
        result = grow(server, tmp_path / "b", "--batch", "--questions", 20).json
        assert server.repeated() == []
    # which lines fail again and again depends on the order of the batches, and small documents have few other places
    assert result["accepted"] >= 15
    assert result["candidates"] == result["accepted"] + sum(result["rejected"].values())
    with SimulatedServer() as server:
        assert grow(server, tmp_path / "b", "--batch", "--questions", 20).json["accepted"] == 20


def test_a_dialect_that_a_server_complains_of_is_changed_for_the_next_batch(tmp_path: Path) -> None:
    with SimulatedServer(ServerPlan(schemas="unsupported")) as server:
        result = grow(server, tmp_path / "b", "--batch", "--questions", 5).json
    assert result["accepted"] == 5


def test_a_file_holds_no_more_requests_than_it_may(tmp_path: Path, live: Path) -> None:
    with SimulatedServer(ServerPlan(batch_requests=4)) as server:
        ran = grow(server, tmp_path / "b", "--batch", "--batch-size", 4)
        assert ran.code == 0, ran.err
        assert max(batch["requests"] for batch in server.batches()) == 4
    assert same(live, tmp_path / "b")


def test_a_budget_holds_over_all_sessions(tmp_path: Path) -> None:
    with SimulatedServer() as server:
        for _ in range(12):
            ran = grow(server, tmp_path / "b", "--batch", "--no-wait", "--max-calls", 18)
            if ran.code == 4:
                break
            assert "submitted" in ran.json
        assert ran.code == 4
        assert requests_in(server) <= 18


def test_a_batch_costs_half(tmp_path: Path) -> None:
    prices = tmp_path / "prices.toml"
    prices.write_text('date = "2026-01-01"\n[openai.simulated]\ninput = 1000\noutput = 1000\n', encoding="utf-8")
    costs: list[float] = []
    for number, more in enumerate(((), ("--batch",))):
        with SimulatedServer() as server:
            arguments = (
                "--model",
                "openai:simulated",
                "--kinds=factoid",
                "--critic-model",
                "openai:simulated",
                "--prices",
                prices,
            )
            result: Any = grow(server, tmp_path / str(number), *arguments, *more).json
        tokens = result["tokens"]["input"] + result["tokens"]["output"]
        costs.append(result["cost"] / tokens)
    assert costs[1] == pytest.approx(costs[0] / 2)


def test_other_models_have_no_batches(tmp_path: Path) -> None:
    ran = benchmill("grow", EXAMPLES, "--out", tmp_path / "b", "--model", "ollama:llama3", "--batch")
    assert ran.code == 2
    assert "--batch needs models of OpenAI" in ran.err
    assert benchmill("grow", EXAMPLES, "--out", tmp_path / "b", "--no-wait").code == 2


def test_lines_read_back_are_the_ledgers_calls(tmp_path: Path) -> None:
    with SimulatedServer() as server:
        grow(server, tmp_path / "b", "--batch")
    reported = benchmill("status", tmp_path / "b", "--json").json
    items = [json.loads(line) for line in (tmp_path / "b" / "items.jsonl").read_text(encoding="utf-8").splitlines()]
    shown = benchmill("show", tmp_path / "b", items[0]["id"], "--json").json
    assert sum(reported["calls"].values()) > 15
    evidence = items[0]["components"][0]["evidence"][0]["text"].splitlines()[0]
    assert evidence in shown["calls"]["written by"]["messages"][-1]["content"]
