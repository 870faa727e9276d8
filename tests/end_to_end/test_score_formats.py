"""`benchmill score` in every format, through the command: a perfect run scores 1, bad input is one line and exit 2."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.end_to_end.command import Ran, benchmill, grown_with_answers, started


@pytest.fixture(scope="module")
def exports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A grown workspace `bench` and its exports, in one folder."""
    folder = tmp_path_factory.mktemp("score")
    grown_with_answers(folder / "bench", 20)
    for form, name in (("beir", "beir"), ("squad", "squad.json"), ("asqa", "asqa.jsonl")):
        assert benchmill("export", folder / "bench", "--to", form, "--out", folder / name).code == 0
    for name in ("run.json", "run.trec"):
        assert benchmill("retrieve", folder / "bench", "--out", folder / name).code == 0
    return folder


def wrote(path: Path, content: object) -> Path:
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def squad_questions(exports: Path) -> list[tuple[str, str, list[str]]]:
    """(id, paragraph, answers) of every question of the SQuAD export."""
    whole = json.loads((exports / "squad.json").read_text(encoding="utf-8"))
    return [
        (qa["id"], paragraph["context"], [answer["text"] for answer in qa["answers"]])
        for article in whole["data"]
        for paragraph in article["paragraphs"]
        for qa in paragraph["qas"]
    ]


def test_the_baseline_is_scored_alike_from_json_and_from_trec(exports: Path) -> None:
    reported = [
        benchmill("score", "beir", exports / "beir", exports / name, "--k", 5, "--k", 10, "--json").json
        for name in ("run.json", "run.trec")
    ]
    assert reported[0] == reported[1]
    assert {"ndcg@5", "ndcg@10", "recall@10", "map@10", "p@10", "mrr@10"} <= set(reported[0]["metrics"])
    assert reported[0]["metrics"]["ndcg@10"]["mean"] > 0.5
    assert reported[0]["answered"] == reported[0]["questions"]


def test_a_question_the_run_forgot_counts_zero_or_is_left_out_as_asked(exports: Path, tmp_path: Path) -> None:
    run = json.loads((exports / "run.json").read_text(encoding="utf-8"))
    forgotten = sorted(run)[0]
    cut = wrote(tmp_path / "cut.json", {name: found for name, found in run.items() if name != forgotten})

    zero = benchmill("score", "beir", exports / "beir", cut, "--json").json
    skip = benchmill("score", "beir", exports / "beir", cut, "--missing", "skip", "--json").json

    assert zero["missing"] == skip["missing"] == [forgotten]
    assert zero["metrics"]["ndcg@10"]["sum"] == pytest.approx(skip["metrics"]["ndcg@10"]["sum"])
    assert zero["metrics"]["ndcg@10"]["mean"] < skip["metrics"]["ndcg@10"]["mean"]
    table = benchmill("score", "beir", exports / "beir", cut, "--missing", "skip").out
    assert f"1 questions are left out: {forgotten}" in table


def test_the_gold_answers_score_100_in_squad(exports: Path, tmp_path: Path) -> None:
    questions = squad_questions(exports)
    gold = wrote(tmp_path / "answers.json", {id_: answers[0] if answers else "" for id_, _, answers in questions})
    reported = benchmill(
        "score", "squad", exports / "squad.json", gold, "--json", "--per-question", tmp_path / "rows"
    ).json
    assert reported["metrics"]["exact"]["mean"] == reported["metrics"]["f1"]["mean"] == 100
    assert len((tmp_path / "rows").read_text(encoding="utf-8").splitlines()) == reported["questions"] == len(questions)


def test_a_probability_above_the_threshold_takes_an_answer_back(exports: Path, tmp_path: Path) -> None:
    questions = squad_questions(exports)
    gold = wrote(tmp_path / "answers.json", {id_: answers[0] for id_, _, answers in questions})
    sure = wrote(tmp_path / "na.json", {id_: 0.4 for id_, _, _ in questions})

    def exact(*options: object) -> float:
        reported = benchmill(
            "score", "squad", exports / "squad.json", gold, "--no-answer", sure, *options, "--json"
        ).json
        return float(reported["metrics"]["exact"]["mean"])

    assert (exact(), exact("--threshold", 0.3)) == (100, 0)


def test_a_retriever_is_scored_on_the_labels_at_several_depths(exports: Path, tmp_path: Path) -> None:
    questions = squad_questions(exports)
    second = wrote(tmp_path / "run.json", {id_: ["nothing", context] for id_, context, _ in questions})
    reported = benchmill(
        "score", "squad", exports / "squad.json", second, "--retrieved", "--k", 1, "--k", 2, "--json"
    ).json["metrics"]
    assert [reported[name]["mean"] for name in ("recall@1", "recall@2", "mrr@2")] == [0, 1, 0.5]


def test_the_long_answers_score_1_in_asqa(exports: Path, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in (exports / "asqa.jsonl").read_text(encoding="utf-8").splitlines()]
    gold = wrote(tmp_path / "a.json", {line["sample_id"]: line["annotations"][0]["long_answer"] for line in lines})
    reported = benchmill("score", "asqa", exports / "asqa.jsonl", gold, "--json").json["metrics"]
    assert reported["rouge_l"]["mean"] == pytest.approx(1)
    assert 0 <= reported["str_em"]["mean"] <= reported["str_em_official"]["mean"] <= 1


