"""A command -> what it took: wall and processor time, peak of memory, its own and that with all its children."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_EVERY = 0.5  # seconds: to add up the memory of a large process takes a hundredth of one


@dataclass(frozen=True, slots=True)
class Used:
    """Seconds and megabytes. `together` counts memory that processes share once, and is looked at twice a second."""

    exit_code: int
    said: bytes
    wall: float
    cpu: float
    peak: float
    together: float


def watched(command: Sequence[str], cwd: Path, env: Mapping[str, str]) -> Used:
    """Run the command; `cpu` and `peak` are as the kernel counts them, `cpu` with children that ended."""
    began, done = time.monotonic(), threading.Event()
    with subprocess.Popen(command, cwd=cwd, env=env, stdout=subprocess.PIPE) as child:
        sizes = [0.0]

        def watch() -> None:
            while not done.wait(_EVERY):
                sizes.append(sum(map(_proportional, _family(child.pid))))

        watcher = threading.Thread(target=watch)
        watcher.start()
        said = child.stdout.read() if child.stdout else b""
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        done.set()
        watcher.join()
    wall, peak = time.monotonic() - began, used.ru_maxrss / 1024
    return Used(child.returncode, said, wall, used.ru_utime + used.ru_stime, peak, max(*sizes, peak))


def _family(process: int) -> Iterator[int]:
    """The process and all that it started and that they started."""
    yield process
    with suppress(OSError):  # it ended
        for task in Path(f"/proc/{process}/task").iterdir():
            for child in (task / "children").read_text().split():
                yield from _family(int(child))


def _proportional(process: int) -> float:
    """Its memory in MB; of what several processes share, its part."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    return 0.0
