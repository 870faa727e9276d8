"""`benchmill import`."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchmill.cli.app import app
from benchmill.cli.common_options import AsJson
from benchmill.cli.printing import counted, first_of, print_json, print_rows
from benchmill.records.given_path import path
from benchmill.records.shell_command import command

if TYPE_CHECKING:
    from benchmill.importing.import_set import Imported


class Origin(StrEnum):
    """The formats that `import` reads."""

    ragas = "ragas"
    deepeval = "deepeval"
    giskard = "giskard"
    llama_index = "llama-index"
    squad = "squad"
    beir = "beir"
    fastbook = "fastbook"
    csv = "csv"


@app.command("import")
def import_file(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file, or for beir the folder.")],
    form: Annotated[Origin, typer.Option("--from", metavar="FORMAT", help=f"One of: {', '.join(Origin)}.")],
    docs: Annotated[str, typer.Option("--docs", path_type=str, help="The docs folder that the questions are about.")],
    out: Annotated[
        str, typer.Option("--out", path_type=str, help="The workspace folder; created where it is missing.")
    ] = "bench",
    columns: Annotated[
        str | None,
        typer.Option("--columns", help="csv: question=Q,answer=A,context=C,id=I,document=D, each a column's name."),
    ] = None,
    config: Annotated[
        Path | None, typer.Option("--config", help="Settings file for a new workspace; default: ./benchmill.toml.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Take over a benchmark of others; each question is aligned with sentences of your docs that prove its answer."""
    from benchmill.importing.import_set import import_set
    from benchmill.settings import resolve

    done = import_set(file, form.value, path(docs), path(out), resolve({}, config), columns=columns)
    if as_json:
        print_json(done.as_json())
    else:
        print_rows(_rows(done))


def _rows(done: Imported) -> Iterator[tuple[str, str]]:
    yield "imported", f"{done.imported} of {done.records} records from {done.format}"
    if done.known:
        yield "known", f"{done.known} are items already"
    yield "passages", counted(done.aligned) + (f"; {done.lost} not found in the docs" if done.lost else "")
    if done.to_review:
        yield (
            "please check",
            f"{_items(len(done.to_review))}, whose evidence is only similar to what the file named",
        )
        yield from first_of(
            [f"{row.place}: {row.question} <- {row.document}: {_short(row.evidence)}" for row in done.to_review]
        )
    if done.left_out:
        yield "left out", f"{len(done.left_out)} ({counted(done.reasons())})"
        yield from first_of([f"{one.place}: {one.reason}" for one in done.left_out])
    yield "accepted", f"{done.accepted} ({counted(done.kinds)})"
    yield "edition", str(done.edition)
    yield "files", str(done.out)
    for note in done.notes:
        yield "note", note
    if done.accepted:
        yield "next", f"read twenty items with their evidence: {command('items', done.out, '--sample', 20)}"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 80 else f"{line[:77]}..."


def _items(number: int) -> str:
    return "1 item" if number == 1 else f"{number} items"
