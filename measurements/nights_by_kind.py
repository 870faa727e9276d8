"""A docs folder -> nights one after the other, each loses an item of another kind: calls, wall, CPU, memory of each.

    python -m measurements.nights_by_kind [FOLDER] [--questions 24] [--rounds 2] [--start FOLDER] [--out FILE]

Against the simulated server, at latency 0. First a workspace grows from nothing, as a user's does: one that grew under
another version asks for what that version could not. `--start` keeps docs and workspace as they are then, for the next
measurement; a folder that has both is used as it is. A night that does not count comes first: it compiles the program.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmill.records import KINDS
from measurements.nightly import ROOT, Night, edit, grow, items_of
from tests.servers.simulated import ServerPlan, SimulatedServer

_HEAD = "| night | calls | items | wall s | CPU s | peak MB | load |"


def nights(folder: Path, server: SimulatedServer, questions: int, rounds: int) -> Iterator[Night]:
    """The nights of a workspace: in each round one for each kind that it has an item of."""
    docs, bench = folder / "docs", folder / "bench"
    yield _after_edit("factoid", 0, docs, bench, server, questions, name="uncounted")
    yield grow("unchanged", docs, bench, server, questions)
    for number in range(rounds):
        for kind in KINDS:
            yield _after_edit(kind, 3 + 4 * number, docs, bench, server, questions)


def _after_edit(
    kind: str, index: int, docs: Path, bench: Path, server: SimulatedServer, questions: int, name: str = ""
) -> Night:
    """The night after the words that an item of the kind quotes were changed."""
    items = items_of(bench)
    own = [item for item in items if item["kind"] == kind] or items
    evidence = _evidence(own[index % len(own)])
    edit(docs / evidence["document"], evidence["text"])
    return grow(name or f"{kind} lost", docs, bench, server, questions)


def _evidence(item: dict[str, Any]) -> dict[str, Any]:
    first: dict[str, Any] = (
        item["components"][0]["evidence"][0] if item["components"] else item["near_miss"]["evidence"]
    )
    return first


def row(night: Night) -> str:
    return f"| {night.name} | {night.calls} | {night.changes} | {night.used} | {os.getloadavg()[0]:.1f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "examples" / "docs")
    parser.add_argument("--questions", type=int, default=24)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    lines = [_HEAD, "|---|" + "---|" * 6]
    print("\n".join(lines), flush=True)
    with tempfile.TemporaryDirectory() as work, SimulatedServer(ServerPlan()) as server:
        start = options.start or Path(work) / "start"

        def show(night: Night) -> None:
            lines.append(row(night))
            print(lines[-1], flush=True)

        if not (start / "bench" / "items.jsonl").is_file():  # not begun, or killed: then the growth goes on
            if not (start / "docs").exists():
                shutil.copytree(options.folder, start / "docs")
            show(grow("from nothing", start / "docs", start / "bench", server, options.questions))
        own = Path(shutil.copytree(start, Path(work) / "nights"))
        for night in nights(own, server, options.questions, options.rounds):
            show(night)
    if options.out:
        options.out.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
