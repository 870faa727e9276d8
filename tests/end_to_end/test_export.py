"""`benchmill export`: every format from a grown workspace, through the command; what went wrong is one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import benchmill as api
from benchmill.outputs.asqa import read_asqa
from benchmill.outputs.beir import read_beir
from benchmill.outputs.deepeval import read_deepeval
from benchmill.outputs.fastbook import read_questions
from benchmill.outputs.qrels import read_qrels
from benchmill.outputs.ragas import read_ragas
from benchmill.outputs.squad import read_squad
from benchmill.publishing.export import FORMATS
from tests.end_to_end.command import EXAMPLES, benchmill, grown_with_answers
from tests.outputs.readers.huggingface import read_huggingface
from tests.outputs.readers.items import read_items
from tests.outputs.readers.mlflow import read_mlflow
from tests.outputs.readers.openai_evals import read_openai_evals
from tests.outputs.readers.promptfoo import read_promptfoo
from tests.outputs.readers.sheets import read_csv, read_xlsx

READERS: dict[str, Callable[[Path], int]] = {
    "fastbook": lambda path: len(read_questions(path)),
    "beir": lambda path: len(read_beir(path).queries),
    "trec": lambda path: len(read_qrels(path)),
    "squad": lambda path: len(list(read_squad(path).questions())),
    "asqa": lambda path: len(read_asqa(path)),
    "jsonl": lambda path: len(read_items(path)),
    "csv": lambda path: len(read_csv(path)),
    "xlsx": lambda path: len(read_xlsx(path)),
    "huggingface": lambda path: len(read_huggingface(path).items),
    "ragas": lambda path: len(list(read_ragas(path))),
    "deepeval": lambda path: len(list(read_deepeval(path))),
    "promptfoo": lambda path: len(read_promptfoo(path)),
    "openai-evals": lambda path: len(read_openai_evals(path)),
    "mlflow": lambda path: len(read_mlflow(path)),
}


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace grown from the example docs with the built-in writer."""
    folder = tmp_path_factory.mktemp("export") / "bench"
    grown_with_answers(folder, 20)
    return folder


def test_every_format_of_the_command_is_one_of_these() -> None:
    assert set(READERS) == set(FORMATS)


@pytest.mark.parametrize("form", sorted(READERS))
def test_what_is_written_is_what_is_said_and_what_is_left_out_has_a_reason(
    bench: Path, form: str, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    ran = benchmill("export", bench, "--to", form, "--out", out, "--json")

    assert ran.code == 0, ran.err
    reported = ran.json
    assert reported["written"] == READERS[form](out) > 0
    assert reported["written"] + len(reported["left_out_items"]) == reported["items"]
    assert sum(reported["left_out"].values()) == len(reported["left_out_items"])
    manifest = out / "manifest.json" if out.is_dir() else tmp_path / "out.manifest.json"
    noted = json.loads(manifest.read_text(encoding="utf-8"))
    assert noted.pop("files")
    assert noted == {name: value for name, value in reported.items() if name != "out"}


def test_an_export_again_gives_the_same_bytes(bench: Path, tmp_path: Path) -> None:
    for form in ("xlsx", "huggingface"):
        contents = []
        for name in ("one", "two"):
            assert benchmill("export", bench, "--to", form, "--out", tmp_path / form / name).code == 0
            files = sorted(p for p in (tmp_path / form).rglob("*") if p.is_file() and name in (*p.parts, p.stem))
            contents.append([file.read_bytes() for file in files if not file.name.endswith("manifest.json")])
        assert contents[0] == contents[1] != []


def test_fastbook_and_jsonl_are_the_files_of_the_workspace(bench: Path, tmp_path: Path) -> None:
    for form, name in (("fastbook", "benchmark.json"), ("jsonl", "items.jsonl")):
        assert benchmill("export", bench, "--to", form, "--out", tmp_path / name).code == 0
        assert (tmp_path / name).read_bytes() == (bench / name).read_bytes()


def test_the_table_says_how_many_were_left_out_and_why(bench: Path, tmp_path: Path) -> None:
    ran = benchmill("export", bench, "--to", "squad", "--out", tmp_path / "squad.json")
    assert "20 items in" in ran.out
    assert "documents" in ran.out
    assert "labels" in ran.out
    assert "left out" in ran.out
    assert "not-extractive" in ran.out


def test_ones_own_passages_are_the_corpus(bench: Path, tmp_path: Path) -> None:
    passages = [
        {"_id": f"p{number}", "text": page.read_text(encoding="utf-8")}
        for number, page in enumerate(sorted(EXAMPLES.rglob("*.md")))
    ]
    (tmp_path / "own.jsonl").write_text("".join(json.dumps(one) + "\n" for one in passages), encoding="utf-8")

    ran = benchmill("export", bench, "--to", "beir", "--out", tmp_path / "b", "--passages", tmp_path / "own.jsonl")

    assert ran.code == 0, ran.err
    found = read_beir(tmp_path / "b")
    assert {entry.id for entry in found.corpus} == {one["_id"] for one in passages}
    assert len(found.queries) == 20


def test_a_frame_has_a_row_for_every_item(bench: Path) -> None:
    frame = api.load(bench).to_frame()
    assert len(frame) == 20
    assert set(frame["kind"]) >= {"factoid"}
    assert frame["relevance"].min() >= 4


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--to", "csv", "--out", "FOLDER"], "is a folder, but csv needs a file"),
        (["--to", "beir", "--out", "FILE"], "is a file, but beir needs a folder"),
        (["--to", "csv", "--out", "OUT", "--passages", "FILE"], "--passages is for beir"),
        (["--to", "beir", "--out", "OUT", "--passages", "MISSING"], "cannot be read"),
        (["--to", "beir", "--out", "OUT", "--passages", "FILE"], "line 1: not JSON"),
        (["--to", "word", "--out", "OUT"], "word"),
        (["--to", "csv", "--out", "FILE/below.csv"], "cannot be written"),
    ],
)
def test_what_cannot_be_exported_is_one_line_and_leaves_nothing(
    bench: Path, arguments: list[str], said: str, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text('{"_id": "p1", "te\n', encoding="utf-8")
    places = {
        "FOLDER": "folder",
        "FILE": "file",
        "OUT": "out",
        "MISSING": "missing",
        "FILE/below.csv": "file/below.csv",
    }
    ran = benchmill("export", bench, *(str(tmp_path / places[a]) if a in places else a for a in arguments))

    assert ran.code == 2
    assert said in ran.err
    assert "Traceback" not in ran.err
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "folder"]


def test_a_folder_that_is_no_workspace_says_so(tmp_path: Path) -> None:
    ran = benchmill("export", tmp_path, "--to", "csv", "--out", tmp_path / "t.csv")
    assert (ran.code, "is no workspace" in ran.err, len(ran.err.splitlines())) == (2, True, 1)
