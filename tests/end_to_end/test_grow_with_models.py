"""`grow` against a model server over real sockets: every protocol, every fault, and never the same call twice."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.command import EXAMPLES, benchmill
from tests.servers.simulated import Latency, ServerPlan, SimulatedServer

# without second requests: on a busy machine one may be sent just after the first was answered
OPENAI = ("--model", "openai:simulated", "--critic-model", "openai:simulated-critic", "--kinds=factoid", "--hedge=off")


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def grow(server: SimulatedServer, out: Path, *more: object, model: tuple[str, ...] = OPENAI) -> Any:
    ran = benchmill(
        "grow",
        EXAMPLES,
        "--out",
        out,
        "--base-url",
        server.base_url,
        *model,
        "--json",
        "--quiet",
        *more,
    )
    assert ran.code == 0, ran.err
    return ran.json


def test_an_openai_server_grows_a_benchmark_whose_evidence_is_verbatim(tmp_path: Path) -> None:
    with SimulatedServer() as server:
        result = grow(server, tmp_path / "b", "--questions", 12)
        assert server.counters().requests == result["calls"]["asked"]
    counted = json.loads((tmp_path / "b" / "manifest.json").read_text(encoding="utf-8"))["cost"]["calls"]
    assert counted + result["ahead"].get("calls", 0) == result["calls"]["asked"]  # no paid call is hidden
    assert result["accepted"] == 12
    assert result["engine"] == "model"
    items = lines(tmp_path / "b" / "items.jsonl")
    for item in items:
        for component in item["components"]:
            for evidence in component["evidence"]:
                text = (EXAMPLES / evidence["document"]).read_text(encoding="utf-8")
                assert text[evidence["start"] : evidence["end"]] == evidence["text"]
        assert {rating["model"] for rating in item["ratings"].values()} == {"openai:simulated-critic"}
        assert min(rating["rating"] for rating in item["ratings"].values()) >= 4
    assert len({(item["chapter"], item["question_number"]) for item in items}) == 12
    questions = json.loads((tmp_path / "b" / "benchmark.json").read_text(encoding="utf-8"))["questions"]
    assert [question["id"] for question in questions] == [item["id"] for item in items]
    assert all(component["context"] for question in questions for component in question["answer_context"])


def test_ollama_grows_a_benchmark(tmp_path: Path) -> None:
    with SimulatedServer() as server:
        ran = benchmill(
            "grow", EXAMPLES, "--out", tmp_path / "b", "--model", "ollama:llama3", "--questions", 6,
            "--kinds=factoid", "--json",
            OLLAMA_HOST=server.ollama_url,
        )  # fmt: skip
    assert ran.code == 0, ran.err
    assert ran.json["accepted"] == 6


def test_langchain_grows_a_benchmark(tmp_path: Path) -> None:
    with SimulatedServer() as server:
        ran = benchmill(
            "grow", EXAMPLES, "--out", tmp_path / "b", "--model", "langchain:openai:simulated", "--questions", 6,
            "--kinds=factoid",
            "--base-url", server.base_url, "--json",
            OPENAI_API_KEY="not-a-real-one",
        )  # fmt: skip
    assert ran.code == 0, ran.err
    assert ran.json["accepted"] == 6
    everything = b"".join(path.read_bytes() for path in (tmp_path / "b").iterdir() if path.is_file())
    assert b"not-a-real-one" not in everything


def test_a_server_that_knows_no_schemas_gives_a_benchmark_all_the_same(tmp_path: Path) -> None:
    for mode in ("json_object", "unsupported", "ignored"):
        with SimulatedServer(ServerPlan(schemas=mode)) as server:
            assert grow(server, tmp_path / mode, "--questions", 6)["accepted"] == 6


@pytest.mark.parametrize("concurrency", [1, 16])
def test_other_timing_gives_the_same_items(tmp_path: Path, concurrency: int) -> None:
    with SimulatedServer() as server:
        grow(server, tmp_path / "one", "--questions", 10)
    slow = ServerPlan(latency=Latency("lognormal", 0.01, 1.0))
    with SimulatedServer(slow) as server:
        grow(server, tmp_path / "two", "--questions", 10, "--concurrency", concurrency)
    one, two = ((tmp_path / name / "benchmark.json").read_bytes() for name in ("one", "two"))
    assert one == two
    costs = [
        json.loads((tmp_path / name / "manifest.json").read_text(encoding="utf-8"))["cost"] for name in ("one", "two")
    ]
    assert costs[0] == costs[1]  # also where critics were asked at the same time, and some in vain
    ends = [[(r["question"], r["check"]) for r in lines(tmp_path / name / "rejected.jsonl")] for name in ("one", "two")]
    assert ends[0] == ends[1]


def test_under_faults_every_seed_ends_as_something_and_nothing_is_paid_twice(tmp_path: Path) -> None:
    faults = {"http-429": 0.05, "http-500": 0.03, "reset": 0.02, "hang": 0.01, "malformed": 0.03, "refusal": 0.02}
    # A hanging request is closed by the server: a time-out would take a busy machine's answers for lost ones.
    faults |= {"out-of-range": 0.03, "truncated": 0.02, "empty": 0.02}
    plan = ServerPlan(faults=faults, retry_after=0.1, hang_seconds=0.3)
    with SimulatedServer(plan) as server:
        result = grow(server, tmp_path / "b", "--questions", 150, "--per-document", 20, "--concurrency", 16)
        assert server.repeated() == []
        asked = server.counters().requests
    assert result["calls"]["asked"] == asked
    assert result["candidates"] == result["accepted"] + sum(result["rejected"].values())
    rejected = lines(tmp_path / "b" / "rejected.jsonl")
    assert Counter(record["check"] for record in rejected) == Counter(result["rejected"])
    assert len(lines(tmp_path / "b" / "items.jsonl")) == result["accepted"]
    assert result["accepted"] > 20


def test_premium_s_verdicts_are_recorded_and_a_shared_call_saves_one_for_each_candidate(tmp_path: Path) -> None:
    with SimulatedServer(ServerPlan(fail_rates={})) as server:
        premium = grow(server, tmp_path / "p", "--questions", 3, "--quality", "premium")
        shared = grow(server, tmp_path / "s", "--questions", 6, "--shared-critics")
    assert (premium["accepted"], shared["accepted"]) == (3, 6)
    paraphrases = [item["ratings"]["paraphrase"].get("asked_as") for item in lines(tmp_path / "p" / "items.jsonl")]
    assert any(said and said.startswith("Speaking plainly") for said in paraphrases)
    assert benchmill("report", tmp_path / "p", "--json").json["sections"]["Wording"]["paraphrase_drop"]["n"] > 0
    for item in lines(tmp_path / "p" / "items.jsonl"):
        assert {"leave-gold-out", "closed-book", "paraphrase"} <= set(item["ratings"])
        assert item["ratings"]["closed-book"]["minimum"] == 4
    for item in lines(tmp_path / "s" / "items.jsonl"):
        assert set(item["ratings"]) == {"standalone", "groundedness", "relevance"}
    status = benchmill("status", tmp_path / "s", "--json").json["calls"]
    assert "critique/standalone_relevance" in status
    assert "critique/standalone" not in status


def test_a_second_critic_is_asked_at_the_minimum_only_and_refuses_for_good(tmp_path: Path) -> None:
    bench = tmp_path / "b"
    second = ("--questions", 14, "--second-critic-model", "openai:gpt-4o-mini")
    with SimulatedServer(ServerPlan(fail_rates={"gpt-4o-mini/relevance": 0.5})) as server:
        alone = grow(server, bench, "--questions", 8)
        before = {item["id"]: item for item in lines(bench / "items.jsonl")}
        grown = grow(server, bench, *second, "--allow-retire")
        again = grow(server, bench, *second)
    assert (alone["accepted"], grown["accepted"], again["calls"]["asked"]) == (8, 14, 0)
    items = lines(bench / "items.jsonl")
    for item in items:
        first = {name: one for name, one in item["ratings"].items() if not name.startswith("second-")}
        later = {f"second-{name}": "openai:gpt-4o-mini" for name, one in first.items() if one["rating"] == 4}
        assert {name: one["model"] for name, one in item["ratings"].items() if name not in first} == later
    at_minimum = {name for name, item in before.items() if any(r["rating"] == 4 for r in item["ratings"].values())}
    retired = set(before) - {item["id"] for item in items}
    assert retired
    assert retired <= at_minimum
    manifest = json.loads((bench / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["models"]["second_critic"] == "openai:gpt-4o-mini"
    found = manifest["counts"]["second_critic"]["relevance"]
    assert found["asked"] - found["agreed"] == grown["rejected"].get("second-relevance", 0)
    assert any("judged" in note and "just the minimum" in note for note in grown["notes"])
    assert "second critic" in benchmill("status", bench).out


def test_the_same_command_again_asks_nothing_and_changes_no_byte(tmp_path: Path) -> None:
    with SimulatedServer() as server:
        grow(server, tmp_path / "b", "--questions", 8)
        before = {path.name: path.read_bytes() for path in (tmp_path / "b").glob("*.json*")}
        again = grow(server, tmp_path / "b", "--questions", 8)
    assert again["calls"] == {"asked": 0, "recorded": 0, "retried": 0}
    assert again["items"] == {"added": 0, "kept": 8, "moved": 0, "changed": 0, "retired": 0}
    assert {path.name: path.read_bytes() for path in (tmp_path / "b").glob("*.json*")} == before


def test_more_questions_ask_only_for_what_is_new(tmp_path: Path) -> None:
    with SimulatedServer() as server:
        first = grow(server, tmp_path / "b", "--questions", 6)
        more = grow(server, tmp_path / "b", "--questions", 12)
        assert server.repeated() == []
    assert more["accepted"] == 12
    assert more["items"]["kept"] == 6
    assert 0 < more["calls"]["asked"] < 3 * first["calls"]["asked"]
    whole = lines(tmp_path / "b" / "items.jsonl")
    assert len({item["id"] for item in whole}) == 12


def test_a_budget_ends_the_run_with_4_and_the_same_command_goes_on_from_there(tmp_path: Path) -> None:
    with SimulatedServer() as server:
        command = ("grow", EXAMPLES, "--out", tmp_path / "b", "--base-url", server.base_url, *OPENAI, "--questions", 20)
        ended = benchmill(*command, "--max-calls", 60, "--json")
        assert ended.code == 4
        assert "--max-calls" in ended.err or "60 calls" in ended.err
        assert server.counters().requests <= 60
        whole = benchmill(*command, "--json")
        assert whole.code == 0
        assert whole.json["accepted"] == 20
        assert server.repeated() == []
        assert ended.json["accepted"] <= 20
        assert whole.json["items"]["kept"] == ended.json["accepted"]


def test_a_run_that_a_budget_ends_says_how_far_it_is_from_the_real_queries(tmp_path: Path) -> None:
    (tmp_path / "q.csv").write_text("\n".join(["query", *(f"relay token {n}" for n in range(20))]), encoding="utf-8")
    with SimulatedServer() as server:
        ended = benchmill(
            "grow", EXAMPLES, "--out", tmp_path / "b", "--base-url", server.base_url, *OPENAI,
            "--like", tmp_path / "q.csv", "--questions", 20, "--max-calls", 30, "--json",
        )  # fmt: skip
    assert ended.code == 4
    assert any(note.startswith("--like: distance to 20 real queries") for note in ended.json["notes"])


def test_a_higher_bar_accepts_less_and_says_fail_under_with_1(tmp_path: Path) -> None:
    with SimulatedServer(ServerPlan(fail_rates={"standalone": 0.9})) as server:
        ran = benchmill(
            "grow", EXAMPLES, "--out", tmp_path / "b", "--base-url", server.base_url, *OPENAI,
            "--fail-under", 400, "--questions", 500, "--keep-going", "--json",
        )  # fmt: skip
    assert ran.code == 1
    assert "--fail-under 400" in ran.err
    assert ran.json["rejected"]["standalone"] > 10


def test_a_run_that_yields_too_little_ends_with_4_and_the_same_command_goes_on_with_keep_going(tmp_path: Path) -> None:
    with SimulatedServer(ServerPlan(fail_rates={"standalone": 0.95})) as server:
        command = ("grow", EXAMPLES, "--out", tmp_path / "b", "--base-url", server.base_url, *OPENAI, "--questions", 50)
        low = benchmill(*command, "--json")
        again = benchmill(*command, "--json", "--keep-going")
        assert server.repeated() == []
    assert (low.code, again.code) == (4, 0)
    assert "low yield" in low.err
    assert "--keep-going" in low.err


def test_a_sample_adds_the_labels_it_finds_and_its_share_stays_that_of_the_items_not_sampled(tmp_path: Path) -> None:
    docs, out = tmp_path / "docs", tmp_path / "b"
    shutil.copytree(EXAMPLES, docs)
    said = [part for path in sorted(docs.rglob("*.md")) for part in path.read_text(encoding="utf-8").split("\n\n")]
    notes = [f"# Note {n}\n\nAsked in the forum, and answered there:\n\n{part}" for n, part in enumerate(said)]
    repeats = [note for note, part in zip(notes, said, strict=True) if part[:1].isalpha() and len(part) > 150]
    (docs / "forum.md").write_text("\n\n".join(repeats), encoding="utf-8")

    def sampled(size: int) -> tuple[Any, Any]:
        more = ("--quality", "lean", "--questions", 12, "--residual", size)
        with_model = ("--base-url", server.base_url, *OPENAI, "--json", "--quiet")
        ran = benchmill("grow", docs, "--out", out, *with_model, *more)
        assert ran.code == 0, ran.err
        return ran.json, json.loads((out / "manifest.json").read_text(encoding="utf-8"))["residual"]

    with SimulatedServer() as server:
        (_, first), (_, larger) = sampled(8), sampled(10)
        grown = lines(out / "items.jsonl")
        (docs / "faq.md").write_text((docs / "faq.md").read_text(encoding="utf-8") + "\nThe end.\n", encoding="utf-8")
        night, after = sampled(10)
    added = {
        item["id"]: evidence["text"]
        for item in grown
        for component in item["components"]
        for evidence in component["evidence"]
        if evidence.get("found_by") == "residual sample: openai:simulated-critic"
    }
    assert first["unlabelled"] > 0
    assert added == {one["id"]: one["quote"] for one in larger["items"]}
    assert {one["id"] for one in first["items"]} <= set(added)
    # the completed items still count as they were found, and nobody asks about them again
    assert after == larger
    assert night["calls"]["asked"] == 0
    assert (larger["sampled"], larger["of"], larger["completed"]) == (10, 12, larger["unlabelled"])
    assert larger["left"] == round(larger["share"] * 2 / 12, 4)
    low, high = larger["ci95"]
    words = f"{larger['unlabelled']} of 10 sampled items had one among 20 more passages, which is evidence now"
    assert f"{words}; of the 2 other items {low:.0%} to {high:.0%} may have one" in benchmill("status", out).out


def test_a_critic_dropped_into_the_prompts_folder_takes_part_and_is_asked_once(tmp_path: Path) -> None:
    prompts = tmp_path / "prompts"
    (prompts / "critique").mkdir(parents=True)
    tone = prompts / "critique" / "tone.md"
    text = "---\ninputs: question\nminimum: 2\n---\n# System\nRate it.\n\n# User\nQuestion: {{ question }}\n"
    tone.write_text(text, encoding="utf-8")
    out = tmp_path / "b"
    with SimulatedServer() as server:
        first = grow(server, out, "--questions", 6, "--prompts", prompts)
        again = grow(server, out, "--questions", 6, "--prompts", prompts)
        tone.write_text(text.replace("Rate it.", "Rate its tone."), encoding="utf-8")
        edited = grow(server, out, "--questions", 6, "--prompts", prompts)
    items = lines(out / "items.jsonl")
    assert {len(item["ratings"]) for item in items} == {4}
    assert {(item["ratings"]["tone"]["minimum"], item["ratings"]["tone"]["scale"]) for item in items} == {(2, 5)}
    assert first["calls"]["asked"] > 0
    assert (again["calls"]["asked"], edited["calls"]["asked"]) == (0, 6)
    assert "critique/tone" in json.loads((out / "manifest.json").read_text(encoding="utf-8"))["prompts"]
