"""Calls of critics -> their answers up to the first refusal: one after the other, or some at the same time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, TypeVar

from benchmill.chat.model import Answer, ChatReply, ChatRequest, ModelClient

T = TypeVar("T")

Ask = Callable[[asyncio.Event], Coroutine[Any, Any, T]]
"""Asks a critic. The event is set as soon as all critics before it accepted; until then its answer may not count."""


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


class FirstAtOnce:
    """A critic's model client: the first call begins at once, each further one when it is the critic's turn.

    Further calls follow up an answer, such as those that compare quotes; no call is made for an answer without use.
    """

    def __init__(self, client: ModelClient, its_turn: asyncio.Event) -> None:
        self._client, self._its_turn = client, its_turn
        self._asked = False

    async def ask(self, request: ChatRequest, read: Callable[[ChatReply], T]) -> Answer[T]:
        if self._asked:
            await self._its_turn.wait()
        self._asked = True
        return await self._client.ask(request, read)


async def hear(asks: Sequence[Ask[T]], ends: Callable[[T], bool], by: Hearing) -> list[T]:
    """The answers of `asks` in order, up to the first that `ends` the hearing.

    Which answers these are does not depend on how many critics were asked at the same time.
    """
    answers: list[T] = []
    begun: deque[asyncio.Task[T]] = deque()
    turns = [(ask, asyncio.Event()) for ask in asks]
    try:
        for number, (ask, its_turn) in enumerate(turns):
            its_turn.set()
            if not begun and (several := by.at_once()) > 1:
                begun.extend(by.begin(partial(each, turn)) for each, turn in turns[number : number + several])
            if begun:
                task = begun[0]
                answer = await task
                by.used(begun.popleft())
            else:
                answer = await ask(its_turn)
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
