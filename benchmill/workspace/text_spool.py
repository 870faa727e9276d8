"""Documents as they are loaded -> the same ones, whose texts wait in a temporary file until they are used."""

from __future__ import annotations

import sqlite3

from benchmill.records import Document
from benchmill.records.errors import DiskFull
from benchmill.workspace.ledger.stored import StoredDocument, Texts


class TextSpool:
    """A first run of a large folder need not hold all texts in memory; later ones find them in the ledger."""

    def __init__(self) -> None:
        # a database without a name: in memory as long as it is small, then a file that ends with this process
        self._connection = sqlite3.connect("", isolation_level=None)
        self._connection.execute("PRAGMA journal_mode = OFF")
        self._connection.execute("CREATE TABLE documents (id TEXT PRIMARY KEY, text TEXT)")
        self._texts = Texts(self._connection)

    def stored(self, document: Document) -> StoredDocument:
        """The document without its text in memory. Raises DiskFull."""
        try:
            self._connection.execute("INSERT INTO documents VALUES (?, ?)", (document.id, document.text))
        except sqlite3.OperationalError as error:
            raise DiskFull("the folder for temporary files (TMPDIR)") from error
        own = document.id, document.source_hash, document.media_type, document.title, document.cells
        return StoredDocument(self._texts, *own, document.text_hash)
