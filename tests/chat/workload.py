"""A FakeServer -> how long the calls of a small benchmark take through the whole model client."""

from __future__ import annotations

import asyncio
import math
import random
from collections.abc import Callable
from dataclasses import dataclass

from benchmill.chat.connect import ConnectPlan, connect_to
from benchmill.chat.errors import BadReply, CallFailed, EndOfRun
from benchmill.chat.model import ChatReply
from tests.chat import virtual_time
from tests.chat.fake_models import request
from tests.chat.fake_servers import FakeServer

PURPOSES = ("generator/factoid", "critique/standalone", "critique/groundedness", "critique/relevance")
SPEC = "openai:fake-model"


@dataclass(frozen=True, slots=True)
class Work:
    """`wall`: virtual seconds; `finished` and `failed`: candidates; `server`: with its counts."""

    wall: float
    finished: int
    failed: int
    hedged: int
    server: FakeServer
    ended_by: str = ""


def about(median: float, sigma: float = 0.3) -> Callable[[random.Random], float]:
    """Seconds of a call, lognormal around the median."""
    return lambda rng: median * math.exp(rng.gauss(0, sigma))


def read(reply: ChatReply) -> str:
    if reply.text != "good":
        raise BadReply("not JSON")
    return reply.text


async def _work(server: FakeServer, candidates: int, concurrency: int) -> Work:
    plan = ConnectPlan((SPEC,), concurrency=concurrency, timeout=server.timeout)
    connection = connect_to(plan, {SPEC: server})
    numbers = iter(range(candidates))
    finished = failed = 0

    async def worker() -> None:
        nonlocal finished, failed
        for number in numbers:
            try:
                for purpose in PURPOSES:
                    await connection.client.ask(request(f"{number}", purpose=purpose, model=SPEC), read)
                finished += 1
            except (CallFailed, BadReply):
                failed += 1

    began = asyncio.get_running_loop().time()
    ended_by = ""
    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(2 * concurrency):
                group.create_task(worker())
    except* EndOfRun as errors:
        ended_by = str(errors.exceptions[0])
    wall = asyncio.get_running_loop().time() - began
    hedged = connection.usage.total.hedged
    await connection.aclose(0)
    return Work(wall, finished, failed, hedged, server, ended_by)


def through_the_client(server: FakeServer, candidates: int, concurrency: int) -> Work:
    """The candidates' calls, four each, through rate limiter, retries, hedging and call cache."""
    return virtual_time.run(_work(server, candidates, concurrency))


async def _alone(server: FakeServer, candidates: int, width: int) -> float:
    numbers = iter(range(candidates))

    async def worker() -> None:
        for number in numbers:
            for purpose in PURPOSES:
                while True:
                    try:
                        await server.complete(request(f"{number}", purpose=purpose, model=SPEC))
                        break
                    except Exception:  # noqa: BLE001 - the yardstick asks again at once, whatever it was
                        continue

    async with asyncio.TaskGroup() as group:
        for _ in range(width):
            group.create_task(worker())
    return asyncio.get_running_loop().time()


def best_fixed(make: Callable[[], FakeServer], candidates: int) -> float:
    """Seconds of the best fixed concurrency: plain workers without a time-out, so that too many cost nothing else."""
    walls = []
    for width in (1, 2, 4, 8, 16, 32):
        server = make()
        server.timeout = 1e6
        walls.append(virtual_time.run(_alone(server, candidates, width)))
    return min(walls)


def through_servers(
    servers: list[FakeServer], candidates: int, text: Callable[[int, str], str] = lambda number, _: f"{number}"
) -> tuple[float, int, list[str]]:
    """Virtual seconds for the candidates' calls, how many candidates were finished, messages for people.

    `text`: a candidate's number and a purpose -> the prompt.
    """
    said: list[str] = []

    async def main() -> tuple[float, int]:
        names = ",".join(f"http://server{number}/v1" for number in range(len(servers)))
        plan = ConnectPlan((SPEC,), base_url=names, timeout=60.0, report=said.append)
        first, *more = servers
        connection = connect_to(plan, {SPEC: first}, None, *({SPEC: one} for one in more))
        numbers = iter(range(candidates))
        finished = 0

        async def worker() -> None:
            nonlocal finished
            for number in numbers:
                try:
                    for purpose in PURPOSES:
                        await connection.client.ask(request(text(number, purpose), purpose=purpose, model=SPEC), read)
                    finished += 1
                except (CallFailed, BadReply):
                    continue

        async with asyncio.TaskGroup() as group:
            for _ in range(16 * len(servers)):
                group.create_task(worker())
        return asyncio.get_running_loop().time(), finished

    seconds, finished = virtual_time.run(main())
    return seconds, finished, said
