"""`grow` on this machine and on a Ray cluster -> the same files?, seconds, calls paid again when a node dies.

    python -m measurements.on_ray [--questions 60] [--out FILE]

Three nodes on this machine, a simulated server that answers after 0.2 s, 16 calls at once. Three runs over the same
docs: on this machine, on the cluster, and on a cluster that loses a node after a third of the calls. "Asking" is the
time from the first request to the last answer; a call's overhead is what asking took longer than on this machine, for
each slot.
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


def measure(questions: int) -> list[Run]:
    """The three runs."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        docs = write_docs(work / "docs", 4 * questions)
        # copies of one workspace share a secret; only then can the requests, and so the files, be the same
        with SimulatedServer() as server:
            command = [
                sys.executable,
                "-m",
                "benchmill",
                "grow",
                str(docs),
                "--out",
                str(work / "begun"),
                "--no-report",
            ]
            more = [
                "--questions",
                "1",
                "--model",
                "openai:simulated",
                "--base-url",
                server.base_url,
                "--kinds",
                "factoid",
            ]
            subprocess.run([*command, *more], cwd=ROOT, check=True, stdout=sys.stderr)
        for name in ("local", "cluster", "killed"):
            shutil.copytree(work / "begun", work / name)
        local = work / "local"
        runs = [grow("this machine", docs, local, questions, local, None)]
        with RayNodes(3) as nodes:
            runs.append(grow("three nodes", docs, work / "cluster", questions, local, nodes))
        with RayNodes(3) as nodes:
            third = runs[0].requests // 3
            runs.append(grow("three nodes, one killed", docs, work / "killed", questions, local, nodes, third))
    return runs


def table(runs: list[Run], command: str) -> str:
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
    for run in runs:
        more = 1000 * CONCURRENCY * (run.asking / run.requests - runs[0].asking / runs[0].requests)
        lines.append(
            f"| {run.name} | {run.wall:.1f} | {run.asking:.1f} | {run.requests} | {run.repeated} "
            f"| {'yes' if run.same else 'no'} | {more:.0f} |"
        )
    return "\n".join([*lines, ""])


def main() -> int:
    """Print the table; 1 where files differ, or where more calls were paid again than were under way."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=int, default=60)
    parser.add_argument("--out", type=Path, help="write the table here, too")
    options = parser.parse_args()
    runs = measure(options.questions)
    text = table(runs, f"python -m measurements.on_ray --questions {options.questions}")
    print(text)
    if options.out:
        options.out.write_text(text, encoding="utf-8")
    return int(any(not run.same or run.repeated > CONCURRENCY for run in runs))


if __name__ == "__main__":
    sys.exit(main())
