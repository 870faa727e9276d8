"""A batch that was begun -> its end and its result lines, even where the server does not answer for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from benchmill.chat.batches.openai_batches import NO_SUCH_ADDRESS, BatchState, OpenAIBatches, status_behind
from benchmill.chat.batches.store import BatchJob
from benchmill.chat.batches.wire import Line, read_line
from benchmill.chat.dialects import Dialect
from benchmill.chat.errors import EndOfRun, ModelError, ModelRefused, ModelUnreachable, Transient
from benchmill.chat.specs import parse_spec

T = TypeVar("T")

_CONTACTS = 6
_LOOKS = 20
_GROWTH = 1.5
TOO_MUCH = "batch-too-large"


class Follower:
    """`first`, `longest`: seconds between two looks at a batch, growing; `report` gets messages for people."""

    def __init__(self, server: OpenAIBatches, first: float, longest: float, report: Callable[[str], None]) -> None:
        self._server = server
        self._first = first
        self._longest = longest
        self._report = report

    async def created(self, job: BatchJob, content: bytes) -> BatchState:
        """The batch, started once, however often the connection breaks. Raises EndOfRun."""
        tried = False

        async def create() -> BatchState:
            nonlocal tried
            # the batch may exist already: perhaps only the server's answer was lost
            if tried and (found := await self._server.find(job.tag)):
                return found
            tried = True
            try:
                return await self._server.create(content, job.tag, parse_spec(job.model).name)
            except ModelRefused as error:
                if status_behind(error) in NO_SUCH_ADDRESS:
                    raise ModelRefused(
                        f"{self._server.server} does not offer batches; run without --batch: {error}"
                    ) from error
                raise

        return await self._patiently(create)

    async def seen(self, job: BatchJob) -> BatchState:
        """How far the batch is now."""
        return await self._patiently(lambda: self._server.retrieve(job.id))

    async def ended(self, job: BatchJob, *, first: float | None = None) -> BatchState:
        """Wait for the batch's end, `first` seconds before the first look.

        Raises ModelUnreachable where the server does not answer for long; the batch itself continues.
        """
        wait, away, done = self._first, 0, 0
        await asyncio.sleep(wait if first is None else first)
        while True:
            try:
                state = await self._server.retrieve(job.id)
            except Transient as trouble:
                away += 1
                if away >= _LOOKS:
                    words = f"the server does not answer about batch {job.id}; run the same command again to collect it"
                    raise ModelUnreachable(f"{words}: {trouble}") from trouble
            else:
                away = 0
                if state.end:
                    return state
                if state.done > done:
                    done = state.done
                    self._report(f"batch {job.id}: {done} of {state.total} done")
            await asyncio.sleep(wait)
            wait = min(self._longest, wait * _GROWTH)

    async def lines(self, job: BatchJob, state: BatchState, dialect: Dialect) -> dict[str, Line]:
        """The result of each of the job's requests, by key; an error for each request that the server left out."""
        requests = {request.key: request for request in job.requests}
        found: dict[str, Line] = {}
        for file in state.files:
            for text in await self._patiently(lambda file=file: self._server.lines(file)):  # type: ignore[misc]
                line = read_line(text, requests, dialect, server=self._server.server)
                if line is not None and (line.reply or line.key not in found):
                    found[line.key] = line
        missing = _missing(job, state)
        return {key: found.get(key) or Line(key, trouble=missing) for key in requests}

    async def _patiently(self, ask: Callable[[], Awaitable[T]]) -> T:
        wait = self._first
        for attempt in range(1, _CONTACTS + 1):
            try:
                return await ask()
            except Transient as trouble:
                if attempt == _CONTACTS:
                    raise ModelUnreachable(f"gave up after {attempt} attempts: {trouble}") from trouble
                await asyncio.sleep(max(wait, trouble.retry_after or 0.0))
                wait = min(self._longest, 2 * wait)
        raise AssertionError("the loop returns or raises")


def _missing(job: BatchJob, state: BatchState) -> ModelError:
    """The error for a request that no line is about."""
    if state.end == "failed":
        if state.too_much and len(job.requests) > 1:
            return Transient(f"batch {job.id} waits until the server has room: {state.words}", check=TOO_MUCH)
        return ModelRefused(f"batch {job.id} was refused: {state.words or 'no reason given'}")
    if state.end == "cancelled":
        return _Cancelled(
            f"batch {job.id} was cancelled; its finished requests are recorded; the same command sends the others again"
        )
    words = {"expired": "expired before it was answered", "gone": "is not known to the server any more"}
    return Transient(
        f"batch {job.id} {words.get(state.end, 'has no result for this request')}",
        check=f"batch-{state.end}" if state.end in words else "no-response",
    )


class _Cancelled(EndOfRun):
    """A person cancelled a batch: the run must not send further batches now."""
