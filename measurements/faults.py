"""A server with faults -> what became of every seed, what was asked twice, and what the faults cost in time.

    python -m measurements.faults [--seeds 400] [--runs 5] [--out FILE]

`benchmill grow` over an invented docs folder: 5 % of the requests get 429, 3 % 500, 2 % a reset connection, 1 % no
answer at all, 3 % an answer that is no JSON. Then the same command again, on a server without faults: what is paid
for is not asked again.

`--runs` repeats the first run with other random faults: the wall time is the median's. How late a timer of 10 ms fired
meanwhile, and the processor seconds, show whether the machine or the policy took the time: the same faults in virtual
time, where no machine takes part, are in server_limits.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median

from benchmill.editions.next_edition import grow
from benchmill.settings import GrowSettings
from benchmill.workspace.ledger.store import Ledger
from benchmill.workspace.outcome import Outcome
from measurements.clients.corpus import write_docs
from measurements.clients.frame import ABOUT, MODEL
from tests.servers.simulated import FAULT_PRESETS, Call, Counters, Latency, ServerPlan, SimulatedServer

LATENCY = Latency("lognormal", 0.5, 0.6)
CONCURRENCY = 32
_QUIET = 2.0  # ms that a timer may be late on a machine that does nothing else


@dataclass(frozen=True, slots=True)
class Run:
    """One run of `grow`, with what became of each seed and what the server saw of it."""

    outcome: Outcome
    seeds: Counter[str]
    seen: Counters
    again: list[Call]
    work: float
    late: float

    @property
    def ideal(self) -> float:
        """Seconds it would take with no fault and no slot ever empty: the good answers' latencies / concurrency."""
        return self.seen.latency / CONCURRENCY

    @property
    def ratio(self) -> float:
        """Wall time beside the ideal."""
        return self.outcome.seconds / self.ideal

    @property
    def wrong(self) -> list[str]:
        """Everything in this run that must not happen."""
        outcome = self.outcome
        ended = outcome.accepted + sum(outcome.rejected.values())
        found = [f"{len(self.again)} asked again after a good answer"] if self.again else []
        if outcome.ended_by:
            found.append(f"the run ended early: {outcome.ended_by}")
        if self.seeds["lost"]:
            found.append(f"{self.seeds['lost']} seeds ended as nothing")
        if outcome.candidates and ended != outcome.candidates:
            found.append(f"{outcome.candidates} candidates, {ended} of them ended")
        return found


class Lateness:
    """How late a timer fires, on average, while the block lasts: the time that this process waits for a processor."""

    def __enter__(self) -> Lateness:
        self._late = [0.0]
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    @property
    def seconds(self) -> float:
        return mean(self._late)

    def _watch(self) -> None:
        while not self._ended.is_set():
            began = time.monotonic()
            self._ended.wait(0.01)
            self._late.append(max(0.0, time.monotonic() - began - 0.01))


def ends_of_seeds(out: Path) -> Counter[str]:
    """Every chunk by its best outcome. Each chunk states a fact and can be a source chunk, so none may be missing."""
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
        before = time.process_time()
        with Lateness() as late:
            outcome = grow(docs, out, settings)
        work = time.process_time() - before
        return Run(outcome, ends_of_seeds(out), server.counters(), server.repeated(), work, late.seconds)


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
    yield f"| processor seconds of this process | {run.work:.1f} |"
    yield f"| a timer of 10 ms fires late by, on average | {1000 * run.late:.1f} ms |"
    yield ""


def walls(runs: list[Run]) -> Iterator[str]:
    """The wall times of all first runs, and whether the machine was quiet enough for them to mean something."""
    ratios = sorted(one.ratio for one in runs)
    late = 1000 * median(one.late for one in runs)
    spread = f"{ratios[0]:.2f} to {ratios[-1]:.2f}"
    yield f"Wall / ideal: median {median(ratios):.2f} of {len(runs)} runs ({spread}); goal 1.5."
    if late > _QUIET:
        yield f"Timers of 10 ms fired {late:.1f} ms late: the machine was busy, and the wall time is its, too."


def main() -> int:
    """Print what every seed became; 1 where a seed was lost or something was paid for twice."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=400)
    parser.add_argument("--timeout", type=float, default=20.0)
    parser.add_argument("--retry-after", type=float, default=1.0, help="seconds that a 429 asks to wait")
    parser.add_argument("--runs", type=int, default=1, help="first runs, each with faults of its own")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        docs = write_docs(Path(folder) / "docs", options.seeds)
        work = Path(folder) / "benchmark"
        firsts = []
        for number in range(options.runs):
            faulty = ServerPlan(
                seed=1 + number, latency=LATENCY, faults=FAULT_PRESETS["mixed"], retry_after=options.retry_after
            )
            # the last one is gone on with
            out = work if number + 1 == options.runs else Path(folder) / f"run {number}"
            firsts.append(run(docs, out, options.seeds, faulty, options.timeout))
        first = firsts[-1]
        second = run(docs, work, options.seeds, ServerPlan(seed=1), options.timeout)
    machine = f"{os.cpu_count()} shared cores, Python {platform.python_version()}, {platform.system()}"
    today = datetime.datetime.now(tz=datetime.UTC).date()
    command = f"python -m measurements.faults --seeds {options.seeds} --timeout {options.timeout:g}"
    command += f" --retry-after {options.retry_after:g} --runs {options.runs}"
    what = (__doc__ or "").split("\n\n", 2)[2].strip().replace("\n", " ")
    lines = ["# Under faults: what became of every seed", "", f"`{command}`, {today}, {machine}.", "", what, ""]
    lines += [*walls(firsts), ""]
    text = "\n".join([*lines, *rows("First run, faults", first), *rows("Second run, no faults", second)])
    print(text)
    if options.out:
        options.out.write_text(text, encoding="utf-8")
    wrong = [fault for one in (*firsts, second) for fault in one.wrong]
    print("\n".join(wrong), file=sys.stderr)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
