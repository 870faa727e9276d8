"""A docs folder -> what a first run of 300 items costs, and two nights after it: time, processor time, memory, calls.

    python -m measurements.from_nothing FOLDER [--copies 1] [--questions 300] [--no-report] [--only WRITER] [--out FILE]

Once with the simulated model server at latency 0, in a process of its own that is not counted, then unchanged and with
one section edited; and once by the built-in writer, which needs no model and refuses what it cannot ask well.
`--copies N` makes the folder N times as large, with copies in other words.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from measurements.growth import write_copies
from measurements.nightly import AS_INSTALLED, edit, items_of
from measurements.watched import watched
from tests.servers.simulated import ServerPlan, SimulatedServer

ROOT = Path(__file__).parents[1]
_HEAD = "| run | items | calls | wall s | CPU s | peak MB | with children MB | exit code | load |"


def row(name: str, docs: Path, bench: Path, words: Sequence[str]) -> str:
    """A line of the table: one `grow` of the folder into the workspace, with these further words of its command."""
    command = [sys.executable, "-m", "benchmill", "grow", str(docs), "--out", str(bench), *words, "--json", "--quiet"]
    used = watched(command, ROOT, {**AS_INSTALLED, "OPENAI_API_KEY": "none"})
    result, load = json.loads(used.said), os.getloadavg()[1]
    seconds, megabytes = f"{used.wall:.1f} | {used.cpu:.1f}", f"{used.peak:.0f} | {used.together:.0f}"
    counts = f"{result['accepted']} | {result['calls']['asked']}"
    return f"| {name} | {counts} | {seconds} | {megabytes} | {used.exit_code} | {load:.1f} |"


def rows(docs: Path, work: Path, words: Sequence[str], only: str) -> Iterator[str]:
    if only != "built-in":
        with SimulatedServer(ServerPlan()) as server:
            asked = (docs, work / "bench", [*words, "--model", "openai:simulated", "--base-url", server.base_url])
            yield row("simulated model, latency 0", *asked)
            yield row("unchanged", *asked)
            item = random.Random(1).choice([one for one in items_of(work / "bench") if one["components"]])
            evidence = item["components"][0]["evidence"][0]
            edit(docs / evidence["document"], evidence["text"])
            yield row("one section edited", *asked)
    if only != "simulated":
        yield row("built-in writer", docs, work / "rules", words)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--copies", type=int, default=1)
    parser.add_argument("--questions", type=int, default=300)
    parser.add_argument("--no-report", action="store_true")
    parser.add_argument("--only", choices=("simulated", "built-in"), default="")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    lines = [_HEAD, "|---|" + "---|" * 8]
    words = ["--questions", str(options.questions), *(["--no-report"] if options.no_report else [])]
    with tempfile.TemporaryDirectory() as work:
        docs = Path(work) / "docs"
        write_copies(docs, options.folder, options.copies, every=1)
        for line in rows(docs, Path(work), words, options.only):
            lines.append(line)
            print(line, flush=True)
    if options.out:
        options.out.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
