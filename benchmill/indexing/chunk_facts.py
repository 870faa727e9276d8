"""A document's chunks <-> bytes: where they begin and end, their headings, their ids."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator, Sequence

from benchmill.indexing.kept_facts import Cut, FactKind, Row
from benchmill.records import Chunk, Document, Span
from benchmill.records.leads import lead_of

COLUMNS = ("places", "headings", "ids")


def chunk_facts(*settings: object) -> FactKind:
    """The chunks of each document, cut by `settings`."""
    return FactKind("chunks", 1, COLUMNS, _make, settings)


def _make(cut: Sequence[Cut]) -> Iterator[Row]:
    for _, chunks in cut:
        places = array("I", (border for chunk in chunks for border in (chunk.span.start, chunk.span.end)))
        ids = array("Q", (int(chunk.id[2:], 16) for chunk in chunks))
        paths: dict[tuple[str, ...], int] = {}
        numbers = [paths.setdefault(chunk.headings, len(paths)) for chunk in chunks]
        yield places.tobytes(), json.dumps([list(paths), numbers]).encode(), ids.tobytes()


def chunks_from(document: Document, row: Row) -> tuple[Chunk, ...]:
    """The chunks of `document` that `row` was made from."""
    places = array("I", row[0])
    paths, numbers = json.loads(row[1])
    headings = [tuple(path) for path in paths]
    return tuple(
        Chunk(Span.of(document, start, end), headings[number], lead_of(document.text, start))
        for start, end, number in zip(places[::2], places[1::2], numbers, strict=True)
    )


def id_of(number: int) -> str:
    """The id of a chunk from its kept number."""
    return f"c-{number:016x}"
