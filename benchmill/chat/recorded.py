"""A model and a store -> the ModelClient: no reply is paid for twice, none is lost between paying and reading."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, Protocol, TypeVar

from benchmill.chat.errors import BadReply
from benchmill.chat.model import Answer, ChatModel, ChatReply, ChatRequest, Message
from benchmill.chat.usage import UsageCounter
from benchmill.chat.useless_replies import UselessReplies

T = TypeVar("T")

# Seeds of later rounds lie far from those that callers count up themselves.
_SEED_STEP = 1_000_003
# Where sampling is off another seed gives the same bad reply again.
_LATER_TEMPERATURE = 0.4
_LONGEST_QUOTED = 4000


@dataclass(frozen=True, slots=True)
class RecordedCall:
    """A reply that was paid for. `unread` until a reader saw it, then `good`, or `bad` for `reason` and `check`."""

    key: str
    request: ChatRequest
    reply: ChatReply
    state: Literal["unread", "good", "bad"] = "unread"
    reason: str = ""
    check: str = ""


class CallStore(Protocol):
    """Where calls are kept. Both methods are called on the event loop, so they must be quick; `save` replaces."""

    def find(self, key: str) -> RecordedCall | None: ...

    def save(self, call: RecordedCall) -> None: ...


class MemoryStore:
    """Keeps calls as long as the program runs."""

    def __init__(self) -> None:
        self.calls: dict[str, RecordedCall] = {}

    def find(self, key: str) -> RecordedCall | None:
        return self.calls.get(key)

    def save(self, call: RecordedCall) -> None:
        self.calls[call.key] = call


def plain_repair(reason: str) -> str:
    """The text of a repair request where the caller gives no other."""
    return f"Your reply could not be used: {reason}. Reply again, with nothing but what was asked for."


@dataclass(frozen=True, slots=True)
class _Bad:
    """A reply that cannot be read, and whether it was paid for now."""

    call: RecordedCall
    paid: bool


@dataclass(slots=True)
class _UnderWay:
    task: asyncio.Task[RecordedCall]
    waiting: int = 0


class Recorded:
    """Implements `ModelClient`.

    A reply is saved the moment it arrives, before it is read. A bad one is followed by one repair request, then by
    BadReply; a later ask goes on with another seed, until `rounds` pairs of calls were bad: then BadReply costs no
    call any more. Many bad replies without a good one end the run. `repair`: reason -> the words of the repair request.
    """

    def __init__(
        self,
        model: ChatModel,
        store: CallStore,
        *,
        repair: Callable[[str], str] = plain_repair,
        rounds: int = 3,
        usage: UsageCounter | None = None,
    ) -> None:
        self._model = model
        self._store = store
        self._repair = repair
        self._rounds = rounds
        self._usage = usage or UsageCounter()
        self._useless = UselessReplies()
        self._under_way: dict[str, _UnderWay] = {}

    async def ask(self, request: ChatRequest, read: Callable[[ChatReply], T]) -> Answer[T]:
        """See `ModelClient.ask`. The answer's `request_key` names the call that was read, perhaps a repair request."""
        bad: _Bad | None = None
        for round_number in range(self._rounds):
            paid = False
            question = _in_round(request, round_number)
            for _ in range(2):
                answer = await self._answer(question, read)
                if isinstance(answer, Answer):
                    return answer
                bad = answer
                paid = paid or bad.paid
                question = self._repairing(question, bad.call)
            if paid:
                break
        if bad is None:
            raise ValueError("a call has at least one round")
        raise BadReply(bad.call.reason, check=bad.call.check, request_key=bad.call.key)

    async def aclose(self, grace: float = 10.0) -> None:
        """Wait up to `grace` seconds for replies under way and record them; drop the rest."""
        for entry in list(self._under_way.values()):
            if not entry.task.cancelling():  # an asker that was cancelled has cancelled it already
                entry.task.cancel()  # after the first cancellation Limited still waits for a request that was sent
        tasks = [entry.task for entry in self._under_way.values()]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=grace)
            for task in late:
                task.cancel()
            if late:
                await asyncio.wait(late)

    async def _answer(self, request: ChatRequest, read: Callable[[ChatReply], T]) -> Answer[T] | _Bad:
        key = request.key
        call = self._store.find(key)
        paid = False
        if call is None:
            call, paid = await self._paid(key, request)
        if not paid:
            self._usage.of(request.purpose).recorded += 1
        try:
            value = read_whole(call.reply, read)
        except BadReply as bad:
            if call.state != "bad":
                call = replace(call, state="bad", reason=bad.reason, check=bad.check)
                self._store.save(call)
            if paid:
                self._useless.bad(request, bad)
            return _Bad(call, paid)
        self._useless.good(request)
        if call.state != "good":
            self._store.save(replace(call, state="good", reason="", check=""))
        return Answer(value, key, recorded=not paid)

    async def _paid(self, key: str, request: ChatRequest) -> tuple[RecordedCall, bool]:
        """The call, and whether this asker pays for it: equal calls under way share one request."""
        while True:
            entry = self._under_way.get(key)
            # a cancelled task stays here until its callback runs; a loop that waited for it would not let that happen
            ours = entry is None or entry.task.cancelled()
            if entry is None or ours:
                entry = _UnderWay(asyncio.ensure_future(self._complete(key, request)))
                entry.task.add_done_callback(lambda task: self._ended(key, task))
                self._under_way[key] = entry
            entry.waiting += 1
            try:
                return await asyncio.shield(entry.task), ours
            except asyncio.CancelledError:
                task = asyncio.current_task()
                if entry.task.cancelled() and not ours and not (task and task.cancelling()):
                    continue  # the one who asked first went away before the request was sent: it is ours now
                raise
            finally:
                entry.waiting -= 1
                if entry.waiting == 0 and not entry.task.done():
                    entry.task.cancel()

    async def _complete(self, key: str, request: ChatRequest) -> RecordedCall:
        call = RecordedCall(key, request, await self._model.complete(request))
        self._store.save(call)
        return call

    def _ended(self, key: str, task: asyncio.Task[RecordedCall]) -> None:
        entry = self._under_way.get(key)
        if entry is not None and entry.task is task:
            del self._under_way[key]
        if not task.cancelled():
            task.exception()  # retrieved, so that asyncio does not report it: the askers got it, if there are any

    def _repairing(self, request: ChatRequest, bad: RecordedCall) -> ChatRequest:
        """The request that shows the bad reply and asks for a better one; a cut reply gets twice the room."""
        said = bad.reply.text[:_LONGEST_QUOTED]
        # some servers refuse an empty message
        quoted = (Message("assistant", said),) if said.strip() else ()
        return replace(
            request,
            messages=(*request.messages, *quoted, Message("user", self._repair(bad.reason))),
            seed=request.seed + 1,
            max_tokens=request.max_tokens * (2 if bad.reply.finish == "length" else 1),
        )


def _in_round(request: ChatRequest, number: int) -> ChatRequest:
    if number == 0:
        return request
    return replace(
        request, seed=request.seed + number * _SEED_STEP, temperature=max(request.temperature, _LATER_TEMPERATURE)
    )


def read_whole(reply: ChatReply, read: Callable[[ChatReply], T]) -> T:
    """What `read` makes of the reply. A cut, refused or empty one is not shown to it: half a reply can look whole."""
    if reply.finish == "length":
        raise BadReply(f"the reply was cut after {reply.output_tokens} tokens", check="cut-reply")
    if reply.finish == "refusal":
        raise BadReply("the model refused to answer", check="refusal")
    if not reply.text.strip():
        raise BadReply("the reply is empty", check="empty-reply")
    return read(reply)
