"""Arguments -> the command run as a user runs it: in a process of its own, its output read from pipes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.forks import ROOT, Fork, fork

EXAMPLES = ROOT / "examples" / "docs"
# what a developer's shell may hold must not reach the tests
PLAIN = "tests.end_to_end.mains:plain"
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
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = fork(
            PLAIN, arguments, folder=folder or ROOT, environment=environment(**more), files={"out": out, "err": err}
        )
        code = process.wait()
        out.seek(0)
        err.seek(0)
        return Ran(code, out.read().decode(), err.read().decode())


def grown_with_answers(out: Path, questions: int, *more: object) -> Ran:
    """Grow a benchmark of the example docs in which every question has an answer: not every format holds the others."""
    options = ("--questions", questions, "--kinds=factoid,procedure", "--quiet")
    ran = benchmill("grow", EXAMPLES, "--out", out, *options, "--fail-under", questions, *more)
    assert ran.code == 0, ran.err
    return ran


def started(*arguments: object, main: str = PLAIN, pipes: Sequence[str] = ("out", "err"), **more: str) -> Fork:
    """`benchmill` with `arguments`, under way; `main` is one of tests/end_to_end/mains.py."""
    return fork(main, _without_report(arguments), environment=environment(**more), pipes=pipes)


def benchmill_anew(*arguments: object, folder: Path | None = None, **more: str) -> Ran:
    """The same in a new interpreter, with a hash seed of its own: no fork of one that has loaded the program."""
    command = [sys.executable, "-m", "benchmill", *map(str, _without_report(arguments))]
    env = environment(**more)
    done = subprocess.run(command, cwd=folder or ROOT, env=env, capture_output=True, text=True, check=False)
    return Ran(done.returncode, done.stdout, done.stderr)


def _without_report(arguments: tuple[object, ...]) -> tuple[object, ...]:
    grows = arguments[:1] == ("grow",) and not {"--report", "--no-report"} & {*map(str, arguments)}
    return (*arguments, "--no-report") if grows else arguments
