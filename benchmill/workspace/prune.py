"""A workspace with many editions -> the same one with a smaller ledger, without calls and vectors that nobody needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass

from benchmill.records import WorkspaceError, digest
from benchmill.workspace.folder import Workspace, item_of
from benchmill.workspace.ledger.store import Ledger


@dataclass(frozen=True, slots=True)
class Pruned:
    """How many calls and vectors were dropped and kept, and the ledger's size before and after."""

    dropped: int
    kept: int
    bytes_before: int
    bytes_after: int
    vectors_dropped: int = 0
    vectors_kept: int = 0

    def as_json(self) -> dict[str, object]:
        return asdict(self)


def prune(workspace: Workspace, *, keep_editions: int = 10) -> Pruned:
    """Drop calls that belong to no live or spare item and that none of the last `keep_editions` runs looked at.

    The ledger still counts what the dropped calls cost. It keeps the vectors of the last edition's chunks and
    questions. Raises WorkspaceError where there is no ledger or another process writes there.
    """
    if not workspace.ledger.is_file():
        raise WorkspaceError(f"{workspace.folder} is no workspace: it has no {workspace.ledger.name}")
    with workspace.locked():
        with Ledger.open(workspace.ledger) as ledger:
            before = _size(workspace)
            vectors = ledger.vectors.keep_only(_searched(ledger))
            dropped = ledger.prune(_needed(ledger), keep_editions)
            kept = ledger.calls.count()
        return Pruned(dropped, kept, before, _size(workspace), *vectors)


def _needed(ledger: Ledger) -> Iterator[str]:
    """The calls that items came from; `show` prints these calls."""
    for row in ledger.items("live", "surplus"):
        item = item_of(row).item
        yield item.candidate.request_key
        yield from (verdict.request_key for verdict in item.critique.verdicts)


def _searched(ledger: Ledger) -> Iterator[str]:
    """The digests of the chunks and the questions of the last edition."""
    for chunk in ledger.chunks(ledger.documents()):
        yield digest(chunk.text)
    for row in ledger.items("live", "surplus"):
        yield digest(item_of(row).item.candidate.question)


def _size(workspace: Workspace) -> int:
    parts = (workspace.ledger.with_name(workspace.ledger.name + suffix) for suffix in ("", "-wal"))
    return sum(part.stat().st_size for part in parts if part.is_file())
