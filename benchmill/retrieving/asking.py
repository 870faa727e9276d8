"""Questions, a retriever -> its passages for each question, or a Failure for each question that failed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from benchmill.outputs.run_file import RankedPassage
from benchmill.records import Failure, InputError
from benchmill.retrieving.adapters import Ask, ask_of, passages_of
from benchmill.running.event_loop import run_loop


@dataclass(frozen=True, slots=True)
class Asked:
    """Question's name -> passages, best first. A question that failed has no passages and is in `failures`."""

    passages: Mapping[str, tuple[RankedPassage, ...]]
    failures: tuple[Failure, ...] = ()


def ask_retriever(
    questions: Mapping[str, str],
    retriever: object,
    *,
    k: int,
    concurrency: int = 4,
    seconds: float = 120.0,
    done: Callable[[int], None] | None = None,
) -> Asked:
    """Ask every question and keep the first `k` passages of each answer.

    This works inside a running event loop (a notebook) as well. A question that raises, takes longer than `seconds` or
    gives no list is a Failure and does not end the run. Raises InputError where all questions fail: then the retriever
    is wrong.
    """
    asked = run_loop(_all(questions, ask_of(retriever), k, concurrency, seconds, done))
    if questions and len(asked.failures) == len(questions):
        first = asked.failures[0]
        raise InputError(f"the retriever failed on all {len(questions)} questions; {first.subject_id}: {first.reason}")
    return asked


async def _all(
    questions: Mapping[str, str], ask: Ask, k: int, concurrency: int, seconds: float, done: Callable[[int], None] | None
) -> Asked:
    waiting = iter(questions.items())
    found: dict[str, tuple[RankedPassage, ...]] = {}
    failures: dict[str, Failure] = {}

    async def work() -> None:
        for name, question in waiting:
            try:
                async with asyncio.timeout(seconds):
                    found[name] = passages_of(await ask(question))[:k]
            except TimeoutError:
                failures[name] = Failure("retrieve", name, "timeout", f"no answer within {seconds:g} s")
            except InputError as error:
                failures[name] = Failure("retrieve", name, "no-passages", str(error))
            except Exception as error:  # noqa: BLE001 - code of others: one bad question must not lose the rest
                failures[name] = Failure("retrieve", name, "raised", f"{type(error).__name__}: {error}")
            if done:
                done(len(found) + len(failures))

    async with asyncio.TaskGroup() as group:
        for _ in range(max(1, concurrency)):
            group.create_task(work())
    return Asked(
        {name: found.get(name, ()) for name in questions},
        tuple(failures[name] for name in questions if name in failures),
    )
