"""The options that `benchmill compare` takes and `score` does not."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class ComparedFormat(StrEnum):
    """The formats that `compare` reads; `squad-retrieved` takes a retriever's passages, `squad` answers."""

    fastbook = "fastbook"
    beir = "beir"
    squad = "squad"
    squad_retrieved = "squad-retrieved"
    asqa = "asqa"


Bench = Annotated[
    Path, typer.Argument(help="The workspace, a benchmark.json, or a file of --format.", show_default=False)
]
Runs = Annotated[
    list[str],
    typer.Argument(
        metavar="RUN",
        help="Run files, or NAME=FILE, bm25, dense:SPEC, hybrid:SPEC, colbert:NAME; all are compared with the first.",
    ),
]
Depth = Annotated[int, typer.Option("--k", min=1, help="Depth.")]
Form = Annotated[ComparedFormat, typer.Option("--format", help="Format of gold and runs.")]
Old = Annotated[
    tuple[Path, Path] | None,
    typer.Option("--old", metavar="OLD OLD_RUN", help="An earlier edition and its run; common questions count."),
]
FailIfWorse = Annotated[
    bool, typer.Option("--fail-if-worse", help="Exit with 1 where a run is significantly worse than the first.")
]
By = Annotated[
    str | None,
    typer.Option(
        "--by", metavar="METRIC", help="The metric that --fail-if-worse and --worse-than look at.  [default: the first]"
    ),
]
WorseThan = Annotated[
    float | None,
    typer.Option("--worse-than", min=0, help="Also exit with 1 where the metric fell by more than this."),
]
Markdown = Annotated[bool, typer.Option("--markdown", help="A page of Markdown, for a CI summary.")]
