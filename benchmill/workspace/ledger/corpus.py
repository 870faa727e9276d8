"""The ledger's tables of documents and chunks <-> Documents and Chunks."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Set
from typing import Any

from benchmill.records import Chunk, Document, Span

_FEW = 2000  # up to this many documents are looked up one by one
_COLUMNS = "SELECT id, text, title, source_hash, media_type, cells FROM documents"


def read_documents(connection: sqlite3.Connection, ids: Iterable[str] | None) -> tuple[Document, ...]:
    """All documents, or those named, in the order of their ids."""
    if ids is None:
        return tuple(_document(*row) for row in connection.execute(f"{_COLUMNS} ORDER BY id"))
    found = (connection.execute(f"{_COLUMNS} WHERE id = ?", (name,)).fetchone() for name in sorted(ids))
    return tuple(_document(*row) for row in found if row)


def read_chunks(connection: sqlite3.Connection, documents: Iterable[Document]) -> tuple[Chunk, ...]:
    """The chunks of the given documents."""
    texts = {document.id: document for document in documents}
    columns = "SELECT document_id, start, end, headings FROM chunks"
    rows: Iterable[tuple[str, int, int, str]]
    if len(texts) <= _FEW:
        rows = (row for name in texts for row in connection.execute(f"{columns} WHERE document_id = ?", (name,)))
    else:
        rows = connection.execute(columns)
    paths = _Paths()
    return tuple(
        Chunk(Span.of(texts[document_id], start, end), paths[headings])
        for document_id, start, end, headings in rows
        if document_id in texts
    )


def chunks_around(
    connection: sqlite3.Connection, documents: Mapping[str, Document], spans: Iterable[Span]
) -> tuple[Chunk, ...]:
    """The chunks that contain one of the spans; `documents` are those of the spans, by id. A repaired ledger may have
    lost one of them."""
    query = "SELECT document_id, start, end, headings FROM chunks WHERE document_id = ? AND start <= ? AND end >= ?"
    rows = (row for span in spans for row in connection.execute(query, (span.document_id, span.start, span.end)))
    paths = _Paths()
    return tuple(
        Chunk(Span.of(documents[document_id], start, end), paths[headings])
        for document_id, start, end, headings in dict.fromkeys(rows)
        if document_id in documents
    )


def chunk_sums(connection: sqlite3.Connection) -> dict[str, tuple[int, int, int]]:
    """Document id -> how many chunks it has, and the sums of where they begin and end."""
    rows = connection.execute("SELECT document_id, COUNT(*), SUM(start), SUM(end) FROM chunks GROUP BY document_id")
    return {name: (count, starts, ends) for name, count, starts, ends in rows}


class _Paths(dict[str, tuple[str, ...]]):
    """Headings as the ledger has them -> headings; most chunks share theirs with a neighbour, and their memory."""

    def __missing__(self, text: str) -> tuple[str, ...]:
        self[text] = path = tuple(json.loads(text))
        return path


def replace_corpus(
    cursor: sqlite3.Cursor, documents: Iterable[Document], chunks: Iterable[Chunk], keeping: Set[str]
) -> None:
    """Make these the ledger's documents and chunks. `keeping` are ids of documents whose chunks stay as they are."""
    rows = cursor.execute("SELECT id, source_hash, text_hash FROM documents")
    before = {name: (source_hash, text_hash) for name, source_hash, text_hash in rows}
    now = {document.id: document for document in documents}
    cursor.executemany("DELETE FROM documents WHERE id = ?", ((name,) for name in before if name not in now))
    cursor.executemany(
        "INSERT OR REPLACE INTO documents VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            (d.id, d.text, d.title, d.source_hash, d.media_type, json.dumps(d.cells), d.text_hash)
            for d in now.values()
            if before.get(d.id) != (d.source_hash, d.text_hash)
        ),
    )
    if keeping:
        others = (before.keys() | now.keys()) - keeping
        cursor.executemany("DELETE FROM chunks WHERE document_id = ?", ((name,) for name in others))
    else:
        cursor.execute("DELETE FROM chunks")
    cursor.executemany(
        "INSERT OR REPLACE INTO chunks VALUES (?, ?, ?, ?)",
        ((c.document_id, c.span.start, c.span.end, json.dumps(c.headings)) for c in chunks),
    )


def _document(name: str, text: str, title: str, source_hash: str, media_type: str, cells: str) -> Document:
    places: Any = json.loads(cells)
    return Document(name, text, title, source_hash, media_type, tuple((start, kind) for start, kind in places))
