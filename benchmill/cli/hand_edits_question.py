"""items.jsonl edited by hand, the user's choice -> the edits taken as decisions or discarded."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from benchmill.cli.printing import say


def settle_hand_edits(bench: Path, take: bool | None) -> None:
    """Take or discard edits by hand. Without an option ask in a terminal; in a pipe leave the edits to `grow`."""
    from benchmill.curating.taking_edits import discard_edits, edits_of, take_edits

    if take is False:
        if (bench / "ledger.sqlite").is_file():
            discard_edits(bench)
        return
    edits = edits_of(bench)
    if not edits:
        return
    if take is None and sys.stdin.isatty() and sys.stderr.isatty():
        take = typer.confirm(f"items.jsonl was edited by hand ({edits}). Take the edits as decisions?", err=True)
        if not take and typer.confirm("Discard the edits and write the file as it was?", err=True):
            discard_edits(bench)
            return
    if take:
        for decided in take_edits(bench):
            say(f"{decided.verb} {decided.item_id}: {decided.question}")
            for finding in decided.findings:
                say(f"  {finding.check}: {finding.reason}")


def refuse_untaken(bench: Path) -> None:
    """Raise WorkspaceError where items.jsonl was edited by hand and the user chose neither to take nor to discard."""
    from benchmill.editions.hand_edits import refuse_hand_edits
    from benchmill.workspace.folder import Workspace
    from benchmill.workspace.ledger.store import Ledger

    workspace = Workspace(bench)
    with Ledger.read(workspace.ledger) as ledger:
        refuse_hand_edits(workspace, ledger)
