"""`benchmill changes`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import typer

from benchmill.cli.app import app
from benchmill.cli.common_options import AsJson, Bench
from benchmill.cli.printing import print_json, print_rows
from benchmill.workspace.outcome import KINDS_OF_CHANGE


@app.command()
def changes(
    bench: Bench,
    edition: Annotated[
        int | None, typer.Option("--edition", help="Number of the edition.  [default: the last]")
    ] = None,
    exit_code: Annotated[
        bool, typer.Option("--exit-code", help="Exit with 1 where anything was added, moved, changed or retired.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """What the last edition added, moved, changed and retired, each with its reason."""
    from benchmill.editions.change_log import changes as changes_of
    from benchmill.workspace.folder import Workspace

    found: dict[str, Any] = changes_of(Workspace(bench), edition)
    if as_json:
        print_json(found)
    else:
        print_rows(_rows(found))
    if exit_code and found["differs"]:
        raise typer.Exit(1)


def _rows(found: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield "edition", f"{found['edition']}: " + ", ".join(f"{found['counts'][name]} {name}" for name in KINDS_OF_CHANGE)
    for name in KINDS_OF_CHANGE:
        for change in found[name] if name != "kept" else ():
            reason = f" ({change['reason']})" if change["reason"] else ""
            yield name, f"{change['item_id']} {change['document']}: {change['question']}{reason}"
