"""Name -> answer -> a workspace whose last edition has one item a name: quick, and edits keep an item's id."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from benchmill.outputs.json_files import json_line
from benchmill.outputs.jsonl import ItemRecord, item_line
from benchmill.records import Item
from benchmill.workspace.ledger.store import Edition, ItemRow, Ledger
from tests.growing.made import candidate, critique, document


def item_id(name: str) -> str:
    """The id of the item called `name`, whatever its answer."""
    return "q-" + hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def item(name: str, answer: str, number: int) -> Item:
    """`What is NAME?` with its answer, proved by a page of its own."""
    page = document(f"{item_id(name)}.md", f"The answer is: {answer}")
    return Item(item_id(name), critique(candidate(page, answer, f"What is {name}?")), 1, number, "test")


def write_edition(folder: Path, number: int, answers: Mapping[str, str]) -> Path:
    """Make the workspace `folder` hold these items as edition `number`; items it had and that are gone are retired."""
    with Ledger.open(folder / "ledger.sqlite") as ledger:
        numbers = {row.id: row.question_number for row in ledger.items()}
        rows = []
        for name, answer in answers.items():
            place = numbers.setdefault(item_id(name), len(numbers) + 1)
            record = json_line(item_line(ItemRecord(item(name, answer, place), ("Heading", name)))).decode()
            rows.append(ItemRow(item_id(name), 1, place, "live", record, "", number, number))
        live = {row.id for row in rows}
        rows += [
            ItemRow(row.id, row.chapter, row.question_number, "retired", row.record, "gone", row.added, number)
            for row in ledger.items("live")
            if row.id not in live
        ]
        ledger.commit(Edition(number, str(number), {}, {}), items=rows, chapters={}, corpus=None, findings=None)
    return folder
