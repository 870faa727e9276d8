"""Arguments -> the command run as a user runs it: in a process of its own, its output read from pipes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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
    """Run `benchmill` with `arguments` in `folder`; `more` are environment variables."""
    command = [sys.executable, "-m", "benchmill", *map(str, arguments)]
    done = subprocess.run(
        command, cwd=folder or ROOT, env=environment(**more), capture_output=True, text=True, timeout=300, check=False
    )
    return Ran(done.returncode, done.stdout, done.stderr)
