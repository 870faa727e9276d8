"""A 300-item benchmark after 100 nights -> how long `status` takes, how large the ledger is, before and after `prune`.

    python -m measurements.ledger_age [--editions 100] [--items 300] [--out FILE]

A folder of documents changes a little every night (one page in thirty gets another value), and a model behind the
simulated server keeps the benchmark full. Measured: `status` as a command in a process of its own, and its work alone.
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmill.editions.next_edition import grow
from benchmill.settings import GrowSettings
from benchmill.workspace.folder import Workspace
from benchmill.workspace.inspect import status
from benchmill.workspace.prune import prune
from measurements.clients.corpus import write_docs
from tests.servers.simulated import SimulatedServer

PROMISED = 2.0
_SHARE = 30


def edit(docs: Path, night: int) -> None:
    """Change a value on every thirtieth page, each night on other pages."""
    for number, page in enumerate(sorted(docs.rglob("*.md"))):
        if number % _SHARE == night % _SHARE:
            text = page.read_text(encoding="utf-8")
            page.write_text(re.sub(r"\b\d+\b", lambda found: str(int(found[0]) + 1), text), encoding="utf-8")


def seconds_of_status(out: Path) -> tuple[float, float]:
    """Median seconds of `benchmill status` as a command, and of its work in this process."""
    commands, works = [], []
    for _ in range(5):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-m", "benchmill", "status", str(out)], check=True, stdout=subprocess.DEVNULL)
        commands.append(time.perf_counter() - began)
        began = time.perf_counter()
        status(Workspace(out))
        works.append(time.perf_counter() - began)
    return statistics.median(commands), statistics.median(works)


def row(title: str, out: Path) -> tuple[str, float]:
    """A line of the table, and the command's seconds."""
    command, work = seconds_of_status(out)
    size = (out / "ledger.sqlite").stat().st_size / 1e6
    shown = status(Workspace(out))
    return f"| {title} | {shown['edition']} | {shown['accepted']} | {size:.1f} | {command:.2f} | {work:.3f} |", command


def main() -> int:
    """Print the table; 1 where `status` takes longer than promised."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--editions", type=int, default=100)
    parser.add_argument("--items", type=int, default=300)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    rows, took, nights, asked = [], [], [], []
    with tempfile.TemporaryDirectory() as folder, SimulatedServer() as server:
        docs = write_docs(Path(folder) / "docs", options.items)
        out = Path(folder) / "bench"
        settings = GrowSettings(
            questions=options.items,
            model="openai:simulated",
            base_url=server.base_url,
            about="a product",
            per_document=100,
            concurrency=16,
        )
        for night in range(options.editions):
            began = time.perf_counter()
            asked.append(grow(docs, out, settings).usage.asked)
            nights.append(time.perf_counter() - began)
            edit(docs, night)
            if night in (0, options.editions - 1):
                line, seconds = row(f"after night {night + 1}", out)
                rows.append(line)
                took.append(seconds)
        whole = Path(shutil.copytree(out, Path(folder) / "whole" / "bench"))
        pruned = prune(Workspace(out))
        line, seconds = row(f"pruned: {pruned.dropped:,} calls dropped, {pruned.kept:,} kept", out)
        rows.append(line)
        took.append(seconds)
        after_prune = grow(docs, out, settings).usage.asked
        without_prune = grow(docs, whole, settings).usage.asked
    machine = f"{os.cpu_count()} shared cores, Python {platform.python_version()}, {platform.system()}"
    lines = [
        "# The ledger with age",
        "",
        f"`python -m measurements.ledger_age --editions {options.editions} --items {options.items}`, "
        f"{datetime.datetime.now(tz=datetime.UTC).date()}, {machine}.",
        "",
        (__doc__ or "").split("\n\n", 2)[2].strip().replace("\n", " "),
        "",
        "| when | edition | items | ledger MB | `status` s | its work s |",
        "|---|---|---|---|---|---|",
        *rows,
        "",
        f"A night takes {nights[0]:.1f} s at first, {statistics.median(nights[1:11]):.1f} s in the first ten, "
        f"{statistics.median(nights[-10:]):.1f} s in the last ten; the night after `prune` asks {after_prune} calls, "
        f"and {without_prune} without it; the ten before asked {statistics.median(asked[-10:]):.0f} each.",
        "",
    ]
    print("\n".join(lines))
    if options.out:
        options.out.write_text("\n".join(lines), encoding="utf-8")
    return int(max(took) > PROMISED)


if __name__ == "__main__":
    sys.exit(main())
