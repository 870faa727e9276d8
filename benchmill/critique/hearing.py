"""Calls of critics -> their answers up to the first refusal: one after the other, or some at the same time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


class Hearing:
    """How a caller steers the critics of one candidate. This one asks them one after the other, to the last."""

    def at_once(self) -> int:
        """How many of the critics that were not asked yet may be asked now, at the same time."""
        return 1

    def passed(self) -> bool:
        """Note that another critic accepts the candidate. False where no further critic need be asked."""
        return True

    def begin(self, ask: Callable[[], Coroutine[Any, Any, T]]) -> asyncio.Task[T]:
        """A task for a critic that is asked beside others; cancelled before its first step, it has called nothing."""
        return asyncio.create_task(ask())

    def used(self, task: asyncio.Task[T]) -> None:
        """The answer counts."""

    def unused(self, task: asyncio.Task[T]) -> None:
        """The answer does not count, since an earlier critic refused. A call that was sent is paid all the same."""


async def hear(asks: Sequence[Callable[[], Coroutine[Any, Any, T]]], ends: Callable[[T], bool], by: Hearing) -> list[T]:
    """The answers of `asks` in order, up to the first that `ends` the hearing.

    Which answers these are does not depend on how many critics were asked at the same time.
    """
    answers: list[T] = []
    begun: deque[asyncio.Task[T]] = deque()
    try:
        for number, ask in enumerate(asks):
            if not begun and (several := by.at_once()) > 1:
                begun.extend(by.begin(each) for each in asks[number : number + several])
            if begun:
                task = begun[0]
                answer = await task
                by.used(begun.popleft())
            else:
                answer = await ask()
            answers.append(answer)
            if ends(answer) or not by.passed():
                break
    finally:
        for task in begun:
            task.cancel()
        await asyncio.gather(*begun, return_exceptions=True)
        for task in begun:
            by.unused(task)
    return answers
