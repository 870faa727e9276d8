"""A server with faults -> what became of every seed, what was asked twice, and what the faults cost in time.

    python -m measurements.faults [--seeds 400] [--out FILE]

`benchmill grow` over an invented docs folder: 5 % of the requests get 429, 3 % 500, 2 % a reset connection, 1 % no
answer at all, 3 % an answer that is no JSON. Then the same command again, on a server without faults: what is paid
for is not asked again.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmill.editions.next_edition import grow
from benchmill.settings import GrowSettings
from benchmill.workspace.ledger.store import Ledger
from benchmill.workspace.outcome import Outcome
from measurements.clients.corpus import write_docs
from measurements.clients.frame import ABOUT, MODEL
from tests.servers.simulated import FAULT_PRESETS, Call, Counters, Latency, ServerPlan, SimulatedServer

LATENCY = Latency("lognormal", 0.5, 0.6)
CONCURRENCY = 32


@dataclass(frozen=True, slots=True)
class Run:
    """One run of `grow`, with what became of each seed and what the server saw of it."""

    outcome: Outcome
    seeds: Counter[str]
    seen: Counters
    again: list[Call]

    @property
    def ideal(self) -> float:
        """Seconds it would take with no fault and no slot ever empty: the good answers' latencies / concurrency."""
        return self.seen.latency / CONCURRENCY

    @property
    def wrong(self) -> list[str]:
        """What must not be."""
        outcome = self.outcome
        ended = len(outcome.changes.added) + sum(outcome.rejected.values())
        found = [f"{len(self.again)} asked again after a good answer"] if self.again else []
        if outcome.ended_by:
            found.append(f"the run ended early: {outcome.ended_by}")
        if self.seeds["lost"]:
            found.append(f"{self.seeds['lost']} seeds ended as nothing")
        if outcome.candidates and ended != outcome.candidates:
            found.append(f"{outcome.candidates} candidates, {ended} of them ended")
        return found


def ends_of_seeds(out: Path) -> Counter[str]:
    """Every chunk of the folder by the best that came of it; each can be a seed and states a fact: none may be lost."""
    best: dict[str, str] = {}
    with Ledger.read(out / "ledger.sqlite") as ledger:
        for failure in ledger.failures():
            best[failure.subject_id] = f"failed: {failure.check}"
        for record in ledger.rejections():
            best |= dict.fromkeys(json.loads(record)["chunks"], "rejected, with its reason")
        for row in ledger.items("live", "surplus"):
            best |= dict.fromkeys(json.loads(row.record)["chunks"], "an item")
        chunks = ledger.chunks(ledger.documents())
    return Counter(best.get(chunk.id, "lost") for chunk in chunks)


def run(docs: Path, out: Path, seeds: int, plan: ServerPlan, timeout: float) -> Run:
    """`grow` once, against a server of its own."""
    with SimulatedServer(plan) as server:
        settings = GrowSettings(
            questions=10 * seeds,
            model=f"openai:{MODEL}",
            base_url=server.base_url,
            concurrency=CONCURRENCY,
            about=ABOUT,
            per_document=100,
            timeout=timeout,
        )
        outcome = grow(docs, out, settings)
        return Run(outcome, ends_of_seeds(out), server.counters(), server.repeated())


def rows(title: str, run: Run) -> Iterator[str]:
    """One run as Markdown."""
    outcome, seen = run.outcome, run.seen
    wall = f"{outcome.seconds:.1f} s"
    if run.ideal:
        wall += f", {outcome.seconds / run.ideal:.2f} x the latencies / {CONCURRENCY}"
    yield f"## {title}"
    yield ""
    yield "| what | how many |\n|---|---|"
    yield from (f"| seeds that became {end} | {count} |" for end, count in sorted(run.seeds.items()))
    yield f"| items | {outcome.accepted} |"
    yield f"| candidates | {outcome.candidates} |"
    yield from (f"| rejected: {check} | {count} |" for check, count in sorted(outcome.rejected.items()))
    yield from (f"| failed: {check} | {count} |" for check, count in sorted(outcome.failures.items()))
    yield f"| requests at the server | {seen.requests} |"
    yield from (f"| of these with fault {fault} | {count} |" for fault, count in sorted(seen.by_fault.items()))
    yield f"| retried | {outcome.usage.retried} |"
    yield f"| **asked again after a good answer** | **{len(run.again)}** |"
    yield f"| wall | {wall} |"
    yield ""


def main() -> int:
    """Print what every seed became; 1 where a seed was lost or something was paid for twice."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=400)
    parser.add_argument("--timeout", type=float, default=20.0)
    parser.add_argument("--retry-after", type=float, default=1.0, help="seconds that a 429 asks to wait")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        docs = write_docs(Path(folder) / "docs", options.seeds)
        work = Path(folder) / "benchmark"
        faulty = ServerPlan(seed=1, latency=LATENCY, faults=FAULT_PRESETS["mixed"], retry_after=options.retry_after)
        first = run(docs, work, options.seeds, faulty, options.timeout)
        second = run(docs, work, options.seeds, ServerPlan(seed=1), options.timeout)
    machine = f"{os.cpu_count()} shared cores, Python {platform.python_version()}, {platform.system()}"
    today = datetime.datetime.now(tz=datetime.UTC).date()
    command = f"python -m measurements.faults --seeds {options.seeds} --timeout {options.timeout:g}"
    command += f" --retry-after {options.retry_after:g}"
    what = (__doc__ or "").split("\n\n", 2)[2].strip().replace("\n", " ")
    lines = ["# Under faults: what became of every seed", "", f"`{command}`, {today}, {machine}.", "", what, ""]
    text = "\n".join([*lines, *rows("First run, faults", first), *rows("Second run, no faults", second)])
    print(text)
    if options.out:
        options.out.write_text(text, encoding="utf-8")
    wrong = [*first.wrong, *second.wrong]
    print("\n".join(wrong), file=sys.stderr)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
