"""Systems are compared over files of every format, two editions on the questions that both have."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import benchmill
from benchmill.evaluating.compare_systems import METRICS, compare_systems
from tests.end_to_end.command import EXAMPLES
from tests.end_to_end.command import benchmill as command

_DOCUMENTS = 12


def _squad(name: str, numbers: range) -> dict[str, object]:
    context = f"The {name} gate opens at {{}} and closes at night."
    return {
        "version": "v2.0",
        "data": [
            {
                "title": f"{name}-{n}.md",
                "paragraphs": [
                    {
                        "context": context.format(n),
                        "qas": [
                            {
                                "id": f"{name}-{n}",
                                "question": f"When does {name} gate {n} open?",
                                "answers": [{"text": str(n), "answer_start": context.index("{")}],
                                "is_impossible": False,
                            }
                        ],
                    }
                ],
            }
            for n in numbers
        ],
    }


def _asqa(numbers: range) -> str:
    return "".join(
        json.dumps(
            {
                "sample_id": f"s-{n}",
                "ambiguous_question": f"When does gate {n} open?",
                "qa_pairs": [{"context": "", "question": "When?", "short_answers": [f"at {n}"], "wikipage": None}],
                "wikipages": [{"title": f"Gate {n}", "url": f"{n}.md"}],
                "annotations": [{"knowledge": [], "long_answer": f"Gate {n} opens at {n} in the morning."}],
            }
        )
        + "\n"
        for n in numbers
    )


def _write(path: Path, value: object) -> Path:
    path.write_text(value if isinstance(value, str) else json.dumps(value), "utf-8")
    return path


def _files(form: str, folder: Path, numbers: range) -> tuple[Path, Path, Path]:
    """Gold, a run that is right, one that is wrong."""
    folder.mkdir()
    if form == "asqa":
        gold = _write(folder / "gold.jsonl", _asqa(numbers))
        good: dict[str, object] = {f"s-{n}": f"Gate {n} opens at {n} in the morning." for n in numbers}
        bad: dict[str, object] = dict.fromkeys(good, "Nobody knows.")
    elif form == "beir":
        judged = "".join(f"q-{n}\td-{n}\t1\n" for n in numbers)
        gold = _write(folder / "gold.tsv", f"query-id\tcorpus-id\tscore\n{judged}")
        good = {f"q-{n}": {f"d-{n}": 2.0, "other": 1.0} for n in numbers}
        bad = {f"q-{n}": {"other": 1.0} for n in numbers}
    else:
        gold = _write(folder / "gold.json", _squad("north", numbers))
        texts = {n: f"The north gate opens at {n} and closes at night." for n in numbers}
        answers = form == "squad"
        good = {f"north-{n}": str(n) if answers else [text, "x"] for n, text in texts.items()}
        bad = dict.fromkeys(good, "never" if answers else ["x"])
    return gold, _write(folder / "good.json", good), _write(folder / "bad.json", bad)


@pytest.mark.parametrize("form", [form for form in METRICS if form != "fastbook"])
def test_a_worse_run_is_found_and_editions_meet_on_common_questions(form: str, tmp_path: Path) -> None:
    gold, good, bad = _files(form, tmp_path / "new", range(_DOCUMENTS))
    ranking = compare_systems(gold, {"good": good, "bad": bad}, k=10, format=form)
    assert list(ranking.metrics) == [name.format(k=10) for name in METRICS[form]]
    assert [pair.better for pair in ranking.pairs] == ["good"] * len(ranking.metrics)
    assert (ranking.format, ranking.resampled, ranking.questions) == (form, "documents", _DOCUMENTS)
    old_gold, old_good, _ = _files(form, tmp_path / "old", range(2, _DOCUMENTS + 3))
    nights = compare_systems(gold, {"tonight": bad}, k=10, format=form, old=(old_gold, old_good))
    assert (nights.questions, nights.left_out) == (_DOCUMENTS - 2, 5)
    assert nights.worse_than_first(next(iter(nights.metrics)))[0].second == "tonight"


@pytest.mark.parametrize("form", ["beir", "squad", "asqa"])
def test_gold_and_run_swapped_are_said_in_one_line(form: str, tmp_path: Path) -> None:
    gold, good, bad = _files(form, tmp_path / "files", range(3))
    if form == "beir":
        (gold := tmp_path / "beir").mkdir()
    done = command("compare", good, gold, bad, "--format", form)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert f"write the gold first: benchmill compare {gold} {good}" in done.err


def test_what_a_format_does_not_take_is_refused(tmp_path: Path) -> None:
    gold, good, bad = _files("beir", tmp_path / "files", range(3))
    with pytest.raises(benchmill.UsageError, match="the format beir takes no match, index or group-by"):
        compare_systems(gold, {"a": good, "b": bad}, format="beir", match="normalised")
    with pytest.raises(benchmill.UsageError, match="bm25 searches a workspace: write its run first"):
        compare_systems(gold, {"a": good, "bm25": "bm25"}, format="beir")
    with pytest.raises(benchmill.UsageError, match="there is no format 'trec'; there are: fastbook, beir, squad"):
        compare_systems(gold, {"a": good, "b": bad}, format="trec")


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("formats") / "bench"
    benchmill.grow(EXAMPLES, folder, questions=30, kinds=("factoid", "list", "procedure"))
    return folder


def test_a_benchmark_of_the_built_in_writer_says_everywhere_that_it_is_a_first_look(
    bench: Path, tmp_path: Path
) -> None:
    caution = "were written by the built-in writer: they are for a first look, not for choosing a retriever"
    run = tmp_path / "run.json"
    assert command("retrieve", bench, "--out", run).code == 0
    page = tmp_path / "page.html"
    assert caution in command("score", "fastbook", bench, run, "--html", page).out
    assert caution in page.read_text("utf-8")
    assert command("score", "fastbook", bench, run, "--json").json["caution"] == f"the questions {caution}"
    compared = command("compare", bench, "bm25", run, "--html", tmp_path / "compared.html", "--json").json
    assert compared["caution"] == f"the questions {caution}"
    assert compared["systems"] == ["bm25", "run"]
    assert [pair["verdict"] for pair in compared["pairs"]] == ["run and bm25 are equal on every question"] * 3
    assert caution in (tmp_path / "compared.html").read_text("utf-8")
    assert caution in command("compare", bench, run, "bm25", "--markdown").out
    benchmill.export(str(bench), "beir", str(tmp_path / "beir"))
    assert benchmill.score(tmp_path / "beir", run, format="beir").caution == f"the questions {caution}"


def test_scores_are_grouped_by_any_field_of_the_items_with_intervals(bench: Path, tmp_path: Path) -> None:
    edited = tmp_path / "bench"
    edited.mkdir()
    (edited / "benchmark.json").write_bytes((bench / "benchmark.json").read_bytes())
    lines = [json.loads(line) for line in (bench / "items.jsonl").read_text("utf-8").splitlines()]
    for number, line in enumerate(lines):
        line |= {"difficulty": 1 + number % 2, "persona": "beginner", "team": "a" if number % 3 else "b"}
        line["generator"] = "ollama:llama3"
    (edited / "items.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    run = benchmill.retrieve(bench)
    score = benchmill.score(edited, run, group_by=["team"])
    assert {"kind", "persona", "difficulty", "language", "generator", "document", "team"} <= set(score.groups)
    for by, groups in score.groups.items():
        assert sum(group.questions for group in groups.values()) == score.questions
        assert all(bool(group.ci95) is (by != "document") for group in groups.values())
        assert all(low <= g.means[name] <= high for g in groups.values() for name, (low, high) in g.ci95.items())
    assert score.caution == ""
    ranking = benchmill.compare(edited, {"a": run, "b": lambda _: ["no"]}, group_by=("team",))
    assert set(ranking.groups["team"]) == {"a", "b"}
    assert set(ranking.as_json()["kinds"]) == set(score.groups["kind"])  # type: ignore[call-overload]
    with pytest.raises(benchmill.UsageError, match=r"the items have no 'colour' to group by; there is: .*difficulty"):
        benchmill.score(edited, run, group_by=["colour"])
