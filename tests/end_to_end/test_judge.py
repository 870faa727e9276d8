"""`judge` over real sockets: what it prints, what it costs, how it ends; and the example for LangSmith, without it."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.command import Ran, benchmill, environment, grown_with_answers, started
from tests.forks import ROOT
from tests.servers.simulated import Latency, ServerPlan, SimulatedServer

MODEL = ("--model", "openai:simulated")


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace of 20 items that the built-in writer wrote."""
    out = tmp_path_factory.mktemp("grown") / "bench"
    grown_with_answers(out, 20)
    return out


@pytest.fixture
def bench(grown: Path, tmp_path: Path) -> Path:
    """A copy of it to write into."""
    return Path(shutil.copytree(grown, tmp_path / "bench"))


def items(bench: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (bench / "items.jsonl").read_text(encoding="utf-8").splitlines()]


def write_answers(bench: Path, *, leave_out: int = 1) -> Path:
    """Right ones, long ones, wrong ones, refusals and an empty one, in turn; with passages, except the last ones."""
    lines = []
    for number, item in enumerate(items(bench)[: -leave_out or None]):
        quote = item["components"][0]["evidence"][0]["text"]
        answer = [
            item["answer"],
            f"As far as the pages tell: {item['answer']}. Anything else would surprise me.",
            "It takes 7777 of them.",
            "That is not described in the documents.",
            "",
        ][number % 5]
        line: dict[str, object] = {"id": item["id"], "answer": answer}
        lines.append(line | ({"passages": [quote, {"text": "Something else."}]} if number < 15 else {}))
    path = bench.parent / "answers.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def judge(server: SimulatedServer, bench: Path, answers: Path, *more: object) -> Ran:
    return benchmill("judge", bench, answers, *MODEL, "--base-url", server.base_url, "--quiet", "--hedge", "off", *more)


def test_every_answer_is_decided_and_the_second_time_costs_nothing(bench: Path) -> None:
    answers = write_answers(bench)
    rows = bench.parent / "rows.jsonl"
    with SimulatedServer() as server:
        first = judge(server, bench, answers, "--json", "--controls", 6, "--per-question", rows)
        asked = server.counters().requests
        written = rows.read_bytes()
        again = judge(server, bench, answers, "--json", "--controls", 6, "--per-question", rows)
        assert server.counters().requests == asked
        assert server.repeated() == []
    assert (first.code, again.code) == (0, 0), first.err
    result = first.json
    assert result["calls"]["asked"] == asked
    assert again.json["calls"]["asked"] == 0
    assert {**again.json, "calls": 0, "tokens": 0, "cost": 0, "seconds": 0} == {
        **result, "calls": 0, "tokens": 0, "cost": 0, "seconds": 0,
    }  # fmt: skip
    assert rows.read_bytes() == written
    assert (result["questions"], result["answered"], len(result["missing"])) == (20, 19, 1)
    assert result["undecided"] == {}
    assert sum(result["decided_by"].values()) == 19
    assert result["metrics"]["correct"]["n"] == 20
    assert sum(kind["questions"] for kind in result["kinds"].values()) == 20
    assert set(result["controls"]) == {"again", "reversed", "padded"}
    assert result["controls"]["padded"]["answers"] == 6
    by_id = {item["id"]: item for item in items(bench)}
    for line in map(json.loads, rows.read_text(encoding="utf-8").splitlines()):
        assert len(line["components"]) == len(by_id[line["id"]]["components"])


def test_the_table_names_what_is_missing_and_who_decided(bench: Path) -> None:
    with SimulatedServer() as server:
        ran = judge(server, bench, write_answers(bench), "--controls", 4)
    lines = ran.out.splitlines()
    assert ran.code == 0, ran.err
    assert lines[0].split()[:2] == ["questions", "correct"]
    assert lines[1].split()[:2] == ["all", "20"]
    missing = next(line for line in lines if line.startswith("missing "))
    assert missing.split(maxsplit=1)[1] == f"1 count as wrong: {items(bench)[-1]['id']}"
    assert any(re.match(r"decided by +rules ", line) for line in lines)
    assert any(line.startswith("disagreement, padded") for line in lines)


