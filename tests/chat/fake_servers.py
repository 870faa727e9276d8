"""Model servers as a class: slots, load, rates and faults, for loops with virtual time."""

from __future__ import annotations

import asyncio
import random
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from benchmill.chat.errors import ModelError, Transient
from benchmill.chat.model import ChatReply, ChatRequest
from benchmill.chat.refusals import error_for, timed_out, unreachable


@dataclass(slots=True)
class FakeServer:
    """A ChatModel with a server behind it.

    `seconds`: random source -> seconds of one reply on an idle server. `slots`: how many replies it writes at once,
    further requests wait in its queue; None = any number. `slowdown`: calls under way -> factor of their seconds.
    `timeout`: of the client. `finishes_dropped`: it goes on with a request whose client has gone.
    `per_second` and `burst`: more requests are refused with 429, which asks for `retry_after` seconds.
    `most`: more requests at once are refused with 429. `faults`: check -> share of the requests.
    `away`: from when to when no connection is made. `reading`: seconds more for a prompt whose beginning (the first
    line) is not among the `keeps` that it read last; `cached` counts the others.
    """

    seconds: Callable[[random.Random], float] = lambda _: 1.0
    slots: int | None = None
    slowdown: Callable[[int], float] = lambda _: 1.0
    timeout: float = 120.0
    finishes_dropped: bool = False
    per_second: float | None = None
    burst: float = 1.0
    retry_after: float | None = 5.0
    most: int | None = None
    headers: bool = False
    faults: dict[str, float] = field(default_factory=dict)
    away: tuple[float, float] = (0.0, 0.0)
    reading: float = 0.0
    keeps: int = 0
    cached: int = 0
    requests: int = 0
    answered: int = 0
    work: float = 0.0
    accepted: int = 0
    under_way: int = 0
    widest: int = 0
    starts: list[float] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)
    rng: random.Random = field(default_factory=lambda: random.Random(0))
    _read_last: OrderedDict[str, None] = field(default_factory=OrderedDict)
    _free: asyncio.Semaphore | None = None
    _level: float = 0.0
    _filled: float = 0.0
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def complete(self, request: ChatRequest) -> ChatReply:
        self.requests += 1
        self.starts.append(self._now())
        try:
            reply = await self._complete(request.messages[0].content.partition("\n")[0])
        except ModelError as error:
            self.ended.append(getattr(error, "check", "end"))
            raise
        self.answered += 1
        self.ended.append("ok")
        return reply

    async def _complete(self, beginning: str) -> ChatReply:
        await asyncio.sleep(0.001)
        if self.away[0] <= self._now() < self.away[1]:
            raise unreachable("the server", "refused")
        fault = self._fault()
        if fault == "http-429" or self._refuses():
            raise error_for(429, "Rate limit reached", server="the server", model="m", headers=self._headers())
        if fault.startswith("http-"):
            raise error_for(int(fault[5:]), "trouble", server="the server", model="m")
        if fault == "reset":
            raise Transient("reset", check="reset")
        self.accepted += 1
        work = asyncio.ensure_future(self._work(beginning, hangs=fault == "hang"))
        work.add_done_callback(self._gone)
        self._tasks.add(work)
        work.add_done_callback(self._tasks.discard)
        try:
            async with asyncio.timeout(self.timeout):
                await asyncio.shield(work)
        except TimeoutError as error:
            if not self.finishes_dropped:
                work.cancel()
            raise timed_out("the server", self.timeout) from error
        except asyncio.CancelledError:
            if not self.finishes_dropped:
                work.cancel()
            raise
        text = "bad" if fault == "malformed" else "good"
        return ChatReply(text, input_tokens=100, output_tokens=20)

    def _gone(self, _: asyncio.Task[None]) -> None:
        self.accepted -= 1

    async def _work(self, beginning: str, *, hangs: bool) -> None:
        if hangs:
            await asyncio.sleep(1e9)
        self.under_way += 1
        self.widest = max(self.widest, self.under_way)
        try:
            if self.slots is not None:
                self._free = self._free or asyncio.Semaphore(self.slots)
                async with self._free:
                    await self._write(beginning)
            else:
                await self._write(beginning)
        finally:
            self.under_way -= 1

    async def _write(self, beginning: str) -> None:
        seconds = self.seconds(self.rng) * self.slowdown(self.under_way) + self._read(beginning)
        await asyncio.sleep(seconds)
        self.work += seconds

    def _read(self, beginning: str) -> float:
        """Seconds to read the beginning of a prompt, which is then in the cache."""
        known = beginning in self._read_last
        self.cached += known
        self._read_last[beginning] = None
        self._read_last.move_to_end(beginning)
        if len(self._read_last) > self.keeps:
            self._read_last.popitem(last=False)
        return 0.0 if known else self.reading

    def _fault(self) -> str:
        drawn = self.rng.random()
        for name, share in self.faults.items():
            drawn -= share
            if drawn < 0:
                return name
        return ""

    def _refuses(self) -> bool:
        if self.most is not None and self.accepted >= self.most:
            return True
        if self.per_second is None:
            return False
        now = self._now()
        self._level = max(0.0, self._level - (now - self._filled) * self.per_second)
        self._filled = now
        if self._level + 1 > self.burst * self.per_second:
            return True
        self._level += 1
        return False

    def _headers(self) -> dict[str, str]:
        headers = {} if self.retry_after is None else {"retry-after": str(self.retry_after)}
        if self.headers and self.per_second:
            limit = self.burst * self.per_second
            headers |= {
                "x-ratelimit-limit-requests": f"{limit:.0f}",
                "x-ratelimit-remaining-requests": "0",
                "x-ratelimit-reset-requests": f"{limit / self.per_second:g}s",
            }
        return headers

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    async def check(self, model: str) -> None:
        """Always there."""

    async def aclose(self) -> None:
        """Nothing to close."""
