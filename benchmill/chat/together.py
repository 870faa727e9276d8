"""Coroutines -> their results, in order; the first error ends them all at once."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar

T = TypeVar("T")


async def together(work: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """Do all of `work` at the same time.

    Where one raises, the others are cancelled and its error is raised, not an ExceptionGroup: nobody waits for calls
    that a slow server still has. What they paid for is not lost: the model client records what arrives.
    """
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(one) for one in work]
    except BaseExceptionGroup as errors:
        raise errors.exceptions[0] from None
    return [task.result() for task in tasks]
