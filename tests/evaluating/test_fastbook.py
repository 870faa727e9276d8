from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmill.evaluating.fastbook import score_fastbook, write_rows
from benchmill.evaluating.index_view import RETURNED
from benchmill.mapping.index_chunks import IndexChunk
from benchmill.outputs.fastbook import Component, Question, write_questions
from benchmill.records import InputError, UsageError


def _gold(folder: Path, *, source: str = "", empty: bool = False) -> Path:
    found = Component(("a",), ("gate",))
    questions = [
        Question(1, 1, "First?", "a", (found,), id="q-1", source=source and "a.md"),
        Question(1, 4, "Second?", "b", (found, Component(("b",), ("relay", "bus"))), source=source and "b.md"),
        Question(2, 1, "Third?", "c", () if empty else (Component(("c",), ()),), id="q-3", source=source and "b.md"),
    ]
    write_questions(folder / "benchmark.json", questions)
    return folder / "benchmark.json"


def _run(folder: Path, value: object) -> Path:
    (folder / "run.json").write_text(json.dumps(value))
    return folder / "run.json"


def test_a_run_is_read_by_order_by_id_and_by_key_alike(tmp_path: Path) -> None:
    gold = _gold(tmp_path)
    passages = [["a gate"], [{"text": "gate"}, {"text": "a bus", "score": 0.5}], []]
    by_order = score_fastbook(gold, _run(tmp_path, passages))
    by_key = score_fastbook(gold, _run(tmp_path, {"2.1": passages[2], "q-1": passages[0], "1.4": passages[1]}))
    assert by_order == by_key
    assert by_order.metrics["mrr@10"].sum == 1.5
    assert by_order.metrics["recall@10"].mean == pytest.approx(2 / 3)
    assert (by_order.questions, by_order.answered, by_order.missing) == (3, 2, ())


def test_the_result_object_has_the_promised_keys(tmp_path: Path) -> None:
    result = score_fastbook(_gold(tmp_path), _run(tmp_path, {"q-1": ["gate"]}), k=[1, 10]).as_json()
    # the only passage would prove a component of the second question, too, and could have been returned for it
    first, half, second = (
        {"ceiling": ceiling, "share_of_ceiling": (1 / 3) / ceiling} for ceiling in (1 / 3, 1 / 2, 2 / 3)
    )
    of = {"mrr": first, "recall": half, "accuracy": second}
    assert json.loads(json.dumps(result)) == {
        "format": "fastbook",
        "questions": 3,
        "answered": 1,
        "metrics": {
            name: {"mean": 1 / 3, "sum": 1.0, "ci95": [0.0, 1.0], **of[name.partition("@")[0]]}
            for name in ("mrr@1", "recall@1", "accuracy@1", "mrr@10", "recall@10", "accuracy@10")
        },
        "resampled": "questions",
        "match": "verbatim",
        "index": RETURNED,
        "losses": {"found": 1, "retriever": 1, "not returned": 2},
        "groups": {},
        "missing": ["1.4", "q-3"],
        "data_errors": [],
        "warnings": [],
        "caution": "",
        "failures": [],
    }


def test_a_workspace_folder_stands_for_its_benchmark(tmp_path: Path) -> None:
    _gold(tmp_path)
    assert score_fastbook(tmp_path, _run(tmp_path, {})).answered == 0


def test_documents_are_resampled_where_every_question_names_one(tmp_path: Path) -> None:
    score = score_fastbook(_gold(tmp_path, source="yes"), _run(tmp_path, {"q-1": ["gate"]}))
    assert score.as_json()["resampled"] == "documents"


def test_a_question_without_components_is_a_data_error_and_has_no_recall(tmp_path: Path) -> None:
    score = score_fastbook(_gold(tmp_path, empty=True), _run(tmp_path, [["gate"], ["gate"], ["gate"]]))
    assert score.metrics["mrr@10"].mean == pytest.approx(1 / 3)
    assert score.metrics["recall@10"].mean == pytest.approx(1.5 / 2)
    assert score.data_errors == ("question q-3 has no answer components: MRR 0, no recall",)
    assert score.rows[2] == {"id": "q-3", "mrr@10": 0.0, "recall@10": None, "accuracy@10": 0.0}


