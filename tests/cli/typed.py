"""Words -> what the command did with them, in this process: quick, where nothing depends on a process of its own."""

from __future__ import annotations

import json
from copy import copy
from dataclasses import dataclass
from typing import Any

from typer import Typer
from typer.testing import CliRunner

from benchmill.cli import application
from tests.end_to_end.mains import beside


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


def app_for(*command: str) -> Typer:
    """The application with the commands of one module only."""
    app = copy(application())
    app.registered_commands = beside(command)
    return app


def typed(*words: object) -> Typed:
    """What `benchmill WORDS` does. An error that is nobody's mistake but ours is raised."""
    line = [str(word) for word in words]
    done = CliRunner().invoke(app_for(*line[:1]), line)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return Typed(done.exit_code, done.stdout, done.stderr)
