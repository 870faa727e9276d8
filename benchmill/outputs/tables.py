"""FlatItems <-> rows of a table for people, and the CSV file of them. A cell never becomes a formula."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from benchmill.outputs.flat import FlatItem, Passage
from benchmill.outputs.json_files import LARGEST
from benchmill.outputs.whole_file import write_whole
from benchmill.records import CRITERIA, Failure, InputError

COLUMNS = (
    *("id", "kind", "question", "answer", "evidence", "document", "headings", "components", "contexts"),
    *("chapter", "question_number", *CRITERIA, "generator", "review", "alias"),
    *("style", "difficulty", "persona"),
)
"""In the order people read. `evidence` is the quotes as they are; `headings`, `components` and `contexts` are JSON.

The ratings of the user's own critics follow, a column each.
"""

BadRow = Callable[[int, str], object]
"""Takes the line and the fault of a row that has more or fewer cells than its table has columns."""

# What makes a formula in one spreadsheet or another; full-width forms are turned into plain ones by some.
_FORMULA = "=+-@"
_LARGEST_CELL = 1 << 30


def rows_of(items: Iterable[FlatItem]) -> Iterator[dict[str, str]]:
    """One row of texts an item."""
    for item in items:
        yield {
            **{name: str(rating) for name, rating in item.ratings.items()},
            "id": item.id,
            "kind": item.kind,
            "question": item.question,
            "answer": item.answer,
            "evidence": "\n\n".join(item.texts),
            "document": item.document,
            "headings": _json(list(item.headings)),
            "components": _json([part.as_json() for part in item.parts]),
            "contexts": _json([passage_record(passage) for passage in item.passages]),
            "chapter": str(item.chapter),
            "question_number": str(item.question_number),
            **{criterion: str(item.ratings.get(criterion, "")) for criterion in CRITERIA},
            "generator": item.generator,
            "review": item.review,
            "alias": item.alias,
            "style": item.style,
            "difficulty": item.difficulty,
            "persona": item.persona,
        }


def own_criteria(items: Iterable[FlatItem]) -> tuple[str, ...]:
    """The names of the user's own critics that rated any of the items."""
    return tuple(sorted({name for item in items for name in item.ratings} - set(COLUMNS)))


def utf8_only(items: Iterable[FlatItem]) -> tuple[tuple[FlatItem, ...], tuple[Failure, ...]]:
    """The items that UTF-8 can hold, and one Failure for every item with half of a surrogate pair in it."""
    kept: list[FlatItem] = []
    left_out: list[Failure] = []
    for item in items:
        try:
            repr_of = "".join(row for one in rows_of([item]) for row in one.values())
            (repr_of + "".join(item.texts)).encode()
        except UnicodeEncodeError:
            reason = "it holds half of a surrogate pair, which UTF-8 cannot hold"
            left_out.append(Failure("export", item.id, "not-utf8", reason))
            continue
        kept.append(item)
    return tuple(kept), tuple(left_out)


def write_csv(path: Path, items: Iterable[FlatItem]) -> None:
    """A CSV file for spreadsheets: UTF-8 with the mark that Excel looks for, a header, one row an item.

    A cell that a spreadsheet could take for a formula begins with an apostrophe; `plain_cell` takes it off again.
    """
    known = tuple(items)
    write_whole(path, csv_bytes((*COLUMNS, *own_criteria(known)), rows_of(known)))


def csv_rows(
    path: Path, wanted: Iterable[str] = (), bad_row: BadRow | None = None
) -> Iterator[tuple[int, dict[str, str]]]:
    """(line number, column -> text) of every row of a CSV file with a header; BOM and CRLF are no trouble.

    Spreadsheets of some countries write semicolons or tabs between cells: the header says which it is.

    `bad_row` is called with the line and the fault of a row with more or fewer cells than columns, and that row is left
    out. Raises InputError naming file and line: such a row where there is no `bad_row`; not UTF-8, an open quote, a
    column twice or one of `wanted` missing.
    """
    before = csv.field_size_limit(_LARGEST_CELL)  # a quote can be longer than the module's 128 KiB
    try:
        if path.stat().st_size > LARGEST:
            raise InputError(f"{path} is larger than {LARGEST >> 20} MB: give a smaller table")
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.reader(file, delimiter=delimiter_of(file.readline()), strict=True)
            file.seek(0)
            header = next(reader, None)
            if not header or not any(header):
                raise InputError(f"{path} is empty: expected CSV with a header")
            if len(set(header)) != len(header):
                raise InputError(f"{path}, line 1: these columns are named more than once: {', '.join(header)}")
            check_columns(path, header, wanted)
            start = reader.line_num + 1
            for cells in reader:
                if len(cells) != len(header) and cells:
                    fault = f"{_count(len(cells), 'cell')} for {_count(len(header), 'column')}"
                    if bad_row is None:
                        raise InputError(f"{path}, line {start}: {fault}")
                    bad_row(start, fault)
                elif cells:
                    yield start, dict(zip(header, cells, strict=True))
                start = reader.line_num + 1
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: byte {error.start} is not UTF-8; save the file as CSV UTF-8") from error
    except csv.Error as error:
        raise InputError(f"{path}: not CSV: {error}") from error
    finally:
        csv.field_size_limit(before)


class MissingColumn(InputError):
    """A table lacks a column."""


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def check_columns(path: Path, present: Sequence[str], wanted: Iterable[str]) -> None:
    """InputError where a column is missing, naming those that are there."""
    missing = [name for name in wanted if name not in present]
    if missing:
        raise MissingColumn(f"{path} has no column {', '.join(map(repr, missing))}; there are: {', '.join(present)}")


def safe_cell(text: str) -> str:
    """The text as a cell that stays text.

    >>> [safe_cell(text) for text in ("=1+1", " +1", "'tis", "a=b")]
    ["'=1+1", "' +1", "''tis", 'a=b']
    """
    return f"'{text}" if _could_be_formula(text) else text


def plain_cell(text: str) -> str:
    """What `safe_cell` was given.

    >>> plain_cell("'=1+1"), plain_cell("'tis")
    ('=1+1', "'tis")
    """
    return text[1:] if text[:1] == "'" and _could_be_formula(text[1:]) else text


def passage_record(passage: Passage) -> dict[str, object]:
    """The plain mapping of a passage, as cells and Hugging Face rows hold it."""
    return {
        "doc_id": passage.document,
        "chunk_id": passage.chunk,
        "text": passage.text,
        "start": passage.start,
        "end": passage.end,
    }


def _could_be_formula(text: str) -> bool:
    first = unicodedata.normalize("NFKC", text.lstrip()[:1])
    return text[:1] in ("\t", "\r", "\n", "'") or (first != "" and first[0] in _FORMULA)


def csv_bytes(columns: Sequence[str], rows: Iterable[Mapping[str, str]]) -> Iterator[bytes]:
    """The bytes of a CSV file for spreadsheets: a header, one line a row, no cell a formula."""
    line = io.StringIO(newline="")
    writer = csv.writer(line)
    writer.writerow(columns)
    yield b"\xef\xbb\xbf" + line.getvalue().encode()
    for row in rows:
        line.seek(0)
        line.truncate()
        writer.writerow([safe_cell(row.get(name, "")) for name in columns])
        yield line.getvalue().encode()


def delimiter_of(header: str) -> str:
    """The most frequent of comma, semicolon and tab in the first line; a comma where the line has none of them."""
    return max(",;\t", key=header.count)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
