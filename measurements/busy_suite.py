"""A busy machine -> whether the whole test suite passes on it, and how long it takes.

    python -m measurements.busy_suite [--runs 3] [--loops 4] [--workers 3] [--out FILE] [TESTS...]

Runs the tests of `make test` several times in a row while busy loops take the processors. Exits with 1 if a run fails.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent


@contextmanager
def busy_loops(count: int) -> Iterator[None]:
    """Processes that compute without a pause, until the block ends."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def run_suite(workers: int, tests: Sequence[str] = ()) -> tuple[bool, str, float]:
    """(passed, pytest's last line, seconds) of one run of `tests`, or of the whole suite."""
    began = time.monotonic()
    command = [sys.executable, "-m", "pytest", "-q", "-rf", "-n", str(workers), "--dist", "loadfile", *tests]
    ended = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    last = ended.stdout.strip().splitlines()[-1] if ended.stdout.strip() else "no output"
    return ended.returncode == 0, last.strip("= "), time.monotonic() - began


def main() -> int:
    """Print a table of the runs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--loops", type=int, default=4)
    parser.add_argument("--workers", type=int, default=3, help="pytest's processes")
    parser.add_argument("--out", type=Path)
    parser.add_argument("tests", nargs="*", help="a part of the suite")
    options = parser.parse_args()
    rows, all_passed = [], True
    with busy_loops(options.loops):
        for run in range(1, options.runs + 1):
            passed, last, seconds = run_suite(options.workers, options.tests)
            all_passed &= passed
            rows.append(f"| {run} | {last} | {seconds / 60:.0f} min |")
            print(rows[-1], flush=True)
    text = "\n".join(
        [
            "# The test suite on a busy machine",
            "",
            f"`python -m measurements.busy_suite {' '.join(sys.argv[1:])}`: {options.runs} runs in a row beside"
            f" {options.loops} busy loops on {os.cpu_count()} processors",
            "",
            "| run | result | time |",
            "|---|---|---|",
            *rows,
            "",
        ]
    )
    if options.out:
        options.out.write_text(text, encoding="utf-8")
    return not all_passed


if __name__ == "__main__":
    sys.exit(main())
