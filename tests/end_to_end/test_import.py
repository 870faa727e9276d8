"""`benchmill import` through the command: what it says, and one line for whatever is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.end_to_end.command import EXAMPLES, benchmill, grown_with_answers

FORMATS = ("ragas", "deepeval", "squad", "beir", "fastbook")


@pytest.fixture(scope="module")
def exports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A grown workspace `bench` and its exports, named like their formats."""
    folder = tmp_path_factory.mktemp("import")
    grown_with_answers(folder / "bench", 20)
    for form in (*FORMATS, "csv"):
        assert benchmill("export", folder / "bench", "--to", form, "--out", folder / form).code == 0
    return folder


@pytest.mark.parametrize("form", FORMATS)
def test_what_was_exported_can_be_imported_and_keeps_its_ids(form: str, exports: Path, tmp_path: Path) -> None:
    bench = tmp_path / "bench"
    ran = benchmill("import", exports / form, "--from", form, "--docs", EXAMPLES, "--out", bench, "--json")

    assert ran.code == 0, ran.err
    reported = ran.json
    assert reported["imported"] == reported["records"] == reported["accepted"] > 10
    assert reported["left_out_records"] == []
    items = [json.loads(line) for line in (bench / "items.jsonl").read_text(encoding="utf-8").splitlines()]
    grown = (exports / "bench" / "items.jsonl").read_text(encoding="utf-8")
    assert all(item["alias"] in grown and item["alias"].startswith("q-") for item in items)
    assert all(item["generator"] == f"import:{form}" and item["ratings"] == {} for item in items)


def test_columns_of_a_csv_file_are_mapped(exports: Path, tmp_path: Path) -> None:
    columns = "question=question,answer=answer,context=evidence,id=id,document=document"
    arguments = ("import", exports / "csv", "--from", "csv", "--docs", EXAMPLES, "--columns", columns)
    reported = benchmill(*arguments, "--out", tmp_path / "b", "--json").json
    assert reported["imported"] == reported["records"] == 20


def test_the_table_lists_what_was_left_out_with_its_line(tmp_path: Path) -> None:
    lines = [
        {"user_input": "Where is it?", "reference": "There", "reference_contexts": ["Nobody wrote this sentence."]},
        {"user_input": "How large may a message be?", "reference": "256 KiB", "reference_contexts": []},
    ]
    (tmp_path / "t.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    ran = benchmill("import", tmp_path / "t.jsonl", "--from", "ragas", "--docs", EXAMPLES, "--out", tmp_path / "b")
    assert "1 of 2 records" in ran.out
    assert "t.jsonl, line 1: its passage is nowhere in the docs: 'Nobody wrote this sentence.'" in ran.out
    assert "aligned 1" in ran.out
    shown = benchmill("status", tmp_path / "b", "--json").json
    assert (shown["accepted"], shown["failures"]) == (1, {"not-found": 1})


BAD = [
    ("ragas", b"", "is empty"),
    ("ragas", b'{"user_input": "q", "refer', "line 1: not JSON"),
    ("ragas", b'{"question_text": "q"}\n', "line 1: 'user_input' is missing; there are: 'question_text'"),
    ("ragas", b'{"user_input": "q", "reference": NaN}\n', "line 1: NaN is not a JSON number"),
    ("ragas", b'{"user_input": "q", "reference": "\xff"}\n', "line 1: byte 34 is not UTF-8"),
    ("deepeval", b'[{"input": "q", "context": 5}]', "record 1: 'context' must be a list of texts"),
    ("deepeval", b"[]", "is empty"),
    ("giskard", b'{"id": "1"}\n', "line 1: 'question' is missing"),
    ("llama-index", b"[]", "expected an object with 'examples'"),
    ("squad", b'{"data": [{"title": "t"}]}', "article 1: 'paragraphs' is missing"),
    ("fastbook", b'{"questions": [{"chapter": 1}]}', "question 1: 'question_number' is missing"),
    ("beir", b"", "cannot be read"),
    (
        "csv",
        b"question,answer\nq,a\n",
        "there are: question, answer; name your columns with --columns question=COLUMN,",
    ),
    ("csv", b"question,answer,context\nq,a\n", "line 2: 2 cells for 3 columns"),
    ("csv", b'question,answer,context\nq,a,"c\n', "not CSV: unexpected end of data"),
    ("csv", b"question,answer,context\n", "has a header and no rows"),
    ("csv", b"question,question,context\n", "line 1: these columns are named more than once"),
]


@pytest.mark.parametrize(("form", "content", "said"), BAD)
def test_a_bad_file_is_one_line_and_no_workspace(form: str, content: bytes, said: str, tmp_path: Path) -> None:
    (tmp_path / "bad").write_bytes(content)
    ran = benchmill("import", tmp_path / "bad", "--from", form, "--docs", EXAMPLES, "--out", tmp_path / "b")
    assert ran.code == 2
    assert said in ran.err
    assert "bad" in ran.err
    assert len(ran.err.strip().splitlines()) == 1
    assert not (tmp_path / "b").exists()


def test_a_mark_at_the_beginning_and_windows_line_ends_are_no_trouble(tmp_path: Path) -> None:
    text = "\ufeffquestion,answer,context\r\nHow large may a message be?,256 KiB,\r\n"
    (tmp_path / "t.csv").write_bytes(text.encode())
    ran = benchmill(
        "import", tmp_path / "t.csv", "--from", "csv", "--docs", EXAMPLES, "--out", tmp_path / "b", "--json"
    )
    assert ran.json["imported"] == 1


@pytest.mark.parametrize("form", ["ragas", "deepeval", "giskard", "llama-index", "squad", "fastbook", "csv"])
def test_a_file_of_a_gigabyte_is_one_line_not_a_full_memory(form: str, tmp_path: Path) -> None:
    with (tmp_path / "huge").open("wb") as file:
        file.write(b"[" if form == "deepeval" else b"{")
        file.truncate(1 << 30)  # a hole: it takes no room
    ran = benchmill("import", tmp_path / "huge", "--from", form, "--docs", EXAMPLES, "--out", tmp_path / "b")
    assert (ran.code, len(ran.err.strip().splitlines()), (tmp_path / "b").exists()) == (2, 1, False)
    assert "huge" in ran.err


def test_options_of_another_format_are_refused(tmp_path: Path) -> None:
    (tmp_path / "t").write_text("{}", encoding="utf-8")
    arguments = ("import", tmp_path / "t", "--from", "ragas", "--docs", EXAMPLES, "--out", tmp_path / "b")
    ran = benchmill(*arguments, "--columns", "question=q")
    assert (ran.code, "--columns is for csv" in ran.err) == (2, True)
