"""The argument and the options that several commands share, each with one wording."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Bench = Annotated[Path, typer.Argument(help="The workspace folder.", show_default=False)]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="No progress and no messages, only the result.")]
Config = Annotated[
    Path | None, typer.Option("--config", help="Settings file.  [default: ./benchmill.toml where there is one]")
]
