"""The ledger's table of documents -> Documents whose texts are read when they are used, a few of them kept."""

from __future__ import annotations

import json
import sqlite3
from collections import OrderedDict
from collections.abc import Callable
from sys import intern
from typing import Any

from benchmill.records import Document

_KEPT = 1 << 20  # characters of texts that are kept for the next use


class StoredDocument(Document):
    """Equal to the Document that was stored, but its text stays in the database until it is used."""

    __slots__ = ("_read", "_text_hash")
    _read: Callable[[str], str]
    _text_hash: str

    def __init__(
        self,
        read: Callable[[str], str],
        name: str,
        source_hash: str,
        media_type: str,
        title: str,
        cells: tuple[tuple[int, str], ...],
        text_hash: str,
    ) -> None:
        own = {"id": name, "title": title, "source_hash": source_hash, "media_type": media_type, "cells": cells}
        for field, value in (*own.items(), ("_read", read), ("_text_hash", text_hash)):
            object.__setattr__(self, field, value)

    @property
    def text(self) -> str:
        return self._read(self.id)

    @property
    def text_hash(self) -> str:
        return self._text_hash or super().text_hash

    def whole(self) -> Document:
        """The same document with its text in memory."""
        return Document(*self.__reduce__()[1])

    def __eq__(self, other: object) -> bool:
        return self.whole() == (other.whole() if isinstance(other, StoredDocument) else other)

    def __hash__(self) -> int:
        return hash(self.whole())

    def __reduce__(self) -> tuple[type[Document], tuple[Any, ...]]:
        """Another process has no ledger, so it gets the text."""
        return Document, (self.id, self.text, self.title, self.source_hash, self.media_type, self.cells)


class Texts:
    """The texts of a database's documents by id; those used last are kept."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._kept: OrderedDict[str, str] = OrderedDict()
        self._size = 0

    def __call__(self, name: str) -> str:
        text = self._kept.get(name)
        if text is None:
            (text,) = self._connection.execute("SELECT text FROM documents WHERE id = ?", (name,)).fetchone()
            self._kept[name] = text
            self._size += len(text)
            while self._size > _KEPT and len(self._kept) > 1:
                self._size -= len(self._kept.popitem(last=False)[1])
        else:
            self._kept.move_to_end(name)
        return str(text)


def stored_documents(connection: sqlite3.Connection) -> dict[str, StoredDocument]:
    """Id -> document, in the order of the ids; reads no text."""
    texts = Texts(connection)
    rows = connection.execute("SELECT id, source_hash, media_type, title, cells, text_hash FROM documents ORDER BY id")
    return {
        name: StoredDocument(texts, name, source_hash, intern(media_type), title, _places(cells), text_hash)
        for name, source_hash, media_type, title, cells, text_hash in rows
    }


def _places(cells: str) -> tuple[tuple[int, str], ...]:
    return tuple((start, kind) for start, kind in json.loads(cells)) if cells != "[]" else ()
