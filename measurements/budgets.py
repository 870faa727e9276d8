"""Limits of calls, tokens and money -> what a run that reaches them really used, as server and ledger counted it.

    python -m measurements.budgets [--out FILE]

Every setting is a whole `grow` against the simulated server: with hedges, repairs, retries, batches and recheck. Calls
are those the server saw; tokens and money those of every reply in the ledger, at 1 USD a million tokens in and 4 out.
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from benchmill.workspace.ledger.store import Ledger
from tests.forks import fork
from tests.servers.simulated import Latency, ServerPlan, SimulatedServer

ROOT = Path(__file__).parents[1]
PRICES = 'date = "2026-01-01"\nbatch = 0.5\n[openai.simulated]\ninput = 1.0\noutput = 4.0\n'
_BENCHMILL = "tests.end_to_end.mains:plain"
SLOW_ONES = ServerPlan(latency=Latency("constant", 0.02), faults={"drip": 0.05}, drip_seconds=3.0)
FAULTY = ServerPlan(
    latency=Latency("lognormal", 0.02, 0.6),
    faults={"http-429": 0.05, "http-500": 0.05, "reset": 0.03, "malformed": 0.1, "truncated": 0.05},
    retry_after=0.05,
)


@dataclass(frozen=True, slots=True)
class Setting:
    """One run: its limit, and what makes it hard to keep. `before`: options of an unlimited run that goes first."""

    title: str
    limit: str
    value: float
    plan: ServerPlan = field(default_factory=lambda: ServerPlan(latency=Latency("constant", 0.01)))
    more: tuple[str, ...] = ()
    before: tuple[str, ...] | None = None


SETTINGS = (
    Setting("one call", "max-calls", 1),
    Setting("calls, 32 at once", "max-calls", 25, more=("--concurrency", "32")),
    Setting("calls, slow ones hedged", "max-calls", 90, plan=SLOW_ONES),
    Setting("calls, faults and repairs", "max-calls", 60, plan=FAULTY),
    Setting("calls, in batches", "max-calls", 30, more=("--batch",)),
    Setting(
        "calls, another audience: recheck of 10 items",
        "max-calls",
        7,
        more=("--audience", "people who run it at night"),
        before=("--questions", "10"),
    ),
    Setting("tokens, fewer than a call takes", "max-tokens", 500),
    Setting("tokens, 32 at once", "max-tokens", 40_000, more=("--concurrency", "32")),
    Setting("tokens, faults and repairs", "max-tokens", 60_000, plan=FAULTY),
    Setting("money", "max-cost", 0.02),
    Setting("money, slow ones hedged, 16 at once", "max-cost", 0.1, plan=SLOW_ONES, more=("--concurrency", "16")),
    Setting("money, in batches", "max-cost", 0.02, more=("--batch",)),
)


@dataclass(frozen=True, slots=True)
class Usage:
    """What a limited run used. `hedged` and the faults show that the setting was hard."""

    code: int
    calls: int
    tokens: int
    cost: float
    faults: Mapping[str, int]

    def of(self, limit: str) -> float:
        return {"max-calls": self.calls, "max-tokens": self.tokens, "max-cost": self.cost}[limit]


def run(setting: Setting, folder: Path) -> Usage:
    """One limited run in a new workspace."""
    out, prices = folder / "bench", folder / "prices.toml"
    prices.write_text(PRICES, encoding="utf-8")
    with SimulatedServer(setting.plan) as server:
        command = ["grow", str(ROOT / "examples" / "docs"), "--out", str(out), "--no-report"]
        command += ["--model", "openai:simulated", "--base-url", server.base_url, "--prices", str(prices), "--quiet"]
        before = Usage(0, 0, 0, 0.0, {})
        if setting.before is not None:
            assert fork(_BENCHMILL, [*command, *setting.before]).wait() == 0
            before = _usage(0, server, out, 1.0)
        limited = [*command, "--questions", "40", f"--{setting.limit}", f"{setting.value:g}", *setting.more]
        code = fork(_BENCHMILL, limited).wait()
        after = _usage(code, server, out, 0.5 if "--batch" in setting.more else 1.0)
    return Usage(
        after.code,
        after.calls - before.calls,
        after.tokens - before.tokens,
        after.cost - before.cost,
        after.faults,
    )


def _usage(code: int, server: SimulatedServer, out: Path, share: float) -> Usage:
    seen = server.counters()
    with Ledger.read(out / "ledger.sqlite") as ledger:
        totals = ledger.calls.totals()
    cost = share * (totals.input_tokens + 4.0 * totals.output_tokens) / 1e6
    return Usage(code, seen.requests, totals.input_tokens + totals.output_tokens, cost, seen.by_fault)


def row(setting: Setting, usage: Usage) -> str:
    """One run as a line of the table."""
    kept = "kept" if usage.of(setting.limit) <= setting.value else "**broken**"
    faults = ", ".join(f"{name} {count}" for name, count in sorted(usage.faults.items())) or "-"
    sums = f"{usage.calls} | {usage.tokens:,} | {usage.cost:.4f}"
    return f"| {setting.title} | --{setting.limit} {setting.value:g} | {sums} | {usage.code} | {kept} | {faults} |"


def main() -> int:
    """Print the table; 1 where a limit was not kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    found = []
    for setting in SETTINGS:
        with tempfile.TemporaryDirectory() as folder:
            found.append((setting, run(setting, Path(folder))))
    machine = f"{os.cpu_count()} shared cores, Python {platform.python_version()}, {platform.system()}"
    lines = [
        "# Budgets: asked and used",
        "",
        f"`python -m measurements.budgets`, {datetime.datetime.now(tz=datetime.UTC).date()}, {machine}.",
        "",
        (__doc__ or "").split("\n\n", 2)[2].strip().replace("\n", " "),
        "",
        "| what makes it hard | limit | calls | tokens | USD | exit | limit | faults met |",
        "|---|---|---|---|---|---|---|---|",
        *(row(setting, usage) for setting, usage in found),
        "",
    ]
    print("\n".join(lines))
    if options.out:
        options.out.write_text("\n".join(lines), encoding="utf-8")
    return int(any(usage.of(setting.limit) > setting.value or usage.code != 4 for setting, usage in found))


if __name__ == "__main__":
    sys.exit(main())
