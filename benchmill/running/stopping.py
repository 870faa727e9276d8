"""A run in phases -> one way to stop it, whichever phase it is in."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from benchmill.chat.errors import EndOfRun

T = TypeVar("T")


class Stopping:
    """`stop` cancels the phase under way; the phase then raises what `stop` was given."""

    def __init__(self) -> None:
        self._error: EndOfRun | None = None
        self._phase: asyncio.Future[Any] | None = None

    def stop(self, error: EndOfRun) -> None:
        """Stop asking models: the phase under way, or the next one, ends with `error`."""
        if self._error is None:
            self._error = error
            if self._phase is not None:
                self._phase.cancel()

    async def phase(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of `work`. Raises the EndOfRun that stopped it."""
        task: asyncio.Task[T] = asyncio.ensure_future(work)
        self._phase = task
        if self._error is not None:
            task.cancel()
        try:
            return await task
        except asyncio.CancelledError:
            if self._error is not None and task.cancelled():
                raise self._error from None
            task.cancel()
            raise
