"""JSONL bytes -> a batch at OpenAI or a compatible server; its state; the lines of its result files."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from benchmill.chat.batches.wire import ENDPOINT
from benchmill.chat.errors import ModelError, ModelRefused
from benchmill.chat.openai_client import OpenAIClient
from benchmill.chat.redacted import redacted
from benchmill.chat.refusals import timed_out

if TYPE_CHECKING:
    from openai.types import Batch

End = Literal["", "completed", "failed", "expired", "cancelled", "gone"]

_TAG = "benchmill"
_ASKED_SECONDS = 60.0
_MOVED_SECONDS = 1800.0  # 200 MB over a slow line
_A_PAGE = 100
NO_SUCH_ADDRESS = (404, 405, 501)
"""Statuses of a server without batches, or without a list of them."""


@dataclass(frozen=True, slots=True)
class BatchState:
    """Where a batch is: `end` is empty while it is under way, `gone` where the server does not know it (any more).

    `done` of `total` requests are finished; `files`: the ids of its output and error files; `words`: why it failed;
    `too_much`: the server may accept a batch with fewer requests.
    """

    id: str
    end: End = ""
    done: int = 0
    total: int = 0
    files: tuple[str, ...] = ()
    words: str = ""
    too_much: bool = False


class OpenAIBatches:
    """Speaks to one server. Every method raises Transient or EndOfRun."""

    def __init__(self, client: OpenAIClient) -> None:
        self._client = client
        self.server = client.server

    @property
    def is_openai(self) -> bool:
        return self._client.is_openai

    async def create(self, content: bytes, tag: str, model: str) -> BatchState:
        """Upload the lines and start the batch; `tag` can be looked for with `find`."""
        sdk = self._client.sdk
        async with self._bounded(_MOVED_SECONDS, model):
            name = (f"benchmill-{tag}.jsonl", content, "application/jsonl")
            file = await sdk.files.create(file=name, purpose="batch")
        async with self._bounded(_ASKED_SECONDS, model):
            batch = await sdk.batches.create(
                input_file_id=file.id, endpoint=ENDPOINT, completion_window="24h", metadata={_TAG: tag}
            )
        return _state(batch)

    async def find(self, tag: str) -> BatchState | None:
        """The batch with our tag, for a job whose id was lost in a crash; None where the server has none.

        We look through all batches of the account, newest first: other programs may have made many since.
        """
        try:
            async with self._bounded(_MOVED_SECONDS, "batches"):
                async for batch in self._client.sdk.batches.list(limit=_A_PAGE):
                    if (batch.metadata or {}).get(_TAG) == tag:
                        return _state(batch)
        except ModelRefused as error:
            if status_behind(error) not in NO_SUCH_ADDRESS:
                raise  # a wrong key says nothing about the batch, which may be paid for
        return None

    async def retrieve(self, id_: str) -> BatchState:
        """How far the batch is."""
        try:
            async with self._bounded(_ASKED_SECONDS, "batches"):
                return _state(await self._client.sdk.batches.retrieve(id_))
        except ModelRefused as error:
            if status_behind(error) == 404:
                return BatchState(id_, "gone", words=str(error))
            raise

    async def lines(self, file_id: str) -> list[str]:
        """The lines of a result file."""
        async with self._bounded(_MOVED_SECONDS, "batches"):
            content = await self._client.sdk.files.content(file_id)
        # not splitlines: a reply may hold other line ends than \n, unescaped
        return [line for line in content.content.decode("utf-8", "replace").split("\n") if line.strip()]

    @asynccontextmanager
    async def _bounded(self, seconds: float, model: str) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(seconds):
                with self._client.troubles(model):
                    yield
        except TimeoutError as error:
            raise timed_out(self.server, seconds) from error


def status_behind(error: ModelError) -> int:
    """The HTTP status behind a ModelError, 0 where there is none."""
    response = getattr(error.__cause__, "response", None)
    return int(getattr(response, "status_code", 0))


def _state(batch: Batch) -> BatchState:
    ends: dict[str, End] = {
        "completed": "completed",
        "failed": "failed",
        "expired": "expired",
        "cancelled": "cancelled",
    }
    errors = (batch.errors.data or []) if batch.errors else []
    counts = batch.request_counts
    return BatchState(
        id=batch.id,
        end=ends.get(batch.status, ""),
        done=counts.completed + counts.failed if counts else 0,
        total=counts.total if counts else 0,
        files=tuple(name for name in (batch.output_file_id, batch.error_file_id) if name),
        words=redacted("; ".join(f"{error.code}: {error.message}" for error in errors[:3])),
        # the server limits what one account may have in its queue: it may accept fewer requests at once
        too_much=any(error.code == "token_limit_exceeded" for error in errors),
    )
