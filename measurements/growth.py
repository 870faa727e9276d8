"""A docs folder once, 3 and 10 times as large -> processor time and memory of every stage, and how they grow.

    python -m measurements.growth FOLDER [--sizes 1,3,10] [--every 20] [--times 1] [--out FILE]

The copies have other words, so that they are no copies to the program. `--every N` takes each N-th document: a shared
machine bears 1 of 20 of a large folder, a quiet one all. `--times N` measures each size N times and takes the least of
each stage: what else runs only adds to it, and adds more where more memory is read. Whole runs: from_nothing.py.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import subprocess
import sys
import tempfile
import zlib
from dataclasses import astuple
from pathlib import Path
from typing import Any

from measurements.growth_stages import stages

ROOT = Path(__file__).parents[1]
RESULTS = Path(__file__).parent / "results" / "growth.md"
MOST = 1.1
# a word before a colon stays: a copy without the key `title` in its front matter is parsed to find a heading
_WORD = re.compile(r"[A-Za-z]{5,}(?![A-Za-z:])")
_TURNED = str.maketrans("aeioutrnsl", "eiouarntls")


def write_copies(folder: Path, source: Path, times: int, every: int) -> None:
    """The Markdown files of `source`, every N-th of them, `times` times: in a copy a third of the words are others."""
    files = sorted(path for path in source.rglob("*") if path.suffix in (".md", ".mdx"))[::every]
    for copy in range(times):
        for path in files:
            text = path.read_text(encoding="utf-8", errors="replace")
            place = folder / f"copy{copy}" / path.relative_to(source)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(_changed(text, copy) if copy else text, encoding="utf-8")


def _changed(text: str, copy: int) -> str:
    def other(word: re.Match[str]) -> str:
        drawn = zlib.crc32(f"{copy} {word[0]}".encode())
        return word[0].translate(_TURNED) + chr(97 + drawn % 26) if drawn % 3 == 0 else word[0]

    return _WORD.sub(other, text)


def measured(source: Path, times: int, every: int, repeats: int) -> dict[str, Any]:
    """The stages of one size, each time in a process of its own: documents, megabytes, and by stage the least seconds
    and the largest peak of memory in MB."""
    with tempfile.TemporaryDirectory() as folder:
        docs = Path(folder) / "docs"
        write_copies(docs, source, times, every)
        files = [path for path in docs.rglob("*") if path.is_file()]
        command = [sys.executable, "-m", "measurements.growth", "--stages", str(docs)]
        done = [
            json.loads(subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout)
            for _ in range(repeats)
        ]
        return {
            "seconds": {stage[0][0]: min(seconds for _, seconds, _ in stage) for stage in zip(*done, strict=True)},
            "peaks": {stage[0][0]: max(peak for _, _, peak in stage) for stage in zip(*done, strict=True)},
            "files": len(files),
            "size": sum(path.stat().st_size for path in files) / 1e6,
        }


def table(runs: dict[int, dict[str, Any]]) -> list[str]:
    """A row a stage: seconds and peak of memory at each size, and the exponent of the seconds between the smallest and
    the largest."""
    small, large = min(runs), max(runs)
    heads = [f"{times} x: {run['files']:,} files, {run['size']:.1f} MB" for times, run in runs.items()]
    lines = [f"| stage: CPU s, peak MB | {' | '.join(heads)} | exponent of CPU |", f"|---|{'---|' * len(runs)}---|"]
    for name in runs[small]["seconds"]:
        seconds = [run["seconds"][name] for run in runs.values()]
        first, last = runs[small]["seconds"][name], runs[large]["seconds"][name]
        # below a twentieth of a second the clock measures what came before
        exponent = math.log(last / first) / math.log(large / small) if first > 0.05 and large > small else None
        shown = "-" if exponent is None else f"{exponent:.2f}" + (" **over**" if exponent > MOST else "")
        cells = (f"{value:.2f}, {run['peaks'][name]:.0f}" for value, run in zip(seconds, runs.values(), strict=True))
        lines.append(f"| {name} | {' | '.join(cells)} | {shown} |")
    totals = [sum(run["seconds"].values()) for run in runs.values()]
    peaks = [max(run["peaks"].values()) for run in runs.values()]
    cells = (f"{total:.1f}, {peak:.0f}" for total, peak in zip(totals, peaks, strict=True))
    return [*lines, f"| all | {' | '.join(cells)} | {_exponent(totals, small, large)} |", ""]


def _exponent(values: list[float], small: int, large: int) -> str:
    return f"{math.log(values[-1] / values[0]) / math.log(large / small):.2f}" if large > small else "-"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sizes", default="1,3,10")
    parser.add_argument("--every", type=int, default=20)
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--stages", action="store_true", help="print the stages of this folder as JSON")
    parser.add_argument("--out", type=Path, default=RESULTS)
    options = parser.parse_args()
    if options.stages:
        with tempfile.TemporaryDirectory() as folder:
            print(json.dumps(list(map(astuple, stages(options.folder, Path(folder) / "facts.sqlite")))))
        return
    settings = f"--sizes {options.sizes} --every {options.every} --times {options.times}"
    command = f"python -m measurements.growth FOLDER {settings}"
    lines = ["# Growth laws", "", f"`{command}` on {options.folder.name}.", ""]
    sizes = map(int, options.sizes.split(","))
    lines += table({size: measured(options.folder, size, options.every, options.times) for size in sizes})
    print("\n".join(lines))
    options.out.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
