"""`grow` on this machine and on a Ray cluster -> the same files?, seconds, calls paid again when a node dies.

    python -m measurements.on_ray [--questions 60] [--times 3] [--out FILE]

Three nodes on this machine, a simulated server that answers after 0.2 s, 16 calls at once. Three runs over the same
docs: on this machine, on the cluster, and on a cluster that loses a node after a third of the calls. "Asking" is the
time from the first request to the last answer; a call's overhead is what asking took longer than on this machine, for
each slot. Where each is run several times, one after the other, its row is the run with the median of asking, and
"paid again" has all of them.
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from measurements.clients.corpus import write_docs
from tests.servers.ray_nodes import RayNodes
from tests.servers.simulated import Latency, ServerPlan, SimulatedServer

ROOT = Path(__file__).parents[1]
CONCURRENCY = 16
FILES = ("benchmark.json", "items.jsonl", "rejected.jsonl")


@dataclass(frozen=True, slots=True)
class Run:
    """One `grow`: seconds of the whole command and of asking, requests, requests paid again after a good answer."""

    name: str
    wall: float
    asking: float
    requests: int
    repeated: int
    same: bool


def grow(
    name: str, docs: Path, out: Path, questions: int, like: Path, nodes: RayNodes | None, kill_after: int = 0
) -> Run:
    """Run the command in a process of its own, against a server that remembers nothing."""
    with SimulatedServer(ServerPlan(seed=1, latency=Latency("constant", 0.2))) as server:
        killer = threading.Thread(target=_kill, args=(nodes, server, kill_after))
        if kill_after:
            killer.start()
        model = [
            "--model",
            "openai:simulated",
            "--base-url",
            server.base_url,
            "--hedge",
            "off",
            "--no-report",
            "--quiet",
        ]
        limits = ["--questions", str(questions), "--concurrency", str(CONCURRENCY), "--kinds", "factoid"]
        engine = ["--engine", "ray"] if nodes else []
        command = [sys.executable, "-m", "benchmill", "grow", str(docs), "--out", str(out), *model, *limits, *engine]
        began = time.monotonic()
        subprocess.run(
            command, cwd=ROOT, check=True, stdout=sys.stderr,
            env={**os.environ, "RAY_ADDRESS": nodes.address if nodes else ""},
        )  # fmt: skip
        wall = time.monotonic() - began
        if kill_after:
            killer.join()
        calls, repeated = server.calls(), server.repeated()
    asking = max(call.ended for call in calls) - min(call.started for call in calls)
    same = all((out / file).read_bytes() == (like / file).read_bytes() for file in FILES)
    return Run(name, wall, asking, len(calls), len(repeated), same)


def _kill(nodes: RayNodes, server: SimulatedServer, requests: int) -> None:
    server.wait_for(requests)
    nodes.kill_one()


def measure(questions: int, times: int) -> list[list[Run]]:
    """The three kinds of run, each so many times."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        docs = write_docs(work / "docs", 4 * questions)
        begun = work / "begun"
        # copies of one workspace share a secret; only then can the requests, and so the files, be the same
        with SimulatedServer() as server:
            command = [sys.executable, "-m", "benchmill", "grow", str(docs), "--out", str(begun), "--no-report"]
            more = ["--model", "openai:simulated", "--base-url", server.base_url, "--kinds", "factoid"]
            subprocess.run([*command, "--questions", "1", *more], cwd=ROOT, check=True, stdout=sys.stderr)
        runs: list[list[Run]] = [[], [], []]
        for number in range(times):
            names = [work / f"{name}-{number}" for name in ("local", "cluster", "killed")]
            for name in names:
                shutil.copytree(begun, name)
            local, cluster, killed = names
            runs[0].append(grow("this machine", docs, local, questions, work / "local-0", None))
            with RayNodes(3) as nodes:
                runs[1].append(grow("three nodes", docs, cluster, questions, local, nodes))
            with RayNodes(3) as nodes:
                third = runs[0][0].requests // 3
                runs[2].append(grow("three nodes, one killed", docs, killed, questions, local, nodes, third))
    return runs


def table(runs: list[list[Run]], command: str) -> str:
    """The runs as Markdown."""
    machine = f"{os.cpu_count()} shared cores, Python {platform.python_version()}, {platform.system()}"
    lines = [
        "# On a Ray cluster",
        "",
        f"`{command}`, {datetime.datetime.now(tz=datetime.UTC).date()}, {machine}, "
        f"load average {os.getloadavg()[2]:.1f} (15 minutes).",
        "",
        (__doc__ or "").split("\n\n", 2)[2].strip().replace("\n", " "),
        "",
        "| engine | seconds | asking, seconds | requests | paid again | same files | overhead of a call, ms |",
        "|---|---|---|---|---|---|---|",
    ]
    medians = [sorted(each, key=lambda run: run.asking)[len(each) // 2] for each in runs]
    for each, run in zip(runs, medians, strict=True):
        more = 1000 * CONCURRENCY * (run.asking / run.requests - medians[0].asking / medians[0].requests)
        again = ", ".join(str(one.repeated) for one in each)
        lines.append(
            f"| {run.name} | {run.wall:.1f} | {run.asking:.1f} | {run.requests} | {again} "
            f"| {'yes' if all(one.same for one in each) else 'no'} | {more:.0f} |"
        )
    return "\n".join([*lines, ""])


def main() -> int:
    """Print the table; 1 where files differ, or where more calls were paid again than were under way."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=int, default=60)
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--out", type=Path, help="write the table here, too")
    options = parser.parse_args()
    runs = measure(options.questions, options.times)
    text = table(runs, f"python -m measurements.on_ray --questions {options.questions} --times {options.times}")
    print(text)
    if options.out:
        options.out.write_text(text, encoding="utf-8")
    return int(any(not run.same or run.repeated > CONCURRENCY for each in runs for run in each))


if __name__ == "__main__":
    sys.exit(main())
