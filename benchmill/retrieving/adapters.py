"""Any library's retriever -> an async function from a question to ranked passages.

Accepted are a function (also async) from a text to a list; LangChain's retrievers (`invoke`), LlamaIndex's (`retrieve`)
and query engines (`query`), Haystack's components and pipelines (`run`). The retriever's methods decide, not its class,
so none of these packages is imported.
"""

from __future__ import annotations

import asyncio
import inspect
import math
import threading
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from benchmill.outputs.run_file import RankedPassage
from benchmill.records import InputError, UsageError

Ask = Callable[[str], Awaitable[object]]

_QUERY_INPUTS = ("query", "question", "text", "prompt", "query_text")
_LISTS = (
    "documents",
    "passages",
    "results",
    "contexts",
    "source_nodes",
    "nodes",
    "source_documents",
    "retrieved",
    "hits",
)
_TEXTS = ("text", "page_content", "content", "passage")
_IDS = ("id", "_id", "id_", "node_id", "chunk_id", "doc_id")


def ask_of(retriever: object) -> Ask:
    """Retriever -> the function that asks it. A blocking retriever runs in threads, so that several questions can wait.

    Raises UsageError where the retriever has no known method.
    """
    for name in ("invoke", "retrieve", "query"):
        method = getattr(retriever, name, None)
        if callable(method) and not isinstance(retriever, type):
            return _threaded(method)
    if callable(getattr(retriever, "run", None)) and not isinstance(retriever, type):
        return _haystack(retriever)
    if callable(retriever):
        return _threaded(retriever)
    raise UsageError(
        f"a retriever is a function from a question to passages, or a LangChain, LlamaIndex or Haystack retriever;"
        f" {type(retriever).__name__} is none of them"
    )


def passages_of(result: object) -> tuple[RankedPassage, ...]:
    """The passages of one answer: a list of texts, documents, nodes or (document, score) pairs, or an object with one.

    Raises InputError, which names the type that was found instead.
    """
    if result is None:
        raise InputError("it returned None in place of a list of passages")
    held = next((found for name in _LISTS if _is_list(found := _field(result, name))), None)
    found = result if held is None else held
    if isinstance(found, str) or not isinstance(found, Iterable) or isinstance(found, Mapping):
        raise InputError(f"it returned {type(found).__name__} in place of a list of passages")
    passages = tuple(_passage(value, rank) for rank, value in enumerate(found, start=1))
    if all(one.score is not None for one in passages):
        return passages
    return tuple(replace(one, score=None) for one in passages)  # some scores alone would give another order


def _passage(value: object, rank: int) -> RankedPassage:
    score: object = None
    if isinstance(value, tuple) and len(value) == 2:
        value, score = value
    if isinstance(value, str):
        return RankedPassage(value, "", _number(score))
    score = _field(value, "score") if score is None else score
    node = getattr(value, "node", None)  # LlamaIndex's NodeWithScore
    holder = value if node is None else node
    text = next((found for name in _TEXTS if isinstance(found := _field(holder, name), str)), None)
    if text is None and callable(method := getattr(holder, "get_content", None)):
        text = str(method())
    id_ = next((found for name in _IDS if isinstance(found := _field(holder, name), (str, int))), "")
    if text is None and id_ == "":
        raise InputError(f"passage {rank} of the answer is {type(value).__name__}, without a text or an id")
    return RankedPassage(text, str(id_), _number(score))


def _number(value: object) -> float | None:
    if value is None or isinstance(value, bool):
        return None
    try:
        number = float(value)  # type: ignore[arg-type]  # numpy's numbers are no floats, but become some
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None  # NaN has no rank, and JSON has neither


def _field(value: object, name: str) -> Any:  # noqa: ANN401 - a field of an object of others
    return value.get(name) if isinstance(value, Mapping) else getattr(value, name, None)


def _is_list(value: object) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, (str, bytes, Mapping)) and not callable(value)


def _threaded(function: Callable[..., object]) -> Ask:
    """Ask in a new thread. Python waits at exit for the threads of a pool, also for one that hangs forever."""

    async def ask(question: str) -> object:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[object] = loop.create_future()

        def settle(result: object, error: BaseException | None) -> None:
            if not answer.done():
                answer.set_exception(error) if error else answer.set_result(result)

        def work() -> None:
            result, trouble = None, None
            try:
                result = function(question)
            except Exception as error:  # noqa: BLE001 - handed on to who asked
                trouble = error
            with suppress(RuntimeError):  # the loop has ended: nobody awaits the result
                loop.call_soon_threadsafe(settle, result, trouble)

        threading.Thread(target=work, daemon=True).start()
        result = await answer
        return await result if inspect.isawaitable(result) else result

    return ask


def _haystack(component: object) -> Ask:
    """A component's `run(query=...)`, or a pipeline's `run({component: {input: question}})`."""
    inputs = getattr(component, "inputs", None)
    if callable(inputs) and callable(getattr(component, "add_component", None)):
        return _threaded(lambda question: _pipeline(component, inputs(), question))
    run: Callable[..., object] = component.run  # type: ignore[attr-defined]  # asked for before
    names = inspect.signature(run).parameters
    wanted = next((name for name in _QUERY_INPUTS if name in names), None)
    if wanted is None:
        raise UsageError(
            f"{type(component).__name__}.run() takes no {' or '.join(_QUERY_INPUTS[:3])}; give a pipeline, or a"
            " function from a question to passages"
        )
    return _threaded(lambda question: run(**{wanted: question}))


def _pipeline(pipeline: object, inputs: Mapping[str, Mapping[str, object]], question: str) -> object:
    asked = {
        name: {socket: question for socket in sockets if socket in _QUERY_INPUTS}
        for name, sockets in inputs.items()
        if any(socket in _QUERY_INPUTS for socket in sockets)
    }
    if not asked:
        raise InputError(f"no component of the pipeline takes a question: {', '.join(inputs)}")
    outputs = pipeline.run(asked)  # type: ignore[attr-defined]
    # the last component that returns documents decides, such as a reranker after a retriever
    found = [values for values in outputs.values() if isinstance(values, Mapping) and _is_list(values.get("documents"))]
    return found[-1] if found else None
