"""Coroutines -> all of them run at once; the first error ends the others."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable


async def all_of(workers: Iterable[Coroutine[object, object, None]]) -> None:
    """Run the workers at once. Raises the first error after the others have ended.

    A TaskGroup would raise a group of errors; people want the one that ended the work.
    """
    tasks = [asyncio.ensure_future(worker) for worker in workers]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
