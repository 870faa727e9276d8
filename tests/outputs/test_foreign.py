"""Files that other tools saved: read as they mean them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmill.outputs.deepeval import read_deepeval
from benchmill.outputs.foreign.columns import read_columns
from benchmill.outputs.foreign.giskard import read_giskard
from benchmill.outputs.foreign.llama_index import read_llama_index
from benchmill.outputs.ragas import read_ragas
from benchmill.records import InputError

# Saved by ragas 0.4.3, deepeval 4.3.1, giskard 2.19.2 and llama-index-core 0.13.6 themselves.
GOLDEN = Path(__file__).parent / "golden"
QUESTIONS = ["How many calls does the gate let through?", "How long do keys last, and what does a retry wait?"]
CONTEXTS = [("The gate lets 6 calls through.",), ("Every key lasts 90 days.", "A retry waits 2 seconds.")]


def test_a_ragas_testset_is_read() -> None:
    found = [sample for _, sample in read_ragas(GOLDEN / "ragas_testset.jsonl")]
    assert [sample.question for sample in found] == QUESTIONS
    assert [sample.contexts for sample in found] == CONTEXTS
    assert "multi_hop" in found[1].synthesizer


def test_deepeval_goldens_are_read() -> None:
    found = [golden for _, golden in read_deepeval(GOLDEN / "deepeval_goldens.json")]
    assert [golden.question for golden in found] == QUESTIONS
    assert [golden.context for golden in found] == CONTEXTS
    assert {golden.source for golden in found} == {"docs/gate.md"}


def test_a_giskard_testset_is_read_and_its_documents_are_taken_apart() -> None:
    found = list(read_giskard(GOLDEN / "giskard_testset.jsonl"))
    assert [sample.question for sample in found] == QUESTIONS
    assert [sample.contexts for sample in found] == CONTEXTS
    assert [sample.id for sample in found] == ["0a0-b", "0a1-b"]


def test_a_llama_index_data_set_is_read() -> None:
    found = list(read_llama_index(GOLDEN / "llama_index_rag_dataset.json"))
    assert [example.question for example in found] == QUESTIONS
    assert [example.contexts for example in found] == CONTEXTS


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), min_size=1, max_size=3))
def test_a_cell_that_holds_a_list_gives_its_texts_however_it_was_printed(parts: list[str]) -> None:
    import csv
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([["q", "c"], ["Q", json.dumps(parts)], ["Q", repr(parts)]])
        rows = read_columns(path, {"question": "q", "context": "c"})
    assert [row.contexts for row in rows] == [tuple(parts)] * 2


@pytest.mark.parametrize("cell", ["[not a list", "[1, 2]", "[link](to/it.md) says so"])
def test_a_cell_that_only_begins_like_a_list_is_a_text(cell: str, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(f'q,c\nQ,"{cell}"\n', encoding="utf-8")
    (row,) = read_columns(tmp_path / "t.csv", {"question": "q", "context": "c"})
    assert row.contexts == (cell,)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"id": "a", "question": "q", "reference_answer": "x"}\n' * 2, "line 2: the id 'a' is used in an earlier"),
        ('{"id": "a", "question": "q"}\n', "line 1: 'reference_answer' is missing"),
        ('{"id": "a", "question": ["q"]}\n', "line 1: 'question' must be a text, not a list"),
    ],
)
def test_a_bad_giskard_line_is_named(content: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "g.jsonl").write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=said):
        list(read_giskard(tmp_path / "g.jsonl"))


@pytest.mark.parametrize("content", ["{}", "[]", '{"examples": []}', '{"examples": [{"query": "q"}]}'])
def test_a_bad_llama_index_file_is_named(content: str, tmp_path: Path) -> None:
    (tmp_path / "l.json").write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=r"l\.json"):
        list(read_llama_index(tmp_path / "l.json"))
