"""The command line's own help -> its commands and their options."""

from __future__ import annotations

import re
from functools import cache

from typer.testing import CliRunner

from tests.cli.typed import app_for

OPTION = re.compile(r"(?<![\w-])--[a-z][a-z0-9-]*")


@cache
def help_of(*command: str) -> str:
    """What `benchmill COMMAND --help` prints, on lines wide enough that nothing is wrapped inside a word."""
    wide = {"COLUMNS": "200", "NO_COLOR": "1", "TERM": "dumb"}
    done = CliRunner().invoke(
        app_for(*command), [*command, "--help"], env=wide, terminal_width=200, max_content_width=200
    )
    assert done.exit_code == 0, done.output
    return done.output


@cache
def commands() -> tuple[str, ...]:
    """The commands that `benchmill --help` lists."""
    _, _, listed = help_of().partition("\nCommands to ")
    found = tuple(re.findall(r"^  ([a-z][a-z-]*)(?:\s|$)", listed, re.MULTILINE))
    assert found, help_of()
    return found


@cache
def options(*command: str) -> frozenset[str]:
    """The long options of a command that its help declares, each at the beginning of its line; not `--help` itself."""
    declared = re.findall(r"^  (?:-\w, )?(--[^\s].*?)(?:  |$)", help_of(*command), re.MULTILINE)
    return frozenset(option for line in declared for option in OPTION.findall(line)) - {"--help"}
