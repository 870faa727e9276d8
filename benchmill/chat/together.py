"""Coroutines -> their results, in order; the first error ends them all at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from typing import Any, TypeVar

A = TypeVar("A")
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


async def counted_together(
    function: Callable[[A], Awaitable[T]], items: Sequence[A], finished: Callable[[int, int], None]
) -> list[T]:
    """`together` for `function` of each item; `finished` gets how many items are finished, and how many there are."""
    count = 0

    async def counted(item: A) -> T:
        nonlocal count
        result = await function(item)
        count += 1
        finished(count, len(items))
        return result

    if items:
        finished(0, len(items))
    return await together(counted(item) for item in items)