def test_answers_that_equal_the_reference_need_no_server_and_all_asks_about_them(bench: Path) -> None:
    answers = bench.parent / "squad.json"
    answers.write_text(json.dumps({item["id"]: item["answer"] for item in items(bench)}), encoding="utf-8")

    free = benchmill("judge", bench, answers, *MODEL, "--base-url", "http://127.0.0.1:9/v1", "--json", "--quiet")
    with SimulatedServer() as server:
        asked = judge(server, bench, answers, "--json", "--all")

    assert free.code == 0, free.err
    assert free.json["metrics"]["correct"]["mean"] == 1.0
    assert (free.json["calls"]["asked"], free.json["decided_by"]) == (0, {"rules": 20})
    assert (asked.json["calls"]["asked"], asked.json["decided_by"]) == (20, {"model": 20})


def test_other_timing_gives_the_same_result(bench: Path, grown: Path, tmp_path: Path) -> None:
    other = Path(shutil.copytree(grown, tmp_path / "other" / "bench"))
    with SimulatedServer() as server:
        one = judge(server, bench, write_answers(bench), "--json", "--concurrency", 1).json
    with SimulatedServer(ServerPlan(latency=Latency("lognormal", 0.01, 1.0))) as server:
        two = judge(server, other, write_answers(other), "--json", "--concurrency", 16).json
    assert one["metrics"] == two["metrics"]
    assert one["kinds"] == two["kinds"]
    assert one["calls"] == two["calls"]


def test_unreadable_replies_are_undecided_counted_and_no_low_marks(bench: Path) -> None:
    rows = bench.parent / "rows.jsonl"
    faults = {"malformed": 0.3, "refusal": 0.1, "empty": 0.1, "wrong-schema": 0.1, "http-500": 0.05, "reset": 0.05}
    with SimulatedServer(ServerPlan(faults=faults)) as server:
        ran = judge(server, bench, write_answers(bench), "--json", "--per-question", rows)
        assert server.repeated() == []
    assert ran.code == 0, ran.err
    result = ran.json
    lines = [json.loads(line) for line in rows.read_text(encoding="utf-8").splitlines()]
    undecided = Counter(cause["aspect"] for line in lines for cause in line["undecided"])
    assert undecided.total() > 3
    assert undecided == {aspect: len(ids) for aspect, ids in result["undecided"].items()}
    assert len(lines) == 20
    unknown = [line for line in lines if line["correct"] is None]
    assert unknown
    assert result["metrics"]["correct"]["n"] == 20 - len(unknown)


def test_a_budget_ends_with_4_and_the_same_command_goes_on(bench: Path) -> None:
    answers = write_answers(bench)
    with SimulatedServer() as server:
        ended = judge(server, bench, answers, "--json", "--max-calls", 5)
        assert server.counters().requests == 5
        whole = judge(server, bench, answers, "--json")
        assert server.repeated() == []
        total = server.counters().requests
    assert ended.code == 4
    assert "calls" in ended.err
    assert ended.json["not_reached"] > 0
    assert ended.json["metrics"]["correct"]["n"] < 20
    assert (whole.code, whole.json["not_reached"]) == (0, 0)
    assert whole.json["calls"]["asked"] == total - 5


def test_an_interrupted_run_keeps_what_is_done(bench: Path) -> None:
    answers = write_answers(bench)
    with SimulatedServer(ServerPlan(hold_from=3)) as server:
        command = ("judge", bench, answers, *MODEL, "--base-url", server.base_url)
        running = started(*command, "--json", "--concurrency", 2)
        server.wait_for(4, of=running)
        running.send_signal(signal.SIGINT)
        server.release()
        out, err = running.communicate()
        after = judge(server, bench, answers, "--json")
        assert server.repeated() == []
    assert running.returncode == 130, err
    assert json.loads(out)["not_reached"] > 0
    assert "goes on from here" in err
    assert (after.code, after.json["not_reached"]) == (0, 0)


def test_judging_leaves_the_benchmark_as_it_was(bench: Path) -> None:
    before = {path.name: path.read_bytes() for path in bench.glob("*.json*")}
    counts = benchmill("status", bench, "--json").json
    with SimulatedServer() as server:
        assert judge(server, bench, write_answers(bench)).code == 0
    grown = grown_with_answers(bench, 20, "--json")
    after = benchmill("status", bench, "--json").json
    assert grown.json["items"]["kept"] == 20
    assert {path.name: path.read_bytes() for path in bench.glob("*.json*")} == before
    assert after["per_item"] == counts["per_item"]
    assert after["beside_growing"].keys() == {"judge"}
    assert after["calls"].keys() - counts["calls"].keys() == {
        "judge/abstention",
        "judge/correctness",
        "judge/groundedness",
    }


