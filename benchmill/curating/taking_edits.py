"""Lines of items.jsonl that somebody edited by hand -> decisions; or the file as the ledger has it."""

from __future__ import annotations

from pathlib import Path

from benchmill.curating.curator import curating
from benchmill.curating.decided import Decided
from benchmill.curating.typed_words import evidence_still_there
from benchmill.editions.hand_edits import HandEdits, hand_edits
from benchmill.editions.workspace_files import write_files
from benchmill.outputs.jsonl import ItemRecord
from benchmill.records import InputError
from benchmill.workspace.folder import Workspace
from benchmill.workspace.ledger.store import Ledger

_REASON = "in items.jsonl"


def edits_of(bench: Path) -> HandEdits:
    """The edits made by hand; none where there is no workspace yet."""
    workspace = Workspace(bench)
    if not workspace.ledger.is_file() or not workspace.items.is_file():
        return HandEdits()
    with Ledger.read(workspace.ledger) as ledger:
        return hand_edits(workspace, ledger)


def take_edits(bench: Path, reviewer: str = "") -> list[Decided]:
    """Take every edited, deleted and added line as a decision.

    Raises InputError that names an item whose evidence is not in the documents; then no line is taken.
    """
    with curating(bench, reviewer, hand_edited=True) as curator:
        edits = hand_edits(curator.workspace, curator.ledger)
        decided = [
            curator.replace(record.item.id, _aligned(curator.ledger, record), reason=_REASON) for record in edits.edited
        ]
        decided += [curator.drop(name, f"deleted {_REASON}") for name in edits.deleted]
        decided += [
            curator.add_candidate(_aligned(curator.ledger, record).item.candidate, _REASON) for record in edits.added
        ]
        if not decided:
            write_files(curator.workspace, curator.ledger)
    return decided


def discard_edits(bench: Path) -> None:
    """Write items.jsonl as the ledger has it, without the edits."""
    workspace = Workspace(bench)
    with workspace.writing() as ledger:
        write_files(workspace, ledger)


def _aligned(ledger: Ledger, record: ItemRecord) -> ItemRecord:
    """The record with the offsets that its quotes have in the documents: people edit words, not offsets."""
    try:
        return ItemRecord(evidence_still_there(ledger, record.item), record.headings)
    except InputError as error:
        raise InputError(f"items.jsonl, {record.item.candidate.question!r}: {error}") from error
