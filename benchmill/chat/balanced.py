"""Several servers with the same models -> one ChatModel: each call goes where it will be answered first."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice

from benchmill.chat.circuit_breaker import CircuitBreaker
from benchmill.chat.errors import EndOfRun, ModelUnreachable, Transient
from benchmill.chat.model import ChatModel, ChatReply, ChatRequest
from benchmill.chat.rate_limiter import RateLimiter

# A server's pause or rate limit may be over before any call ends; calls that wait would not notice it.
_LOOK_AGAIN = 0.05
_WEIGHT = 0.1
# Prompts that begin alike should go to one server: it has already processed the common beginning.
_PREFIX = 1000
_PREFIXES_KEPT = 1000
_CACHED = 0.8
# A server with room may take a later call in place of the first where it knows the beginning of that call's prompt.
_LATER = 16
_PASSED = 8


@dataclass(slots=True)
class Server:
    """One server: `model` asks it through `limiter` and `circuit_breaker`.

    `seconds`: mean time of a call divided by the calls under way, 0 = not known yet. `lost`: it has not answered for so
    long that a run with this server alone would have ended.
    """

    name: str
    model: ChatModel
    limiter: RateLimiter
    circuit_breaker: CircuitBreaker
    seconds: float = 0.0
    lost: bool = False
    prefixes: OrderedDict[int, None] = field(default_factory=OrderedDict)
    missed: set[int] = field(default_factory=set)
    """The calls that it did not answer since its last reply."""

    def seconds_for_one_more(self, ahead: int = 0) -> float:
        """About how long one more call would take; `ahead` is the number of other calls that wait for this server."""
        return self.seconds * (self.limiter.in_flight + ahead + 1)

    def answered(self, prefix: int, seconds: float, in_flight: int) -> None:
        """Learn from a reply."""
        self.lost = False
        self.missed.clear()
        for_each = seconds / max(1, in_flight)
        self.seconds += (for_each - self.seconds) * (_WEIGHT if self.seconds else 1.0)
        self.prefixes[prefix] = None
        self.prefixes.move_to_end(prefix)
        if len(self.prefixes) > _PREFIXES_KEPT:
            self.prefixes.popitem(last=False)


@dataclass(slots=True, eq=False)
class _Waiting:
    future: asyncio.Future[Server]
    prefix: int
    whole: int
    passed: int = 0
    """How many later calls went first."""


class Balanced:
    """Gives each call to the server with room that should answer it first; a call that a quicker server will answer
    sooner waits for that one. A server that answers no call gets single calls only. The run ends with the last server.
    `report` gets messages for people.
    """

    def __init__(self, servers: Sequence[Server], report: Callable[[str], None] = lambda _: None) -> None:
        self._servers = list(servers)
        self._report = report
        self._waiting: deque[_Waiting] = deque()
        self._timer: asyncio.TimerHandle | None = None

    async def complete(self, request: ChatRequest) -> ChatReply:
        prefix, whole = _prefix(request), hash((request.purpose, *_texts(request)))
        server = await self._server(prefix, whole)
        loop = asyncio.get_running_loop()
        began, in_flight = loop.time(), server.limiter.in_flight + 1
        try:
            reply = await server.model.complete(request)
        except ModelUnreachable as error:
            server.missed.add(whole)
            raise self._lost(server, error) from error
        except Transient:
            server.missed.add(whole)
            raise
        finally:
            self._admit()
        server.answered(prefix, loop.time() - began, in_flight)
        return reply

    async def check(self, model: str) -> None:
        """Ask every server, and report those that do not answer. Where no server answers, raise the error of one."""
        unreachable: list[ModelUnreachable] = []
        for server in self._servers:
            try:
                await server.model.check(model)
            except ModelUnreachable as error:
                unreachable.append(error)
        if len(unreachable) == len(self._servers):
            raise unreachable[0]
        for away in unreachable:
            self._report(f"the run goes on without this server for now: {away}")

    async def aclose(self) -> None:
        for server in self._servers:
            await server.model.aclose()

    def _lost(self, server: Server, error: EndOfRun) -> Exception:
        """The error for a lost server: the end of the run if it was the last one, else trouble of this call alone."""
        server.lost = True
        if all(one.lost for one in self._servers):
            return error
        server.circuit_breaker.try_again()
        trouble = Transient(str(error), check="connection")
        trouble.uses_attempt = False
        return trouble

    async def _server(self, prefix: int, whole: int) -> Server:
        """The server for a call; waits until one has room."""
        waiting = _Waiting(asyncio.get_running_loop().create_future(), prefix, whole)
        self._waiting.append(waiting)
        self._admit()
        return await waiting.future

    def _admit(self) -> None:
        """Give servers to the calls that wait, in their order."""
        taken: dict[int, int] = {}
        while self._waiting:
            first = self._waiting[0]
            if first.future.done():
                self._waiting.popleft()
                continue
            server = self._choice(first, taken)
            if server is None:
                self._look_again()
                return
            taken[id(server)] = taken.get(id(server), 0) + 1
            call = self._next_for(server, first)
            first.passed += call is not first
            self._waiting.remove(call)
            call.future.set_result(server)

    def _next_for(self, server: Server, first: _Waiting) -> _Waiting:
        """The first call, or one soon after it whose beginning `server` has already processed, unlike the first's."""
        if _unknown(server) or first.prefix in server.prefixes or first.passed >= _PASSED:
            return first
        later = (one for one in islice(self._waiting, 1, _LATER) if not one.future.done())
        return next((one for one in later if one.prefix in server.prefixes), first)

    def _choice(self, call: _Waiting, taken: dict[int, int]) -> Server | None:
        """The best server with room; None where the call should wait. `taken`: calls that are about to enter."""
        free = [one for one in self._servers if one.limiter.has_room(taken.get(id(one), 0))]
        known = [one for one in self._servers if not one.circuit_breaker.is_open]
        for server in free:
            # one call tries whether the server answers again, or how quick it is; no call tries twice for all others
            if _unknown(server) and (not known or call.whole not in server.missed):
                return server
        free = [one for one in free if not one.circuit_breaker.is_open]
        if not free:
            return None

        def seconds(server: Server) -> float:
            factor = _CACHED if call.prefix in server.prefixes else 1.0
            ahead = 0 if server in free else len(self._waiting) - 1
            return factor * server.seconds_for_one_more(taken.get(id(server), 0) + ahead)

        best = min(known, key=seconds)
        return best if best in free else None

    def _look_again(self) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_LOOK_AGAIN, self._looked)

    def _looked(self) -> None:
        self._timer = None
        self._admit()


def _unknown(server: Server) -> bool:
    """Whether nobody knows how long the server would take now."""
    return server.circuit_breaker.is_open or not server.seconds


def _texts(request: ChatRequest) -> list[str]:
    return [message.content for message in request.messages]


def _prefix(request: ChatRequest) -> int:
    return hash((request.model, "".join(_texts(request))[:_PREFIX]))
