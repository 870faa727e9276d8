"""Arguments -> the command run as a user runs it: in a process of its own, its output read from pipes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.end_to_end.warm import warm

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "docs"
# what a developer's shell may hold must not reach the tests
_OURS = ("OPENAI_", "OLLAMA_", "LANGSMITH_", "LANGCHAIN_")


@dataclass(frozen=True, slots=True)
class Ran:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def environment(**more: str) -> dict[str, str]:
    """This process's environment without keys and addresses of models, and with `more`."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_OURS)}
    return {**kept, "PYTHONPATH": str(ROOT), **more}


def benchmill(*arguments: object, folder: Path | None = None, **more: str) -> Ran:
    """Run `benchmill` with `arguments` in `folder`; `more` are environment variables.

    `grow` writes a report only where `--report` is given: it takes a second, and tests/reporting looks at it.
    """
    arguments = _without_report(arguments)
    if not hasattr(os, "fork"):
        return benchmill_anew(*arguments, folder=folder, **more)
    with tempfile.TemporaryDirectory() as scratch:
        out, err = Path(scratch) / "out", Path(scratch) / "err"
        code = warm(ROOT).run([*map(str, arguments)], folder or ROOT, environment(**more), out, err)
        return Ran(code, out.read_text(encoding="utf-8"), err.read_text(encoding="utf-8"))


def benchmill_anew(*arguments: object, folder: Path | None = None, **more: str) -> Ran:
    """The same in a new interpreter, with a hash seed of its own: no fork of one that has loaded the program."""
    command = [sys.executable, "-m", "benchmill", *map(str, _without_report(arguments))]
    env = environment(**more)
    done = subprocess.run(command, cwd=folder or ROOT, env=env, capture_output=True, text=True, check=False)
    return Ran(done.returncode, done.stdout, done.stderr)


def _without_report(arguments: tuple[object, ...]) -> tuple[object, ...]:
    grows = arguments[:1] == ("grow",) and not {"--report", "--no-report"} & {*map(str, arguments)}
    return (*arguments, "--no-report") if grows else arguments
