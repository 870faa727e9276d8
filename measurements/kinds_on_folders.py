"""Docs folders -> twenty items of every kind from each, proven one by one -> results/kinds_on_folders.md.

    python -m measurements.kinds_on_folders [--wanted 20] [FOLDER...]

For each folder and kind `benchmill grow --kinds KIND=20` runs as a command against the tests' server, whose model makes
questions by rules and whose critics find the passages that gave a question. Every item is then proven without code of
the product (measurements/item_proofs.py): evidence verbatim in the file, answer in its evidence and not in the
question, a place for each entry, steps numbered in the order of the file, two sections for two hops, no paragraph of
any file that could answer an unanswerable question, two or more readings with places and answers of their own. The
model shows that the product's way works for each kind; it does not show how well a real model writes.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmill.records import KINDS
from measurements.item_proofs import Folder, problems
from tests.servers.simulated import ServerPlan, SimulatedServer

DOHLENPOST = Path(__file__).with_name("folders") / "dohlenpost"
"""Sixteen German pages on a product that does not exist."""
MIX = 40


@dataclass(frozen=True, slots=True)
class Grown:
    """One run: what the command reported, its items, and what is wrong with them."""

    result: Mapping[str, Any]
    items: Sequence[Mapping[str, Any]]
    wrong: Sequence[str]

    @property
    def calls(self) -> float:
        return float(self.result["calls"]["asked"] / max(1, len(self.items)))

    @property
    def tokens(self) -> float:
        return float(sum(self.result["tokens"].values()) / max(1, len(self.items)))


def grown(docs: Path, server: SimulatedServer, *options: str) -> Grown:
    """`benchmill grow` with these options, and the proof of each item."""
    with tempfile.TemporaryDirectory() as work:
        out = Path(work) / "bench"
        command = [sys.executable, "-m", "benchmill", "grow", str(docs), "--out", str(out), "--json", "--quiet"]
        command += ["--model", "openai:simulated", "--base-url", server.base_url, "--hedge", "off"]
        command += ["--no-report", "--keep-going"]
        environment = {**os.environ, "OPENAI_API_KEY": "any"}
        ran = subprocess.run([*command, *options], env=environment, capture_output=True, text=True, check=False)
        if ran.returncode:
            raise RuntimeError(f"{docs.name} {' '.join(options)}: {ran.stderr}")
        items = [json.loads(line) for line in (out / "items.jsonl").read_text("utf-8").splitlines()]
        return Grown(json.loads(ran.stdout), items, tuple(proven(items, docs)))


def proven(items: Sequence[Mapping[str, Any]], docs: Path) -> Iterator[str]:
    """What is wrong with any of the items."""
    folder = Folder(docs)
    for item in items:
        yield from (f"{item['id']} ({item['kind']}): {problem}" for problem in problems(item, folder))


def every_kind(folders: Sequence[Path], wanted: int) -> tuple[str, list[str]]:
    """The page, and everything that was wrong."""
    rows, shortfalls, mixes, wrong = [], [], [], []
    with SimulatedServer(ServerPlan(seed=1, fail_rates={})) as server:
        for docs in folders:
            for kind in KINDS:
                run = grown(docs, server, "--kinds", f"{kind}={wanted}", "--questions", str(wanted))
                wrong += [f"{docs.name}: {problem}" for problem in run.wrong]
                bad = len({problem.split(" ")[0] for problem in run.wrong})
                proved = len(run.items) - bad
                rows.append(
                    f"| {docs.name} | {kind} | {len(run.items)} | {proved} | {run.calls:.1f} | {run.tokens:,.0f} |"
                )
                print(rows[-1], file=sys.stderr, flush=True)
                if len(run.items) < wanted:
                    shortfalls += [f"- **{docs.name}**: {note}" for note in run.result["notes"]]
            mixed = grown(docs, server, "--questions", str(MIX))
            wrong += [f"{docs.name}: {problem}" for problem in mixed.wrong]
            found = [sum(item["kind"] == kind for item in mixed.items) for kind in KINDS]
            share = found[0] / len(mixed.items)
            mixes.append(f"| {docs.name} | {len(mixed.items)} | {' | '.join(map(str, found))} | {share:.0%} |")
            print(mixes[-1], file=sys.stderr, flush=True)
            shortfalls += [f"- **{docs.name}**, default mix: {note}" for note in mixed.result["notes"]]
            if share > 0.5 and not any("are single facts" in note for note in mixed.result["notes"]):
                wrong.append(f"{docs.name}: {share:.0%} of the default mix are single facts")
    lines = [
        "# Kinds on folders",
        "",
        *re.sub(r"^    (.*)$", r"`\1`", (__doc__ or "").split("\n\n", 1)[1].strip(), flags=re.MULTILINE).splitlines(),
        "",
        f"{wanted} wanted of each kind:",
        "",
        "| folder | kind | accepted | proven | calls an item | tokens an item |",
        "|---|---|---|---|---|---|",
        *rows,
        "",
        f"The default mix, {MIX} wanted:",
        "",
        f"| folder | accepted | {' | '.join(KINDS)} | single facts |",
        "|---|---|" + "---|" * (len(KINDS) + 1),
        *mixes,
        "",
        "Where fewer were accepted than wanted, the command says:",
        "",
        *shortfalls,
        "",
    ]
    return "\n".join(lines), wrong


def main() -> int:
    """Print the page; 1 where an item is not proven."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--wanted", type=int, default=20)
    parser.add_argument("--out", type=Path, help="write the page here, too")
    options = parser.parse_args()
    page, wrong = every_kind([DOHLENPOST, *options.folders], options.wanted)
    print(page)
    if options.out:
        options.out.write_text(page, encoding="utf-8")
    print("\n".join(wrong), file=sys.stderr)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
