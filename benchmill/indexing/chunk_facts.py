"""A document's chunks <-> bytes: where they begin and end, their headings, their ids, how many words they have."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator, Mapping, Sequence
from sys import intern

from benchmill.indexing.kept_facts import Cut, FactKind, Facts, Row
from benchmill.indexing.light_chunks import ChunkTable

_COLUMNS = ("borders", "path_of", "ids", "words", "fingerprints", "paths", "leads")
_NO_LEADS: Mapping[int, str] = {}


def chunk_facts(*settings: object) -> FactKind:
    """The chunks of each document, cut by `settings`."""
    return FactKind("chunks", 3, _COLUMNS, _make, settings)


def _make(cut: Sequence[Cut]) -> Iterator[Row]:
    for _, chunks in cut:
        borders = array("I", (border for chunk in chunks for border in (chunk.span.start, chunk.span.end)))
        paths: dict[tuple[str, ...], int] = {}
        path_of = array("I", (paths.setdefault(chunk.headings, len(paths)) for chunk in chunks))
        ids = array("Q", (int(chunk.id[2:], 16) for chunk in chunks))
        words = array("I", (chunk.words for chunk in chunks))
        prints = array("Q", (chunk.fingerprint for chunk in chunks))
        leads = [[place, chunk.lead] for place, chunk in enumerate(chunks) if chunk.lead]
        numbers = (each.tobytes() for each in (borders, path_of, ids, words, prints))
        yield *numbers, json.dumps(list(paths)).encode(), json.dumps(leads).encode()


def tables_of(facts: Facts) -> Iterator[ChunkTable]:
    """The chunks of each document, in order; heading paths that documents share are kept once."""
    shared: dict[tuple[str, ...], tuple[str, ...]] = {}
    columns = (facts.column(name) for name in facts.kind.columns)
    for document, *numbers, paths, leads in zip(facts.documents, *columns, strict=True):
        each = (tuple(map(intern, path)) for path in json.loads(paths))
        kept = tuple(shared.setdefault(path, path) for path in each)
        borders, path_of, ids, words, prints = map(array, "IIQIQ", numbers)
        names = tuple(f"c-{number:016x}" for number in ids)
        lead_at = dict(json.loads(leads)) if leads != b"[]" else _NO_LEADS
        yield ChunkTable(document, borders, kept, path_of, names, words, prints, lead_at)
