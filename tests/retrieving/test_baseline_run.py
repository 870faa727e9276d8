from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import benchmill
from benchmill.evaluating.gold import read_gold
from benchmill.outputs.fastbook import Component, Question, write_questions
from benchmill.records import Chunk, Document, InputError, Span
from benchmill.retrieving.asking import ask_retriever
from benchmill.retrieving.baseline_run import questions_in, retrieve, run_of, write_run
from benchmill.retrieving.baselines import baseline_run
from tests.end_to_end.command import EXAMPLES

_DOCUMENT = Document(
    "guide.md", "The gate lets six calls through.\nTokens are counted by the server.\nA gate opens.", "Guide", "", ""
)
_CHUNKS = [Chunk(Span.of(_DOCUMENT, start, end)) for start, end in ((0, 32), (33, 66), (67, 80))]
_QUESTIONS = {"q-1": "How many calls does the gate let through?", "q-2": "Nothing like it"}


def test_a_run_holds_verbatim_chunks_best_first_and_an_empty_list_where_nothing_fits() -> None:
    run = retrieve(_QUESTIONS, _CHUNKS, k=2)
    assert [passage.text for passage in run.passages["q-1"]] == [_CHUNKS[0].text, _CHUNKS[2].text]
    assert run.as_json()["q-2"] == []
    assert run.as_json()["q-1"][0]["id"] == _CHUNKS[0].id


def test_a_chunk_given_twice_is_found_once() -> None:
    run = retrieve(_QUESTIONS, [*_CHUNKS, *_CHUNKS], k=10)
    assert len({passage.id for passage in run.passages["q-1"]}) == len(run.passages["q-1"]) == 2


def test_the_trec_form_has_six_columns_and_ranks_from_one(tmp_path: Path) -> None:
    write_run(tmp_path / "bm25.trec", retrieve(_QUESTIONS, _CHUNKS, k=2))
    rows = [line.split(" ") for line in (tmp_path / "bm25.trec").read_text().splitlines()]
    assert [(row[0], row[1], row[2], row[3], row[5]) for row in rows] == [
        ("q-1", "Q0", _CHUNKS[0].id, "1", "bm25"),
        ("q-1", "Q0", _CHUNKS[2].id, "2", "bm25"),
    ]
    assert float(rows[0][4]) > float(rows[1][4]) > 0
    write_run(tmp_path / "d.trec", replace(retrieve(_QUESTIONS, _CHUNKS, k=2), name="dense:gguf:my model.gguf"))
    assert (tmp_path / "d.trec").read_text().splitlines()[0].split(" ")[5:] == ["dense:gguf:my-model.gguf"]


def test_a_score_that_is_no_number_leaves_the_passages_in_the_retrievers_order(tmp_path: Path) -> None:
    scores = {"q-1": [0.2, float("nan"), 0.9], "q-2": [float("inf"), 1.0, 0.5]}
    questions = {name: name for name in scores}
    asked = ask_retriever(questions, lambda name: list(zip("abc", scores[name], strict=True)), k=3)
    write_run(tmp_path / "run.json", run_of(asked.passages, asked.failures))
    run = json.loads((tmp_path / "run.json").read_text())
    assert [[(one["text"], one["score"]) for one in ones] for ones in run.values()] == [
        [("a", 3.0), ("b", 2.0), ("c", 1.0)]
    ] * 2


def test_the_same_run_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a.json", "b.json"):
        write_run(tmp_path / name, retrieve(_QUESTIONS, _CHUNKS))
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()
    assert json.loads((tmp_path / "a.json").read_text()).keys() == _QUESTIONS.keys()


def test_questions_are_named_by_id_or_by_their_key(tmp_path: Path) -> None:
    component = (Component(("a",), ("b",)),)
    write_questions(
        tmp_path / "g.json", [Question(1, 2, "A?", "a", component, id="q-7"), Question(1, 3, "B?", "b", component)]
    )
    assert questions_in(tmp_path / "g.json") == {"q-7": "A?", "1.3": "B?"}


def test_the_baseline_stems_in_the_language_of_the_documents(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "segment.md").write_text(
        "# Einstellungen\n\n"
        "| Einstellung | Standard | Beschreibung |\n|---|---|---|\n"
        "| `segment.size` | `64 MB` | Größe der Dateien mit Nachrichten |\n"
        "| `segment.age` | `72 h` | Alter der Dateien mit Nachrichten |\n"
        "| `segment.sync` | `batch` | Wann die Dateien auf die Platte kommen |\n\n"
        "Die Segmente werden in der Nacht geprüft, und alte Dateien werden gelöscht, sobald sie keine Nachrichten mehr "
        "haben, die jemand noch lesen will. Andere Dienste lesen die Dateien über den Anschluss des Servers.\n"
    )
    benchmill.grow(tmp_path / "docs", tmp_path / "bench", questions=1, kinds=("factoid",), about="Pebblewire")
    snapshot = benchmill.load(tmp_path / "bench")
    questions = questions_in(tmp_path / "bench" / "benchmark.json")
    by_language = {code: retrieve(questions, snapshot.benchmark.chunks, language=code) for code in ("de", "en")}
    found = benchmill.retrieve(tmp_path / "bench")
    assert (snapshot.language, found.passages) == ("de", by_language["de"].passages)
    assert by_language["de"].passages != by_language["en"].passages


def test_questions_that_no_passage_answers_give_nothing_to_find_and_to_score(tmp_path: Path) -> None:
    assert benchmill.grow(EXAMPLES, tmp_path / "bench", questions=3, kinds=("unanswerable",)).accepted == 3
    for act in (lambda: baseline_run(tmp_path / "bench", "bm25"), lambda: read_gold(tmp_path / "bench")):
        with pytest.raises(InputError, match="has no question that a passage answers"):
            act()
