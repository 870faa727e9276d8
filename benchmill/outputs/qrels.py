"""Relevance judgements <-> BEIR's qrels table (three columns, a header), or TREC's (four columns, no header)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from benchmill.records import InputError

_LONGEST_LINE = 1024 * 1024
_HEADER = ("query-id", "corpus-id", "score")


def qrels_lines(qrels: Mapping[str, Mapping[str, int]]) -> Iterator[bytes]:
    """The table, header first; no blank line at its end, which BEIR's loader would stumble over."""
    yield ("\t".join(_HEADER) + "\n").encode()
    for query, judged in qrels.items():
        for document, grade in judged.items():
            yield f"{query}\t{document}\t{grade}\n".encode()


def qrels_records(qrels: Mapping[str, Mapping[str, int]]) -> Iterator[dict[str, object]]:
    """A row for each judgement, under the names of BEIR's columns."""
    for query, judged in qrels.items():
        for document, grade in judged.items():
            yield dict(zip(_HEADER, (query, document, grade), strict=True))


def trec_lines(qrels: Mapping[str, Mapping[str, int]]) -> Iterator[bytes]:
    """`query 0 document grade`, as trec_eval, ir_measures and ranx read it."""
    for query, judged in qrels.items():
        for document, grade in judged.items():
            yield f"{query} 0 {document} {grade}\n".encode()


def read_qrels(path: Path) -> dict[str, dict[str, int]]:
    """Query id -> document id -> grade, from three tab-separated columns or TREC's `query 0 document grade`.

    A first line whose last column is a word is the header. Raises InputError naming file and line: a wrong number
    of columns, a grade that is no whole number, the same pair twice, no row at all.
    """
    qrels: dict[str, dict[str, int]] = {}
    for number, line in text_lines(path):
        place = f"{path}, line {number}"
        columns = line.split("\t") if "\t" in line else line.split()
        if len(columns) == 4:
            del columns[1]
        if len(columns) != 3:
            raise InputError(f"{place}: expected query, document and grade, found {len(columns)} columns")
        query, document, grade = columns
        if number == 1 and grade[:1].isalpha():
            continue
        if not _is_whole_number(grade):
            raise InputError(f"{place}: a grade is a whole number, not {grade!r}")
        if document in qrels.setdefault(query, {}):
            raise InputError(f"{place}: {query!r} and {document!r} are judged in an earlier line too")
        qrels[query][document] = int(grade)
    if not qrels:
        raise InputError(f"{path} has no judgements: nothing to score")
    return qrels


def text_lines(path: Path) -> Iterator[tuple[int, str]]:
    """(line number, text without its end) of every line that is not blank, with or without BOM and CRLF."""
    try:
        with path.open("rb") as file:
            for number, line in enumerate(iter(lambda: file.readline(_LONGEST_LINE), b""), start=1):
                if len(line) == _LONGEST_LINE:
                    raise InputError(
                        f"{path}, line {number} is longer than {_LONGEST_LINE >> 20} MB: this is not a table"
                    )
                try:
                    text = line.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
                except UnicodeDecodeError as error:
                    said = f"{path}, line {number}: byte {error.start} is not UTF-8; save the file as UTF-8"
                    raise InputError(said) from error
                if text.strip():
                    yield number, text
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from error


def _is_whole_number(text: str) -> bool:
    return text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 10
