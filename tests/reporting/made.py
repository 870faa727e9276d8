"""Items, rejected candidates -> a workspace whose ledger holds them as its first edition."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from benchmill.outputs.json_files import json_line
from benchmill.outputs.jsonl import ItemRecord, Rejected, item_line, rejected_line
from benchmill.records import Chunk, Document, Failure, Item, Span
from benchmill.workspace.folder import Workspace
from benchmill.workspace.ledger.findings import Findings
from benchmill.workspace.ledger.store import Edition, ItemRow, Ledger


def whole(document: Document) -> Chunk:
    """The chunk that is the whole of a document."""
    return Chunk(Span.of(document, 0, len(document.text)), (document.title,))


def write_workspace(
    folder: Path,
    documents: Sequence[Document],
    items: Iterable[Item],
    rejected: Sequence[Rejected] = (),
    failures: Sequence[Failure] = (),
    settings: dict[str, Any] | None = None,
) -> Workspace:
    """The workspace; each document is one passage."""
    rows = [
        ItemRow(
            i.id,
            i.chapter,
            i.question_number,
            "live",
            json_line(item_line(ItemRecord(i, ("Heading",)))).decode(),
            "",
            1,
            1,
        )
        for i in items
    ]
    summary = {
        "complete": True,
        "wanted": len(rows),
        "candidates": len(rows) + len(rejected),
        "rejected": {},
        "failures": {},
        "prices": {},
        "changes": {},
    }
    manifest = {"name": folder.name, "models": {"generator": "test"}, "settings": settings or {}, "prompts": {}}
    with Ledger.open(folder / "ledger.sqlite") as ledger:
        ledger.commit(
            Edition(1, "first", summary, manifest),
            items=rows,
            chapters={},
            corpus=(documents, [whole(document) for document in documents]),
            findings=Findings([json_line(rejected_line(one)).decode() for one in rejected], failures),
        )
    return Workspace(folder)
