"""The evaluators under the real SDK, over a real socket to the simulated model, called from wherever people call."""

from __future__ import annotations

import asyncio
import socketserver
import threading
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from langsmith import Client, aevaluate, evaluate, tracing_context
from langsmith.schemas import Example

from benchmill.chat.errors import ModelUnreachable
from benchmill.langsmith import KEYS, Evaluators, async_evaluators, evaluators
from benchmill.records import UsageError, WorkspaceError
from benchmill.settings import GrowSettings
from tests.servers.simulated import ServerPlan, SimulatedServer

pytestmark = pytest.mark.filterwarnings("ignore:'upload_results' parameter is in beta")

PASSAGE = "Build logs are kept for 14 days. Test logs can be downloaded."
DATASET = uuid.UUID(int=1)


@pytest.fixture(scope="module")
def server() -> Iterator[SimulatedServer]:
    with SimulatedServer() as running:
        yield running


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "not-a-real-one")
    for name in ("LANGSMITH_TRACING", "LANGCHAIN_TRACING_V2"):
        monkeypatch.delenv(name, raising=False)


def judges(server: SimulatedServer, **more: Any) -> Evaluators:
    return evaluators(model="openai:simulated", base_url=server.base_url, **more)


def rows() -> list[Example]:
    """Two questions with an answer in the documents, one without, as `publish` writes them."""
    cases = [
        ("How long are build logs kept?", {"answer": "14 days", "components": [{"text": "14 days"}]}, "factoid"),
        ("What can be downloaded?", {"answer": "Test logs", "components": [{"text": "Test logs"}]}, "factoid"),
        ("Who reads the logs?", {"answer": "Nothing is said.", "answerable": False, "components": []}, "unanswerable"),
    ]
    return [
        Example(
            id=uuid.uuid5(DATASET, question),
            dataset_id=DATASET,
            inputs={"question": question},
            outputs=outputs,
            metadata={"kind": kind},
        )
        for question, outputs, kind in cases
    ]


def target(inputs: dict[str, Any]) -> dict[str, Any]:
    answers = {
        "How long are build logs kept?": "Build logs are kept for 14 days.",
        "What can be downloaded?": "For 30 minutes nothing.",
        "Who reads the logs?": "That is not described in the documents.",
    }
    return {"answer": answers[inputs["question"]], "documents": [{"page_content": PASSAGE}]}


def offline() -> Client:
    return Client(
        api_url="http://127.0.0.1:9",
        api_key="none",
        info={"version": ""},
        auto_batch_tracing=False,
        tracing_sampling_rate=0.0,
    )


EXPECTED = {
    "How long are build logs kept?": (1.0, 1.0, 1.0, 1.0),
    "What can be downloaded?": (0.0, 0.0, 0.0, 1.0),
    "Who reads the logs?": (1.0, None, None, 1.0),
}


def scores(results: list[Any]) -> dict[str, tuple[float | None, ...]]:
    return {
        row["example"].inputs["question"]: tuple(
            {one.key: one.score for one in row["evaluation_results"]["results"]}[key] for key in KEYS
        )
        for row in results
    }


def test_evaluate_keeps_the_feedback_of_every_key(server: SimulatedServer) -> None:
    with judges(server) as functions:
        results = list(evaluate(target, data=rows(), evaluators=functions, upload_results=False, client=offline()))

    assert scores(results) == EXPECTED
    comments = {
        one.key: one.comment
        for row in results
        if (row["example"].inputs or {})["question"].startswith("How long")
        for one in row["evaluation_results"]["results"]
    }
    assert comments["correctness"] == "component 1 present ('14 days'); by openai:simulated"
    assert functions.usage.asked == 7  # two about correctness, two about abstention, three about groundedness


def test_aevaluate_takes_both_kinds(server: SimulatedServer) -> None:
    async def atarget(inputs: dict[str, Any]) -> dict[str, Any]:
        return target(inputs)

    async def run(functions: Evaluators) -> list[Any]:
        found = await aevaluate(
            atarget, data=rows(), evaluators=functions, upload_results=False, client=offline(), max_concurrency=3
        )
        return [row async for row in found]

    with async_evaluators(model="openai:simulated", base_url=server.base_url) as functions:
        assert scores(asyncio.run(run(functions))) == EXPECTED
        assert scores(asyncio.run(run(functions))) == EXPECTED  # another loop, the same client
    with judges(server) as plain:
        assert scores(asyncio.run(run(plain))) == EXPECTED


