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

from benchmill.judging.background_judge import JudgeService
from benchmill.judging.evaluator_inputs import given_of, item_id_of, question_of, reference_of_example
from benchmill.judging.feedback import KEYS, Feedback, feedback, nothing
from benchmill.judging.given import Given
from benchmill.judging.judge_answers import language_of
from benchmill.judging.reference import Reference, reference_of
from benchmill.records import UsageError
from benchmill.settings import GrowSettings
from benchmill.workspace.folder import Workspace
from benchmill.workspace.outcome import Usage

__all__ = ["KEYS", "Evaluators", "async_evaluators", "evaluators"]


class Evaluators(list[Callable[..., Any]]):
    """Evaluators in the order of their keys, with what they share: one judge, one connection, one record of calls.

    A `with` block, or `close`, ends the connection; at the latest it ends with the program. `usage` is what they cost.
    """

    def __init__(self, functions: Sequence[Callable[..., Any]], service: JudgeService) -> None:
        super().__init__(functions)
        self._service = service

    @property
    def usage(self) -> Usage:
        """Calls, tokens and US dollars so far."""
        return self._service.usage

    def close(self) -> None:
        self._service.close()

    def __enter__(self) -> Evaluators:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def evaluators(
    *,
    model: str,
    bench: Path | str | None = None,
    keys: Sequence[str] = KEYS,
    base_url: str | None = None,
    always_ask: bool = False,
    settings: GrowSettings | None = None,
) -> Evaluators:
    """Evaluators that a model judges for: `correctness`, `component_recall`, `groundedness`, `abstention`.

    `model` is a model spec. With `bench`, a workspace, references are its items (found by the example's `item_id`, else
    by the question) and calls are recorded in its ledger; without it, references are the dataset's reference outputs,
    and calls are remembered as long as the program runs. `settings` says how the model is asked: concurrency, budgets,
    prompts.

    All four share their calls: `correctness` and `component_recall` cost one together. They may be called from any
    thread, inside and outside of event loops; inside one use `async_evaluators`, which do not block it. Raises
    UsageError for an unknown key or no model, WorkspaceError where `bench` is none.
    """
    return _evaluators(_sync, model, bench, keys, base_url, always_ask, settings)


def async_evaluators(
    *,
    model: str,
    bench: Path | str | None = None,
    keys: Sequence[str] = KEYS,
    base_url: str | None = None,
    always_ask: bool = False,
    settings: GrowSettings | None = None,
) -> Evaluators:
    """Like `evaluators`, as coroutine functions for `aevaluate` and for async code of your own."""
    return _evaluators(_async, model, bench, keys, base_url, always_ask, settings)


Make = Callable[[str, "_References", JudgeService], Callable[..., Any]]


def _evaluators(
    make: Make,
    model: str,
    bench: Path | str | None,
    keys: Sequence[str],
    base_url: str | None,
    always_ask: bool,
    settings: GrowSettings | None,
) -> Evaluators:
    if unknown := [key for key in keys if key not in KEYS]:
        raise UsageError(f"no evaluator is named {unknown[0]!r}; there are: {', '.join(KEYS)}")
    asked = replace(settings or GrowSettings(), model=model)
    if base_url is not None:
        asked = replace(asked, base_url=base_url)
    workspace = None if bench is None else Workspace(Path(bench))
    snapshot = workspace.read() if workspace else None
    service = JudgeService(
        asked,
        ledger=workspace.ledger if workspace else None,
        language=language_of(snapshot) if snapshot else asked.language,
        always_ask=always_ask,
    )
    known = _References(tuple(map(reference_of, snapshot.benchmark.items)) if snapshot else ())
    return Evaluators([make(key, known, service) for key in keys], service)


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


def _case(
    key: str, known: _References, inputs: object, outputs: object, reference_outputs: object, example: object
) -> tuple[Reference, Given] | Feedback:
    """What to judge, or the feedback that says why there is nothing."""
    given = given_of(outputs)
    if given is None:
        return nothing(key, "the outputs hold no answer: return {'answer': ..., 'documents': [...]} from the target")
    reference = known.find(inputs, reference_outputs, example)
    if reference is None:
        return nothing(key, "there is no reference: neither in the benchmark nor in the reference outputs")
    return reference, given


def _named(evaluator: Callable[..., Any], key: str) -> Callable[..., Any]:
    """LangSmith calls feedback and traces by the function's name."""
    evaluator.__name__ = evaluator.__qualname__ = key
    return evaluator
