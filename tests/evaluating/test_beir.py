from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmill.evaluating.beir import score_beir
from benchmill.records import InputError, UsageError


def _qrels(folder: Path) -> Path:
    (folder / "qrels").mkdir()
    (folder / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\nq1\ta\t2\nq2\tb\t1\nq3\tc\t1\n")
    return folder


_RUN = {"q1": {"b": 2.0, "a": 1.0}, "q2": {"b": 1.5}, "other": {"a": 1.0}}


def test_json_lists_and_trec_lines_are_the_same_run(tmp_path: Path) -> None:
    gold = _qrels(tmp_path)
    (tmp_path / "a.json").write_text(json.dumps(_RUN))
    lists = {query: [{"id": id_, "text": "", "score": s} for id_, s in docs.items()] for query, docs in _RUN.items()}
    (tmp_path / "b.json").write_text("\n " + json.dumps(lists))
    lines = [f"{query} Q0 {id_} 1 {score} tag" for query, docs in _RUN.items() for id_, score in docs.items()]
    (tmp_path / "c.trec").write_bytes(b"\xef\xbb\xbf" + "\r\n".join(lines).encode())
    (tmp_path / "apart.trec").write_text("\n".join(sorted(lines, key=lambda line: line.split()[2])))
    scores = [score_beir(gold, tmp_path / name) for name in ("a.json", "b.json", "c.trec", "apart.trec")]
    assert all(score == scores[0] for score in scores[1:])
    assert scores[0].metrics["mrr@10"].sum == 1.5
    assert list(scores[0].metrics) == ["ndcg@10", "recall@100", "map@10", "p@10", "mrr@10", "accuracy@10"]


def test_a_forgotten_question_counts_0_and_is_named_unless_told_to_skip_it(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text(json.dumps(_RUN))
    gold = _qrels(tmp_path)
    zero, skip = (score_beir(gold, tmp_path / "run.json", k=[1], missing=how) for how in ("zero", "skip"))
    assert (zero.questions, zero.answered, zero.missing) == (3, 2, ("q3",)) == (3, skip.answered, skip.missing)
    assert zero.metrics["p@1"].mean == pytest.approx(1 / 3)
    assert skip.metrics["p@1"].mean == 0.5
    assert [row["id"] for row in zero.rows] == ["q1", "q2", "q3"]
    assert [row["id"] for row in skip.rows] == ["q1", "q2"]


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("", "run is empty: expected a JSON object or TREC run lines"),
        ('{"q1": {"a": NaN}}', "NaN is not a JSON number"),
        ('{"q1": {"a": 1, "a": 2}}', "the key 'a' is used twice"),
        ('{"q1": {"a": "1"}}', "question q1: the score of 'a' must be a number, not a text"),
        ('{"q1": {"a": true}}', "must be a number, not true or false"),
        ('{"q1": {"a": 1' + "0" * 400 + "}}", "the score of 'a' is too large"),
        ('{"q1": [{"id": "a", "score": 1}, {"id": "a", "score": 2}]}', "question q1: 'a' is listed twice"),
        ('{"q1": ["a"]}', "question q1, passage 1: expected an object with 'id' and 'score'"),
        ('{"q1": 5}', "question q1: expected a list of passages, found a number"),
        ("[]", "expected an object from question id to scores, found a list"),
        ('{"q1": {"a": 1}', "not JSON"),
        ("q1 Q0 a 1 2.0 tag\nq1 Q0 b 2 nan tag\n", "line 2: the score is NaN"),
        ("q1 Q0 a 1 2.0 tag\nq1 Q0 a 2 1.0 tag\n", "line 2: 'a' is listed twice for 'q1'"),
        ("q1 Q0 a 1 x tag\n", "line 1: a score is a number, not 'x'"),
        ("q1 Q0 a 1 2.0\n", "line 1: a TREC run has 6 columns, found 5"),
        ('{"q9": {"a": 1.0}}', "run answers no question of .*: its first is 'q9', the gold's 'q1'"),
    ],
)
def test_a_run_that_cannot_be_scored_is_refused_with_its_place(tmp_path: Path, content: str, complaint: str) -> None:
    (tmp_path / "run").write_text(content)
    with pytest.raises(InputError, match=complaint):
        score_beir(_qrels(tmp_path), tmp_path / "run")


def test_an_unknown_metric_is_a_wrong_usage(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="a metric is one of"):
        score_beir(tmp_path, tmp_path, metrics=["f1@10"])
