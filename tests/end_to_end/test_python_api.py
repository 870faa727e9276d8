"""What a notebook user types: strings, keyword options, retrievers of every sort, results that show themselves."""

from __future__ import annotations

import asyncio
import importlib
import inspect
import json
import shutil
import threading
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

import benchmill
from benchmill.importing.import_set import Imported
from benchmill.judging.judge_report import JudgeReport
from benchmill.publishing.dataset_changes import Published
from benchmill.testing import assert_not_worse, assert_score
from tests.end_to_end.command import EXAMPLES
from tests.servers.simulated import ServerPlan, SimulatedServer


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = str(tmp_path_factory.mktemp("api") / "bench")
    outcome = benchmill.grow(str(EXAMPLES), folder, questions=14, kinds=("factoid", "list", "procedure"))
    assert outcome.accepted == 14
    return folder


@dataclass
class Document:
    page_content: str
    metadata: dict[str, Any]


def search(bench: str) -> Any:
    """A function from a question to texts, as good as the baseline."""
    run = benchmill.retrieve(bench)
    texts = {item.candidate.question: item.id for item in benchmill.load(bench).benchmark.items}
    return lambda question: [one.text for one in run.passages[texts[question]]]


def test_everything_public_is_there_and_no_submodule_hides_a_function() -> None:
    assert dir(benchmill) == sorted(benchmill.__all__)
    for name in benchmill.__all__:
        assert getattr(benchmill, name) is not None
    importlib.import_module("benchmill.cli").application()
    functions = ["grow", "load", "score", "compare", "retrieve", "run", "map_chunks", "export", "publish", "judge"]
    assert all(inspect.isfunction(getattr(benchmill, name)) for name in [*functions, "import_set", "estimate"])
    assert benchmill.__version__.count(".") == 2


def test_tab_completion_names_the_settings() -> None:
    assert {"questions", "model", "min_rating"} <= inspect.signature(benchmill.grow).parameters.keys()


def test_an_unknown_option_is_refused_with_the_nearest_one(tmp_path: Path) -> None:
    with pytest.raises(benchmill.UsageError, match=r"grow\(\) has no option 'question' \(did you mean questions\?"):
        benchmill.grow(EXAMPLES, tmp_path, question=3)


def test_settings_by_position_still_work(tmp_path: Path) -> None:
    outcome = benchmill.grow(EXAMPLES, tmp_path / "bench", benchmill.GrowSettings(questions=3))
    assert repr(outcome) == f"<Outcome: 3 of 3 items in {tmp_path / 'bench'}, edition 1>"


def test_a_workspace_goes_on_with_what_it_was_grown_with_unless_something_is_given(tmp_path: Path) -> None:
    out = tmp_path / "bench"
    with SimulatedServer() as server:
        made: dict[str, Any] = {"model": "openai:simulated", "base_url": server.base_url, "kinds": ("factoid",)}
        assert benchmill.grow(EXAMPLES, out, questions=2, chunk_size=800, **made).accepted == 2
        again = benchmill.grow(EXAMPLES, out, questions=3)
    assert (again.accepted, again.changes.counts()["kept"]) == (3, 2)
    assert {item.generator for item in benchmill.load(out).benchmark.items} == {"openai:simulated"}
    with pytest.warns(UserWarning, match="grown with openai:simulated: its items stay, and extractive writes the new"):
        benchmill.grow(EXAMPLES, out, benchmill.GrowSettings(questions=4))


def test_a_frame_has_accepted_and_rejected_candidates_with_rationales(bench: str) -> None:
    pytest.importorskip("pandas")
    frame = benchmill.load(bench).to_frame(rejected=True)
    assert frame["accepted"].sum() == 14
    assert (~frame["accepted"]).sum() > 0
    assert frame.loc[~frame["accepted"], "reason"].str.len().min() > 0
    assert {"relevance", "relevance_rationale", "groundedness", "standalone_rationale"} <= set(frame.columns)
    assert frame.loc[frame["accepted"], "relevance"].min() >= 4


def test_results_show_themselves_in_a_notebook(bench: str) -> None:
    score = benchmill.score(bench, search(bench))
    ranking = benchmill.compare(bench, {"a": search(bench), "b": lambda _: []})
    mapping = benchmill.map_chunks(bench, ["<b>text</b>"])
    for result in (score, ranking, mapping, benchmill.load(bench)):
        assert len(repr(result)) < 200
        assert result._repr_html_().count("<table>") == 1
        assert "<b>text" not in result._repr_html_()


