"""`benchmill init`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from benchmill.cli.app import app
from benchmill.cli.common_options import AsJson
from benchmill.cli.printing import print_json
from benchmill.cli.settings_text import as_toml
from benchmill.records.errors import UsageError
from benchmill.settings import FILE_NAME, GrowSettings, RunOptions


@app.command()
def init(
    folder: Annotated[Path, typer.Argument(help="Where to write it.")] = Path(),
    as_json: AsJson = False,
) -> None:
    """Write a commented benchmill.toml with every setting and its default."""
    path = folder / FILE_NAME
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write("# Settings of `benchmill grow`; an option on the command line wins over this file.\n\n")
            file.write(as_toml(RunOptions(), explained=True) + "\n")
            file.write(as_toml(GrowSettings(), explained=True))
    except FileExistsError as error:
        raise UsageError(f"{path} is there already; it was left alone") from error
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from error
    if as_json:
        print_json({"out": str(path)})
    else:
        typer.echo(f"{path} written")
