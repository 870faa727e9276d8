from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmill.cli.score_table import score_rows
from benchmill.evaluating.squad import label_counts, score_squad, score_squad_retriever
from benchmill.outputs.squad import read_squad, write_squad
from benchmill.outputs.squad_items import squad_of
from benchmill.records import InputError
from tests.outputs.one_of_each import one_of_each

_GOLD = Path(__file__).parents[1] / "scorer" / "golden" / "squad" / "tiny.json"
_GOLDEN = json.loads(_GOLD.with_name("squad_v2_golden.json").read_text())


def _write(folder: Path, value: object, name: str = "run.json") -> Path:
    (folder / name).write_text(json.dumps(value))
    return folder / name


def _official(key: str) -> object:
    """The official script's summary, in our names."""
    names = {name.replace("HasAns", "has_ans").replace("NoAns", "no_ans"): name for name in _GOLDEN[key]}
    groups = ("", "has_ans_", "no_ans_")
    return pytest.approx(
        {f"{group}{one}": _GOLDEN[key][names[group + one]] for group in groups for one in ("exact", "f1")}, rel=1e-12
    )


def test_the_official_values_are_given_times_100_with_their_groups(tmp_path: Path) -> None:
    score = score_squad(_GOLD, _write(tmp_path, _GOLDEN["predictions"]))
    assert {name: metric.mean for name, metric in score.metrics.items()} == _official("eval")
    assert (score.questions, score.answered, score.missing) == (17, 17, ())


def test_questions_of_our_own_files_are_scored_apart_by_kind_style_and_what_makes_them_unanswerable(
    tmp_path: Path,
) -> None:
    gold = tmp_path / "squad.json"
    write_squad(gold, squad_of(one_of_each()).squad)
    answers = {question.id: "" for _, question in read_squad(gold).questions()}
    score = score_squad(gold, _write(tmp_path, answers))
    kinds = {kind: group.means["exact"] for kind, group in score.groups["kind"].items()}
    assert kinds == {"factoid": 0.0, "multi_hop": 0.0, "unanswerable": 100.0}
    assert list(score.groups["change"]) == ["premise"]
    assert set(score.groups) >= {"style", "difficulty", "generator", "document"}
    assert score.caution.startswith("2 of 3 questions were written by the built-in writer")
    assert "intervals  over 2 documents" in "\n".join("  ".join(row) for row in score_rows(score))


def test_a_probability_above_the_threshold_counts_as_no_answer(tmp_path: Path) -> None:
    probabilities = _write(tmp_path, _GOLDEN["na_probs"], "na.json")
    run = _write(tmp_path, _GOLDEN["predictions"])
    score = score_squad(_GOLD, run, no_answer=probabilities, threshold=0.5)
    assert {name: metric.mean for name, metric in score.metrics.items()} == _official("eval_with_na_prob_t0.5")


def test_missing_predictions_count_0_and_are_named(tmp_path: Path) -> None:
    predictions = dict(_GOLDEN["predictions"])
    gone = next(iter(predictions))
    del predictions[gone]
    score = score_squad(_GOLD, _write(tmp_path, predictions))
    assert (score.answered, score.missing) == (16, (gone,))
    assert score.metrics["exact"].sum == 100 * 8


@pytest.mark.parametrize(
    ("run", "complaint"),
    [
        ([], "run.json: expected an object, found a list"),
        ({"x": "y"}, "names questions that the gold file does not have: 'x'"),
        ({"p140295460357536": None}, "'p140295460357536' must be a text, not null"),
    ],
)
def test_predictions_that_cannot_be_scored_are_refused(tmp_path: Path, run: object, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        score_squad(_GOLD, _write(tmp_path, run))


def test_a_question_that_is_answered_in_two_lines_is_refused(tmp_path: Path) -> None:
    run = tmp_path / "answers.jsonl"
    run.write_text("".join(json.dumps({"id": "p140295460357536", "answer": one}) + "\n" for one in ("a", "b")))
    with pytest.raises(InputError, match="line 2: the question 'p140295460357536' is in an earlier line too"):
        score_squad(_GOLD, run)


def test_a_retriever_is_scored_on_haystacks_labels(tmp_path: Path) -> None:
    squad = read_squad(_GOLD)
    first = squad.articles[0].paragraphs[0].context
    run = {question.id: [first, {"text": paragraph.context}] for paragraph, question in squad.questions()}
    score = score_squad_retriever(_GOLD, _write(tmp_path, run), k=2)
    assert score.questions == 16, "of 17 questions one is empty"
    assert score.metrics["recall@2"].mean == 1.0
    assert score.metrics["mrr@2"].sum == 5 + 11 / 2
    assert (label_counts(squad).labels, label_counts(squad).aggregated) == (20, 17)
