"""Every flat format: what is written is read back equal, and written again with the same bytes."""

from __future__ import annotations

import csv
import io
import json
import re
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchmill.outputs import deepeval, huggingface, mlflow, openai_evals, promptfoo, ragas, tables, xlsx
from benchmill.outputs.flat import NO_ANSWER, FlatItem, Part, Passage, flat_items
from benchmill.outputs.frame import frame_of
from benchmill.records import KINDS, Benchmark, InputError, Verdict
from benchmill.records.manner import Manner
from tests.outputs.invented import benchmarks, texts, words
from tests.outputs.one_of_each import one_of_each
from tests.outputs.readers.huggingface import read_huggingface
from tests.outputs.readers.mlflow import read_mlflow
from tests.outputs.readers.openai_evals import read_openai_evals
from tests.outputs.readers.promptfoo import as_text, read_promptfoo
from tests.outputs.readers.sheets import read_csv, read_xlsx


def without_place(pairs: Iterable[tuple[str, Any]]) -> tuple[Any, ...]:
    return tuple(value for _, value in pairs)


Write = Callable[[Path, Any], None]
Read = Callable[[Path], Any]
# name -> items to rows, writer, reader
LINES: dict[str, tuple[Callable[[Any], Any], Write, Read]] = {
    "ragas": (ragas.samples_of, ragas.write_ragas, lambda path: without_place(ragas.read_ragas(path))),
    "deepeval": (
        deepeval.goldens_of,
        deepeval.write_deepeval,
        lambda path: without_place(deepeval.read_deepeval(path)),
    ),
    "promptfoo": (promptfoo.cases_of, promptfoo.write_promptfoo, read_promptfoo),
    "openai-evals": (openai_evals.eval_rows, openai_evals.write_openai_evals, read_openai_evals),
    "mlflow": (mlflow.mlflow_rows, mlflow.write_mlflow, read_mlflow),
    "csv": (lambda items: tables.utf8_only(items)[0], tables.write_csv, read_csv),
    "xlsx": (lambda items: xlsx.holdable(items)[0], xlsx.write_xlsx, read_xlsx),
}


def huggingface_form(form: huggingface.Data) -> tuple[Callable[[Any], Any], Write, Read]:
    def rows(items: Any) -> Any:
        return huggingface.DataSet("a \x1b name: #", "en", tables.utf8_only(items)[0])

    def write(path: Path, data: Any) -> None:
        huggingface.write_huggingface(path, data, form)

    return rows, write, read_huggingface


FORMATS = LINES | {"parquet": huggingface_form("parquet"), "hf-jsonl": huggingface_form("jsonl")}


def content_of(path: Path) -> dict[str, bytes]:
    """The bytes of a file, or of every file below a folder."""
    files = [path] if path.is_file() else sorted(p for p in path.rglob("*") if p.is_file())
    return {file.name: file.read_bytes() for file in files}


@pytest.mark.parametrize("name", FORMATS)
@given(benchmark=benchmarks())
@settings(max_examples=15)
def test_any_text_is_read_back_and_written_again_with_the_same_bytes(name: str, benchmark: Benchmark) -> None:
    rows_of, write, read = FORMATS[name]
    rows = rows_of(flat_items(benchmark))
    assume(benchmark.items)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file"
        write(path, rows)
        first = content_of(path)
        again = read(path) if rows else rows
        assert getattr(again, "items", again) == getattr(rows, "items", rows)
        write(path, again)
        assert content_of(path) == first


@pytest.mark.parametrize("name", FORMATS)
def test_every_kind_can_be_held(name: str, tmp_path: Path) -> None:
    rows_of, write, read = FORMATS[name]
    benchmark = one_of_each()
    items = flat_items(benchmark)
    assert {item.kind for item in items} == set(KINDS)

    write(tmp_path / "file", rows_of(items))
    found = read(tmp_path / "file")

    assert len(found.items if isinstance(found, huggingface.DataSet) else found) == len(KINDS)


def test_a_question_without_an_answer_has_no_passages_and_says_so() -> None:
    item = next(item for item in flat_items(one_of_each()) if item.kind == "unanswerable")
    assert item.passages == ()
    assert item.reference == NO_ANSWER


