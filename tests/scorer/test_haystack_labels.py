from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmill.scorer.haystack_labels import Answer, Question, count_labels, retriever_score, retriever_scores

_FOLDER = Path(__file__).parent / "golden" / "squad"


def _read(name: str) -> Any:
    return json.loads((_FOLDER / f"{name}.json").read_text())


def _questions(name: str) -> tuple[list[str], list[Question]]:
    paragraphs = [paragraph for article in _read(name)["data"] for paragraph in article["paragraphs"]]
    questions = [
        Question(qa["id"], qa["question"], paragraph["context"], qa["answers"], qa.get("is_impossible", False))
        for paragraph in paragraphs
        for qa in paragraph["qas"]
    ]
    return [paragraph["context"] for paragraph in paragraphs], questions


@pytest.mark.parametrize("name", ["tiny", "small"])
def test_counts_are_haystacks(name: str) -> None:
    golden = _read(f"haystack1_{name}")
    counts = count_labels(*_questions(name))
    assert (counts.documents, counts.labels, counts.aggregated) == (
        golden["documents"],
        golden["labels"],
        golden["aggregated"],
    )
    assert (counts.no_answer, counts.empty) == (golden["no_answer"], golden["empty_query"])
    assert (counts.dropped, counts.vanished) == ((), ())


def _one(*answers: tuple[str, int], text: str = "Where?", context: str = "It is Paris.", no: bool = False) -> Question:
    return Question("1", text, context, [Answer(text=answer, answer_start=start) for answer, start in answers], no)


_PARIS = ("Paris", 6)
_TRAPS = {
    "normal": [_one(_PARIS)],
    "empty_answers_not_impossible": [_one()],
    "impossible_with_plausible": [_one(no=True)],
    "impossible_empty": [_one(no=True)],
    "wrong_offset": [_one(("Paris", 5))],
    "first_right_second_wrong": [_one(_PARIS, ("Paris", 5))],
    "first_wrong_second_right": [_one(("Paris", 5), _PARIS)],
    "duplicate_question_two_paragraphs": [_one(_PARIS), _one(("Paris", 0), context="Paris it is.")],
    "duplicate_context": [_one(_PARIS), _one(("is", 3), text="Which verb?")],
    "answer_at_minus1": [_one(("Paris", -1))],
    "empty_question": [_one(_PARIS, text="")],
    "emoji_offsets": [_one(("Paris", 3), context="😀😀 Paris")],
    "crlf_context": [_one(("Paris", 4), context="It\r\nParis")],
    "answer_whitespace": [_one((" is ", 2))],
}


@pytest.mark.parametrize("name", sorted(_TRAPS))
def test_every_trap_leaves_what_haystack_leaves(name: str) -> None:
    golden = _read("haystack1_traps")[name]
    counts = count_labels([question.context for question in _TRAPS[name]], _TRAPS[name])
    assert (counts.documents, counts.labels, counts.aggregated, counts.no_answer) == (
        golden["store_docs"],
        golden["store_labels"],
        golden["questions"],
        golden["no_answer"],
    )


def test_questions_that_lose_labels_are_named() -> None:
    lost = _TRAPS["first_right_second_wrong"][0]._replace(id="half")
    gone = _TRAPS["empty_answers_not_impossible"][0]._replace(id="gone")
    wrong = _TRAPS["wrong_offset"][0]._replace(id="wrong")
    counts = count_labels([], [lost, gone, wrong])
    assert (counts.dropped, counts.vanished) == (("half", "wrong"), ("gone", "wrong"))


@pytest.mark.parametrize("case", _read("piaf_retriever_golden")["get_retriever_metrics"], ids=lambda case: case["case"])
def test_retriever_values_are_piafs(case: dict[str, Any]) -> None:
    score = retriever_score(case["gold_ids"], case["retrieved"])
    assert (score.recall, score.mrr) == (case["recall"], case["mrr"])
    assert score.map == pytest.approx(case["map"])


def test_empty_questions_are_skipped_and_unanswerable_ones_count_by_their_paragraph() -> None:
    questions = [_one(_PARIS, text=""), _one(text="Never?", no=True), *_TRAPS["duplicate_question_two_paragraphs"]]
    found = {"Never?": ["other", "It is Paris."], "Where?": ["other", "other", "Paris it is."]}
    scores = retriever_scores(questions, found, k=2)
    assert {text: (score.recall, score.mrr) for text, score in scores.items()} == {
        "Never?": (1.0, 0.5),
        "Where?": (0.0, 0.0),
    }
    assert retriever_scores(questions, found, k=3)["Where?"].map == pytest.approx(1 / 6)
    assert retriever_scores(questions, {}, k=3)["Never?"].recall == 0.0
