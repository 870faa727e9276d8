"""Servers with limits -> requests, replies and wall time of benchmill's model client beside the best that can be done.

    python -m measurements.server_limits [--seeds 10] [--out FILE]

Candidates of four calls each (one that writes, then three critics) go through the whole model client: rate limiter,
retries, hedging, call cache. The servers are a class: a queue before 1, 2 or 8 slots; replies that become slower with
load; rate limits; random faults; one that is away for a while. Time is virtual, so the machine's load is in no number.
"""

from __future__ import annotations

import argparse
import datetime
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from tests.chat.fake_servers import FakeServer
from tests.chat.workload import Work, about, best_fixed, through_the_client

_MIX = {"http-429": 0.05, "http-500": 0.03, "reset": 0.02, "hang": 0.01, "malformed": 0.03}


def _laptop(**more: object) -> Callable[[], FakeServer]:
    """2.5 s a call and a time-out of 12 s: a tenth of what a laptop without a GPU takes."""
    return lambda: FakeServer(seconds=about(2.5, 0.3), timeout=12, **more)  # type: ignore[arg-type]  # fields by name


@dataclass(frozen=True, slots=True)
class Slots:
    """A server whose best fixed concurrency is looked for."""

    name: str
    make: Callable[[], FakeServer]


SLOTS = (
    Slots("1 slot", _laptop(slots=1)),
    Slots("1 slot, goes on with dropped requests", _laptop(slots=1, finishes_dropped=True)),
    Slots("2 slots", _laptop(slots=2)),
    Slots("8 slots", _laptop(slots=8)),
    Slots("4 processors shared by all calls", _laptop(slowdown=lambda n: max(1.0, n / 4))),
    Slots("thrashes above 4: n^1.5", _laptop(slowdown=lambda n: max(1.0, n / 4) ** 1.5)),
    Slots("thrashes above 4: n^2", _laptop(slowdown=lambda n: max(1.0, n / 4) ** 2)),
    Slots("thrashes above 2: n^2", _laptop(slowdown=lambda n: max(1.0, n / 2) ** 2)),
)


@dataclass(frozen=True, slots=True)
class Limits:
    """A server that refuses or fails; `ideal`: its work -> the seconds that nobody can go below."""

    name: str
    make: Callable[[random.Random], FakeServer]
    ideal: Callable[[Work], float]


def _busy(slots: int) -> Callable[[Work], float]:
    return lambda work: work.server.work / slots


def _quick(**more: object) -> Callable[[random.Random], FakeServer]:
    return lambda rng: FakeServer(seconds=about(0.5, 0.6), rng=rng, **more)  # type: ignore[arg-type]  # as above


def _paced(_: Work) -> float:
    return 1600 / 20


LIMITS = (
    Limits("no limit, no fault", _quick(), _busy(32)),
    Limits("5 % random 429, Retry-After 5 s", _quick(faults={"http-429": 0.05}), _busy(32)),
    Limits("all faults, Retry-After 1 s", _quick(faults=_MIX, retry_after=1.0, timeout=20), _busy(32)),
    Limits("all faults, Retry-After 5 s", _quick(faults=_MIX, timeout=20), _busy(32)),
    Limits("1,200 a minute, Retry-After 5 s", _quick(per_second=20), _paced),
    Limits("1,200 a minute, rate in the headers", _quick(per_second=20, headers=True), _paced),
    Limits("1,200 a minute, no Retry-After", _quick(per_second=20, retry_after=None), _paced),
    Limits("at most 8 at once, Retry-After 1 s", _quick(most=8, retry_after=1.0), _busy(8)),
    Limits("away for 110 s", _quick(away=(10.0, 120.0)), lambda work: 110 + work.server.work / 32),
)


def slots_rows(seeds: int) -> Iterator[str]:
    yield "| server | best fixed | `--concurrency` | wall / best, median | worst | requests / replies | candidates |"
    yield "|---|---|---|---|---|---|---|"
    for case in SLOTS:
        best = best_fixed(case.make, 50)
        for concurrency in (8, 32):
            works = []
            for seed in range(seeds):
                server = case.make()
                server.rng = random.Random(seed)
                works.append(through_the_client(server, 50, concurrency))
            walls = [work.wall / best for work in works]
            requests, replies = (median(getattr(w.server, name) for w in works) for name in ("requests", "answered"))
            yield (
                f"| {case.name} | {best:.0f} s | {concurrency} | {median(walls):.2f} | {max(walls):.2f} "
                f"| {requests:.0f} / {replies:.0f} | {min(work.finished for work in works)} of 50 |"
            )


def limits_rows(seeds: int) -> Iterator[str]:
    yield "| server | wall / ideal, median | best and worst | requests | 429 | candidates that failed |"
    yield "|---|---|---|---|---|---|"
    for case in LIMITS:
        works = [through_the_client(case.make(random.Random(seed)), 400, 32) for seed in range(seeds)]
        walls = sorted(work.wall / case.ideal(work) for work in works)
        requests = median(work.server.requests for work in works)
        refused = median(work.server.ended.count("http-429") for work in works)
        failed = median(work.failed for work in works)
        yield (
            f"| {case.name} | {median(walls):.2f} | {walls[0]:.2f} - {walls[-1]:.2f} | {requests:.0f} "
            f"| {refused:.0f} | {failed:.0f} of 400 |"
        )


def ends_rows() -> Iterator[str]:
    """Servers that answer no call usefully: how many requests the run sends before it ends."""
    yield "| server | requests until the end | seconds | why |"
    yield "|---|---|---|---|"
    cases = {
        "every reply is no JSON": FakeServer(faults={"malformed": 1.0}),
        "429 for every call, no Retry-After": FakeServer(faults={"http-429": 1.0}, retry_after=None),
        "500 for every call": FakeServer(faults={"http-500": 1.0}),
        "no connection any more": FakeServer(away=(5.0, 1e9)),
        "every call times out (60 s)": FakeServer(seconds=lambda _: 1e6, timeout=60),
    }
    for name, server in cases.items():
        work = through_the_client(server, 400, 8)
        yield f"| {name} | {server.requests} | {work.wall:.0f} | {work.ended_by} |"


def main() -> int:
    """Print the tables; 1 where a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    today = datetime.datetime.now(tz=datetime.UTC).date()
    slots, limits, ends = list(slots_rows(options.seeds)), list(limits_rows(options.seeds)), list(ends_rows())
    lines = [
        "# Servers with limits: how many calls at once, how many a minute, and when to stop",
        "",
        f"`python -m measurements.server_limits --seeds {options.seeds}`, {today}, virtual time.",
        "",
        (__doc__ or "").split("\n\n", 2)[2].strip().replace("\n", " "),
        "",
        "## How many at once: 50 candidates, 2.5 s a call (sigma 0.3), time-out 12 s",
        "",
        *slots,
        "",
        "Best fixed: the quickest of 1, 2, 4, 8, 16, 32 calls at once without any time-out. Goal: median at most 1.25.",
        "",
        "## Refusals and faults: 400 candidates, 0.5 s a call (sigma 0.6), `--concurrency 32`",
        "",
        *limits,
        "",
        "Goals: all faults at most 1.5 (median), rate limits at most 1.15, one 429 in twenty at most 1.72.",
        "",
        "## No call is of use: 400 candidates, `--concurrency 8`",
        "",
        *ends,
        "",
    ]
    text = "\n".join(lines)
    print(text)
    if options.out:
        options.out.write_text(text, encoding="utf-8")
    missed = [row for row in slots[2:] if float(row.split("|")[4]) > 1.25]
    print("\n".join(missed), file=sys.stderr)
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
