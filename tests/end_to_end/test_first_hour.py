"""What a new user does in the first hour, without a model: grow, look, retrieve, score, grow again."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.end_to_end.command import EXAMPLES, benchmill, benchmill_anew, environment, started
from tests.forks import ROOT
from tests.servers.simulated import ServerPlan, SimulatedServer


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace grown from the example docs with the built-in writer."""
    folder = tmp_path_factory.mktemp("first") / "bench"
    ran = benchmill("grow", EXAMPLES, "--out", folder)
    assert ran.code == 0, ran.err
    return folder


def test_the_first_line_says_that_no_model_is_asked(tmp_path: Path) -> None:
    ran = benchmill("grow", EXAMPLES, "--out", tmp_path / "b", "--questions", 3)
    assert ran.err.splitlines()[0].startswith("built-in extractive writer: no language model")
    assert "rules in place of critics" in ran.out


def test_the_example_docs_give_at_least_fifteen_items_of_several_documents(bench: Path) -> None:
    items = [json.loads(line) for line in (bench / "items.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(items) >= 15
    assert len({item["document"] for item in items}) >= 5
    assert {rating["model"] for item in items for rating in item["ratings"].values()} == {"rules"}


def test_status_tells_items_rejections_and_calls(bench: Path) -> None:
    reported = benchmill("status", bench, "--json").json
    assert reported["edition"] == 1
    assert reported["complete"] is True
    assert reported["accepted"] == sum(reported["kinds"].values()) >= 15
    assert reported["calls"] == {}
    table = benchmill("status", bench)
    assert f"{reported['accepted']} of 100 wanted" in table.out


def test_show_finds_an_item_by_id_by_its_beginning_and_by_its_number(bench: Path) -> None:
    item = json.loads((bench / "items.jsonl").read_text(encoding="utf-8").splitlines()[0])
    number = f"{item['chapter']}.{item['question_number']}"
    for name in (item["id"], item["id"][:9], number):
        reported = benchmill("show", bench, name, "--json").json
        assert reported["item"]["question"] == item["question"]
        assert reported["state"] == "live"
    table = benchmill("show", bench, item["id"]).out
    assert benchmill("show", "--sample", 3, bench).out == benchmill("items", bench, "--sample", 3).out
    assert benchmill("show", bench).code == 2
    assert item["answer"] in table
    assert "groundedness" in table


def test_show_of_an_unknown_id_says_where_ids_stand(bench: Path) -> None:
    ran = benchmill("show", bench, "q-zzz")
    assert ran.code == 2
    assert "items.jsonl" in ran.err


def test_bm25_is_retrieved_and_scored_with_an_interval_and_a_line_a_question(bench: Path, tmp_path: Path) -> None:
    run, rows = tmp_path / "run.json", tmp_path / "rows.jsonl"
    retrieved = benchmill("retrieve", bench, "--retriever", "bm25", "--k", 10, "--out", run)
    assert retrieved.code == 0, retrieved.err
    kinds = [json.loads(line)["kind"] for line in (bench / "items.jsonl").read_text(encoding="utf-8").splitlines()]
    without = kinds.count("unanswerable")
    assert re.search(
        rf"^run +{len(kinds) - without} questions, .*\nnot asked +{without} items without", retrieved.out, re.M
    )
    scored = benchmill("score", "fastbook", bench / "benchmark.json", run, "--k", 10, "--json", "--per-question", rows)
    assert scored.code == 0, scored.err
    result = scored.json
    assert set(result["metrics"]) == {"mrr@10", "recall@10", "accuracy@10"}
    for metric in result["metrics"].values():
        low, high = metric["ci95"]
        assert 0 < low <= metric["mean"] <= high <= 1
    assert result["answered"] == result["questions"]
    per_question = [json.loads(line) for line in rows.read_text(encoding="utf-8").splitlines()]
    assert len(per_question) == result["questions"]
    mean = sum(row["recall@10"] for row in per_question) / len(per_question)
    assert mean == pytest.approx(result["metrics"]["recall@10"]["mean"])


def test_growing_again_keeps_every_byte(bench: Path) -> None:
    before = {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in bench.glob("*.json*")}
    ran = benchmill("grow", EXAMPLES, "--out", bench, "--json")
    assert ran.json["edition"] == 1
    assert {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in bench.glob("*.json*")} == before


def test_two_workspaces_grown_from_the_same_docs_hold_the_same_bytes(bench: Path, tmp_path: Path) -> None:
    other = tmp_path / "bench"
    benchmill_anew("grow", EXAMPLES, "--out", other)  # another hash seed: no order of a set may show
    for name in ("benchmark.json", "items.jsonl", "rejected.jsonl", "manifest.json"):
        assert (other / name).read_bytes() == (bench / name).read_bytes()


def test_a_file_that_was_deleted_is_written_again(tmp_path: Path) -> None:
    benchmill("grow", EXAMPLES, "--out", tmp_path / "b", "--questions", 4)
    path = tmp_path / "b" / "benchmark.json"
    before = path.read_bytes()
    path.unlink()
    benchmill("grow", EXAMPLES, "--out", tmp_path / "b", "--questions", 4)
    assert path.read_bytes() == before


def test_an_edited_page_changes_only_its_own_items(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    subprocess.run(["cp", "-r", EXAMPLES, docs], check=True)
    first = benchmill("grow", docs, "--out", tmp_path / "b", "--json").json
    items = [json.loads(line) for line in (tmp_path / "b" / "items.jsonl").read_text(encoding="utf-8").splitlines()]
    victim = next(item for item in items if item["components"])
    page = docs / victim["document"]
    quote = victim["components"][0]["evidence"][0]["text"]
    page.write_text("A line was added.\n\n" + page.read_text(encoding="utf-8").replace(quote, "", 1), encoding="utf-8")
    second = benchmill("grow", docs, "--out", tmp_path / "b", "--json").json
    assert second["edition"] == 2
    assert second["items"]["retired"] >= 1
    same_page = sum(item["document"] == victim["document"] for item in items)
    assert second["items"]["moved"] + second["items"]["retired"] >= same_page
    assert second["items"]["kept"] >= first["accepted"] - same_page - 1
    after = [json.loads(line) for line in (tmp_path / "b" / "items.jsonl").read_text(encoding="utf-8").splitlines()]
    numbers = {item["id"]: (item["chapter"], item["question_number"]) for item in items}
    for item in after:
        assert numbers.get(item["id"], (item["chapter"], item["question_number"])) == (
            item["chapter"],
            item["question_number"],
        )
    assert victim["id"] not in {item["id"] for item in after}


def test_init_writes_a_file_that_grow_reads_and_does_not_overwrite(tmp_path: Path) -> None:
    assert benchmill("init", folder=tmp_path).code == 0
    text = (tmp_path / "benchmill.toml").read_text(encoding="utf-8")
    assert "# questions = 100" in text
    (tmp_path / "benchmill.toml").write_text(text.replace("# questions = 100", "questions = 3"), encoding="utf-8")
    printed = benchmill("grow", EXAMPLES, "--print-config", "--seed", 5, folder=tmp_path)
    table = tomllib.loads(printed.out)
    assert (table["questions"], table["seed"]) == (3, 5)
    assert benchmill("init", folder=tmp_path).code == 2


def test_estimate_asks_nobody_and_tells_calls_tokens_and_money() -> None:
    reported = benchmill("estimate", EXAMPLES, "--model", "openai:gpt-4o-mini", "--questions", 20, "--json").json
    assert reported["calls"] > 20
    assert reported["input_tokens"] > 10_000
    assert 0 < reported["cost"] < 1
    assert benchmill("estimate", EXAMPLES, "--json").json["calls"] == 0


def test_standard_output_holds_only_the_result(tmp_path: Path) -> None:
    ran = benchmill("grow", EXAMPLES, "--out", tmp_path / "b", "--questions", 3, "--json")
    assert json.loads(ran.out)["accepted"] == 3
    assert "\x1b" not in ran.out + ran.err


def test_a_reader_that_goes_away_is_no_error_worth_a_traceback(bench: Path) -> None:
    command = f"{sys.executable} -m benchmill show {bench} 1.1 --json | head -c 1"
    done = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, env=environment(), capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr


def test_a_second_grow_on_the_same_workspace_names_the_first(tmp_path: Path) -> None:
    with SimulatedServer(ServerPlan(hold_from=2)) as server:
        command = ("grow", EXAMPLES, "--out", tmp_path / "b", "--model", "openai:simulated")
        first = started(*command, "--base-url", server.base_url)
        try:
            server.wait_for(3, of=first)
            second = benchmill("grow", EXAMPLES, "--out", tmp_path / "b")
            assert second.code == 2
            assert f"process {first.pid}" in second.err
        finally:
            first.kill()
            first.communicate()
        # a dead process holds no lock
        assert benchmill("grow", EXAMPLES, "--out", tmp_path / "b", "--questions", 3).code == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_finishes_what_is_paid_and_the_same_command_goes_on(tmp_path: Path, number: signal.Signals) -> None:
    asked = 60
    with SimulatedServer(ServerPlan(hold_from=asked - 1)) as server:
        arguments = (
            *("grow", EXAMPLES, "--out", tmp_path / "b", "--model", "openai:simulated", "--kinds=factoid"),
            *("--base-url", server.base_url, "--questions", "40", "--json"),
            *("--hedge", "off"),  # on a machine that stands still for half a second a hedge is a request too
        )
        process = started(*arguments)
        server.wait_for(asked, of=process)
        os.kill(process.pid, number)
        server.release()
        out, err = process.communicate()
        assert process.returncode == 130, err
        assert "interrupted" in err
        assert json.loads(out)["calls"]["asked"] == server.counters().requests
        whole = benchmill(*arguments)
        assert whole.code == 0, whole.err
        assert server.repeated() == []


def test_help_names_every_command() -> None:
    reported = benchmill("--help").out
    for command in ("grow", "estimate", "status", "show", "retrieve", "score", "init"):
        assert re.search(rf"^\s+{command}\s", reported, re.MULTILINE)
