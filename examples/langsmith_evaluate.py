"""A workspace -> an experiment of LangSmith's `evaluate`, judged by a model, without a connection to LangSmith at all.

    python examples/langsmith_evaluate.py bench --model ollama:llama3

The system under test is as small as it can be: BM25 over the benchmark's own chunks, and the best chunk's sentence that
shares most words with the question for an answer. Put your own in the place of `Target`. With a dataset that `benchmill
publish` made, the same evaluators go into `evaluate(target, data="NAME", evaluators=judges)`, and results are uploaded.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import uuid
from collections import defaultdict
from pathlib import Path
from typing import Any

from langsmith import Client, aevaluate, evaluate
from langsmith.schemas import Example

import benchmill
from benchmill.langsmith import async_evaluators, evaluators
from benchmill.records.sentences import sentences
from benchmill.records.words import content_words
from benchmill.retrieving.bm25 import Bm25


class Target:
    """Question -> answer and documents: a RAG system without a model."""

    def __init__(self, passages: list[str]) -> None:
        self._passages = passages
        self._index = Bm25.of(passages)

    def __call__(self, inputs: dict[str, Any]) -> dict[str, Any]:
        found = [self._passages[place] for place, _ in self._index.top(inputs["question"], 3)]
        return {"answer": self._answer(inputs["question"], found[0]) if found else "", "documents": found}

    def _answer(self, question: str, passage: str) -> str:
        asked = set(content_words(question))
        said = [passage[start:end] for start, end in sentences(passage)]
        return max(said, key=lambda one: len(asked & set(content_words(one))), default="")


def examples_of(snapshot: benchmill.Snapshot) -> list[Example]:
    """The benchmark's items as rows of a dataset that exists only here; `publish` writes them in the same form."""
    dataset = uuid.uuid5(uuid.NAMESPACE_OID, snapshot.benchmark.name)
    return [
        Example(
            id=uuid.uuid5(dataset, item.id),
            dataset_id=dataset,
            inputs={"question": item.candidate.question},
            outputs={"answer": item.candidate.answer},
            metadata={"item_id": item.id, "kind": item.candidate.kind},
        )
        for item in snapshot.benchmark.items
    ]


def offline_client() -> Client:
    """A client that never speaks: no look-up of the service's version, and no run of ours is sampled for upload.

    `upload_results=False` alone is not enough: without a client of its own `evaluate` asks the service what it can do,
    and `aevaluate` uploads what the target was asked and said.
    """
    return Client(
        api_url="http://127.0.0.1:9",
        api_key="none",
        info={"version": ""},
        auto_batch_tracing=False,
        tracing_sampling_rate=0.0,
    )


def main() -> None:
    """Judge the target's answers to every question of the workspace; print the mean of each feedback key."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench", type=Path, help="a workspace that `benchmill grow` made")
    parser.add_argument("--model", required=True, help="who judges: ollama:NAME, openai:NAME, langchain:PROVIDER:NAME")
    parser.add_argument("--base-url", help="address of the model server")
    parser.add_argument("--asynchronous", action="store_true", help="use aevaluate")
    options = parser.parse_args()
    # a langchain: model traces its calls where the environment says so, whatever client `evaluate` has
    os.environ["LANGSMITH_TRACING"] = os.environ["LANGCHAIN_TRACING_V2"] = "false"
    snapshot = benchmill.load(options.bench)
    target = Target([chunk.text for chunk in snapshot.benchmark.chunks])
    rows = examples_of(snapshot)
    if options.asynchronous:
        with async_evaluators(model=options.model, bench=options.bench, base_url=options.base_url) as judges:
            results = asyncio.run(_asynchronously(target, rows, judges))
    else:
        with evaluators(model=options.model, bench=options.bench, base_url=options.base_url) as judges:
            results = list(
                evaluate(target, data=rows, evaluators=judges, upload_results=False, client=offline_client())
            )
    _print(results)
    usage = judges.usage
    print(f"{usage.asked} calls asked, {usage.recorded} taken from the ledger, {usage.input_tokens} tokens in")


async def _asynchronously(target: Target, rows: list[Example], judges: list[Any]) -> list[Any]:
    async def atarget(inputs: dict[str, Any]) -> dict[str, Any]:
        return target(inputs)

    found = await aevaluate(atarget, data=rows, evaluators=judges, upload_results=False, client=offline_client())
    return [row async for row in found]


def _print(results: list[Any]) -> None:
    scores: dict[str, list[float]] = defaultdict(list)
    for row in results:
        for result in row["evaluation_results"]["results"]:
            scores[result.key] += [] if result.score is None else [float(result.score)]
    print(f"{len(results)} questions")
    for key, values in scores.items():
        mean = f"{sum(values) / len(values):.3f}" if values else "-"
        print(f"{key:<17} {mean}  (of {len(values)})")


if __name__ == "__main__":
    main()
