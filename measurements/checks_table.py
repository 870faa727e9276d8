"""Planted candidates x checks x kinds -> measurements/results/checks.md.

The candidates are those of tests/critique/checks_cases.json, of planted_by_kind.py (the same faults in candidates of
six kinds) and of duplicate_pairs.py: every bad one must be refused by the check named for it, every near-good one kept.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from benchmill.critique.checks import CHECKS, all_failures
from benchmill.critique.duplicates import Duplicates
from benchmill.records import KINDS
from tests.critique.case_files import lines
from tests.critique.duplicate_pairs import PAIRS
from tests.critique.planted_by_kind import lines_by_kind


def counted() -> tuple[Counter[tuple[str, bool]], Counter[tuple[str, bool]], Counter[tuple[str, str, bool]]]:
    """Three counts: candidates and right decisions by (check, near-good), candidates by (check, kind, near-good)."""
    every: Counter[tuple[str, bool]] = Counter()
    right: Counter[tuple[str, bool]] = Counter()
    kinds: Counter[tuple[str, str, bool]] = Counter()
    for line in (*lines(), *lines_by_kind()):
        found = {failure.check for failure in all_failures(line.candidate, line.seed, line.facts, line.settings)}
        every[line.check, line.ok] += 1
        kinds[line.check, line.candidate.kind, line.ok] += 1
        right[line.check, line.ok] += (line.check not in found) == line.ok
    for pair in PAIRS:
        known = Duplicates()
        known.add(pair.first)
        refused = known.other_side(pair.second) if pair.check == "gives-another-away" else known.find(pair.second)
        every[pair.check, pair.near_good] += 1
        kinds[pair.check, pair.second.kind, pair.near_good] += 1
        right[pair.check, pair.near_good] += (refused is None) == pair.near_good
    return every, right, kinds


def page() -> str:
    """The table as Markdown."""
    every, right, kinds = counted()
    names = [*(check.name for check in CHECKS), "duplicate", "gives-another-away"]
    rows = []
    for name in names:
        bad = f"{right[name, False]} of {every[name, False]}"
        good = f"{right[name, True]} of {every[name, True]}"
        cells = [f"{kinds[name, kind, False]}+{kinds[name, kind, True]}" for kind in KINDS]
        rows.append(f"| `{name}` | {bad} | {good} | " + " | ".join("" if c == "0+0" else c for c in cells) + " |")
    total = sum(every.values())
    return "\n".join(
        [
            "# Checks and planted candidates",
            "",
            "```console",
            "$ python -m measurements.checks_table",
            "```",
            "",
            f"{total} candidates. Bad: refused by the check named for it. Near-good: kept by it. Then, kind by kind, "
            "the number of bad + near-good ones.",
            "",
            f"| check | bad, refused | near-good, kept | {' | '.join(KINDS)} |",
            "|---|---|---|" + "---|" * len(KINDS),
            *rows,
            "",
            f"Decided as they should be: {sum(right.values())} of {total}.",
            "",
        ]
    )


if __name__ == "__main__":
    text = page()
    sys.stdout.write(text)
    Path(__file__).with_name("results").joinpath("checks.md").write_text(text, encoding="utf-8")
