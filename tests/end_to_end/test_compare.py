"""`benchmill compare` and the gates: verdicts in words, exit codes a nightly job can rely on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.end_to_end.command import EXAMPLES, benchmill
from tests.servers.simulated import SimulatedServer


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace `bench`, a run, and one that lost the first results of most questions."""
    folder = tmp_path_factory.mktemp("compare")
    with SimulatedServer() as server:
        model = ("--model", "openai:simulated", "--base-url", server.base_url, "--kinds=factoid", "--questions", 30)
        assert benchmill("grow", EXAMPLES, "--out", folder / "bench", *model, "--no-report").code == 0
    assert benchmill("retrieve", folder / "bench", "--out", folder / "good.json").code == 0
    run = json.loads((folder / "good.json").read_text("utf-8"))
    (folder / "bad.json").write_text(json.dumps({name: found[4:] for name, found in run.items()}), "utf-8")
    return folder


def test_a_worse_run_is_named_and_fails_the_gate(runs: Path) -> None:
    done = benchmill("compare", runs / "bench", runs / "good.json", runs / "bad.json", "--fail-if-worse")
    assert done.code == 1
    assert "bad is worse than good: -" in done.out
    assert "is a real difference" in done.out
    assert "benchmill: recall@10: bad is worse than good" in done.err


def test_an_equal_run_passes_the_gate(runs: Path) -> None:
    done = benchmill("compare", runs / "bench", f"a={runs / 'good.json'}", f"b={runs / 'good.json'}", "--fail-if-worse")
    assert (done.code, done.err) == (0, "")
    assert "b and a are equal on every question" in done.out


def test_a_page_for_ci_lists_the_questions_that_got_worse(runs: Path) -> None:
    done = benchmill("compare", runs / "bench", runs / "good.json", runs / "bad.json", "--markdown")
    assert "| good | " in done.out
    assert "### Questions on which bad got worse (" in done.out
    assert "- `q-" in done.out


def test_the_json_has_every_pair_and_kind(runs: Path) -> None:
    whole = benchmill("compare", runs / "bench", runs / "good.json", runs / "bad.json", "--json").json
    assert [pair["metric"] for pair in whole["pairs"]] == ["recall@10", "mrr@10", "accuracy@10"]
    assert all(pair["better"] == "good" and pair["p_holm"] < 0.05 for pair in whole["pairs"])
    assert whole["kinds"]["factoid"]["bad"]["recall@10"] < whole["kinds"]["factoid"]["good"]["recall@10"]
    assert len(whole["rows"]) == whole["questions"]


def test_two_editions_are_compared_on_their_common_questions(runs: Path) -> None:
    whole = benchmill(
        "compare", runs / "bench", runs / "bad.json", "--old", runs / "bench", runs / "good.json", "--json"
    ).json
    assert whole["systems"] == ["old edition", "bad"]
    assert whole["pairs"][0]["better"] == "old edition"


def test_a_score_below_its_floor_ends_with_one(runs: Path) -> None:
    low = benchmill("score", "fastbook", runs / "bench", runs / "bad.json", "--fail-under", "recall@10=0.9")
    assert low.code == 1
    assert "benchmill: recall@10 is 0." in low.err
    assert benchmill("score", "fastbook", runs / "bench", runs / "good.json", "--fail-under", "mrr@10=0.1").code == 0


def test_a_floor_beside_a_comparison_of_editions_is_refused_not_ignored(runs: Path) -> None:
    bench, good, bad = runs / "bench", runs / "good.json", runs / "bad.json"
    ran = benchmill("score", "fastbook", bench, good, "--only-common", bench, bad, "--fail-under", "recall@10=0.9")
    assert (ran.code, ran.out) == (2, "")
    assert "score --only-common does not take --fail-under; benchmill compare BENCH RUN --old" in ran.err


