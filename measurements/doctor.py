"""Good, wrong and slow servers -> what `benchmill doctor` says of each, how it ends, and how long that takes.

    python -m measurements.doctor [--out FILE]

The servers are simulated, and a tiny random model in llama.cpp's server.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.servers.llama.tiny_gguf import write_tiny_gguf
from tests.servers.simulated import ServerPlan, SimulatedServer
from tests.servers.simulated.plan import Latency

ROOT = Path(__file__).parents[1]
RESULTS = Path(__file__).parent / "results" / "doctor.md"
_SAID = (
    "`python -m measurements.doctor`: one call to each server. Seconds are those of the whole command, from its start."
)


@dataclass(frozen=True, slots=True)
class Case:
    """A server and how it is asked. `{v1}` and `{root}` in `words` are its addresses."""

    name: str
    plan: ServerPlan
    words: tuple[str, ...]


_GOOD = ("--model", "openai:llama3", "--base-url", "{v1}")
CASES = (
    Case("good, OpenAI's protocol", ServerPlan(), _GOOD),
    Case("good, Ollama's protocol", ServerPlan(), ("--model", "ollama:llama3", "--base-url", "{root}")),
    Case("another model", ServerPlan(), ("--model", "openai:nobody", *_GOOD[2:])),
    Case("wrong key", ServerPlan(api_key="right"), _GOOD),
    Case("no credit", ServerPlan(script=("quota",)), _GOOD),
    Case("address without /v1", ServerPlan(), (*_GOOD[:3], "{root}")),
    Case("nobody listens", ServerPlan(), (*_GOOD[:3], "http://127.0.0.1:1/v1")),
    Case("a proxy's error page", ServerPlan(script=("http-502-html",)), _GOOD),
    Case("context of 1,000 tokens", ServerPlan(context_tokens=1000), _GOOD),
    Case("no schemas", ServerPlan(schemas="ignored"), _GOOD),
    Case("malformed answers", ServerPlan(script=("malformed",)), _GOOD),
    Case("slow: 3 s a call", ServerPlan(latency=Latency(median=3.0)), (*_GOOD, "--timeout", "5")),
    Case("hangs", ServerPlan(script=("hang",)), (*_GOOD, "--timeout", "2")),
)


def ask(words: tuple[str, ...]) -> tuple[dict[str, Any], int, float]:
    """Run the command: its JSON, exit code, seconds."""
    command = [sys.executable, "-m", "benchmill", "doctor", "--json", *words]
    began = time.monotonic()
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, env={**os.environ, "OPENAI_API_KEY": "k"}, check=False
    )
    return json.loads(done.stdout), done.returncode, time.monotonic() - began


def row(name: str, words: tuple[str, ...]) -> str:
    found, code, seconds = ask(words)
    (model,) = found["models"]
    states = {what: one["state"] for what, one in model["checks"].items()}
    wrong = [what for what, state in states.items() if state in ("problem", "warning")]
    said = "; ".join(model["checks"][what]["text"] for what in wrong) or "a run can begin"
    shown = ", ".join(f"{what} ({states[what]})" for what in wrong) or "-"
    return f"| {name} | {code} | {shown} | {said} | {seconds:.1f} |"


def rows() -> Iterator[str]:
    for case in CASES:
        with SimulatedServer(case.plan) as server:
            words = tuple(word.format(v1=server.base_url, root=server.ollama_url) for word in case.words)
            yield row(case.name, words).replace(server.ollama_url, "http://server.example")
    with tempfile.TemporaryDirectory() as folder:
        tiny = write_tiny_gguf(Path(folder) / "tiny.gguf")
        words = ("--model", f"gguf:{tiny}", "--concurrency", "1")
        yield row("gguf: a random model of 1 MB", words).replace(folder, "FOLDER")
        roomy = (*words, "--num-ctx", "32768", "--timeout", "600")
        yield row("the same, with `--num-ctx 32768 --timeout 600`", roomy).replace(folder, "FOLDER")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    load = f"Load average of the machine: {os.getloadavg()[1]:.1f} (5 minutes)."
    lines = ["# Doctor", "", f"{_SAID} {load}", ""]
    lines += ["| server | exit code | found | said | s |", "|---|---|---|---|---|", *rows(), ""]
    print("\n".join(lines))
    arguments.out.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
