"""A document's chunks <-> bytes: where they begin and end, their headings, their ids, how many words they have."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator, Sequence
from sys import intern

from benchmill.indexing.kept_facts import Cut, FactKind, Facts, Row
from benchmill.indexing.light_chunks import ChunkTable


def chunk_facts(*settings: object) -> FactKind:
    """The chunks of each document, cut by `settings`."""
    return FactKind("chunks", 2, ("borders", "paths", "path_of", "ids", "words"), _make, settings)


def _make(cut: Sequence[Cut]) -> Iterator[Row]:
    for _, chunks in cut:
        borders = array("I", (border for chunk in chunks for border in (chunk.span.start, chunk.span.end)))
        paths: dict[tuple[str, ...], int] = {}
        path_of = array("I", (paths.setdefault(chunk.headings, len(paths)) for chunk in chunks))
        ids = array("Q", (int(chunk.id[2:], 16) for chunk in chunks))
        words = array("I", (chunk.words for chunk in chunks))
        yield borders.tobytes(), json.dumps(list(paths)).encode(), path_of.tobytes(), ids.tobytes(), words.tobytes()


def tables_of(facts: Facts) -> Iterator[ChunkTable]:
    """The chunks of each document, in order; heading paths that documents share are kept once."""
    shared: dict[tuple[str, ...], tuple[str, ...]] = {}
    columns = (facts.column(name) for name in facts.kind.columns)
    for document, borders, paths, path_of, ids, words in zip(facts.documents, *columns, strict=True):
        each = (tuple(map(intern, path)) for path in json.loads(paths))
        kept = tuple(shared.setdefault(path, path) for path in each)
        names = tuple(f"c-{number:016x}" for number in array("Q", ids))
        yield ChunkTable(document, array("I", borders), kept, array("I", path_of), names, array("I", words))
