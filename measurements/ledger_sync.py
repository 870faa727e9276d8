"""Three ways to bring the ledger's commits to the disk -> for how long a recorded call stops the event loop with each.

    python -m measurements.ledger_sync [--calls 2000] [--folder DIR] [--out FILE]

`FULL` flushes at every commit: a power cut loses nothing. `NORMAL` flushes at checkpoints only: a power cut may lose
minutes. `NORMAL + flusher` is what benchmill does: a thread flushes the log a quarter second after a commit, and a
power cut loses that. `kill -9` loses nothing in any of them. The cost depends on the disk: `--folder` names one.
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import sqlite3
import statistics
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from benchmill.chat.model import ChatReply, ChatRequest, Message
from benchmill.chat.recorded import RecordedCall
from benchmill.workspace.ledger.calls import SqliteCalls
from benchmill.workspace.ledger.flushing import Flusher
from benchmill.workspace.ledger.migrations import migrate

_PROMPT = "The relay keeps a message for 14 days. " * 150  # about as long as the writer's


def seconds_a_call(folder: Path, mode: str, calls: int, *, flushed: bool = False) -> list[float]:
    """Wall seconds of each recorded call."""
    path = folder / f"{mode}-{flushed}.sqlite"
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute(f"PRAGMA synchronous = {mode}")
    migrate(connection, path)
    flusher = Flusher(path) if flushed else None
    store = SqliteCalls(connection, wrote=flusher.wrote if flusher else None)
    times = []
    for number in range(calls):
        request = ChatRequest("openai:m", (Message("user", f"{number} {_PROMPT}"),), "generator/factoid")
        call = RecordedCall(request.key, request, ChatReply('{"answer": "14 days"}' * 10))
        began = time.perf_counter()
        store.save(call)
        store.save(replace(call, state="good"))
        times.append(time.perf_counter() - began)
    if flusher:
        flusher.close()
    connection.close()
    return times


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=2000)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        for name, mode, flushed in (
            ("FULL", "FULL", False),
            ("NORMAL", "NORMAL", False),
            ("**NORMAL + flusher**", "NORMAL", True),
        ):
            times = sorted(seconds_a_call(Path(folder), mode, options.calls, flushed=flushed))
            median, late = statistics.median(times), times[int(0.99 * len(times))]
            rows.append(
                f"| {name} | {1000 * statistics.mean(times):.3f} | {1000 * median:.3f} | {1000 * late:.3f} "
                f"| {1000 * times[-1]:.1f} |"
            )
    machine = f"{os.cpu_count()} shared cores, Python {platform.python_version()}, {platform.system()}"
    lines = [
        "# The ledger: for how long a recorded call stops the others",
        "",
        f"`python -m measurements.ledger_sync --calls {options.calls}`, "
        f"{datetime.datetime.now(tz=datetime.UTC).date()}, {machine}.",
        "",
        (__doc__ or "").split("\n\n", 2)[2].strip().replace("\n", " "),
        "",
        "| synchronous | mean ms | median ms | 99th percentile | longest |\n|---|---|---|---|---|",
        *rows,
        "",
    ]
    print("\n".join(lines))
    if options.out:
        options.out.write_text("\n".join(lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
