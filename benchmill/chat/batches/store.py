"""A batch that is sent -> its BatchJob in a store, so that a later program can collect it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from benchmill.chat.model import ChatRequest
from benchmill.chat.recorded import CallStore, RecordedCall


@dataclass(frozen=True, slots=True)
class BatchJob:
    """Requests that go to `server` together, all for one `model` (a spec).

    The server keeps our `tag` in the batch. By the tag we find a batch again whose creation a crash cut off. `id` is
    the server's own, empty until we know it. `attempts`: for each request, the number of batches that it was in,
    this one included.
    """

    tag: str
    server: str
    model: str
    requests: tuple[ChatRequest, ...]
    attempts: tuple[int, ...]
    id: str = ""


@dataclass(frozen=True, slots=True)
class Paid:
    """What the replies of batches cost in tokens, for one model."""

    model: str
    calls: int
    input_tokens: int
    output_tokens: int
    cached_tokens: int


class BatchStore(Protocol):
    """Keeps jobs over the runs of many programs. Each method is one transaction."""

    def begin(self, job: BatchJob) -> None:
        """Called before anything is sent."""

    def submitted(self, tag: str, id_: str) -> None:
        """The server took the job under this id."""

    def close(self, tag: str, calls: Sequence[RecordedCall]) -> None:
        """The job has ended: keep its replies, without replacing replies already kept, and forget the job."""

    def open(self) -> list[BatchJob]:
        """Jobs that were begun and not closed, oldest first."""

    def paid(self) -> list[Paid]:
        """What batches cost since the last finished run: a budget holds over all sessions of one run."""


@dataclass(slots=True)
class MemoryBatches:
    """Keeps jobs as long as the program runs, and their replies in `calls`."""

    calls: CallStore
    jobs: dict[str, BatchJob] = field(default_factory=dict)
    _paid: list[Paid] = field(default_factory=list)

    def begin(self, job: BatchJob) -> None:
        self.jobs[job.tag] = job

    def submitted(self, tag: str, id_: str) -> None:
        self.jobs[tag] = replace(self.jobs[tag], id=id_)

    def close(self, tag: str, calls: Sequence[RecordedCall]) -> None:
        job = self.jobs.pop(tag)
        new = [call for call in calls if self.calls.find(call.key) is None]
        for call in new:
            self.calls.save(call)
        self._paid.append(paid_by(job.model, calls))

    def open(self) -> list[BatchJob]:
        return list(self.jobs.values())

    def paid(self) -> list[Paid]:
        return list(self._paid)


def paid_by(model: str, calls: Sequence[RecordedCall]) -> Paid:
    """The sum over `calls`."""
    replies = [call.reply for call in calls]
    return Paid(
        model,
        len(replies),
        sum(reply.input_tokens for reply in replies),
        sum(reply.output_tokens for reply in replies),
        sum(reply.cached_tokens for reply in replies),
    )