def test_an_openevals_signature_takes_texts_and_more_arguments(server: SimulatedServer) -> None:
    with judges(server, keys=("correctness",)) as (correctness,):
        feedback = correctness(
            inputs="How long are build logs kept?",
            outputs="For 14 days, says the page.",
            reference_outputs="14 days",
            context="unused",
        )

    assert feedback["key"] == "correctness"
    assert feedback["score"] == 1.0
    assert set(feedback) == {"key", "score", "comment"}


def test_many_threads_share_one_connection(server: SimulatedServer) -> None:
    server.reset()
    with judges(server, keys=("correctness",)) as (correctness,), ThreadPoolExecutor(8) as pool:
        found = list(
            pool.map(
                lambda n: correctness(
                    inputs="How long?", outputs=f"For 14 days, {n % 4}.", reference_outputs={"answer": "14 days"}
                )["score"],
                range(32),
            )
        )

    assert found == [1.0] * 32
    assert server.counters().requests == 4  # equal answers are asked about once


def test_what_cannot_be_judged_has_no_score_and_says_why(server: SimulatedServer) -> None:
    with judges(server) as (correctness, recall, groundedness, _):
        no_answer = correctness(inputs={"question": "?"}, outputs={"text": "x"}, reference_outputs={"answer": "y"})
        no_reference = recall(inputs={"question": "?"}, outputs={"answer": "x"}, reference_outputs={})
        no_passages = groundedness(inputs={}, outputs={"answer": "x"}, reference_outputs={"answer": "y"})

    assert (no_answer["score"], no_reference["score"], no_passages["score"]) == (None, None, None)
    assert "return {'answer'" in no_answer["comment"]
    assert "no reference" in no_reference["comment"]
    assert "no passages" in no_passages["comment"]


def test_an_unreadable_judge_is_no_score(server: SimulatedServer) -> None:  # noqa: ARG001 - another one is asked
    with SimulatedServer(ServerPlan(faults={"malformed": 1.0})) as broken, judges(broken) as (correctness, *_):
        feedback = correctness(inputs="?", outputs="For 14 days, yes.", reference_outputs="14 days")

    assert feedback["score"] is None
    assert feedback["comment"].startswith("undecided: ")


def test_a_server_that_is_away_is_one_clear_error_for_every_row() -> None:
    settings = GrowSettings(timeout=60.0)
    with evaluators(model="openai:m", base_url="http://127.0.0.1:9/v1", settings=settings) as (correctness, *_):
        for _ in range(2):
            with pytest.raises(ModelUnreachable, match=r"127\.0\.0\.1:9"):
                correctness(inputs="?", outputs="For 14 days, yes.", reference_outputs="14 days")


def test_wrong_use_is_refused_before_anything_runs(tmp_path: Any) -> None:
    with pytest.raises(UsageError, match="no evaluator is named 'helpfulness'"):
        evaluators(model="openai:m", keys=("helpfulness",))
    with pytest.raises(UsageError, match="needs a model"):
        evaluators(model="extractive")
    with pytest.raises(WorkspaceError, match="no workspace"):
        evaluators(model="openai:m", bench=tmp_path)


def test_closed_evaluators_say_so_and_leave_no_thread(server: SimulatedServer) -> None:
    functions = judges(server)
    assert functions[0](inputs="?", outputs="Not 14 days?", reference_outputs="14 days")["score"] is not None
    functions.close()
    functions.close()

    assert "benchmill-judge" not in {thread.name for thread in threading.enumerate()}
    with pytest.raises(RuntimeError, match="closed"):
        functions[0](inputs="?", outputs="Not 14 days?", reference_outputs="14 days")


class _Counting(socketserver.BaseRequestHandler):
    """Takes note that somebody connected."""

    def handle(self) -> None:
        self.server.met += 1  # type: ignore[attr-defined]


def test_the_callers_tracing_does_not_reach_the_judge(server: SimulatedServer) -> None:
    """`aevaluate` switches tracing on for all below it, whatever `upload_results` says: LangChain would obey."""
    with socketserver.TCPServer(("127.0.0.1", 0), _Counting) as service:
        service.met = 0  # type: ignore[attr-defined]
        threading.Thread(target=service.serve_forever, args=(0.01,), daemon=True).start()
        client = Client(
            api_url=f"http://127.0.0.1:{service.server_address[1]}",
            api_key="none",
            info={"version": ""},
            auto_batch_tracing=False,
        )
        functions = evaluators(model="langchain:openai:simulated", base_url=server.base_url)
        with functions as (correctness, *_), tracing_context(enabled=True, client=client):
            assert correctness(inputs="?", outputs="For 14 days, so.", reference_outputs="14 days")["score"] == 1.0
        client.flush()
        service.shutdown()
        assert service.met == 0  # type: ignore[attr-defined]
