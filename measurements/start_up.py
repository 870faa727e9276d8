"""Nothing -> how long `import benchmill` and `benchmill --help` take: what every command costs before it does anything.

    python -m measurements.start_up

The table has the wall time of a fresh process, that of an empty interpreter, medians of REPEATS, and what was promised.
On a machine with other work, look at the smallest time.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

REPEATS = 15
PROMISED = {"import benchmill": 0.15, "benchmill --help": 0.40}
COMMANDS = {
    "an empty interpreter": ["-c", ""],
    "import benchmill": ["-c", "import benchmill"],
    "benchmill --help": ["-m", "benchmill", "--help"],
}


def seconds(arguments: list[str]) -> list[float]:
    """Wall times of REPEATS processes, sorted; one more process runs first, so that files are in the cache."""
    times = []
    for _ in range(REPEATS + 1):
        start = time.perf_counter()
        subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)
        times.append(time.perf_counter() - start)
    return sorted(times[1:])


def main() -> int:
    """Print the table; 1 where a promise is broken."""
    broken = False
    print("| what | median s | smallest s | promised s |\n|---|---|---|---|")
    for name, arguments in COMMANDS.items():
        times = seconds(arguments)
        median = statistics.median(times)
        promised = PROMISED.get(name)
        broken = broken or (promised is not None and median > promised)
        print(f"| {name} | {median:.3f} | {times[0]:.3f} | {promised or ''} |")
    return int(broken)


if __name__ == "__main__":
    sys.exit(main())