def test_an_ambiguous_question_has_the_passages_of_all_its_readings() -> None:
    item = next(item for item in flat_items(one_of_each()) if item.kind == "ambiguous")
    assert len(item.passages) == 2


def test_a_passage_names_the_chunk_that_holds_it() -> None:
    benchmark = one_of_each()
    chunks = {chunk.id: chunk for chunk in benchmark.chunks}
    for item in flat_items(benchmark):
        for passage in item.passages:
            assert passage.text in chunks[passage.chunk].text


def item_with(text: str) -> FlatItem:
    passage = Passage(text, 0, len(text), text)
    return FlatItem(
        "q-1", "factoid", text, text, (Part(text, (text,)),), (passage,), text, 1, 1, (text,), {}, text, text
    )


DANGEROUS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "\uff1d1+1", "'=1", "'quoted'", "\u00a0=2"]


@pytest.mark.parametrize("text", DANGEROUS)
def test_no_cell_of_a_csv_file_is_taken_for_a_formula(text: str, tmp_path: Path) -> None:
    tables.write_csv(tmp_path / "t.csv", [item_with(text)])
    with (tmp_path / "t.csv").open(encoding="utf-8-sig", newline="") as file:
        (_, row) = csv.reader(file)
    for cell in row:
        assert not cell.lstrip()[:1] or cell.lstrip()[0] not in "=+-@\uff1d"
        assert cell[:1] not in ("\t", "\r")
    assert read_csv(tmp_path / "t.csv") == (item_with(text),)


@given(texts)
def test_what_a_cell_was_given_is_what_it_gives_back(text: str) -> None:
    assert tables.plain_cell(tables.safe_cell(text)) == text


def test_no_cell_of_a_workbook_is_a_formula_a_link_or_a_number_that_was_a_text(tmp_path: Path) -> None:
    import openpyxl  # type: ignore[import-untyped, unused-ignore]

    items = [replace(item_with(text), id=f"q-{n}") for n, text in enumerate([*DANGEROUS, "http://a.example", "12"])]
    xlsx.write_xlsx(tmp_path / "t.xlsx", items)

    sheet = openpyxl.load_workbook(tmp_path / "t.xlsx").active
    header = [cell.value for cell in sheet[1]]
    for row in sheet.iter_rows(min_row=2):
        for name, cell in zip(header, row, strict=True):
            assert cell.data_type == ("n" if cell.value is None or name in ("chapter", "question_number") else "s")
            assert cell.hyperlink is None


@pytest.mark.parametrize(
    ("text", "check"),
    [("x" * 32_768, "cell-too-long"), ("\U0001f600" * 16_384, "cell-too-long"), ("\ud800", "no-spreadsheet-text")],
)
def test_what_a_workbook_cannot_hold_is_left_out_with_a_reason(text: str, check: str) -> None:
    kept, left_out = xlsx.holdable([item_with(text), replace(item_with("fine"), id="q-2")])
    assert [item.id for item in kept] == ["q-2"]
    assert [(failure.subject_id, failure.check) for failure in left_out] == [("q-1", check)]


def test_half_a_character_is_left_out_of_utf8_files_with_a_reason() -> None:
    kept, left_out = tables.utf8_only([item_with("\udfff")])
    assert (kept, [failure.check for failure in left_out]) == ((), ["not-utf8"])


@given(words)
def test_a_template_gives_back_its_text_and_opens_nothing(text: str) -> None:
    template = promptfoo.as_template(text)
    assert as_text(template) == text
    # what stands between the escapes must open and close nothing
    rest = re.split(r'\{\{ "[{}fp]" \}\}', template)
    assert not any(mark in piece for piece in rest for mark in ("{{", "{%", "{#", "#}"))
    assert not template.startswith(("file://", "package:"))


@pytest.mark.parametrize(
    "text", ["{{{", "{{ '{' }}", '{{ "{" }}', "{%raw%}", "{#", "#}", "{#}", "{{{%{#", "file://{{x}}", "package:a"]
)
def test_what_looks_like_a_template_comes_back(text: str) -> None:
    assert as_text(promptfoo.as_template(text)) == text


def test_every_ragas_line_has_the_same_keys(tmp_path: Path) -> None:
    ragas.write_ragas(tmp_path / "r.jsonl", ragas.samples_of(flat_items(one_of_each())))
    lines = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len({tuple(line) for line in lines}) == 1
    assert all(len(line["reference_contexts"]) == len(line["reference_context_ids"]) for line in lines)


