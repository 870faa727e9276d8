"""Standard error -> a progress display for it: a moving line in a terminal, plain or JSON lines in a log, or none."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from benchmill.cli.printing import complain
from benchmill.records.errors import BenchmillError

if TYPE_CHECKING:
    from benchmill.running.progress import Progress
    from benchmill.settings import RunOptions


@contextmanager
def watched(quiet: bool, log_format: str = "text", *, first: str = "beginning") -> Iterator[Progress]:
    """Show a run's reports while the block lasts; show nothing where `quiet`. `first` is what the run does first."""
    from benchmill.running.json_log import JsonLines
    from benchmill.running.progress import PlainLines, Silent, TerminalLine

    if quiet:
        yield Silent()
    elif log_format == "json":
        yield JsonLines()
    elif sys.stderr.isatty():
        with TerminalLine() as line:
            yield line
    else:
        lines = PlainLines()
        with lines.running(first):
            yield lines


@contextmanager
def errors_as(options: RunOptions) -> Iterator[None]:
    """Report an error that ends the block as `options` say. Raises typer.Exit with its code."""
    try:
        yield
    except BenchmillError as error:
        report_end(str(error), error.exit_code, options)
        raise typer.Exit(error.exit_code) from error


def report_end(message: str, exit_code: int, options: RunOptions) -> None:
    """Report why a command ends with this code, as its last line."""
    if options.log_format == "text":
        complain(message, exit_code, as_json=options.json)
        return
    from benchmill.running.json_log import JsonLines

    JsonLines().write("error" if exit_code else "end", message=message, exit_code=exit_code)
