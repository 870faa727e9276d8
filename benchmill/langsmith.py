"""A model -> evaluators that LangSmith's `evaluate` and `aevaluate`, users of openevals and plain code can call.

    from benchmill.langsmith import evaluators

    with evaluators(model="ollama:llama3", bench="bench") as judges:
        langsmith.evaluate(target, data="my-dataset", evaluators=judges)

The SDK is not imported here: an evaluator is a function that takes `inputs, outputs, reference_outputs, example` and
returns `{"key", "score", "comment"}`. The target returns `{"answer": ..., "documents": [...]}`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

from benchmill.evaluating.matching import Matcher
from benchmill.judging.background_judge import JudgeService
from benchmill.judging.evaluator_inputs import given_of, item_id_of, passages_of, question_of, reference_of_example
from benchmill.judging.feedback import KEYS, Feedback, feedback, nothing
from benchmill.judging.given import Given
from benchmill.judging.reference import Reference, reference_of
from benchmill.judging.retrieval_feedback import RETRIEVAL_KEYS, RetrievalScorer, is_retrieval_key
from benchmill.outputs.labels import Labels
from benchmill.records import Benchmark, UsageError
from benchmill.records.installed import check_versions
from benchmill.settings import GrowSettings
from benchmill.workspace.folder import Workspace
from benchmill.workspace.outcome import Usage

__all__ = ["KEYS", "RETRIEVAL_KEYS", "Evaluators", "async_evaluators", "evaluators"]


class Evaluators(list[Callable[..., Any]]):
    """Evaluators in the order of their keys, with what they share: one judge, one connection, one record of calls.

    A `with` block, or `close`, ends the connection; at the latest it ends with the program. `usage` is what they cost.
    """

    def __init__(self, functions: Sequence[Callable[..., Any]], service: JudgeService | None) -> None:
        super().__init__(functions)
        self._service = service

    @property
    def usage(self) -> Usage:
        """Calls, tokens and US dollars so far."""
        return self._service.usage if self._service else Usage()

    def close(self) -> None:
        if self._service:
            self._service.close()

    def __enter__(self) -> Evaluators:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def evaluators(
    *,
    model: str | None = None,
    bench: Path | str | None = None,
    keys: Sequence[str] | None = None,
    base_url: str | None = None,
    always_ask: bool = False,
    settings: GrowSettings | None = None,
) -> Evaluators:
    """Evaluators by their `keys`: four that ask a model to judge, and two that ask no model.

    `correctness`, `component_recall`, `groundedness` and `abstention` judge the answer (KEYS, the default with a
    `model`, which is a model spec). `evidence_recall@k` and `mrr@k`, for any k, look for each component's evidence
    among the first k of the target's `documents` (RETRIEVAL_KEYS, the default without a model); they are free.

    With `bench`, a workspace, references are its items (found by the example's `item_id`, else by the question) and
    calls are recorded in its ledger; without it, references are the dataset's reference outputs and metadata, and calls
    are remembered as long as the program runs. `settings` says how the model is asked: concurrency, budgets, prompts.

    The judge's four share their calls: `correctness` and `component_recall` cost one together. They may be called from
    any thread, inside and outside of event loops; inside one use `async_evaluators`, which do not block it. Raises
    UsageError for an unknown key or a judging key without a model, WorkspaceError where `bench` is not a workspace.
    """
    return _evaluators(_sync, _sync_retrieval, model, bench, keys, base_url, always_ask, settings)


def async_evaluators(
    *,
    model: str | None = None,
    bench: Path | str | None = None,
    keys: Sequence[str] | None = None,
    base_url: str | None = None,
    always_ask: bool = False,
    settings: GrowSettings | None = None,
) -> Evaluators:
    """Like `evaluators`, as coroutine functions for `aevaluate` and for async code of your own."""
    return _evaluators(_async, _async_retrieval, model, bench, keys, base_url, always_ask, settings)


Make = Callable[[str, "_References", JudgeService], Callable[..., Any]]
MakeRetrieval = Callable[["_References", RetrievalScorer], Callable[..., Any]]


def _evaluators(
    make: Make,
    make_retrieval: MakeRetrieval,
    model: str | None,
    bench: Path | str | None,
    keys: Sequence[str] | None,
    base_url: str | None,
    always_ask: bool,
    settings: GrowSettings | None,
) -> Evaluators:
    wanted = (KEYS if model else RETRIEVAL_KEYS) if keys is None else keys
    if unknown := [key for key in wanted if key not in KEYS and not is_retrieval_key(key)]:
        raise UsageError(
            f"no evaluator is named {unknown[0]!r}; there are: {', '.join((*KEYS, *RETRIEVAL_KEYS))}, and any other k"
        )
    judged = [key for key in wanted if key in KEYS]
    if judged and not model:
        raise UsageError(
            f"{judged[0]} needs a model: evaluators(model='ollama:llama3'); without one there are"
            f" {' and '.join(RETRIEVAL_KEYS)}"
        )
    check_versions("langsmith")
    workspace = None if bench is None else Workspace(Path(bench))
    snapshot = workspace.read() if workspace else None
    known = _References(_references_of(snapshot.benchmark) if snapshot else ())
    service = None
    if judged:
        asked = replace(settings or GrowSettings(), model=model or "")
        if base_url is not None:
            asked = replace(asked, base_url=base_url)
        service = JudgeService(
            asked,
            ledger=workspace.ledger if workspace else None,
            language=snapshot.language if snapshot else asked.language,
            always_ask=always_ask,
        )
    matcher = Matcher("normalised")
    made = [
        make(key, known, service) if service and key in KEYS else make_retrieval(known, RetrievalScorer(key, matcher))
        for key in wanted
    ]
    return Evaluators(made, service)


def _references_of(benchmark: Benchmark) -> tuple[Reference, ...]:
    labels = Labels(benchmark)
    return tuple(reference_of(item, labels) for item in benchmark.items)


class _References:
    """The benchmark's references by id and by question."""

    def __init__(self, references: Sequence[Reference]) -> None:
        self._by_id = {one.id: one for one in references}
        self._by_question = {" ".join(one.question.split()): one for one in references}

    def find(self, inputs: object, reference_outputs: object, example: object) -> Reference | None:
        """The benchmark's reference, else the one that the reference outputs hold."""
        known = self._by_id.get(item_id_of(example)) or self._by_question.get(" ".join(question_of(inputs).split()))
        return known or reference_of_example(inputs, reference_outputs, example)


def _sync(key: str, known: _References, service: JudgeService) -> Callable[..., Feedback]:
    def evaluator(
        *,
        inputs: object,
        outputs: object,
        reference_outputs: object = None,
        example: object = None,
        **_: object,
    ) -> Feedback:
        case = _case(key, known, inputs, outputs, reference_outputs, example)
        return (
            feedback(key, service.judge(*case, groundedness=key == "groundedness").result())
            if isinstance(case, tuple)
            else case
        )

    return _named(evaluator, key)


def _async(key: str, known: _References, service: JudgeService) -> Callable[..., Any]:
    async def evaluator(
        *,
        inputs: object,
        outputs: object,
        reference_outputs: object = None,
        example: object = None,
        **_: object,
    ) -> Feedback:
        case = _case(key, known, inputs, outputs, reference_outputs, example)
        if not isinstance(case, tuple):
            return case
        return feedback(key, await asyncio.wrap_future(service.judge(*case, groundedness=key == "groundedness")))

    return _named(evaluator, key)


def _sync_retrieval(known: _References, scorer: RetrievalScorer) -> Callable[..., Feedback]:
    def evaluator(
        *, inputs: object, outputs: object, reference_outputs: object = None, example: object = None, **_: object
    ) -> Feedback:
        reference = known.find(inputs, reference_outputs, example)
        if reference is None:
            return nothing(scorer.key, _NO_REFERENCE)
        return scorer.feedback(reference, passages_of(outputs))

    return _named(evaluator, scorer.key)


def _async_retrieval(known: _References, scorer: RetrievalScorer) -> Callable[..., Any]:
    score = _sync_retrieval(known, scorer)

    async def evaluator(*, inputs: object, outputs: object, **more: object) -> Feedback:
        return score(inputs=inputs, outputs=outputs, **more)

    return _named(evaluator, scorer.key)


_NO_REFERENCE = "there is no reference: neither in the benchmark nor in the reference outputs"


def _case(
    key: str, known: _References, inputs: object, outputs: object, reference_outputs: object, example: object
) -> tuple[Reference, Given] | Feedback:
    """The answer to judge with its reference, or the feedback that says why there is nothing to judge."""
    given = given_of(outputs)
    if given is None:
        return nothing(key, "the outputs hold no answer: return {'answer': ..., 'documents': [...]} from the target")
    reference = known.find(inputs, reference_outputs, example)
    if reference is None:
        return nothing(key, _NO_REFERENCE)
    return reference, given


def _named(evaluator: Callable[..., Any], key: str) -> Callable[..., Any]:
    """The evaluator with `key` as its name: LangSmith names feedback and traces after the function."""
    evaluator.__name__ = evaluator.__qualname__ = key
    return evaluator