def test_every_result_is_short_in_a_console_a_table_in_a_notebook_and_a_frame(bench: str, tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    results: list[Any] = [
        benchmill.estimate(EXAMPLES, model="ollama:llama3"),
        benchmill.retrieve(bench),
        benchmill.export(bench, "squad", tmp_path / "squad.json"),
        Imported("csv", 3, 2, 0, (), {}, 0, 2, 1, {"factoid": 2}, tmp_path),
        benchmill.run(bench, search(bench), tmp_path / "run.jsonl"),
        JudgeReport(questions=3, judgements=(), model="ollama:llama3"),
        Published("docs", "id", "http://x", 1, "tag", True, 1, 0, 0, 0, 0, 0, 0, 3, ()),
    ]
    for result in results:
        name = type(result).__name__
        assert repr(result).startswith(f"<{name}"), name
        assert len(repr(result)) < 300, name
        assert "<table>" in result._repr_html_(), name
        assert len(result.to_frame()) >= (name in ("Estimate", "Run", "SystemRun")), name


def test_a_function_is_asked_like_a_live_system_and_asked_again_for_nothing(bench: str, tmp_path: Path) -> None:
    find, asked = search(bench), []

    def rag(question: str) -> dict[str, object]:
        asked.append(question)
        return {"answer": "Somewhere.", "passages": find(question)}

    done = benchmill.run(bench, rag, tmp_path / "run.jsonl")
    assert done.score is not None
    assert done.score.metrics == benchmill.score(bench, find).metrics
    assert (len(asked), done.live.asked, done.live.recorded) == (14, 14, 0)
    assert benchmill.run(bench, rag, tmp_path / "run.jsonl").live.recorded == len(asked) == 14


def test_a_live_system_is_also_asked_what_no_passage_answers(tmp_path: Path) -> None:
    bench, asked = tmp_path / "bench", []
    benchmill.grow(EXAMPLES, bench, kinds=("factoid", "unanswerable"), questions=20)
    items = benchmill.load(bench).benchmark.items
    without = {item.candidate.question for item in items if not item.candidate.components}

    def rag(question: str) -> dict[str, object]:
        asked.append(question)
        return {"answer": "", "passages": ["a text"]}

    done = benchmill.run(bench, rag, tmp_path / "run.jsonl")
    assert without and sorted(asked) == sorted(item.candidate.question for item in items)
    assert done.score is not None
    assert (done.live.questions, done.score.questions) == (len(items), len(items) - len(without))
    assert benchmill.compare(bench, {"live": tmp_path / "run.jsonl", "bm25": "bm25"}).questions == done.score.questions
    alone = Path(shutil.copy(bench / "benchmark.json", tmp_path / "old.json"))  # as the nightly script keeps it
    assert benchmill.score(alone, tmp_path / "run.jsonl").metrics == done.score.metrics


@pytest.mark.parametrize("form", ["texts", "documents", "pairs", "mapping", "async", "invoke", "retrieve", "run"])
def test_a_retriever_of_any_form_is_scored_alike(bench: str, form: str) -> None:
    find = search(bench)

    class Retriever:
        def _get(self, query: str) -> list[Document]:
            return [Document(text, {"source": "x"}) for text in find(query)]

    async def asynchronous(question: str) -> list[str]:
        await asyncio.sleep(0)
        return list(find(question))

    if form in ("invoke", "retrieve"):
        setattr(Retriever, form, Retriever._get)
    elif form == "run":
        Retriever.run = lambda self, query: {"documents": self._get(query)}  # type: ignore[attr-defined]
    systems: dict[str, Any] = {
        "texts": find,
        "documents": Retriever()._get,
        "pairs": lambda question: [(text, 0.5) for text in find(question)],
        "mapping": lambda question: {"passages": [{"text": text} for text in find(question)]},
        "async": asynchronous,
    }
    found = benchmill.score(bench, systems.get(form) or Retriever(), k=10).metrics
    # the ceilings differ: what is indexed besides the passages found is known of the baseline only
    best = {name: metric.ceiling for name, metric in found.items()}
    baseline = benchmill.score(bench, benchmill.retrieve(bench)).metrics
    assert found == {name: replace(metric, ceiling=best[name]) for name, metric in baseline.items()}


def test_a_haystack_pipeline_is_asked_by_its_inputs(bench: str) -> None:
    find = search(bench)

    class Pipeline:
        def add_component(self) -> None: ...

        def inputs(self) -> dict[str, dict[str, object]]:
            return {"retriever": {"query": {}, "top_k": {}}, "writer": {"policy": {}}}

        def run(self, data: dict[str, dict[str, str]]) -> dict[str, Any]:
            assert data.keys() == {"retriever"}
            return {"retriever": {"documents": find(data["retriever"]["query"])}}

    assert benchmill.score(bench, Pipeline()).metrics == benchmill.score(bench, find).metrics


def test_a_question_that_fails_is_recorded_and_nothing_is_lost(bench: str) -> None:
    find = search(bench)
    items = benchmill.load(bench).benchmark.items
    bad = {
        items[0].candidate.question: "raise",
        items[1].candidate.question: "none",
        items[2].candidate.question: "many",
    }

    def system(question: str) -> Any:
        match bad.get(question):
            case "raise":
                raise RuntimeError("the index is busy")
            case "none":
                return None
            case "many":
                return [*find(question), *(f"passage {number}" for number in range(10_000))]
        return find(question)

    found = benchmill.score(bench, system)
    assert {(one.subject_id, one.check) for one in found.failures} == {
        (items[0].id, "raised"),
        (items[1].id, "no-passages"),
    }
    assert found.warnings[0].startswith("2 questions failed and count 0; ")
    assert found.answered == 12


def test_a_system_that_hangs_is_not_waited_for(bench: str) -> None:
    find = search(bench)
    first = benchmill.load(bench).benchmark.items[0].candidate.question
    hanging = threading.Event()

    def system(question: str) -> Any:
        if question == first:
            hanging.wait(60)
        return find(question)

    found = benchmill.score(bench, system, timeout=5)  # what answers must have time enough on a busy machine
    hanging.set()
    assert [one.check for one in found.failures] == ["timeout"]


def test_a_system_that_fails_on_everything_is_one_clear_line(bench: str) -> None:
    with pytest.raises(benchmill.InputError, match=r"failed on all 14 questions; q-\w+: it returned None"):
        benchmill.score(bench, lambda _: None)
    with pytest.raises(benchmill.UsageError, match="int is none of them"):
        benchmill.score(bench, 3)
    with pytest.raises(benchmill.InputError, match="names questions that the benchmark does not have: 'q-other'"):
        benchmill.score(bench, {"q-other": ["x"]})


def test_it_works_inside_a_running_event_loop(bench: str, tmp_path: Path) -> None:
    async def cell() -> tuple[int, float]:
        outcome = benchmill.grow(str(EXAMPLES), str(tmp_path / "again"), questions=3)
        return outcome.accepted, benchmill.score(bench, search(bench)).metrics["recall@10"].mean

    accepted, recall = asyncio.run(cell())
    assert accepted == 3
    assert recall > 0.8


def test_a_list_of_run_files_is_named_by_its_files(bench: str, tmp_path: Path) -> None:
    for name in ("old", "new"):
        benchmill.retrieve(bench, out=tmp_path / f"{name}.json")
    ranking = benchmill.compare(bench, [tmp_path / "old.json", str(tmp_path / "new.json")])
    assert ranking.systems == ("old", "new")


def test_a_planted_loss_is_found_and_equal_systems_are_not_told_apart(bench: str) -> None:
    find = search(bench)
    ranking = benchmill.compare(bench, {"same": find, "twice": find, "first only": lambda q: find(q)[5:]})
    verdicts = {(one.first, one.second): one for one in ranking.pairs if one.metric == "recall@10"}
    assert verdicts["same", "twice"].verdict == "twice and same are equal on every question"
    assert verdicts["same", "first only"].difference.mean < -0.5
    assert ranking.got_worse("first only", "recall@10")


def test_a_pytest_helper_refuses_a_score_that_is_too_low(bench: str) -> None:
    find = search(bench)
    assert assert_score(bench, find, {"recall@10": 0.5}).metrics["recall@10"].mean >= 0.5
    with pytest.raises(AssertionError, match=r"recall@10 is \d\.\d{4}, below 1.1"):
        assert_score(bench, find, {"recall@10": 1.1})
    assert_not_worse(bench, find, than=find)


def test_a_pytest_helper_refuses_a_system_that_is_worse_and_names_the_questions(tmp_path: Path) -> None:
    with SimulatedServer(ServerPlan()) as server:  # a model's items are of many pages: enough to tell a difference
        asked: dict[str, Any] = {"model": "openai:simulated", "base_url": server.base_url, "kinds": ("factoid",)}
        benchmill.grow(str(EXAMPLES), str(tmp_path / "bench"), questions=12, **asked)
    find = search(str(tmp_path / "bench"))

    with pytest.raises(AssertionError, match=r"now is worse than before: .*\nworse on: q-"):
        assert_not_worse(tmp_path / "bench", lambda _: [], than=find)


def test_export_and_estimate_take_strings(bench: str, tmp_path: Path) -> None:
    assert benchmill.export(bench, "beir", str(tmp_path / "beir")).written > 0
    assert benchmill.estimate(str(EXAMPLES), questions=5).questions == 5
    run = benchmill.retrieve(bench, k=3, out=str(tmp_path / "run.jsonl"))
    assert json.loads((tmp_path / "run.jsonl").read_text("utf-8").splitlines()[0])["id"] in run.passages
    assert benchmill.score(tmp_path / "beir", tmp_path / "run.jsonl", format="beir").metrics["recall@10"].mean > 0
