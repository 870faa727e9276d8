"""Standard error -> what suits it: a moving line for a terminal, plain lines or JSON lines for a log, or nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING

import typer

from benchmill.cli.printing import say
from benchmill.records.errors import BenchmillError

if TYPE_CHECKING:
    from benchmill.running.progress import Progress


class LogFormat(StrEnum):
    """How messages are told."""

    text = "text"
    json = "json"


@contextmanager
def watched(quiet: bool, log_format: LogFormat = LogFormat.text) -> Iterator[Progress]:
    """What a run tells while the block lasts; nothing where `quiet`."""
    from benchmill.running.json_log import JsonLines
    from benchmill.running.progress import PlainLines, Silent, TerminalLine

    if quiet:
        yield Silent()
    elif log_format is LogFormat.json:
        yield JsonLines()
    elif sys.stderr.isatty():
        with TerminalLine() as line:
            yield line
    else:
        yield PlainLines()


@contextmanager
def errors_as(log_format: LogFormat) -> Iterator[None]:
    """Tell an error that ends the block in this format, too. Raises typer.Exit with its code."""
    try:
        yield
    except BenchmillError as error:
        if log_format is LogFormat.text:
            raise
        tell_end(str(error), error.exit_code, log_format)
        raise typer.Exit(error.exit_code) from error


def tell_end(message: str, exit_code: int, log_format: LogFormat) -> None:
    """The last line of a command that ends with this code: why it does."""
    if log_format is LogFormat.text:
        say(f"benchmill: {message}")
        return
    from benchmill.running.json_log import JsonLines

    JsonLines().write("error" if exit_code else "end", message=message, exit_code=exit_code)
