"""The CSV files and workbooks that we write -> their FlatItems: nobody but the tests reads them back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from benchmill.outputs.fields import as_object, list_in, number_in, text_in, texts_in
from benchmill.outputs.flat import FlatItem, Part, Passage
from benchmill.outputs.json_files import parse_json
from benchmill.outputs.tables import COLUMNS, csv_rows, plain_cell
from benchmill.outputs.xlsx import xlsx_rows
from benchmill.records import CRITERIA, InputError


def read_passage(value: object, place: str) -> Passage:
    """The passage that `passage_record` wrote."""
    record = as_object(value, place)
    return Passage(
        text_in(record, "doc_id", place),
        number_in(record, "start", place),
        number_in(record, "end", place),
        text_in(record, "text", place),
        text_in(record, "chunk_id", place, ""),
    )


def items_of(rows: Iterable[tuple[str, Mapping[str, str]]]) -> tuple[FlatItem, ...]:
    """The items of (place, row) pairs; InputError names a row that is no item or repeats an id."""
    found: dict[str, FlatItem] = {}
    for place, row in rows:
        item = _item(row, place)
        if item.id in found:
            raise InputError(f"{place}: the id {item.id!r} is used in an earlier row, too")
        found[item.id] = item
    return tuple(found.values())


def read_csv(path: Path) -> tuple[FlatItem, ...]:
    """The items of a file that `write_csv` wrote; InputError naming file and line."""

    def rows() -> Iterator[tuple[str, dict[str, str]]]:
        for number, row in csv_rows(path, COLUMNS):
            yield f"{path}, line {number}", {name: plain_cell(value) for name, value in row.items()}

    return items_of(rows())


def read_xlsx(path: Path) -> tuple[FlatItem, ...]:
    """The items of a workbook that `write_xlsx` wrote, also after people changed cells."""
    return items_of((f"{path}, row {number}", row) for number, row in xlsx_rows(path, COLUMNS))


def _item(row: Mapping[str, str], place: str) -> FlatItem:
    return FlatItem(
        id=row["id"],
        kind=row["kind"],
        question=row["question"],
        answer=row["answer"],
        parts=tuple(
            Part(text_in(record, "text", place), texts_in(record, "short_answers", place, []))
            for record in (as_object(value, f"{place}: 'components'") for value in _list(row, "components", place))
        ),
        passages=tuple(read_passage(value, f"{place}: 'contexts'") for value in _list(row, "contexts", place)),
        document=row["document"],
        chapter=_number(row, "chapter", place),
        question_number=_number(row, "question_number", place),
        headings=texts_in({"headings": _list(row, "headings", place)}, "headings", place),
        ratings={
            name: _number(row, name, place) for name in row if row[name] and (name in CRITERIA or name not in COLUMNS)
        },
        generator=row["generator"],
        review=row["review"],
        alias=row["alias"],
        style=row["style"],
        difficulty=row["difficulty"],
        persona=row["persona"],
    )


def _list(row: Mapping[str, str], name: str, place: str) -> list[object]:
    value = parse_json(row[name].encode(), f"{place}: {name!r}")
    return list_in({name: value}, name, place)


def _number(row: Mapping[str, str], name: str, place: str) -> int:
    text = row[name]
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise InputError(f"{place}: {name!r} must be a whole number, not {text!r}")
    return int(text)