def test_ragas_columns_of_before_0_2_are_known(tmp_path: Path) -> None:
    line = {"question": "Q?", "ground_truth": "A", "contexts": ["C"], "evolution_type": "simple", "metadata": []}
    (tmp_path / "old.jsonl").write_text(json.dumps(line), encoding="utf-8")
    ((_, sample),) = ragas.read_ragas(tmp_path / "old.jsonl")
    assert (sample.question, sample.reference, sample.contexts, sample.synthesizer) == ("Q?", "A", ("C",), "simple")


def test_a_frame_has_integers_and_lists_and_missing_ratings() -> None:
    benchmark = one_of_each()
    frame = frame_of(flat_items(benchmark))
    assert list(frame.index) == [item.id for item in benchmark.items]
    assert str(frame["chapter"].dtype) == "int64"
    assert frame["relevance"].isna().sum() == 1  # the imported one
    assert frame.loc[frame["kind"] == "unanswerable", "contexts"].tolist() == [[]]
    assert frame_of([]).columns.tolist() == frame.columns.tolist()


@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe{", b'{"user_input": "q', b"[1]", b"null\n", b"PK\x03\x04broken", b"\xef\xbb\xbf", b"a,b\r\n1\r\n"],
)
def test_a_file_that_is_none_is_one_error_that_names_it(name: str, content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "bad"
    path.write_bytes(content)
    _, _, read = LINES[name]
    try:
        found = read(path)
    except InputError as error:
        assert str(path) in str(error)
    else:
        assert content in (b"", b"\xef\xbb\xbf")
        assert found == ()


@given(st.binary(max_size=200))
@settings(max_examples=40)
def test_any_bytes_are_a_workbook_or_one_error(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "b.xlsx"
        path.write_bytes(content)
        with pytest.raises(InputError, match=r"b\.xlsx"):
            read_xlsx(path)


def test_a_quote_that_nobody_closed_is_an_error_with_its_file(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text('id,kind\n"a,b\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"t\.csv: not CSV: unexpected end of data"):
        list(tables.csv_rows(tmp_path / "t.csv"))


def test_csv_of_others_is_read_with_bom_crlf_and_newlines_in_cells(tmp_path: Path) -> None:
    text = io.StringIO(newline="")
    csv.writer(text).writerows([["q", "a"], ["1\n2", "x"], ["3", "y" * 200_000]])
    (tmp_path / "t.csv").write_bytes(b"\xef\xbb\xbf" + text.getvalue().encode())
    assert [(n, row["q"]) for n, row in tables.csv_rows(tmp_path / "t.csv")] == [(2, "1\n2"), (4, "3")]


def asked_by_an_operator() -> Benchmark:
    """One factoid that was asked for in a style and by a persona, and that a critic of the user's own rated."""
    benchmark = one_of_each()
    item = benchmark.items[1]
    manner = Manner(style="sentence", persona="operator: runs it at night")
    verdict = Verdict(item.candidate.id, "tone", 2, "friendly", model="m", minimum=1)
    candidate = replace(item.candidate, manner=manner)
    critique = replace(item.critique, candidate=candidate, verdicts=(*item.critique.verdicts, verdict))
    return replace(benchmark, items=(replace(item, critique=critique),))


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_holds_how_a_question_is_asked(name: str, tmp_path: Path) -> None:
    rows_of, write, read = FORMATS[name]
    write(tmp_path / "file", rows_of(flat_items(asked_by_an_operator())))
    found = read(tmp_path / "file")
    held = f"{getattr(found, 'items', found)} {[*content_of(tmp_path / 'file').values()]}"
    assert all(word in held for word in ("sentence", "hard", "operator")), held
    assert "runs it at night" not in held


def test_tables_have_a_column_for_each_critic_of_the_users_own() -> None:
    items = flat_items(asked_by_an_operator())
    assert frame_of(items)["tone"].tolist() == [2]
    assert list(frame_of(items).columns)[-4:] == ["style", "difficulty", "persona", "tone"]
    assert tables.own_criteria(items) == ("tone",)
    assert "tone" not in frame_of(flat_items(one_of_each())).columns
