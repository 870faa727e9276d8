"""Three servers of speeds 1 : 2 : 4, one of which may die -> wall time beside the ideal.

    python -m measurements.several_servers [--out FILE]

200 candidates of four calls each, `--concurrency 8`, through the whole model client. Each server writes two replies at
once; further calls wait in its queue. Time is virtual. The ideal: all servers that live are busy all the time.
"""

from __future__ import annotations

import argparse
import datetime
import sys
from pathlib import Path

from tests.chat.fake_servers import FakeServer
from tests.chat.workload import about, through_servers

_SECONDS = (4.0, 2.0, 1.0)
_MEAN = 1.046  # of e^x, x normal with deviation 0.3
_DIES_AT = 100.0
_KEEPS = 64


def row(dies: int | None) -> tuple[str, float]:
    """A line of the table, and wall / ideal."""
    servers = [FakeServer(seconds=about(seconds), slots=2, timeout=60) for seconds in _SECONDS]
    rates = [2 / (seconds * _MEAN) for seconds in _SECONDS]
    ideal = 800 / sum(rates)
    if dies is not None:
        servers[dies].away = (_DIES_AT, 1e9)
        ideal = _DIES_AT + (800 - _DIES_AT * sum(rates)) / (sum(rates) - rates[dies])
    wall, finished, _ = through_servers(servers, 200)
    title = "none dies" if dies is None else f"the one with {_SECONDS[dies]:g} s a call dies after {_DIES_AT:g} s"
    answered = " / ".join(str(server.answered) for server in servers)
    return f"| {title} | {wall:.0f} | {ideal:.0f} | {wall / ideal:.3f} | {answered} | {finished} of 200 |", wall / ideal


def beginnings(length: int) -> tuple[str, float]:
    """A line of the second table, and wall / ideal: three servers of one speed, prompts that begin with a passage."""
    servers = [FakeServer(seconds=about(1.0), slots=2, timeout=60, reading=1.0, keeps=_KEEPS) for _ in range(3)]
    wall, finished, _ = through_servers(
        servers, 200, lambda number, purpose: f"passage {number}".ljust(length) + f"\n{purpose}"
    )
    ideal = (800 * _MEAN + 200) / 6
    cached, calls = sum(server.cached for server in servers), sum(server.answered for server in servers)
    answered = " / ".join(str(server.answered) for server in servers)
    row = (
        f"| {length:,} characters | {cached} of {calls} | {wall:.0f} | {ideal:.0f} | {wall / ideal:.3f} | {answered} |"
    )
    return f"{row} {finished} of 200 |", wall / ideal


def main() -> int:
    """Print the tables; 1 where a run took more than 1.1 x the ideal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    rows = [row(dies) for dies in (None, 0, 1, 2)]
    alike, over_alike = beginnings(2000)
    lines = [
        "# Several servers",
        "",
        f"`python -m measurements.several_servers`, {datetime.datetime.now(tz=datetime.UTC).date()}, virtual time.",
        "",
        (__doc__ or "").split("\n\n", 2)[2].strip().replace("\n", " "),
        "",
        "| run | wall s | ideal s | wall / ideal | calls answered by 4 / 2 / 1 s | candidates |",
        "|---|---|---|---|---|---|",
        *(line for line, _ in rows),
        "",
        "## Prompts that share a long beginning",
        "",
        "Three servers of one speed (1 s a reply). A candidate's four prompts begin with the same passage. A server "
        f"needs 1 s to read a passage that is not among the {_KEEPS} that it read last. The client compares the first "
        "1,000 characters of prompts, so it does not notice the beginning in the second row. At best, 600 of 800 "
        "calls find their passage. The ideal: each passage is read once, and all servers are busy all the time.",
        "",
        "| shared beginning | passage in the cache | wall s | ideal s | wall / ideal | calls answered | candidates |",
        "|---|---|---|---|---|---|---|",
        alike,
        beginnings(20)[0],
        "",
    ]
    text = "\n".join(lines)
    print(text)
    if options.out:
        options.out.write_text(text, encoding="utf-8")
    return int(any(over > 1.1 for over in (over_alike, *(over for _, over in rows))))


if __name__ == "__main__":
    sys.exit(main())
