"""A growing run killed with SIGKILL at 30 seeded random moments -> how each ended after the same command ran again.

    python -m measurements.kills [--moments 30] [--seed 0] [--out FILE]

Half of the runs grow a new workspace, half bring one up to date after its docs were edited; a fifth is killed between
the replacements of two files. Each is then run again to its end and compared with an undisturbed run, byte by
byte. `again` counts requests for answers that the server had sent before the kill: those that were in flight.
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.end_to_end.killing import CONCURRENCY, Killed, kill, moments, stages


def row(killed: Killed) -> str:
    """One kill as a line of the table."""
    state = "killed" if killed.was_running else "had ended"
    same = "the same" if not killed.different else f"**differ: {', '.join(killed.different)}**"
    return f"| {killed.moment} | {state} | {killed.requests} | {killed.recorded} | {killed.again} | {same} |"


def main() -> int:
    """Print the table; 1 where a run ended otherwise, or paid again for more than what was in flight."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moments", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        undisturbed = stages(Path(folder))
        chosen = list(enumerate(moments(options.moments, options.seed)))
        with ThreadPoolExecutor(2) as pool:
            found = list(
                pool.map(lambda at: kill(undisturbed[at[1].edition], at[1], Path(folder) / str(at[0])), chosen)
            )
    machine = f"{os.cpu_count()} shared cores, Python {platform.python_version()}, {platform.system()}"
    running = [killed for killed in found if killed.was_running]
    wrong = [killed for killed in found if killed.different or killed.again > CONCURRENCY]
    lines = [
        "# Killed at random moments",
        "",
        f"`python -m measurements.kills --moments {options.moments} --seed {options.seed}`, "
        f"{datetime.datetime.now(tz=datetime.UTC).date()}, {machine}.",
        "",
        (__doc__ or "").split("\n\n", 2)[2].strip().replace("\n", " "),
        "",
        f"{len(running)} of {len(found)} were running when they were killed; {len(found) - len(wrong)} ended like the "
        f"undisturbed run; {sum(killed.again for killed in found)} calls of {sum(killed.requests for killed in found)} "
        f"were paid again, at most {max(killed.again for killed in found)} in one run with {CONCURRENCY} in flight.",
        "",
        "| moment | the run | requests at the server | replies in the ledger | again | files at the end |",
        "|---|---|---|---|---|---|",
        *map(row, found),
        "",
    ]
    print("\n".join(lines))
    if options.out:
        options.out.write_text("\n".join(lines), encoding="utf-8")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
