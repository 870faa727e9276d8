"""`benchmill repair` and `benchmill prune`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchmill.cli.app import app
from benchmill.cli.common_options import AsJson, Bench
from benchmill.cli.printing import print_json, print_rows

if TYPE_CHECKING:
    from benchmill.editions.repair import Repaired
    from benchmill.workspace.prune import Pruned


@app.command()
def repair(bench: Bench, as_json: AsJson = False) -> None:
    """Rebuild a damaged ledger from what can still be read and from items.jsonl; ids, numbers and reviews stay."""
    from benchmill.editions.repair import repair as repair_workspace
    from benchmill.workspace.folder import Workspace

    repaired = repair_workspace(Workspace(bench))
    if as_json:
        print_json(repaired.as_json())
    else:
        print_rows(_repair_rows(repaired, bench))


@app.command()
def prune(
    bench: Bench,
    keep_editions: Annotated[
        int, typer.Option("--keep-editions", min=1, help="Keep every call of this many of the last editions.")
    ] = 10,
    as_json: AsJson = False,
) -> None:
    """Drop calls that no item and none of the last editions needs, and vectors of old texts: a smaller ledger."""
    from benchmill.workspace.folder import Workspace
    from benchmill.workspace.prune import prune as prune_workspace

    pruned = prune_workspace(Workspace(bench), keep_editions=keep_editions)
    if as_json:
        print_json(pruned.as_json())
    else:
        print_rows(_prune_rows(pruned))


def _repair_rows(repaired: Repaired, bench: Path) -> Iterator[tuple[str, str]]:
    if repaired.damaged is None:
        yield "ledger", "nothing is wrong with it"
    else:
        yield "ledger", f"rebuilt; the damaged file is kept as {repaired.damaged}"
        yield "lost", f"rows of {', '.join(repaired.lost)}" if repaired.lost else "nothing"
    yield "items", f"{repaired.items:,}, of which {repaired.from_file:,} from items.jsonl"
    yield "calls", f"{repaired.calls:,}"
    if repaired.damaged is not None:
        from benchmill.workspace.remembered import grow_again

        yield "next", f"bring it up to date, and pay only for what was lost: {grow_again(bench)}"


def _prune_rows(pruned: Pruned) -> Iterator[tuple[str, str]]:
    yield "calls", f"{pruned.dropped:,} dropped, {pruned.kept:,} kept"
    if pruned.vectors_dropped or pruned.vectors_kept:
        yield "vectors", f"{pruned.vectors_dropped:,} dropped, {pruned.vectors_kept:,} kept"
    yield "ledger", f"{pruned.bytes_before / 1e6:.1f} MB before, {pruned.bytes_after / 1e6:.1f} MB now"
