"""Ambiguous questions that a person wrote on httpx -> how many the places show with all readings -> a table.

    python -m measurements.ambiguous_places HTTPX_DOCS

The questions (tests/servers/simulated/ambiguous.json) were written from the documentation of httpx, not from places.
The last sorts were made with them in view: the second row is no figure for an unseen folder. A place shows a
question if its passages hold the quote of each reading: only then can a writer ask it. A mix of kinds uses the first
row, `--kinds ambiguous=20` the second.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from benchmill.generator.kinds import TasksByKind
from benchmill.growing.source import read_source
from benchmill.settings import GrowSettings
from tests.servers.simulated.by_hand import by_hand, shown
from tests.servers.simulated.passages import Passage


def table(docs: Path) -> str:
    """A row without the last sorts of places, and one with them."""
    source = read_source(docs, GrowSettings())
    chunks, eligible = source.chunks(), list(source.seeds().eligible)
    lines = ["| places | how many | by sort | questions shown |", "|---|---|---|---|"]
    for name, last in (("as in a mix of kinds", ()), ("with the last sorts", ("ambiguous",))):
        tasks = TasksByKind(chunks, eligible, ("ambiguous",), last=last)["ambiguous"]  # type: ignore[arg-type]
        packs = [[Passage(str(number), one.text) for number, one in enumerate(task.passages)] for task in tasks]
        found = sum(any(shown(known, pack) == known["readings"] for pack in packs) for known in by_hand())
        sorts = ", ".join(f"{weak}: {count}" for weak, count in sorted(Counter(task.weak for task in tasks).items()))
        lines.append(f"| {name} | {len(tasks)} | {sorts} | {found} of {len(by_hand())} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(table(Path(sys.argv[1])))
