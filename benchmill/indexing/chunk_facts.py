"""A document's chunks <-> bytes: where they begin and end, their headings, their ids, how many words they have."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator, Sequence
from itertools import accumulate

from benchmill.indexing.kept_facts import Cut, FactKind, Facts, Row
from benchmill.indexing.light_chunks import AllChunks, Heads, hash_of_name, name_of
from benchmill.records import Document
from benchmill.records.chunk_ids import number_of

_BORDERS = 8  # bytes of the two borders of a chunk, the first of its numbers
_NUMBERS = {"borders": "I", "path_of": "I", "ids": "Q", "words": "I", "fingerprints": "Q", "names": "I"}


def chunk_facts(*settings: object) -> FactKind:
    """The chunks of each document, cut by `settings`."""
    return FactKind("chunks", 4, (*_NUMBERS, "paths", "leads"), _make, settings)


def _make(cut: Sequence[Cut]) -> Iterator[Row]:
    for _, chunks in cut:
        borders = array("I", (border for chunk in chunks for border in (chunk.span.start, chunk.span.end)))
        paths: dict[tuple[str, ...], int] = {}
        path_of = array("I", (paths.setdefault(chunk.headings, len(paths)) for chunk in chunks))
        ids = array("Q", (number_of(chunk.id) for chunk in chunks))
        words = array("I", (chunk.words for chunk in chunks))
        prints = array("Q", (chunk.fingerprint for chunk in chunks))
        names = array("I", (hash_of_name(name_of(chunk.headings)) for chunk in chunks))
        leads = [[place, chunk.lead] for place, chunk in enumerate(chunks) if chunk.lead]
        numbers = (each.tobytes() for each in (borders, path_of, ids, words, prints, names))
        yield *numbers, json.dumps(list(paths)).encode(), json.dumps(leads).encode()


def chunks_from(facts: Facts) -> AllChunks:
    """The chunks of all documents, in order."""
    sizes, columns = facts.joined(*_NUMBERS)
    numbers = {name: array(code, own) for (name, code), own in zip(_NUMBERS.items(), columns, strict=True)}
    starts = array("I", (0, *accumulate(size // _BORDERS for size in sizes)))

    def read(number: int) -> Heads:
        return Heads.from_json(*facts.of(facts.documents[number].id, "paths", "leads"))

    return AllChunks(facts.documents, starts, **numbers, heads=read)


def chunks_of_rows(documents: Sequence[Document], rows: Sequence[Row]) -> AllChunks:
    """The chunks of all documents, of which `rows` are the facts, in order."""
    columns = dict(zip(chunk_facts().columns, zip(*rows, strict=True), strict=True)) if rows else {}
    numbers = {name: array(code, b"".join(columns.get(name, ()))) for name, code in _NUMBERS.items()}
    starts = array("I", (0, *accumulate(len(own) // 4 for own in columns.get("words", ()))))
    paths, leads = columns.get("paths", ()), columns.get("leads", ())
    return AllChunks(documents, starts, **numbers, heads=lambda number: Heads.from_json(paths[number], leads[number]))
