"""The arguments of `benchmill` -> one command, with one line and an exit code for every error."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

from benchmill.cli.printing import complain, say
from benchmill.records.errors import BenchmillError, DiskFull, UntriedVersion, did_you_mean, is_disk_full

JOBS = {
    "Commands to grow a benchmark": ("init", "doctor", "estimate", "grow", "import", "calibrate"),
    "Commands to read it": ("status", "items", "show", "changes", "report", "review"),
    "Commands to decide about items": ("drop", "restore", "edit", "add", "retry", "undo", "decide"),
    "Commands to measure a system": ("retrieve", "run", "map", "score", "compare", "judge"),
    "Commands to share it": ("export", "publish"),
    "Commands to look after the workspace": ("repair", "prune"),
}
"""Title -> commands, as the help page lists them."""
_WHOLE = 1000  # more characters than any command's sentence has


class _Commands(TyperGroup):
    """Turns errors that a user can repair into one line on standard error and an exit code; bugs keep their traceback.

    With `--json` that line is a JSON object.
    """

    def make_context(self, info_name: Any, args: Any, *rest: Any, **more: Any) -> Any:  # noqa: ANN401 - as below
        as_json = "--json" in args
        try:
            return super().make_context(info_name, args, *rest, **more)
        except KeyboardInterrupt as error:  # Typer loads what reads the options, and would end here without a word
            raise _interrupted(as_json=as_json) from error

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - as below
        """List the commands by what they are for, each with its whole sentence: typer cuts at the end of the line."""
        for title, names in JOBS.items():
            found = [(name, command) for name in names if (command := self.get_command(ctx, name))]
            if found:
                with formatter.section(title):
                    formatter.write_dl([(name, command.get_short_help_str(limit=_WHOLE)) for name, command in found])

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - the types of click's base class, which typer hides
        as_json = "--json" in ctx.args
        try:
            with _warnings_in_one_line():
                return super().invoke(ctx)
        except BenchmillError as error:
            complain(str(error), error.exit_code, as_json=as_json)
            raise typer.Exit(error.exit_code) from error
        except TyperException as error:
            complain(_usage(error), 2, as_json=as_json)
            raise typer.Exit(2) from error
        except KeyboardInterrupt as error:
            raise _interrupted(as_json=as_json) from error
        except OSError as error:
            if error.filename is not None or not is_disk_full(error):
                raise
            full = DiskFull("the output")
            complain(str(full), full.exit_code, as_json=as_json)
            raise typer.Exit(full.exit_code) from error


def _interrupted(*, as_json: bool) -> typer.Exit:
    """Say that Ctrl-C ended the command; the exception that ends it."""
    complain("interrupted", 130, as_json=as_json)
    return typer.Exit(130)


@contextmanager
def _warnings_in_one_line() -> Iterator[None]:
    """Warn once for each package newer than the tested versions: one line, without file and line number."""
    with warnings.catch_warnings():
        warnings.simplefilter("once", UntriedVersion)
        others = warnings.showwarning

        def show(
            message: Warning | str,
            category: type[Warning],
            filename: str,
            lineno: int,
            file: TextIO | None = None,
            line: str | None = None,
        ) -> None:
            if issubclass(category, UntriedVersion):
                say(f"benchmill: {message}")
            else:
                others(message, category, filename, lineno, file, line)

        warnings.showwarning = show
        yield


def _usage(error: TyperException) -> str:
    """The message for wrong arguments: what is wrong, the nearest right word, and the help command."""
    said = error.format_message().replace("Value error, ", "").rstrip(".")
    for kind, words in _NUMBERS.items():
        said = re.sub(rf"Input should be a valid {kind}\b.*", f"it must be {words}", said)
    said = said.replace("Input should be", "it must be")
    if found := _CHOICE.search(said):
        said += did_you_mean(found["given"], _QUOTED.findall(found["choices"]))
    context = getattr(error, "ctx", None)
    command = context.info_name if context is not None and context.parent is not None else ""
    return f"{said}{' See' if said.endswith('?') else '; see'} benchmill {command}{' ' if command else ''}--help"


_NUMBERS = {"integer": "a whole number", "number": "a number"}
_CHOICE = re.compile(r"'(?P<given>[^']*)' is not one of (?P<choices>.*)")
_QUOTED = re.compile(r"'([^']*)'")

app = typer.Typer(
    cls=_Commands,
    name="benchmill",
    help="Grow a question-answer benchmark out of a docs folder, keep it fresh, score retrievers with it.",
    context_settings={"help_option_names": ["-h", "--help"]},
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _version(wanted: bool) -> None:
    if wanted:
        from benchmill.version import VERSION

        typer.echo(f"benchmill {VERSION}")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version and end."
    ),
) -> None:
    pass
