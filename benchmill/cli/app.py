"""The arguments of `benchmill` -> one command, with one line and an exit code for whatever goes wrong."""

from __future__ import annotations

import os
import sys
from typing import Any

import typer
from typer.core import TyperGroup

from benchmill.records.errors import BenchmillError


class _Commands(TyperGroup):
    """Turns errors a user can act on into one line on standard error and an exit code; bugs keep their traceback."""

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - the types of click's base class, which typer hides
        try:
            return super().invoke(ctx)
        except BenchmillError as error:
            typer.echo(f"benchmill: {error}", err=True)
            raise typer.Exit(error.exit_code) from error
        except KeyboardInterrupt as error:
            typer.echo("benchmill: interrupted", err=True)
            raise typer.Exit(130) from error
        except BrokenPipeError as error:
            # whoever read our output (`| head`) has gone: no message, and none from Python while it shuts down
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(1) from error


app = typer.Typer(
    cls=_Commands,
    name="benchmill",
    help="Grow a question-answer benchmark out of a docs folder, keep it fresh, score retrievers with it.",
    no_args_is_help=True,
    add_completion=False,
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
