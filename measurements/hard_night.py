"""What goes wrong in a night -> what is lost of a benchmark: folders, ledgers, files and documents that attack.

    python -m measurements.hard_night [--items 40] [--out FILE]

`benchmill grow` over the example docs with the tests' model server: a folder that is wrong, in part unreadable, or back
again; a ledger that is damaged, then `benchmill repair` and the same command again; files that ask for gigabytes; the
documents of tests/critique/injection_cases.json, which give orders to a model that obeys them. An id counts as kept
where the item has its number, too.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import resource
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from benchmill.editions.next_edition import grow
from benchmill.editions.repair import repair
from benchmill.generator.loaders import load_folder
from benchmill.records import BenchmillError
from benchmill.settings import GrowSettings
from benchmill.workspace.folder import Workspace
from tests.critique.test_injection import CASES, guard_of
from tests.generator.test_reading_apart import BOMBS, GOOD
from tests.servers.simulated import SimulatedServer

EXAMPLES = Path(__file__).resolve().parents[1] / "examples" / "docs"
PLACEHOLDER = "# Docs\n\nThe volume is mounted here.\n"


@dataclass(frozen=True, slots=True)
class Night:
    """A docs folder, its workspace, and the settings that grow it."""

    folder: Path
    settings: GrowSettings

    @property
    def docs(self) -> Path:
        return self.folder / "docs"

    @property
    def workspace(self) -> Workspace:
        return Workspace(self.folder / "bench")

    def items(self) -> dict[str, tuple[int, int]]:
        """Id -> chapter and number."""
        lines = self.workspace.items.read_text(encoding="utf-8").splitlines() if self.workspace.items.is_file() else []
        return {one["id"]: (one["chapter"], one["question_number"]) for one in map(json.loads, lines)}

    def grow(self, **more: object) -> tuple[str, int]:
        """Grow once; return how the run ended, and the number of its calls."""
        try:
            outcome = grow(self.docs, self.workspace.folder, replace(self.settings, **more))  # type: ignore[arg-type]
        except BenchmillError as error:
            return f"exit {error.exit_code}", 0
        return "exit 0", outcome.usage.asked

    def copy(self, folder: Path) -> Night:
        shutil.copytree(self.folder, folder, symlinks=True)
        return replace(self, folder=folder)


def unmounted(docs: Path) -> None:
    shutil.rmtree(docs)
    docs.mkdir()
    (docs / "README.md").write_text(PLACEHOLDER, encoding="utf-8")


def half_unreadable(docs: Path) -> None:
    pages = sorted(docs.rglob("*.md"))
    for page in pages[: len(pages) // 2 + 1]:
        page.unlink()
        page.symlink_to("nowhere.md")


def folder_unreadable(docs: Path) -> None:
    inner = max((path for path in docs.iterdir() if path.is_dir()), key=lambda path: len(list(path.rglob("*.md"))))
    shutil.rmtree(inner)
    inner.symlink_to("nowhere")


def other_folder(docs: Path) -> None:
    unmounted(docs)
    for number in range(20):
        text = f"# Page {number}\n\nThe pump number {number} moves {number + 2} litres of water in an hour.\n"
        (docs / f"{number}.md").write_text(text, encoding="utf-8")


def one_edited(docs: Path) -> None:
    page = max(docs.rglob("*.md"), key=lambda path: path.stat().st_size)
    page.write_text(page.read_text(encoding="utf-8").replace("7", "8", 1), encoding="utf-8")


FOLDERS: dict[str, Callable[[Path], None]] = {
    "a placeholder README in place of the mount": unmounted,
    "another folder": other_folder,
    "over half of the files unreadable": half_unreadable,
    "a folder that is a broken link": folder_unreadable,
    "one digit edited": one_edited,
}


def folder_rows(grown: Night, scratch: Path) -> Iterator[str]:
    yield "| docs folder | that night | ids kept | calls | docs back, `--allow-retire` before | ids kept | calls |"
    yield "|---|---|---|---|---|---|---|"
    before = grown.items()
    for number, (name, spoil) in enumerate(FOLDERS.items()):
        night = grown.copy(scratch / f"folder {number}")
        spoil(night.docs)
        ended, calls = night.grow()
        kept = _kept(before, night)
        night.grow(allow_retire=True)
        shutil.rmtree(night.docs)
        shutil.copytree(EXAMPLES, night.docs)
        back, more = night.grow(allow_retire=True)
        yield f"| {name} | {ended} | {kept} | {calls} | {back} | {_kept(before, night)} | {more} |"


def _kept(before: dict[str, tuple[int, int]], night: Night) -> str:
    now = night.items()
    return f"{sum(now.get(name) == place for name, place in before.items())} of {len(before)}"


def _cut(share: float) -> Callable[[Path], None]:
    return lambda ledger: os.truncate(ledger, int(ledger.stat().st_size * share))


def _holes(ledger: Path) -> None:
    with ledger.open("r+b") as file:
        for place in range(40_960, ledger.stat().st_size, 400_000):
            file.seek(place)
            file.write(b"\xff" * 4096)


def _gone(ledger: Path) -> None:
    ledger.unlink()


DAMAGES: dict[str, Callable[[Path], None]] = {
    "gone": _gone,
    "empty": _cut(0.0),
    "cut at 25 %": _cut(0.25),
    "cut at 75 %": _cut(0.75),
    "cut at 95 %": _cut(0.95),
    "a page in a hundred overwritten": _holes,
}


def ledger_rows(grown: Night, scratch: Path) -> Iterator[str]:
    yield "| ledger | `grow` at once | ids kept | after `repair`: calls | ids kept after `grow` | calls asked again |"
    yield "|---|---|---|---|---|---|"
    before = grown.items()
    for number, (name, spoil) in enumerate(DAMAGES.items()):
        night = grown.copy(scratch / f"ledger {number}")
        ledger = night.workspace.ledger
        for path in ledger.parent.glob("ledger.sqlite-*"):
            path.unlink()
        spoil(ledger)
        ended, _ = night.grow()
        kept = _kept(before, night)
        repaired = repair(night.workspace)
        _, asked = night.grow()
        yield f"| {name} | {ended} | {kept} | {repaired.calls} | {_kept(before, night)} | {asked} |"


def bomb_rows(scratch: Path) -> Iterator[str]:
    yield "| file | bytes | failure | files beside it | seconds | MB in this process | MB at most in a reader |"
    yield "|---|---|---|---|---|---|---|"
    for number, (name, (make, _)) in enumerate(BOMBS.items()):
        folder = scratch / f"bomb {number}"
        folder.mkdir()
        (folder / name).write_bytes(make())
        (folder / "a.html").write_bytes(GOOD)
        began = time.monotonic()
        loaded = load_folder(folder)
        seconds = time.monotonic() - began
        own, children = (
            resource.getrusage(who).ru_maxrss // 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
        )
        checks = ", ".join(failure.check for failure in loaded.failures) or "read, within the limits"
        others = sum(document.id == "a.html" for document in loaded.documents)
        size = (folder / name).stat().st_size
        yield f"| {name} | {size:,} | {checks} | {others} of 1 | {seconds:.1f} | {own} | {children} |"


def injection_rows() -> Iterator[str]:
    yield "| guard that held | documents |\n|---|---|"
    guards = Counter(guard_of(case) for case in CASES)
    for guard, count in guards.most_common():
        words = "before any call: the passage is no source chunk" if guard == "injected" else f"`{guard}`"
        yield f"| {words} | {count} |"
    yield f"| **accepted** | **{guards['nothing']} of {len(CASES)}** |"


def main() -> int:
    """Print the tables; 1 where an attack is accepted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", type=int, default=40)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    what = (__doc__ or "").split("\n\n", 2)[2].strip().replace("\n", " ")
    today = datetime.datetime.now(tz=datetime.UTC).date()
    lines = ["# The hard night: what is lost", ""]
    lines += [f"`python -m measurements.hard_night --items {options.items}`, {today}.", "", what, ""]
    with tempfile.TemporaryDirectory() as folder, SimulatedServer() as server:
        scratch = Path(folder)
        settings = GrowSettings(
            questions=options.items, model="openai:simulated", base_url=server.base_url, kinds=("factoid",)
        )
        grown = Night(scratch / "grown", settings)
        shutil.copytree(EXAMPLES, grown.docs)
        first = grown.grow()
        lines += [f"The first run: {len(grown.items())} items, {first[1]} calls.", ""]
        bombs = list(bomb_rows(scratch))
        lines += ["## Retirement", "", *folder_rows(grown, scratch), ""]
        lines += ["## Ledgers", "", *ledger_rows(grown, scratch), ""]
        lines += ["## Bombs", "", *bombs, ""]
    attacks = list(injection_rows())
    lines += ["## Documents that attack", "", *attacks, ""]
    text = "\n".join(lines)
    print(text)
    if options.out:
        options.out.write_text(text, encoding="utf-8")
    return int("**0 of" not in attacks[-1])


if __name__ == "__main__":
    sys.exit(main())
