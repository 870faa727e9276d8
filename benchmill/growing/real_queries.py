"""A file of real queries (CSV, JSON Lines, LangSmith runs) -> RealQueries: texts that stay in this run's memory."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmill.outputs.json_files import read_json, read_json_lines
from benchmill.outputs.table_rows import table_rows
from benchmill.records import Failure, InputError
from benchmill.records.words import words

FEWEST = 20
_NAMES = ("question", "query", "input", "text", "user_input", "prompt", "search", "message")
_ASKED_BY = ("human", "user")


@dataclass(frozen=True, slots=True)
class RealQueries:
    """Each different query of a file, in its order, and the records that cannot be read, without their words."""

    texts: tuple[str, ...]
    left_out: tuple[Failure, ...] = ()


def read_queries(path: Path) -> RealQueries:
    """The queries of a file.

    A CSV file has a header with a column `question`, `query`, `input`, `text` or alike; a line of JSON is an
    object with such a field; an exported LangSmith run has the query inside `inputs`, also as `messages`. Where there
    is one column or field only, its name does not matter. Raises InputError where the file or most of its records
    cannot be read, or it has fewer than 20 queries.
    """
    left_out: list[Failure] = []

    def bad(place: str, fault: str) -> None:
        left_out.append(Failure("import", place, "bad-row", fault))

    if path.suffix.casefold() == ".csv":
        rows = table_rows(path, bad_row=lambda line, fault: bad(f"{path}, line {line}", fault))
        found = [_of_row(row) for _, row in rows]
    elif path.suffix.casefold() == ".json":
        found = [_text(record) for record in _records(read_json(path))]
    else:
        found = [_text(record) for _, record in read_json_lines(path, bad)]
    if len(left_out) > len(found):
        first, records = left_out[0], len(left_out) + len(found)
        raise InputError(f"{first.subject_id}: {first.reason} ({len(left_out)} of {records} records cannot be read)")
    queries = tuple(dict.fromkeys(" ".join(text.split()) for text in found if words(text)))
    if len(queries) < FEWEST:
        fields = ", ".join(_NAMES[:4])
        rename = "" if queries else ": rename yours to one of these"
        raise InputError(
            f"{path} has {len(queries)} different queries, and {FEWEST} are needed to learn their mix from; "
            f"a query is looked for in the columns or fields {fields}{rename}"
        )
    return RealQueries(queries, tuple(left_out))


def _of_row(row: Mapping[str, str]) -> str:
    by_name = {name.strip().casefold().replace(" ", "_"): value for name, value in row.items()}
    for name in (*_NAMES, *(f"inputs.{name}" for name in _NAMES), "inputs"):
        if by_name.get(name):
            return _of_cell(by_name[name])
    return next(iter(row.values())) if len(row) == 1 else ""


def _of_cell(text: str) -> str:
    """The query in a cell: the cell itself, or a field of the JSON object in it, as tables of runs have."""
    try:
        return _text(json.loads(text)) if text.lstrip().startswith(("{", "[")) else text
    except json.JSONDecodeError:
        return text


def _records(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        value = next((inner for inner in value.values() if isinstance(inner, list)), [value])
    return value if isinstance(value, list) else ()


def _text(value: object) -> str:
    """The query in one record, in any of the known fields; empty where there is none."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return next((text for text in _messages(value) if text), "")
    if not isinstance(value, Mapping):
        return ""
    record = {str(name).casefold(): inner for name, inner in value.items()}
    if isinstance(inputs := record.get("inputs"), (Mapping, str)):
        return _text(inputs)
    for name in (*_NAMES, "messages"):
        if found := _text(record.get(name)):
            return found
    return _text(next(iter(record.values()))) if len(record) == 1 else ""


def _messages(value: list[object]) -> Iterator[str]:
    """The user's messages, the last one first."""
    flat = [one for each in value for one in (each if isinstance(each, list) else [each])]
    for message in reversed(flat):
        if isinstance(message, Mapping):
            inner = message.get("kwargs") if isinstance(message.get("kwargs"), Mapping) else message
            said = {**message, **inner} if isinstance(inner, Mapping) else message
            by = str(said.get("role") or said.get("type") or message.get("id") or "").casefold()
            if any(who in by for who in _ASKED_BY):
                yield _content(said.get("content"))


def _content(value: object) -> str:
    """The words of a message: its text, or those of its parts that are text."""
    parts = value if isinstance(value, list) else [value]
    texts = [part.get("text") if isinstance(part, Mapping) else part for part in parts]
    return " ".join(text for text in texts if isinstance(text, str))