def test_rows_are_written_one_a_question(tmp_path: Path) -> None:
    write_rows(tmp_path / "rows.jsonl", score_fastbook(_gold(tmp_path), _run(tmp_path, {"q-1": ["-", "gate"]})))
    rows = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text().splitlines()]
    assert rows[0] == {"id": "q-1", "mrr@10": 0.5, "recall@10": 1.0, "accuracy@10": 1.0}
    assert [row["id"] for row in rows] == ["q-1", "1.4", "q-3"]


@pytest.mark.parametrize(
    ("run", "complaint"),
    [
        ([[]], "has 1 lists for 3 questions"),
        ("text", "expected a list or an object of ranked passages, found a text"),
        ({"q-9": [], "q-1": []}, r"names questions that the benchmark does not have: 'q-9'; .* first is 'q-1'"),
        ({"q-1": [], "1.1": []}, "'1.1' names a question that is also there under its other name"),
        ({"q-1": "gate"}, "question q-1: expected a list of passages, found a text"),
        (
            {"q-1": ["gate", None]},
            "question q-1, passage 2: expected a text or an object with 'text' or 'id', found null",
        ),
        (
            {"q-1": [{"score": 1}]},
            "question q-1, passage 1: expected a text or an object with 'text' or 'id', found an object",
        ),
    ],
)
def test_a_run_that_cannot_be_scored_is_refused_with_its_place(tmp_path: Path, run: object, complaint: str) -> None:
    with pytest.raises(InputError, match=rf"run.json.*{complaint}"):
        score_fastbook(_gold(tmp_path), _run(tmp_path, run))


def test_nothing_to_score_is_said(tmp_path: Path) -> None:
    write_questions(tmp_path / "gold.json", [])
    with pytest.raises(InputError, match=r"gold.json has no question that a passage answers"):
        score_fastbook(tmp_path / "gold.json", _run(tmp_path, {}))
    with pytest.raises(UsageError, match="k must be 1 or more, not 0"):
        score_fastbook(_gold(tmp_path), _run(tmp_path, {}), k=[0])


@pytest.mark.parametrize("form", [list, lambda ids: dict.fromkeys(ids, 1.0)], ids=["list", "scores"])
def test_a_run_may_be_lists_of_the_ids_of_the_index(tmp_path: Path, form: Callable[[list[str]], object]) -> None:
    index = [IndexChunk("c1", "a gate", ""), IndexChunk("c2", "a bus", "")]
    run = _run(tmp_path, {"q-1": form(["c2", "c1"]), "1.4": form(["c1"]), "q-3": form([])})
    score = score_fastbook(_gold(tmp_path), run, index=index)
    assert [row["recall@10"] for row in score.rows] == [1.0, 0.5, 0.0]


def test_a_run_of_ids_without_their_index_is_warned_of(tmp_path: Path) -> None:
    score = score_fastbook(_gold(tmp_path), _run(tmp_path, {"q-1": ["c2", "c1"]}))
    assert "--index CHUNKS" in score.warnings[0]


def test_a_run_may_also_answer_the_items_without_evidence(tmp_path: Path) -> None:
    gold = _gold(tmp_path)
    items = [{"id": "q-1", "chapter": 1, "question_number": 1}, {"id": "q-8", "chapter": 3, "question_number": 2}]
    (tmp_path / "items.jsonl").write_text("".join(f"{json.dumps(item)}\n" for item in items))
    alone = score_fastbook(gold, _run(tmp_path, {"q-1": ["gate"]}))
    assert score_fastbook(gold, _run(tmp_path, {"q-1": ["gate"], "q-8": ["gate"]})) == alone
    assert score_fastbook(gold, _run(tmp_path, {"q-1": ["gate"], "3.2": ["gate"]})) == alone