@pytest.mark.parametrize(
    ("text", "more", "code", "message"),
    [
        ('{"q-0000000000000000": "x"}', (), 2, "questions that the benchmark does not have"),
        ('{"id": "q-1"}', (), 2, "answers.jsonl, line 1: 'answer' is missing"),
        ("", (), 2, "is empty"),
        (None, ("--model", "extractive"), 2, "judging needs a model"),
        (None, ("--model", "nobody:m"), 2, "nobody"),
        (None, ("--prompts", "nowhere"), 2, "no such folder"),
        (None, ("--max-cost", "0"), 2, "--max-cost"),
        (None, ("--base-url", "http://127.0.0.1:9/v1"), 3, "127.0.0.1:9"),
    ],
)
def test_what_cannot_work_is_one_line_and_an_exit_code(
    bench: Path, text: str | None, more: tuple[str, ...], code: int, message: str
) -> None:
    answers = write_answers(bench)
    if text is not None:
        answers.write_text(text, encoding="utf-8")
    ran = benchmill("judge", bench, answers, *MODEL, "--quiet", *more)
    assert ran.code == code, ran.err
    assert message in ran.err
    assert len(ran.err.splitlines()) == 1
    assert ran.out == ""


def test_a_wrong_key_and_a_folder_that_is_no_workspace_are_one_line_each(bench: Path, tmp_path: Path) -> None:
    answers = write_answers(bench)
    with SimulatedServer(ServerPlan(api_key="right")) as server:
        refused = judge(server, bench, answers)
        nowhere = judge(server, tmp_path / "nowhere", answers)
    assert (refused.code, nowhere.code) == (3, 2)
    assert "no such folder" in nowhere.err
    assert max(len(ran.err.splitlines()) for ran in (refused, nowhere)) == 1


def test_the_judge_may_stand_in_the_settings_file(bench: Path, tmp_path: Path) -> None:
    answers = write_answers(bench)
    with SimulatedServer() as server:
        (tmp_path / "benchmill.toml").write_text(
            f'model = "openai:writer"\ncritic_model = "openai:simulated"\nbase_url = "{server.base_url}"\n'
        )
        ran = benchmill("judge", bench, answers, "--json", "--quiet", folder=tmp_path)
    assert ran.code == 0, ran.err
    assert ran.json["model"] == "openai:simulated"


GUARD = """
import runpy, sys

allowed = int(sys.argv[1])

def watch(event, arguments):
    if event == "socket.connect" and isinstance(arguments[1], tuple) and arguments[1][:2] != ("127.0.0.1", allowed):
        raise AssertionError(f"connected to {arguments[1]}")
    if event == "socket.getaddrinfo" and arguments[0] not in ("127.0.0.1", None):
        raise AssertionError(f"looked {arguments[0]} up")

sys.addaudithook(watch)
sys.argv = sys.argv[2:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


@pytest.mark.parametrize("more", [(), ("--asynchronous",)])
@pytest.mark.parametrize("model", ["openai:simulated", "langchain:openai:simulated"])
def test_the_langsmith_example_speaks_to_the_model_and_to_nobody_else(
    bench: Path, model: str, more: tuple[str, ...]
) -> None:
    """Also where the environment says that everything is to be traced, as many users of LangSmith have it."""
    with SimulatedServer() as server:
        port = server.base_url.split(":")[2].split("/")[0]
        command = [sys.executable, "-c", GUARD, port, "examples/langsmith_evaluate.py", bench, "--model", model]
        done = subprocess.run(
            [*map(str, command), "--base-url", server.base_url, *more],
            cwd=ROOT, capture_output=True, text=True, check=False,
            env=environment(OPENAI_API_KEY="not-a-real-one", LANGSMITH_TRACING="true", LANGSMITH_API_KEY="none"),
        )  # fmt: skip
        asked = server.counters().requests
    assert done.returncode == 0, done.stderr
    assert "connected to" not in done.stderr
    assert "looked" not in done.stderr
    said = dict(
        line.split(maxsplit=1) for line in done.stdout.splitlines() if line.startswith(("corr", "abst", "grou"))
    )
    assert said.keys() == {"correctness", "abstention", "groundedness"}
    assert f"{asked} calls asked" in done.stdout
