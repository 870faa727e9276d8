"""`score` never misleads in silence: ceilings, losses, warnings, and three ways of matching."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import benchmill
from benchmill.evaluating.fastbook import score_fastbook
from benchmill.evaluating.floors import Floor
from benchmill.evaluating.matching import match_of
from benchmill.mapping.index_chunks import IndexChunk
from benchmill.mapping.map_benchmark import map_benchmark
from benchmill.mapping.mapping import write_mapping
from benchmill.outputs.fastbook import Component, Question, write_questions
from benchmill.records import InputError, UsageError
from benchmill.retrieving.baseline_run import questions_in, retrieve, write_run
from benchmill.workspace.folder import load
from tests.end_to_end.command import EXAMPLES

_RAW = {
    "a.md": "The *gate* lets `six calls` through at once, and no more.",
    "b.md": "Every **night** a backup goes to the bucket, encrypted with your key.",
    "c.md": "A queue holds at most 240 calls; the next one is answered with status 503.",
}
_QUESTIONS = [
    Question(1, 1, "How many calls?", "six", (Component(("six",), (_RAW["a.md"],)),), id="q-1", source="a.md"),
    Question(2, 1, "Where to?", "bucket", (Component(("bucket",), (_RAW["b.md"],)),), id="q-2", source="b.md"),
    Question(3, 1, "How many?", "240", (Component(("240",), (_RAW["c.md"],)),), id="q-3", source="c.md"),
]


def _plain(text: str) -> str:
    return text.replace("*", "").replace("`", "")


_CUT = _RAW["c.md"].index("the next")
_INDEX = [
    IndexChunk("1", _plain(_RAW["a.md"]), "a.md"),
    IndexChunk("2", _plain(_RAW["b.md"]), "b.md"),
    IndexChunk("3", _RAW["c.md"][:_CUT], "c.md"),
    IndexChunk("4", _RAW["c.md"][_CUT:], "c.md"),
]


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    write_questions(tmp_path / "gold.json", _QUESTIONS)
    return tmp_path / "gold.json"


def _run(folder: Path, run: object) -> Path:
    (folder / "run.json").write_text(json.dumps(run))
    return folder / "run.json"


def test_a_run_over_parsed_text_is_low_by_verbatim_matching_and_a_warning_says_why(gold: Path) -> None:
    run = _run(gold.parent, {"q-1": [_INDEX[0].text], "q-2": [_INDEX[1].text], "q-3": [_INDEX[2].text]})
    verbatim = score_fastbook(gold, run)
    normalised = score_fastbook(gold, run, match="normalised")
    assert verbatim.metrics["recall@10"].mean == 0
    assert normalised.metrics["recall@10"].mean == pytest.approx(2 / 3)
    assert any("normalised matching 0.67" in warning for warning in verbatim.warnings)
    assert normalised.warnings == ()


def test_the_ceiling_of_an_index_stands_beside_every_metric(gold: Path) -> None:
    run = _run(gold.parent, {"q-1": [_INDEX[0].text], "q-2": [_INDEX[0].text]})
    score = score_fastbook(gold, run, match="normalised", index=_INDEX)
    recall = score.metrics["recall@10"]
    assert recall.mean == pytest.approx(1 / 3)
    assert recall.ceiling == pytest.approx(2 / 3)
    assert recall.share_of_ceiling == pytest.approx(1 / 2)
    assert score.index == "the given index, 4 chunks"
    assert score.losses == {"found": 1, "retriever": 1, "chunker": 1}
    assert any("no retriever can reach more than recall@10 0.67" in warning for warning in score.warnings)


def test_by_a_mapping_split_evidence_is_found_where_both_halves_are_retrieved(gold: Path) -> None:
    mapping = map_benchmark(gold, [{"id": c.id, "text": c.text, "document": c.document} for c in _INDEX])
    both = _run(gold.parent, {"q-3": [{"id": "4"}, {"id": "1"}, {"id": "3"}]})
    score = score_fastbook(gold, both, match="mapping", mapping=mapping, k=[2, 3])
    assert score.rows[2] == {
        "id": "q-3",
        "mrr@2": 0.0,
        "recall@2": 0.0,
        "accuracy@2": 0.0,
        "mrr@3": 1 / 3,
        "recall@3": 1.0,
        "accuracy@3": 1.0,
    }
    assert score.metrics["recall@3"].ceiling == 1
    assert score.losses == {"retriever": 2, "chunker": 1}


def test_by_a_mapping_a_passage_without_an_id_is_known_by_its_text(gold: Path) -> None:
    mapping = map_benchmark(gold, [{"id": c.id, "text": c.text} for c in _INDEX])
    run = _run(gold.parent, {"q-1": [f"  {_INDEX[0].text}\n"]})
    assert score_fastbook(gold, run, match="mapping", mapping=mapping).metrics["recall@10"].sum == 1


def test_a_run_of_another_index_than_the_mapping_is_never_scored_in_silence(gold: Path) -> None:
    mapping = map_benchmark(gold, [{"id": c.id, "text": c.text} for c in _INDEX])
    other = score_fastbook(gold, _run(gold.parent, {"q-1": [_RAW["a.md"], "x"]}), match="mapping", mapping=mapping)
    assert other.metrics["recall@10"].sum == 0
    assert other.warnings[0].startswith(
        "none of the run's 2 passages is one of the 4 chunks that the mapping links to evidence"
    )
    runs: tuple[dict[str, list[str]], ...] = ({"q-1": ["x"], "q-2": [_INDEX[0].text]}, {"q-1": []})
    for fitting in runs:
        assert score_fastbook(gold, _run(gold.parent, fitting), match="mapping", mapping=mapping).warnings == ()


def test_a_mapping_that_was_made_before_the_benchmark_changed_is_refused(gold: Path) -> None:
    mapping = map_benchmark(gold, [{"id": c.id, "text": c.text} for c in _INDEX])
    newer = Question(4, 1, "Which status?", "503", (Component(("503",), (_RAW["c.md"],)),), id="q-4", source="c.md")
    write_questions(gold, [*_QUESTIONS, newer])
    with pytest.raises(InputError, match="lacks 1 of 4 questions as they are now, 'q-4' first; make it again"):
        score_fastbook(gold, _run(gold.parent, {"q-1": []}), match="mapping", mapping=mapping)


def test_a_system_that_is_neither_a_file_nor_a_baseline_is_told_which_there_are(gold: Path) -> None:
    with pytest.raises(
        UsageError, match="'bm-25' is neither a run file nor a baseline; baselines are bm25, dense:SPEC"
    ):
        benchmill.score(gold, "bm-25")


def test_bare_ids_need_the_index_or_a_mapping(gold: Path) -> None:
    (gold.parent / "run.trec").write_text("q-1 Q0 1 1 2.0 x\nq-2 Q0 2 1 2.0 x\n")
    with pytest.raises(InputError, match="names the passage '1' by its id alone; give the chunks of your index"):
        score_fastbook(gold, gold.parent / "run.trec")
    score = score_fastbook(gold, gold.parent / "run.trec", index=_INDEX, match="normalised")
    assert score.metrics["recall@10"].sum == 2


def test_every_form_of_a_run_gives_the_same_score(tmp_path: Path) -> None:
    benchmill.grow(EXAMPLES, tmp_path / "bench", benchmill.GrowSettings(questions=10))
    chunks = load(tmp_path / "bench").benchmark.chunks
    run = retrieve(questions_in(tmp_path / "bench" / "benchmark.json"), chunks, k=5)
    scores = []
    for name in ("run.json", "run.jsonl", "run.trec"):
        write_run(tmp_path / name, run)
        scores.append(score_fastbook(tmp_path / "bench", tmp_path / name, k=[5]))
    assert scores[0] == scores[1] == scores[2]
    assert scores[0].index == f"the benchmark's own {len(chunks)} chunks"
    assert scores[0].metrics["recall@5"].ceiling == 1
    assert set(scores[0].groups) >= {"kind", "document"}
    assert sum(group.questions for group in scores[0].groups["kind"].values()) == scores[0].questions


def test_without_the_index_the_ceiling_says_that_it_is_only_of_what_was_returned(gold: Path) -> None:
    score = score_fastbook(gold, _run(gold.parent, {"q-1": [_RAW["b.md"]], "q-2": [_RAW["a.md"]]}))
    assert score.metrics["recall@10"].ceiling == pytest.approx(2 / 3)
    assert "the true ceiling may be higher" in score.index
    assert score.losses == {"retriever": 2, "not returned": 1}


def test_gold_and_run_swapped_is_one_clear_line(gold: Path) -> None:
    run = _run(gold.parent, {"q-1": ["x"]})
    with pytest.raises(InputError, match="is a run, not a benchmark: the benchmark comes first"):
        score_fastbook(run, gold)
    with pytest.raises(InputError, match="is a benchmark, not a run: the benchmark comes first"):
        score_fastbook(gold, gold)


def test_match_is_a_word_or_a_file(gold: Path) -> None:
    write_mapping(gold.parent / "m.json", map_benchmark(gold, ["x"]))
    assert match_of("normalised") == ("normalised", None)
    assert match_of(str(gold.parent / "m.json"))[0] == "mapping"
    with pytest.raises(UsageError, match="there is no file 'nowhere'"):
        match_of("nowhere")
    with pytest.raises(UsageError, match="benchmill map BENCH CHUNKS"):
        score_fastbook(gold, _run(gold.parent, {}), match="mapping")


def test_a_floor_names_a_metric_and_a_value(gold: Path) -> None:
    score = score_fastbook(gold, _run(gold.parent, {"q-1": [_RAW["a.md"]]}))
    assert Floor.parse("recall@10=0.5").is_above(score)
    assert not Floor.parse("recall@10 = 0.2").is_above(score)
    with pytest.raises(UsageError, match="there is no metric 'ndcg@10' here; there are: mrr@10"):
        Floor.parse("ndcg@10=0.5").is_above(score)
    for text in ("0.8", "recall@10=nan", "recall@10=inf", "recall@10="):
        with pytest.raises(UsageError, match="a floor is METRIC=VALUE"):
            Floor.parse(text)
