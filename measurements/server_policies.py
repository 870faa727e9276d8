"""Policies x servers -> requests, replies and wall time: a fixed concurrency and a pause for all, beside benchmill's.

    python -m measurements.server_policies [--out FILE]

The same candidates as in server_limits, in virtual time. `fixed N` sends N calls at once, whatever happens, and asks
again after a time-out. At a 429 `pause for all` sends nothing until Retry-After has passed, `wait alone` lets only
the refused call wait. Each policy goes through the same retries and call cache.
"""

from __future__ import annotations

import argparse
import asyncio
import datetime
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from benchmill.chat.errors import BadReply, CallFailed, Transient
from benchmill.chat.model import ChatReply, ChatRequest
from benchmill.chat.recorded import MemoryStore, Recorded
from benchmill.chat.retrying import Retrying
from measurements.server_limits import LIMITS, SLOTS
from tests.chat import virtual_time
from tests.chat.fake_models import request
from tests.chat.fake_servers import FakeServer
from tests.chat.workload import PURPOSES, SPEC, best_fixed, read, through_the_client

_SEEDS = 3
_LATEST = 4000.0  # seconds after which a policy is given up


@dataclass(slots=True)
class Fixed:
    """So many calls at once. `pauses_all`: a 429 lets every call wait for as long as the server asked."""

    server: FakeServer
    width: int
    pauses_all: bool = False
    _slots: asyncio.Semaphore = field(init=False)
    _resume: float = 0.0

    def __post_init__(self) -> None:
        self._slots = asyncio.Semaphore(self.width)

    async def complete(self, request: ChatRequest) -> ChatReply:
        async with self._slots:
            if self.pauses_all:
                await asyncio.sleep(max(0.0, self._resume - virtual_time.now()))
            try:
                return await self.server.complete(request)
            except Transient as trouble:
                if trouble.check == "http-429":
                    self._resume = virtual_time.now() + (trouble.retry_after or 1.0)
                raise

    async def check(self, model: str) -> None:
        await self.server.check(model)

    async def aclose(self) -> None:
        await self.server.aclose()


@dataclass(frozen=True, slots=True)
class Row:
    """What became of the candidates under one policy."""

    wall: float
    finished: int
    server: FakeServer

    def cells(self, best: float, wanted: int) -> str:
        wall = f"{self.wall / best:.2f}" if self.finished > 0.9 * wanted else "(most were lost)"
        return f"{wall} | {self.server.requests} / {self.server.answered} | {self.finished}"


def fixed(server: FakeServer, candidates: int, width: int, *, pauses_all: bool = False) -> Row:
    """The candidates' calls under a fixed concurrency."""
    finished = 0

    async def main() -> float:
        client = Recorded(Retrying(Fixed(server, width, pauses_all), rng=random.Random(0)), MemoryStore())
        numbers = iter(range(candidates))

        async def worker() -> None:
            nonlocal finished
            for number in numbers:
                try:
                    for purpose in PURPOSES:
                        await client.ask(request(f"{number}", purpose=purpose, model=SPEC), read)
                    finished += 1
                except (CallFailed, BadReply):
                    continue

        try:
            async with asyncio.timeout(_LATEST), asyncio.TaskGroup() as group:
                for _ in range(2 * width):
                    group.create_task(worker())
        except TimeoutError:
            pass
        await client.aclose(0)
        return virtual_time.now()

    return Row(virtual_time.run(main()), finished, server)


def ours(server: FakeServer, candidates: int, concurrency: int) -> Row:
    """The same through the whole model client."""
    work = through_the_client(server, candidates, concurrency)
    return Row(work.wall, work.finished, work.server)


def concurrency_rows() -> Iterator[str]:
    yield "| server | policy | wall / best | requests / replies | candidates of 50 |\n|---|---|---|---|---|"
    for case in SLOTS:
        best = best_fixed(case.make, 50)
        for width in (1, 6, 32):
            yield f"| {case.name} | fixed {width} | {fixed(case.make(), 50, width).cells(best, 50)} |"
        for concurrency in (8, 32):
            row = ours(case.make(), 50, concurrency)
            yield f"| {case.name} | **benchmill, `--concurrency {concurrency}`** | {row.cells(best, 50)} |"


def refusal_rows() -> Iterator[str]:
    yield "| server | policy | wall / ideal | requests / replies | candidates of 400 |\n|---|---|---|---|---|"
    for case in LIMITS:
        rows: dict[str, list[tuple[float, Row]]] = {"pause for all": [], "wait alone": [], "**benchmill**": []}
        for seed in range(_SEEDS):
            work = through_the_client(case.make(random.Random(seed)), 400, 32)
            ideal = case.ideal(work)
            pause = fixed(case.make(random.Random(seed)), 400, 32, pauses_all=True)
            alone = fixed(case.make(random.Random(seed)), 400, 32)
            for found, row in zip(
                rows.values(), (pause, alone, Row(work.wall, work.finished, work.server)), strict=True
            ):
                found.append((row.wall / ideal, row))
        for policy, found in rows.items():
            share, row = sorted(found, key=lambda one: one[0])[_SEEDS // 2]
            yield f"| {case.name} | {policy} | {row.cells(row.wall / share, 400)} |"


def main() -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    today = datetime.datetime.now(tz=datetime.UTC).date()
    text = "\n".join(
        [
            "# Policies beside each other: how many calls at once, and what a 429 stops",
            "",
            f"`python -m measurements.server_policies`, {today}, virtual time; refusals: the median of {_SEEDS} seeds.",
            "",
            (__doc__ or "").split("\n\n", 2)[2].strip().replace("\n", " "),
            "",
            "## Concurrency: 2.5 s a call, time-out 12 s",
            "",
            *concurrency_rows(),
            "",
            "## Refusals: 0.5 s a call, 32 at once",
            "",
            *refusal_rows(),
            "",
        ]
    )
    print(text)
    if options.out:
        options.out.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
