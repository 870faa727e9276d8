"""FlatItems -> JSON Lines for OpenAI's evals API: every line an `item`, with the schema that evals are made with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from benchmill.outputs.flat import FlatItem
from benchmill.outputs.json_files import json_lines
from benchmill.outputs.whole_file import write_whole

_TEXTS = {"type": "array", "items": {"type": "string"}}
_FIELDS: dict[str, object] = {
    **{name: {"type": "string"} for name in ("id", "kind", "question", "answer")},
    "contexts": _TEXTS,
    **{name: {"type": "string"} for name in ("document", "style", "difficulty", "persona")},
}
DATA_SOURCE_CONFIG: dict[str, object] = {
    "type": "custom",
    "item_schema": {"type": "object", "properties": _FIELDS, "required": list(_FIELDS)},
    "include_sample_schema": True,
}
"""For `client.evals.create(data_source_config=...)`; graders say `{{item.answer}}` and `{{sample.output_text}}`."""


@dataclass(frozen=True, slots=True)
class Row:
    """One `item`."""

    id: str
    kind: str
    question: str
    answer: str
    contexts: tuple[str, ...]
    document: str
    style: str = ""
    difficulty: str = ""
    persona: str = ""


def eval_rows(items: Iterable[FlatItem]) -> tuple[Row, ...]:
    """One row an item."""
    return tuple(
        Row(i.id, i.kind, i.question, i.reference, i.texts, i.document, i.style, i.difficulty, i.persona) for i in items
    )


def write_openai_evals(path: Path, rows: Iterable[Row]) -> None:
    """One line a row: whole or not at all."""
    write_whole(path, json_lines({"item": _record(row)} for row in rows))


def _record(row: Row) -> dict[str, object]:
    return {
        "id": row.id,
        "kind": row.kind,
        "question": row.question,
        "answer": row.answer,
        "contexts": list(row.contexts),
        "document": row.document,
        "style": row.style,
        "difficulty": row.difficulty,
        "persona": row.persona,
    }