def test_what_cannot_be_compared_is_one_line(runs: Path) -> None:
    one = benchmill("compare", runs / "bench", runs / "good.json")
    assert (one.code, one.err) == (2, "benchmill: compare needs two systems or more, not 1\n")
    swapped = benchmill("compare", runs / "good.json", runs / "bench" / "benchmark.json", runs / "bad.json")
    assert swapped.code == 2
    assert "write the gold first: benchmill compare" in swapped.err


def test_map_and_score_by_a_mapping_go_together(runs: Path, tmp_path: Path) -> None:
    chunks = [
        {
            "_id": f"{path.relative_to(EXAMPLES).as_posix()}-{at}",
            "text": text[at : at + 500],
            "document": path.relative_to(EXAMPLES).as_posix(),
        }
        for path in sorted(EXAMPLES.rglob("*.md"))
        for text in [path.read_text("utf-8")]
        for at in range(0, len(text), 500)
    ]
    (tmp_path / "chunks.jsonl").write_text("".join(json.dumps(chunk) + "\n" for chunk in chunks), "utf-8")
    mapped = benchmill("map", runs / "bench", tmp_path / "chunks.jsonl", "--out", tmp_path / "m.json", "--json").json
    assert mapped["ceiling"]["items"] == 1
    assert mapped["how"]["split"] > 0
    run = {name: [id_ for one in ones for id_ in one["links"][0]["chunks"]] for name, ones in mapped["items"].items()}
    lines = [
        f"{name} Q0 {id_} {rank} {-rank} x" for name, ids in run.items() for rank, id_ in enumerate(dict.fromkeys(ids))
    ]
    (tmp_path / "run.trec").write_text("\n".join(lines) + "\n", "utf-8")
    whole = benchmill(
        "score", "fastbook", runs / "bench", tmp_path / "run.trec", "--match", tmp_path / "m.json", "--json"
    ).json
    assert whole["metrics"]["recall@10"]["mean"] == 1
    assert whole["losses"] == {"found": mapped["components"]}


def test_a_live_system_goes_to_its_numbers_in_one_command(runs: Path, tmp_path: Path) -> None:
    (tmp_path / "my_system.py").write_text(
        "import json\n"
        f"RUN = json.load(open({str(runs / 'good.json')!r}))\n"
        f"ITEMS = [json.loads(line) for line in open({str(runs / 'bench' / 'items.jsonl')!r})]\n"
        "IDS = {item['question']: item['id'] for item in ITEMS}\n"
        "def answer(question):\n"
        "    return {'answer': 'somewhere', 'passages': RUN[IDS[question]]}\n",
        "utf-8",
    )
    live = ("run", runs / "bench", "--target", "my_system:answer", "--out", tmp_path / "live.jsonl", "--json")
    whole = benchmill(*live, folder=tmp_path).json
    assert whole["asked"] == whole["questions"] == whole["score"]["questions"]
    good = benchmill("score", "fastbook", runs / "bench", runs / "good.json", "--json").json
    assert whole["score"]["metrics"] == good["metrics"]
    assert benchmill(*live, folder=tmp_path).json["recorded"] == whole["questions"]
    assert (
        benchmill("compare", runs / "bench", runs / "good.json", tmp_path / "live.jsonl", "--fail-if-worse").code == 0
    )
    for wrong, said in {
        ("--match", "no.json"): "there is no file 'no.json'",
        ("--index", "no.jsonl"): "no.jsonl cannot be read",
        ("--judge", "gpt-4o"): "'gpt-4o' names no provider",
        ("--fail-under", "recall@5=0.5"): "there is no metric 'recall@5' here; there are: recall@10, ",
    }.items():
        refused = benchmill(*live[:4], "--out", tmp_path / "other.jsonl", *wrong, folder=tmp_path)
        assert (refused.code, said in refused.err) == (2, True), refused.err
    assert not (tmp_path / "other.jsonl").exists(), "nothing was asked"
