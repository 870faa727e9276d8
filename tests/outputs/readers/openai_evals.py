"""A file that `write_openai_evals` wrote -> its rows: what `export --to openai-evals` keeps."""

from __future__ import annotations

from pathlib import Path

from benchmill.outputs.fields import Record, as_object, text_in, texts_in
from benchmill.outputs.openai_evals import Row
from tests.outputs.readers.unique_lines import read_unique_lines


def read_openai_evals(path: Path) -> tuple[Row, ...]:
    """The rows of a file that `write_openai_evals` wrote; InputError naming file and line."""
    return read_unique_lines(
        path, lambda line, place: _read(as_object(line.get("item"), f"{place}: 'item'"), place), lambda row: row.id
    )


def _read(record: Record, place: str) -> Row:
    id_, kind, question, answer, document, *manner = (
        text_in(record, name, place)
        for name in ("id", "kind", "question", "answer", "document", "style", "difficulty", "persona")
    )
    return Row(id_, kind, question, answer, texts_in(record, "contexts", place), document, *manner)
