"""A docs folder -> what a first run of 300 items costs: wall time, processor time, peak memory; two ways to write them.

    python -m measurements.from_nothing FOLDER [--questions 300] [--only simulated|built-in] [--out FILE]

Once with the simulated model server at latency 0, in a process of its own that is not counted, and once by the built-in
writer, which needs no model and refuses what it cannot ask well.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from measurements.nightly import AS_INSTALLED
from tests.servers.simulated import ServerPlan, SimulatedServer

ROOT = Path(__file__).parents[1]
_HEAD = "| written by | items | calls | wall s | CPU s | peak MB | exit code | load |"
_NAMES = {"simulated": "simulated model, latency 0", "built-in": "built-in writer"}


def row(way: str, folder: Path, questions: int) -> str:
    """A line of the table: one `grow` of `folder` into a new workspace, measured as the kernel counts it."""
    with tempfile.TemporaryDirectory() as out, SimulatedServer(ServerPlan()) as server:
        model = ["--model", "openai:simulated", "--base-url", server.base_url] if way == "simulated" else []
        words = ["grow", str(folder), "--out", f"{out}/bench", "--questions", f"{questions}", *model]
        command = [sys.executable, "-m", "benchmill", *words, "--json", "--quiet"]
        began, said = time.monotonic(), Path(out) / "said.json"
        with said.open("w") as file:
            child = subprocess.Popen(command, cwd=ROOT, stdout=file, env={**AS_INSTALLED, "OPENAI_API_KEY": "none"})
            _, status, used = os.wait4(child.pid, 0)
        wall, result = time.monotonic() - began, json.loads(said.read_text())
    asked, load = result["calls"]["asked"], os.getloadavg()[1]
    cpu, peak = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
    code = os.waitstatus_to_exitcode(status)
    figures = (_NAMES[way], result["accepted"], asked, f"{wall:.0f}", f"{cpu:.1f}", f"{peak:.0f}", code, f"{load:.1f}")
    return f"| {' | '.join(map(str, figures))} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--questions", type=int, default=300)
    parser.add_argument("--only", choices=_NAMES)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    lines = [_HEAD, "|---|" + "---|" * 7]
    for way in [options.only] if options.only else _NAMES:
        lines.append(row(way, options.folder.resolve(), options.questions))
        print(lines[-1], flush=True)
    if options.out:
        options.out.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
