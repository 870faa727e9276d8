"""What benchmill did not write stays: every command that writes a file looks first."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.typed import typed

PAGE = "docs/index.md"
WRITERS = {
    "export": f"export bench --to csv --out {PAGE}",
    "export of a folder": "export bench --to beir --out docs",
    "retrieve": f"retrieve bench --out {PAGE}",
    "score": f"score fastbook bench run.json --per-question {PAGE}",
    "map": f"map bench chunks.jsonl --out {PAGE}",
    "run": f"run bench --target http://127.0.0.1:9/ask --out {PAGE}",
    "score page": f"score fastbook bench run.json --html {PAGE}",
    "summary": f"grow docs --out bench --questions 8 --summary {PAGE}",
    "judge": f"judge bench answers.jsonl --model openai:m --base-url http://127.0.0.1:9/v1 --per-question {PAGE}",
}
INTO_THE_WORKSPACE = {
    "its own items": "export bench --to jsonl --out bench/items.jsonl --force",
    "its manifest, as the note beside a folder": "export bench --to beir --out bench --force",
    "its benchmark, by a run": "retrieve bench --out bench/benchmark.json --force",
    "its rejects, by scores": "score fastbook bench run.json --per-question bench/rejected.jsonl --force",
    "its change log, by a summary": "grow docs --out bench --questions 8 --summary bench/CHANGES.md",
    "another workspace's items": "export bench --to jsonl --out other/items.jsonl --force",
}


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.suffix in (".md", ".json", ".jsonl")
    }


@pytest.mark.parametrize("writer", WRITERS)
def test_a_page_of_the_docs_is_not_replaced(writer: str, here: Path) -> None:
    before = contents(here)
    done = typed(*WRITERS[writer].split())
    assert done.code == 2
    assert "benchmill did not write" in done.complaint
    assert contents(here) == before


@pytest.mark.parametrize("place", INTO_THE_WORKSPACE)
def test_a_workspaces_own_files_are_not_replaced_even_by_force(place: str, here: Path) -> None:
    assert typed("grow", "docs", "--out", "other", "--questions", 2, "--quiet").code == 0
    before = contents(here)
    done = typed(*INTO_THE_WORKSPACE[place].split())
    assert done.code == 2
    assert "workspace" in done.complaint
    assert contents(here) == before


@pytest.mark.parametrize(
    "line",
    [
        "export bench --to csv --out again.csv",
        "export bench --to beir --out again",
        "export bench --to huggingface --out again",
        "retrieve bench --out again.json",
        "retrieve bench --out again.trec",
        "score fastbook bench run.json --per-question again.jsonl",
        "grow docs --out bench --questions 8 --summary again.md",
    ],
)
def test_what_benchmill_wrote_is_written_again(line: str, here: Path) -> None:
    assert [typed(*line.split()).code for _ in range(2)] == [0, 0]
    assert list(here.glob("again*"))


@pytest.mark.parametrize(
    ("line", "file"),
    [
        ("export bench --to csv --out edited.csv", "edited.csv"),
        ("export bench --to huggingface --out edited", "edited/README.md"),
    ],
)
def test_an_export_that_was_edited_is_kept_until_it_is_forced(line: str, file: str, here: Path) -> None:
    assert typed(*line.split()).code == 0
    with (here / file).open("a", encoding="utf-8") as edited:
        edited.write("licence: ours\n")
    done = typed(*line.split())
    assert done.code == 2
    assert f"{file} was changed since" in done.complaint
    assert (here / file).read_text("utf-8").endswith("licence: ours\n")
    assert typed(*line.split(), "--force").code == 0
    assert not (here / file).read_text("utf-8").endswith("licence: ours\n")


def test_a_file_beside_an_export_is_nobodys_business(here: Path) -> None:
    assert typed("export", "bench", "--to", "beir", "--out", "corpus").code == 0
    (here / "corpus" / "notes.txt").write_text("mine", "utf-8")
    assert typed("export", "bench", "--to", "beir", "--out", "corpus").code == 0
    (here / "corpus" / "notes.txt").write_text("mine, edited", "utf-8")
    assert typed("export", "bench", "--to", "beir", "--out", "corpus").code == 0
    assert (here / "corpus" / "notes.txt").read_text("utf-8") == "mine, edited"


def test_a_folder_with_a_change_log_of_its_own_becomes_no_workspace(here: Path) -> None:
    (here / "project").mkdir()
    (here / "project" / "CHANGES.md").write_text("# 1.0\n", "utf-8")
    for line in (
        "grow docs --out project",
        "import questions.csv --from csv --docs docs --out project",
    ):
        (here / "questions.csv").write_text("question,answer,context\nWhy?,Because,\n", "utf-8")
        done = typed(*line.split())
        assert done.code == 2
        assert "CHANGES.md, which benchmill did not write" in done.complaint
    assert (here / "project" / "CHANGES.md").read_text("utf-8") == "# 1.0\n"


def test_our_own_files_in_the_docs_are_never_documents(here: Path) -> None:
    first = typed(
        "grow", "docs", "--out", "docs/bench", "--questions", 5, "--summary", "docs/summary.md", "--json"
    ).json
    again = typed(
        "grow", "docs", "--out", "docs/bench", "--questions", 5, "--summary", "docs/summary.md", "--json"
    ).json
    assert (again["edition"], again["items"]["kept"]) == (first["edition"], 5), here
    status = typed("status", "docs/bench", "--json").json
    assert (
        status["documents"]
        == len(list((here / "docs").rglob("*.md"))) - len(list((here / "docs" / "bench").rglob("*.md"))) - 1
    )


def test_a_page_of_scores_in_the_docs_is_no_document(here: Path) -> None:
    assert typed("score", "fastbook", "bench", "run.json", "--html", "docs/scores.html").code == 0
    groups = typed("estimate", "docs", "--json").json["unread_files"]
    assert [group["files"] for group in groups if group["check"] == "our-own"] == [["scores.html"]], here
