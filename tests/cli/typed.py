"""Words -> what the command did with them, in this process: quick, where nothing depends on a process of its own."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from typer.testing import CliRunner

from benchmill.cli import application


@dataclass(frozen=True, slots=True)
class Typed:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def complaint(self) -> str:
        """The one line that says what is wrong."""
        (line,) = [line for line in self.err.splitlines() if line.startswith("benchmill: ")]
        return line.removeprefix("benchmill: ")


def typed(*words: object) -> Typed:
    """What `benchmill WORDS` does. An error that is nobody's mistake but ours is raised."""
    done = CliRunner().invoke(application(), [str(word) for word in words])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return Typed(done.exit_code, done.stdout, done.stderr)
