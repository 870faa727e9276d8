"""A folder that `write_huggingface` wrote -> its data set: what `export --to huggingface` keeps."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmill.outputs.fields import Record, as_object, list_in, text_in
from benchmill.outputs.flat import FlatItem, Part
from benchmill.outputs.huggingface import JSONL, PARQUET, DataSet
from benchmill.outputs.json_files import parse_json, read_json_lines
from benchmill.records import InputError
from tests.outputs.readers.sheets import read_passage

_NAME = re.compile(r'^pretty_name: (".*")$', re.MULTILINE)
_LANGUAGE = re.compile(r'^language: \["(.*)"\]$', re.MULTILINE)


def read_huggingface(folder: Path) -> DataSet:
    """The data set in a folder that `write_huggingface` wrote; InputError naming file and row."""
    rows = list(_parquet_rows(folder / PARQUET) if (folder / PARQUET).is_file() else _json_rows(folder / JSONL))
    items = tuple(_item(as_object(row, place), place) for place, row in rows)
    if len({item.id for item in items}) != len(items):
        raise InputError(f"{folder}: two rows have the same id")
    try:
        card = (folder / "README.md").read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{folder / 'README.md'} cannot be read: {error.strerror or error}") from error
    name, language = _NAME.search(card), _LANGUAGE.search(card)
    return DataSet(
        json.loads(name.group(1)) if name else folder.name,
        language.group(1) if language else "en",
        items,
    )


def _item(row: Record, place: str) -> FlatItem:
    metadata = as_object(
        parse_json(text_in(row, "metadata", place).encode(), f"{place}: 'metadata'"), f"{place}: 'metadata'"
    )
    ratings = as_object(metadata.get("ratings", {}), f"{place}: 'ratings'")
    return FlatItem(
        id=text_in(row, "id", place),
        kind=text_in(row, "kind", place),
        question=text_in(row, "question", place),
        answer=text_in(row, "answer", place),
        parts=tuple(
            Part(text_in(part, "text", place), _texts(part, "short_answers", place))
            for part in (as_object(value, place) for value in list_in(row, "components", place))
        ),
        passages=tuple(read_passage(value, place) for value in list_in(row, "contexts", place)),
        document=text_in(row, "document", place),
        chapter=_number(metadata, "chapter", place),
        question_number=_number(metadata, "question_number", place),
        headings=_texts(metadata, "headings", place),
        ratings={name: _number(ratings, name, place) for name in ratings},
        generator=text_in(metadata, "generator", place, ""),
        review=text_in(metadata, "review", place, ""),
        alias=text_in(metadata, "alias", place, ""),
        style=text_in(row, "style", place),
        difficulty=text_in(row, "difficulty", place),
        persona=text_in(row, "persona", place),
    )


def _parquet_rows(path: Path) -> Iterator[tuple[str, Any]]:
    import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]  # an extra of 40 MB
    import pyarrow.parquet as pq  # type: ignore[import-untyped, unused-ignore]

    try:
        table = pq.read_table(path)
    except (OSError, pa.ArrowInvalid) as error:
        raise InputError(f"{path} is no Parquet file: {error}") from error
    for number, row in enumerate(table.to_pylist(), start=1):
        yield f"{path}, row {number}", row


def _json_rows(path: Path) -> Iterator[tuple[str, Any]]:
    return ((f"{path}, line {number}", line) for number, line in read_json_lines(path))


def _number(record: Record, key: str, place: str) -> int:
    value = record.get(key)
    if type(value) is not int:
        raise InputError(f"{place}: {key!r} must be a whole number")
    return value


def _texts(record: Record, key: str, place: str) -> tuple[str, ...]:
    return tuple(text for text in list_in(record, key, place, []) if isinstance(text, str))