def is_one_line(ran: Ran, *said: str) -> None:
    assert ran.code == 2, ran.out
    assert len(ran.err.strip().splitlines()) == 1, ran.err
    assert "Traceback" not in ran.err
    for part in said:
        assert part in ran.err, ran.err


@pytest.mark.parametrize(
    ("form", "options"),
    [
        ("fastbook", ["--missing", "skip"]),
        ("fastbook", ["--retrieved"]),
        ("beir", ["--threshold", "0.5"]),
        ("squad", ["--k", "10"]),
        ("squad", ["--threshold", "0.5"]),
        ("squad", ["--retrieved", "--no-answer", "x.json"]),
        ("asqa", ["--k", "10"]),
    ],
)
def test_an_option_of_another_format_is_refused_not_ignored(form: str, options: list[str], exports: Path) -> None:
    ran = benchmill("score", form, exports / "beir", exports / "run.json", *options)
    is_one_line(ran, f"score {form} does not take", *[option for option in options[:1] if option != "--retrieved"])


BAD_JSON: dict[str, tuple[str | bytes, str]] = {
    "truncated": ('{"q-1": [', "not JSON"),
    "empty": ("", "is empty"),
    "not UTF-8": (b"\xff\xfe", "is not UTF-8"),
    "unknown ids": ('{"nobody": []}', "nobody"),
}
GOLD = {"fastbook": "bench", "beir": "beir", "squad": "squad.json", "asqa": "asqa.jsonl"}


@pytest.mark.parametrize("form", GOLD)
@pytest.mark.parametrize("name", BAD_JSON)
def test_a_bad_run_is_one_line_with_its_file_and_nothing_is_written(
    form: str, name: str, exports: Path, tmp_path: Path
) -> None:
    content, said = BAD_JSON[name]
    run = tmp_path / "bad.json"
    run.write_bytes(content if isinstance(content, bytes) else content.encode())
    ran = benchmill("score", form, exports / GOLD[form], run, "--per-question", tmp_path / "rows.jsonl")
    is_one_line(ran, str(run), said)
    assert [path.name for path in tmp_path.iterdir()] == ["bad.json"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"q": {"c-1": NaN}}', "NaN"),
        ('{"q": {"c-1": 1, "c-1": 2}}', "'c-1' is used twice"),
        ('{"q": {"c-1": "high"}}', "must be a number"),
        ("q Q0 c-1 1 nan tag\n", "line 1: the score is NaN"),
        ("q Q0 c-1 1 2.0 tag\nq Q0 c-1 2 1.0 tag\n", "line 2: 'c-1' is listed twice"),
        ("q Q0 c-1 1 2.0\n", "line 1: a TREC run has 6 columns"),
    ],
)
def test_scores_that_cannot_rank_are_named_with_their_place(
    content: str, said: str, exports: Path, tmp_path: Path
) -> None:
    is_one_line(benchmill("score", "beir", exports / "beir", wrote(tmp_path / "run", content)), str(tmp_path), said)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("query-id\tcorpus-id\tscore\nq\tc\t1.5\n", "line 2: a grade is a whole number"),
        ("query-id\tcorpus-id\tscore\nq\tc\t1\nq\tc\t2\n", "line 3"),
        ("query-id\tcorpus-id\tscore\nq\tc\n", "line 2: expected query, document and grade"),
        ("query-id\tcorpus-id\tscore\n", "no judgements"),
        ("", "no judgements"),
    ],
)
def test_bad_qrels_are_named_with_their_line(content: str, said: str, exports: Path, tmp_path: Path) -> None:
    qrels = wrote(tmp_path / "qrels.tsv", content)
    is_one_line(benchmill("score", "beir", qrels, exports / "run.json"), str(qrels), said)


def test_a_mark_at_the_beginning_and_windows_line_ends_are_no_trouble(exports: Path, tmp_path: Path) -> None:
    def as_windows(source: Path, target: Path) -> Path:
        text = source.read_text(encoding="utf-8").replace("\n", "\r\n")
        target.write_bytes(b"\xef\xbb\xbf" + text.encode())
        return target

    (tmp_path / "beir" / "qrels").mkdir(parents=True)
    for name in ("corpus.jsonl", "queries.jsonl"):
        as_windows(exports / "beir" / name, tmp_path / "beir" / name)
    as_windows(exports / "beir" / "qrels" / "test.tsv", tmp_path / "beir" / "qrels" / "test.tsv")
    for name in ("run.json", "run.trec"):
        run = as_windows(exports / name, tmp_path / name)
        there = benchmill("score", "beir", tmp_path / "beir", run, "--json").json
        assert there == benchmill("score", "beir", exports / "beir", exports / name, "--json").json


@pytest.mark.parametrize("form", GOLD)
@pytest.mark.parametrize("side", ["gold", "run"])
def test_a_file_of_a_gigabyte_is_one_line_not_a_full_memory(
    form: str, side: str, exports: Path, tmp_path: Path
) -> None:
    huge = tmp_path / "huge.json"
    with huge.open("wb") as file:
        file.write(b"{")
        file.truncate(1 << 30)  # a hole: it takes no room
    gold, run = (huge, exports / "run.json") if side == "gold" else (exports / GOLD[form], huge)
    scoring = started(512 << 20, "score", form, gold, run, main="tests.end_to_end.mains:with_little_memory")
    out, err = scoring.communicate()
    is_one_line(Ran(scoring.wait(), out, err), str(huge))
