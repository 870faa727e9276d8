"""facts.sqlite as the last run left it -> the facts of documents, for readers that make none and write nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmill.indexing.facts_file import Damaged, opened
from benchmill.indexing.kept_facts import FactKind, Row
from benchmill.records import Document


class FormerFacts:
    """The facts of earlier runs; none where the file is missing or cannot be read. Another process may write there."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None

    def rows(self, kind: FactKind, documents: Iterable[Document]) -> Iterator[Row | None]:
        """The row of each document; None where it is missing, damaged, or about other bytes or other settings."""
        key_of = kind.key_of()
        query = f"SELECT key, {', '.join(kind.columns)} FROM {kind.name} WHERE document = ?"  # noqa: S608 - our names
        for document in documents:
            yield self._row(query, document, key_of(document))

    def _row(self, query: str, document: Document, key: str) -> Row | None:
        try:
            if self._connection is None:
                address = f"{self._path.absolute().as_uri()}?mode=ro"
                self._connection = sqlite3.connect(address, uri=True, isolation_level=None)
            found = self._connection.execute(query, (document.id,)).fetchone()
            if found is None or found[0] != key:
                return None
            return tuple(opened(document.id, value) for value in found[1:])
        except (sqlite3.Error, Damaged):
            return None

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()

    def __enter__(self) -> FormerFacts:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()
