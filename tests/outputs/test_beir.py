from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.outputs.beir import BeirSet, Entry, beir_of, read_beir, read_passages, write_beir
from benchmill.records import (
    AnswerComponent,
    Benchmark,
    Candidate,
    Chunk,
    Critique,
    Document,
    Evidence,
    InputError,
    Item,
    Span,
)
from tests.outputs.invented import texts

_CASES = Path(__file__).parent / "golden" / "beir" / "cases"
_IDS = st.text(st.characters(categories=["L", "N", "P", "S"], exclude_characters='"'), min_size=1, max_size=6)
_TEXT = "The gate lets six calls through at once. A token bucket counts what the server said. Nothing else counts."
_DOCUMENT = Document("guide/gate.md", _TEXT, "Gate", "", "text/markdown")


def _benchmark() -> Benchmark:
    def item(number: int, *places: tuple[int, int, int]) -> Item:
        evidence = tuple(
            Evidence(Span.of(_DOCUMENT, start, end), grade=2 if grade == 2 else 1) for start, end, grade in places
        )
        candidate = Candidate("factoid", f"Question {number}?", "a", (AnswerComponent("a", evidence),), ())
        return Item(f"q-{number:016x}", Critique(candidate), 1, number)

    chunks = tuple(Chunk(Span.of(_DOCUMENT, start, end), ("Gate",)) for start, end in ((0, 40), (41, 84), (85, 105)))
    unanswerable = Item("q-00000000000000ff", Critique(Candidate("unanswerable", "Never?", "", (), ())), 9, 9)
    return Benchmark("b", (_DOCUMENT,), (item(1, (0, 40, 2), (41, 84, 1)), item(2, (30, 50, 2)), unanswerable), chunks)


@st.composite
def _sets(draw: st.DrawFn) -> BeirSet:
    ids = draw(st.lists(_IDS, min_size=2, max_size=6, unique=True))
    half = len(ids) // 2
    metadata = st.dictionaries(texts, texts, max_size=2)
    corpus = tuple(Entry(f"c{id_}", draw(texts), draw(texts), draw(metadata)) for id_ in ids[:half])
    queries = tuple(Entry(f"q{id_}", draw(texts), metadata=draw(metadata)) for id_ in ids[half:])
    grades = st.dictionaries(st.sampled_from([entry.id for entry in corpus]), st.integers(-1, 3), min_size=1)
    return BeirSet(corpus, queries, {query.id: draw(grades) for query in queries})


@given(_sets())
@settings(max_examples=60)
def test_any_set_comes_back_equal_and_gives_the_same_bytes_again(beir: BeirSet) -> None:
    names = ("corpus.jsonl", "queries.jsonl", "qrels/test.tsv")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_beir(folder, beir)
        first = [(folder / name).read_bytes() for name in names]
        assert read_beir(folder) == beir
        write_beir(folder, read_beir(folder))
        assert [(folder / name).read_bytes() for name in names] == first


def test_the_corpus_is_the_chunks_and_grades_are_the_evidences() -> None:
    exported = beir_of(_benchmark())
    first, second, third = (chunk.id for chunk in _benchmark().chunks)
    assert [entry.id for entry in exported.beir.corpus] == [first, second, third]
    assert exported.beir.corpus[1] == Entry(
        second, _TEXT[41:84], "Gate", {"document": "guide/gate.md", "start": 41, "end": 84, "headings": ["Gate"]}
    )
    assert exported.beir.qrels == {f"q-{1:016x}": {first: 2, second: 1}}
    assert [(failure.subject_id, failure.check) for failure in exported.left_out] == [
        (f"q-{2:016x}", "evidence-cut"),
        ("q-00000000000000ff", "no-evidence"),
    ]


