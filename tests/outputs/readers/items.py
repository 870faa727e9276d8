"""An items.jsonl -> its items, with their headings."""

from __future__ import annotations

from pathlib import Path

from benchmill.outputs.jsonl import ItemRecord, parse_item
from tests.outputs.readers.unique_lines import read_unique_lines


def read_items(path: Path) -> tuple[ItemRecord, ...]:
    """The items of an items.jsonl; InputError naming file and line where one is damaged or two items have one id."""
    return read_unique_lines(path, parse_item, lambda record: record.item.id)
