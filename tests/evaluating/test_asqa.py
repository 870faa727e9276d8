from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmill.evaluating.asqa import score_asqa
from benchmill.records import InputError

_FOLDER = Path(__file__).parents[1] / "scorer" / "golden" / "asqa"
_GOLD = _FOLDER / "asqa_export_example.jsonl"
_CONSUMER = json.loads((_FOLDER / "asqa_consumer_result.json").read_text())


def _capitalised(text: str) -> list[str]:
    return [word.strip(".") for word in text.split() if word[0].isupper()]


def test_every_row_has_the_values_that_rageval_printed_for_this_file() -> None:
    score = score_asqa(_GOLD, _GOLD)
    for ours, theirs in zip(score.rows, _CONSUMER["rows"], strict=True):
        assert (ours["id"], ours["rouge_l"]) == (theirs["sample_id"], theirs["answer_rouge_correctness"])
        assert ours["str_em"] == theirs["answer_exact_match"]
    assert score.metrics["rouge_l"].mean == pytest.approx(_CONSUMER["results"]["answer_rouge_correctness"])
    assert list(score.metrics) == ["str_em", "str_em_official", "rouge_l"]
    assert (score.questions, score.answered) == (11, 11)


def test_an_entity_reader_adds_disambig_f1_and_dr() -> None:
    score = score_asqa(_GOLD, _GOLD, entities=_capitalised)
    means = [score.metrics[name].mean for name in ("disambig_f1", "rouge_l")]
    assert score.metrics["dr"].mean == pytest.approx((means[0] * means[1]) ** 0.5)
    low, high = score.metrics["dr"].ci95
    assert low < score.metrics["dr"].mean < high


def test_an_object_by_sample_id_is_read_and_missing_answers_count_0(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text(json.dumps({"0": "The cat sat on the mat."}))
    score = score_asqa(_GOLD, tmp_path / "run.json")
    assert score.metrics["rouge_l"].sum == 1.0
    assert score.metrics["str_em"].sum == 0.5
    assert (score.answered, len(score.missing)) == (1, 10)


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("run.json", '{"99": "x"}', "names samples that the gold file does not have: '99'"),
        ("run.json", '{"0": ["x"]}', "'0' must be a text, not a list"),
        ("run.json", "[]", "expected an object, found a list"),
        ("run.jsonl", '{"sample_id": "0"}', "line 1: 'answers' is missing"),
        (
            "run.jsonl",
            '{"sample_id": "0", "answers": "a"}\n' * 2,
            "line 2: the sample_id '0' is in an earlier line",
        ),
        ("run.jsonl", "\n", "run.jsonl is empty"),
    ],
)
def test_answers_that_cannot_be_scored_are_refused(tmp_path: Path, name: str, content: str, complaint: str) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(InputError, match=complaint):
        score_asqa(_GOLD, tmp_path / name)