def test_the_users_own_passages_are_judged_by_containment(tmp_path: Path) -> None:
    lines = [
        {"_id": "mine#1", "text": "Intro.  " + _TEXT[:60].replace(" ", "\n"), "title": None},
        {"id": "mine#2", "text": _TEXT[20:]},
        {"_id": "mine#3", "text": "elsewhere"},
    ]
    (tmp_path / "mine.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    exported = beir_of(_benchmark(), read_passages(tmp_path / "mine.jsonl"))
    assert exported.beir.qrels == {
        f"q-{1:016x}": {"mine#1": 2, "mine#2": 1},
        f"q-{2:016x}": {"mine#1": 2, "mine#2": 2},
    }


def test_beirs_own_loader_reads_what_we_write(tmp_path: Path) -> None:
    pytest.importorskip("beir", reason="the beir package drags torch in; install it without its dependencies")
    exported = beir_of(_benchmark()).beir
    write_beir(tmp_path, exported)
    # In a process of its own: the loader leaves files open, which is an error among our warnings.
    script = (
        "import json, sys; from beir.datasets.data_loader import GenericDataLoader\n"
        "print(json.dumps(GenericDataLoader(sys.argv[1]).load(split='test')))"
    )
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, check=True)
    corpus, queries, qrels = json.loads(done.stdout)
    assert corpus == {entry.id: {"text": entry.text, "title": entry.title} for entry in exported.corpus}
    assert queries == {entry.id: entry.text for entry in exported.queries}
    assert qrels == exported.qrels


@pytest.mark.parametrize(
    ("corpus", "queries", "complaint"),
    [
        ([], [Entry("q", "x")], "nothing to write: 0 passages, 1 questions"),
        ([Entry("a b", "x")], [Entry("q", "x")], "passage id 'a b' must be without spaces"),
        ([Entry('"a', "x")], [Entry("q", "x")], "must be without spaces and double quotes"),
        ([Entry("a\ud800", "x")], [Entry("q", "x")], "passage id"),
        ([Entry("", "x")], [Entry("q", "x")], "passage id ''"),
        ([Entry("a", "x"), Entry("a", "y")], [Entry("q", "x")], "two passages have the id 'a'"),
        ([Entry("a", "x")], [Entry("a", "x")], "'a' is the id of a passage and of a question"),
    ],
)
def test_what_beir_would_stumble_over_is_not_written(
    tmp_path: Path, corpus: list[Entry], queries: list[Entry], complaint: str
) -> None:
    with pytest.raises(InputError, match=complaint):
        write_beir(tmp_path / "set", BeirSet(tuple(corpus), tuple(queries), {}))
    assert not (tmp_path / "set").exists()


@pytest.mark.parametrize(
    ("case", "complaint"),
    [
        ("float_score", r"test.tsv, line 2: a grade is a whole number, not '1.0'"),
        ("int_ids", r"corpus.jsonl, line 1: '_id' must be a text, not a number"),
        ("qrel_unknown_query", r"test.tsv names a query that queries.jsonl lacks: 'qX'"),
        ("empty_qrels", r"test.tsv has no judgements"),
        ("empty_corpus", r"corpus.jsonl is empty"),
        ("dup_corpus_id", r"corpus.jsonl, line [23]: the id 'd1' is used in an earlier line, too"),
        ("dup_qrel", r"test.tsv, line 3: 'q1' and 'd1' are judged in an earlier line too"),
    ],
)
def test_a_damaged_folder_is_refused_by_file_and_line(case: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        read_beir(_CASES / case)


@pytest.mark.parametrize(
    "case",
    [
        "ok",
        "crlf_qrels",
        "blank_last_line",
        "missing_title",
        "query_without_qrel",
        "qrel_unknown_doc",
        "blank_line_corpus",
        "utf8_bom",
        "space_hash_slash_id",
        "negative_score",
        "trec_4col",
        "no_header",
    ],
)
def test_folders_that_can_be_understood_are_read(case: str) -> None:
    beir = read_beir(_CASES / case)
    assert beir.corpus
    assert beir.qrels.keys() <= {query.id for query in beir.queries}


def test_a_first_line_with_a_grade_is_a_judgement_and_no_header() -> None:
    assert read_beir(_CASES / "no_header").qrels == {"q1": {"d1": 1}, "q2": {"d2": 2}}
    assert read_beir(_CASES / "trec_4col").qrels == {"q1": {"d1": 1}, "q2": {"d2": 2}}
