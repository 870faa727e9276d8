"""ChatRequests -> batches at half the price, replies when they are there: a ChatModel that gathers before it asks."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass, replace

from benchmill.chat.batches.following import TOO_MUCH, Follower
from benchmill.chat.batches.openai_batches import BatchState, OpenAIBatches
from benchmill.chat.batches.plan import BatchPlan, BatchSubmitted
from benchmill.chat.batches.store import BatchJob, BatchStore
from benchmill.chat.batches.wire import Line, line_of
from benchmill.chat.dialects import Dialect
from benchmill.chat.errors import CallFailed, ModelRefused, Transient, Unsent
from benchmill.chat.model import ChatModel, ChatReply, ChatRequest
from benchmill.chat.openai_chat import first_dialect
from benchmill.chat.recorded import RecordedCall

_MILLION = 1_000_000


@dataclass(slots=True)
class _Asked:
    """A request, and how many callers wait for its reply."""

    request: ChatRequest
    reply: asyncio.Future[ChatReply]
    waiting: int = 0
    attempts: int = 0


@dataclass(frozen=True, slots=True)
class _Before:
    """The result of a request in an earlier program's batch that did not answer it."""

    attempts: int
    line: Line


class Batched:
    """Gathers requests until no new one comes, submits them by model, and answers each when its batch has ended.

    The store holds each batch from before it is sent until its replies are there: `pick_up` finds what another program
    left under way. `live` checks models and is closed with us. Raises BatchSubmitted where the plan does not wait.
    """

    def __init__(self, live: ChatModel, server: OpenAIBatches, store: BatchStore, plan: BatchPlan) -> None:
        self._live = live
        self._server = server
        self._store = store
        self._plan = plan
        self._follower = Follower(server, plan.first, plan.longest, plan.report)
        self._most = plan.requests
        self._one_at_a_time = False
        self._dialects: dict[str, Dialect] = {}
        self._spoken: dict[str, Dialect] = {}
        self._before: dict[str, _Before] = {}
        self._gathered: dict[str, _Asked] = {}
        self._sent: dict[str, _Asked] = {}
        self._came = 0
        self._gatherer: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def complete(self, request: ChatRequest) -> ChatReply:
        key = request.key
        asked = self._gathered.get(key) or self._sent.get(key)
        if asked is None:
            asked = _Asked(request, asyncio.get_running_loop().create_future())
            before = self._before.pop(key, None)
            if before is None:
                self._gather(asked)
            else:
                asked.attempts = before.attempts
                self._answer(asked, before.line, wanted=True)
        asked.waiting += 1
        try:
            return await asyncio.shield(asked.reply)
        except asyncio.CancelledError:
            # a request in a batch cannot be taken back: it is paid, and its reply will be recorded
            if asked.waiting == 1 and key in self._gathered:
                del self._gathered[key]
                raise Unsent from None
            raise
        finally:
            asked.waiting -= 1

    async def check(self, model: str) -> None:
        await self._live.check(model)

    async def aclose(self) -> None:
        """Close the live client. Batches under way continue at the server, and the store keeps them."""
        tasks = [*self._tasks, *([self._gatherer] if self._gatherer else [])]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        await self._live.aclose()

    async def pick_up(self) -> list[RecordedCall]:
        """The replies of batches that another program left under way at this server; they are in the store then.

        Raises BatchSubmitted where a batch has not ended and the plan does not wait.
        """
        jobs = [job for job in self._store.open() if job.server == self._server.server]
        known = [found for job in jobs if (found := await self._known(job))]
        ends = await asyncio.gather(*(self._end_of(job) for job in known))
        calls: list[RecordedCall] = []
        under_way: list[BatchJob] = []
        for job, state in zip(known, ends, strict=True):
            if state.end:
                calls += await self._collect(job, state)
            else:
                under_way.append(job)
        if under_way:
            raise BatchSubmitted([job.id for job in under_way], sum(len(job.requests) for job in under_way))
        return calls

    async def _known(self, job: BatchJob) -> BatchJob | None:
        """The job with its id; None where the server never got it."""
        if not job.id:
            state = await self._server.find(job.tag)
            if state is None:
                self._store.close(job.tag, ())
                return None
            job = self._submitted(job, state)
        self._plan.report(f"batch {job.id} with {len(job.requests)} requests was under way: going on with it")
        return job

    async def _end_of(self, job: BatchJob) -> BatchState:
        return await (self._follower.ended(job, first=0.0) if self._plan.wait else self._follower.seen(job))

    def _gather(self, asked: _Asked) -> None:
        self._gathered[asked.request.key] = asked
        self._came += 1
        if self._gatherer is None or self._gatherer.done():
            self._gatherer = asyncio.ensure_future(self._flush_when_quiet())

    async def _flush_when_quiet(self) -> None:
        loop = asyncio.get_running_loop()
        while self._gathered:
            before, began = self._came, loop.time()
            await asyncio.sleep(self._plan.quiet)
            # a sleep that took too long shows that the event loop was busy: more requests may be about to come
            if self._came != before or loop.time() > began + 2 * self._plan.quiet:
                continue
            if self._one_at_a_time and self._tasks:
                await asyncio.wait(self._tasks)
            elif self._gathered:
                self._flush()

    def _flush(self) -> None:
        """Send all gathered requests, or as many as the server takes at once."""
        portions = list(self._portions(list(self._gathered.values())))
        if self._one_at_a_time:
            del portions[1:]
        for asked in (asked for portion in portions for asked in portion):
            self._sent[asked.request.key] = self._gathered.pop(asked.request.key)
        if self._plan.wait:
            for portion in portions:
                self._start(self._through(portion), portion)
        else:
            self._start(self._only_submit(portions), [*self._sent.values(), *self._gathered.values()])

    def _portions(self, gathered: list[_Asked]) -> Iterator[list[_Asked]]:
        """Groups that fit one file each. A file may name one model only."""
        for model in dict.fromkeys(asked.request.model for asked in gathered):
            portion: list[_Asked] = []
            size = 0
            for asked in gathered:
                if asked.request.model != model:
                    continue
                length = len(line_of(asked.request, self._dialect(model)))
                if portion and (len(portion) >= self._most or size + length > self._plan.megabytes * _MILLION):
                    yield portion
                    portion, size = [], 0
                portion.append(asked)
                size += length
            yield portion

    def _start(self, work: Coroutine[None, None, None], concerned: list[_Asked]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)

        def ended(task: asyncio.Task[None]) -> None:
            self._tasks.discard(task)
            if not task.cancelled() and (error := task.exception()) is not None:
                for asked in concerned:
                    self._fail(asked, error)

        task.add_done_callback(ended)

    async def _through(self, portion: list[_Asked]) -> None:
        job = await self._submit(portion)
        await self._collect(job, await self._follower.ended(job))

    async def _only_submit(self, portions: list[list[_Asked]]) -> None:
        jobs = [await self._submit(portion) for portion in portions]
        raise BatchSubmitted([job.id for job in jobs], sum(len(job.requests) for job in jobs))

    async def _submit(self, portion: list[_Asked]) -> BatchJob:
        for asked in portion:
            asked.attempts += 1
        model = portion[0].request.model
        requests = tuple(asked.request for asked in portion)
        attempts = tuple(asked.attempts for asked in portion)
        job = BatchJob(secrets.token_hex(16), self._server.server, model, requests, attempts)
        dialect = self._spoken[job.tag] = self._dialect(model)
        self._store.begin(job)
        try:
            state = await self._follower.created(job, b"".join(line_of(request, dialect) for request in requests))
        except ModelRefused:
            self._store.close(job.tag, ())
            raise
        self._plan.report(f"batch {state.id} submitted: {len(requests)} requests to {model}")
        return self._submitted(job, state)

    def _submitted(self, job: BatchJob, state: BatchState) -> BatchJob:
        self._store.submitted(job.tag, state.id)
        return replace(job, id=state.id)

    async def _collect(self, job: BatchJob, state: BatchState) -> list[RecordedCall]:
        """Record the replies, then hand them out; ask unanswered requests again where the server may still answer."""
        dialect = self._spoken.pop(job.tag, None) or first_dialect(self._server.is_openai)
        lines = await self._follower.lines(job, state, dialect)
        calls = [
            RecordedCall(request.key, request, reply)
            for request in job.requests
            if (reply := lines[request.key].reply) is not None
        ]
        self._store.close(job.tag, calls)
        self._plan.report(f"batch {job.id} {state.end}: {len(calls)} of {len(job.requests)} replies")
        if state.too_much:
            self._one_at_a_time = True
            self._most = max(1, len(job.requests) // 2)
        other = next((line.other for line in lines.values() if line.other), None)
        if other is not None and self._dialect(job.model) == dialect:
            self._dialects[job.model] = other
        for request, attempts in zip(job.requests, job.attempts, strict=True):
            line = lines[request.key]
            asked = self._sent.pop(request.key, None)
            if asked is not None:
                self._answer(asked, line, wanted=asked.waiting > 0)
            elif isinstance(
                line.trouble, (CallFailed, Transient)
            ):  # another error ended that run, and its cause may be gone
                self._before[request.key] = _Before(attempts, line)
        return calls

    def _answer(self, asked: _Asked, line: Line, *, wanted: bool) -> None:
        trouble = line.trouble
        if line.reply is not None:
            if not asked.reply.done():
                asked.reply.set_result(line.reply)
            return
        too_much = isinstance(trouble, Transient) and trouble.check == TOO_MUCH
        may_pass = line.other is not None or isinstance(trouble, Transient)
        if wanted and may_pass and (too_much or asked.attempts < self._plan.attempts):
            asked.attempts -= too_much
            self._gather(asked)
        elif isinstance(trouble, Transient):
            self._fail(asked, CallFailed(f"gave up after {asked.attempts} batches: {trouble}", check=trouble.check))
        else:
            self._fail(
                asked, trouble or CallFailed("the batch's results have no reply to this request", check="no-response")
            )

    def _fail(self, asked: _Asked, error: BaseException) -> None:
        self._sent.pop(asked.request.key, None)
        self._gathered.pop(asked.request.key, None)
        if not asked.reply.done():
            asked.reply.set_exception(error)
            asked.reply.exception()  # retrieved, so that asyncio does not report it where no caller waits any more

    def _dialect(self, model: str) -> Dialect:
        return self._dialects.get(model) or first_dialect(self._server.is_openai)
