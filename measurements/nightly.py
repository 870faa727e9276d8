"""A docs folder, five nights -> what each asked: nothing, a section edited, a file renamed, 1 % of the files edited.

    python -m measurements.nightly FOLDER... [--questions 100] [--out FILE]

Against the simulated server. For a folder of many files the unchanged second run is timed too, with its memory.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.servers.simulated import ServerPlan, SimulatedServer

ROOT = Path(__file__).parents[1]
RESULTS = Path(__file__).parent / "results" / "nightly.md"
# An installed program keeps its bytecode: without, a night compiles 900 modules.
AS_INSTALLED = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
# the child reports its usage when it ends: GNU time is not everywhere
_PROGRAM = """
import resource, sys
from benchmill.cli import main
sys.argv[0] = "benchmill"
try:
    main()
finally:
    used = resource.getrusage(resource.RUSAGE_SELF)
    print("USED", used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, file=sys.stderr)
"""


@dataclass(frozen=True, slots=True)
class Night:
    """One run of `grow`: calls, what happened to the items, wall and processor seconds of its process, peak MB."""

    name: str
    calls: int
    items: dict[str, int]
    wall: float
    cpu: float
    peak: float

    @property
    def changes(self) -> str:
        return ", ".join(f"{count} {what}" for what, count in self.items.items() if count)

    @property
    def used(self) -> str:
        return f"{self.wall:.1f} | {self.cpu:.1f} | {self.peak:.0f}"

    def row(self, first: int) -> str:
        share = f"{self.calls / first:.1%}" if first else "-"
        return f"| {self.name} | {self.calls} | {share} | {self.changes} | {self.used} |"


def grow(name: str, docs: Path, bench: Path, server: SimulatedServer | None, questions: int) -> Night:
    """Run the command in a process of its own; by the built-in writer where there is no server."""
    command = [sys.executable, "-c", _PROGRAM, "grow", str(docs), "--out", str(bench), "--quiet", "--json"]
    command += ["--questions", str(questions)]
    if server is not None:
        command += ["--model", "openai:simulated", "--base-url", server.base_url]
        command += ["--concurrency", "16", "--hedge", "off"]
        server.reset()
    began = time.monotonic()
    done = subprocess.run(command, cwd=ROOT, env=AS_INSTALLED, capture_output=True, text=True, check=True)
    wall, result = time.monotonic() - began, json.loads(done.stdout)
    _, cpu, peak = next(line for line in done.stderr.splitlines() if line.startswith("USED")).split()
    calls = server.counters().requests if server is not None else 0
    return Night(name, calls, result["items"], wall, float(cpu), float(peak))


def nights(docs: Path, bench: Path, server: SimulatedServer, questions: int) -> list[Night]:
    """The first run, an unchanged one, and three with changes."""
    rng = random.Random(1)
    runs = [grow("first run", docs, bench, server, questions), grow("unchanged", docs, bench, server, questions)]
    items = items_of(bench)
    item = rng.choice(items)
    evidence = item["components"][0]["evidence"][0]
    edit(docs / evidence["document"], evidence["text"])
    runs.append(grow("one section edited", docs, bench, server, questions))
    name = rng.choice(sorted({one["document"] for one in items if one["document"] != evidence["document"]}))
    (docs / name).rename((docs / name).with_name("renamed-" + Path(name).name))
    runs.append(grow("one file renamed", docs, bench, server, questions))
    files = sorted(path for path in docs.rglob("*.md"))
    for path in rng.sample(files, math.ceil(len(files) / 100)):
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        long = [number for number, line in enumerate(lines) if len(line) > 80] or [0]
        number = rng.choice(long)
        lines[number] = lines[number].rstrip("\n") + " This was made clearer.\n"
        path.write_text("".join(lines), encoding="utf-8")
    runs.append(grow("1 % of the files edited, a line each", docs, bench, server, questions))
    return runs


def items_of(bench: Path) -> list[dict[str, Any]]:
    """The items of a workspace as it writes them."""
    return [json.loads(line) for line in (bench / "items.jsonl").read_text(encoding="utf-8").splitlines()]


def edit(page: Path, quote: str) -> None:
    """Change a fact, so that benchmill must drop the item that quotes it."""
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace(quote, quote[: len(quote) // 2] + " as of today, differently."), encoding="utf-8")


def table(folder: Path, runs: list[Night]) -> list[str]:
    files = sum(1 for path in folder.rglob("*.md"))
    lines = [f"## {folder.name}: {files:,} files", ""]
    lines += ["| night | calls | of the first | items | wall s | CPU s | peak MB |", "|---|---|---|---|---|---|---|"]
    return [*lines, *(run.row(runs[0].calls) for run in runs), ""]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, default=[ROOT / "examples" / "docs"])
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    lines = ["# Five nights", "", f"`python -m measurements.nightly FOLDER --questions {arguments.questions}`.", ""]
    for folder in arguments.folders:
        with tempfile.TemporaryDirectory() as work, SimulatedServer(ServerPlan()) as server:
            docs = Path(work) / folder.name
            shutil.copytree(folder, docs)
            lines += table(folder, nights(docs, Path(work) / "bench", server, arguments.questions))
    print("\n".join(lines))
    arguments.out.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
