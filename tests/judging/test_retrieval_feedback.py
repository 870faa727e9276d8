"""Evaluators of retrieval: they ask no model, and give what `benchmill score` gives."""

from __future__ import annotations

import asyncio
import uuid
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from langsmith import Client, evaluate, tracing_context
from langsmith.schemas import Example

from benchmill.evaluating.fastbook import score_fastbook
from benchmill.langsmith import RETRIEVAL_KEYS, async_evaluators, evaluators
from benchmill.outputs.json_files import read_json
from benchmill.records import UsageError
from tests.end_to_end.command import EXAMPLES, benchmill
from tests.outputs.readers.items import read_items

pytestmark = pytest.mark.filterwarnings("ignore:'upload_results' parameter is in beta")

EVIDENCE = [
    {"component": 1, "document": "a.md", "text": "Logs live for **14** days.", "origin": "seed"},
    {"component": 1, "document": "b.md", "text": "for two weeks", "origin": "promoted"},
    {"component": 2, "document": "a.md", "text": "Traces are never kept.", "origin": "seed"},
]
INPUTS = {"question": "How long are logs and traces kept?"}
OUTPUTS = {"answer": "14 days, never", "components": [{"text": "14 days"}, {"text": "never"}]}


def example(**metadata: Any) -> Example:
    now = datetime.now(UTC)
    made = {"kind": "list", "evidence": EVIDENCE, **metadata}
    return Example(
        id=uuid.uuid4(), dataset_id=uuid.uuid4(), inputs=INPUTS, outputs=OUTPUTS, metadata=made, created_at=now
    )


def scores(documents: object, keys: tuple[str, ...] = RETRIEVAL_KEYS, **metadata: Any) -> list[object]:
    given = {"inputs": INPUTS, "outputs": {"documents": documents}, "reference_outputs": OUTPUTS}
    with evaluators(keys=keys) as free:
        return [one(**given, example=example(**metadata))["score"] for one in free]


def test_a_component_is_found_where_any_of_its_quotes_is_whatever_the_markup() -> None:
    assert scores(["Nothing.", "Logs live for 14 days.", "Traces are never kept."]) == [1.0, 1 / 3]
    assert scores([{"page_content": "It is kept for two weeks."}]) == [0.5, 0.0]
    assert scores([]) == [0.0, 0.0]


def test_documents_below_rank_k_do_not_count() -> None:
    found = ["Logs live for 14 days.", "Traces are never kept."]
    assert scores(found, ("evidence_recall@1", "evidence_recall@2", "mrr@1", "mrr@2")) == [0.5, 1.0, 0.0, 0.5]


def test_without_documents_or_without_evidence_there_is_no_score() -> None:
    assert scores(None) == [None, None]
    assert scores(["Logs live for 14 days."], evidence=[]) == [None, None]


def test_the_real_sdk_keeps_the_feedback_under_the_key_with_its_depth() -> None:
    with evaluators(keys=("evidence_recall@5", "mrr@5")) as free, tracing_context(enabled=False):
        rows = list(
            evaluate(
                lambda _: {"documents": ["Logs live for 14 days."]},
                data=[example()],
                evaluators=list(free),
                upload_results=False,
                client=Client(api_url="http://127.0.0.1:9", api_key="none", info={}),
            )
        )
    results = rows[0]["evaluation_results"]["results"]
    assert {result.key: result.score for result in results} == {"evidence_recall@5": 0.5, "mrr@5": 0.0}


def test_over_a_workspace_the_evaluators_give_the_numbers_of_score(tmp_path: Path) -> None:
    assert benchmill("grow", EXAMPLES, "--out", tmp_path / "b", "--questions", 20, "--quiet").code == 0
    assert benchmill("retrieve", tmp_path / "b", "--out", tmp_path / "run.json", "--k", 5).code == 0
    run: Any = read_json(tmp_path / "run.json")
    expected = score_fastbook(tmp_path / "b" / "benchmark.json", tmp_path / "run.json", k=(3,), match="normalised")
    questions = {
        record.item.id: record.item.candidate.question for record in read_items(tmp_path / "b" / "items.jsonl")
    }

    async def measured() -> list[tuple[object, object]]:
        found = []
        recall, mrr = async_evaluators(bench=tmp_path / "b", keys=("evidence_recall@3", "mrr@3"))
        for row in expected.rows:
            name = str(row["id"])
            asked = {"inputs": {"question": questions[name]}, "outputs": {"documents": run[name]}}
            found.append(((await recall(**asked))["score"], (await mrr(**asked))["score"]))
        return found

    assert asyncio.run(measured()) == [(row["recall@3"], row["mrr@3"]) for row in expected.rows]


def test_a_judging_key_without_a_model_and_an_unknown_key_are_one_clear_line() -> None:
    with pytest.raises(UsageError, match="correctness needs a model"):
        evaluators(keys=("correctness",))
    with pytest.raises(UsageError, match="no evaluator is named 'recall@0'"):
        evaluators(keys=("recall@0",))
