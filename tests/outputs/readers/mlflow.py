"""A file that `write_mlflow` wrote -> its rows: what `export --to mlflow` keeps."""

from __future__ import annotations

from pathlib import Path

from benchmill.outputs.fields import Record, as_object, list_in, text_in, texts_in
from benchmill.outputs.mlflow import Row
from tests.outputs.readers.unique_lines import read_unique_lines


def read_mlflow(path: Path) -> tuple[Row, ...]:
    """The rows of a file that `write_mlflow` wrote; InputError naming file and line."""
    return read_unique_lines(path, _read, lambda row: row.id)


def _read(line: Record, place: str) -> Row:
    inputs, expectations, tags = (
        as_object(line.get(name), f"{place}: {name!r}") for name in ("inputs", "expectations", "tags")
    )
    return Row(
        id=text_in(tags, "id", place),
        kind=text_in(tags, "kind", place),
        question=text_in(inputs, "question", place),
        facts=texts_in(expectations, "expected_facts", place),
        contexts=tuple(
            (text_in(record, "doc_uri", place), text_in(record, "content", place))
            for record in (as_object(v, place) for v in list_in(expectations, "expected_retrieved_context", place))
        ),
        document=text_in(tags, "document", place),
        manner={name: text_in(tags, name, place) for name in tags if name not in ("id", "kind", "document")},
    )
