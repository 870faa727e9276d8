"""A candidate's state -> how its critics are asked: as many at once as the outlook allows, with their calls apart."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from benchmill.critique.hearing import Hearing
from benchmill.growing.candidate_state import CandidateState
from benchmill.growing.outlook import OpenTask
from benchmill.workspace.ledger.calls import LOOKED_UP

T = TypeVar("T")


class CountedHearing(Hearing):
    """The calls of critics that are asked beside others count for the candidate only where their verdict counts: else
    the manifest would depend on timing."""

    def __init__(self, open_task: OpenTask, state: CandidateState) -> None:
        self._open_task = open_task
        self._state = state
        self._calls: dict[asyncio.Task[Any], set[str]] = {}

    def at_once(self) -> int:
        return self._open_task.at_once(self._state)

    def passed(self) -> bool:
        return self._open_task.passed(self._state)

    def begin(self, ask: Callable[[], Coroutine[Any, Any, T]]) -> asyncio.Task[T]:
        calls: set[str] = set()

        async def apart() -> T:
            LOOKED_UP.set(calls)
            return await ask()

        task = asyncio.create_task(apart())
        self._calls[task] = calls
        return task

    def used(self, task: asyncio.Task[T]) -> None:
        if (looked_up := LOOKED_UP.get()) is not None:
            looked_up |= self._calls[task]

    def unused(self, task: asyncio.Task[T]) -> None:
        self._open_task.ahead |= self._calls[task]
