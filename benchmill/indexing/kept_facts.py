"""Documents and a way to derive facts -> the facts of each document, made once and kept in facts.sqlite between runs.

facts.sqlite is a cache: whatever is missing, old or damaged in it is made again from the documents, and a folder that
cannot be written only costs the time. A row belongs to a document's bytes, to the settings and to the version of the
code that made it, so an edited document has its own facts made again and no others.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice
from typing import TypeVar

from benchmill.indexing.all_cores import cores, on_all_cores
from benchmill.indexing.facts_file import SEAL, Damaged, KeptFacts, opened, sealed
from benchmill.records import Chunk, Document, digest

T = TypeVar("T")
Cut = tuple[Document, Sequence[Chunk]]
Row = tuple[bytes, ...]

# These formats contain their text as it is: the same bytes give the same text, whatever packages are installed.
AS_THEY_ARE = frozenset(["text/markdown", "text/mdx", "text/plain", "text/x-rst"])
READ = 1
"""Raise it with every change of the text or the title that such bytes give."""
_BATCH = 256  # documents whose facts are made together
_AT_ONCE = 128  # documents whose facts are read together
# From so many documents on the other cores help: a child starts in 0.3 s, and 1,000 documents take 3 s or more.
MANY = 1_000
_SHARE = 64  # documents in a batch of theirs: small, so that none is busy long after the others


@dataclass(frozen=True, slots=True)
class FactKind:
    """One kind of facts: a table, its columns, and the function that makes a row of bytes for each document.

    Raise `version` with every change of `make` that changes its bytes: a new release keeps the facts whose version is
    the same. `settings` are what `make` depends on besides the document. `is_costly`: a document takes so long that
    the other cores help with many; `make` must bear to be pickled then.
    """

    name: str
    version: int
    columns: tuple[str, ...]
    make: Callable[[Sequence[Cut]], Iterable[Row]]
    settings: tuple[object, ...] = ()
    is_costly: bool = False

    def key_of(self) -> Callable[[Document], str]:
        """A function: document -> what its row is valid for, besides what the caller adds."""
        base = digest(READ, self.name, self.version, *self.settings)[:16]
        return lambda document: f"{base} {document.source_hash} {document.media_type} {_text_of(document)} "


@dataclass(slots=True)
class Facts:
    """The facts of one kind about all documents of a run; missing ones are made before the first are read."""

    kept: KeptFacts
    kind: FactKind
    documents: Sequence[Document]
    chunks_of: Callable[[str], Sequence[Chunk]]
    depends_on: Callable[[str], str] = lambda _document: ""
    """What the facts of a document depend on besides the document and the kind's settings."""
    _ready: bool = field(default=False, init=False)

    def keys(self) -> Mapping[str, str]:
        """Document id -> what its facts belong to: another key where the document or the kind's settings differ."""
        key_of = self._key_of()
        return self._mended(lambda: {document.id: key_of(document) for document in self.documents})

    def joined(self, *names: str) -> tuple[list[int], list[bytearray]]:
        """How many bytes the first column has of each document; and of each column the values of all documents, one
        after the other. To read the rows takes longer than a further column of them."""

        def read() -> tuple[list[int], list[bytearray]]:
            sizes: list[int] = []
            lengths = ", ".join(f"COALESCE(SUM(LENGTH({name}) - {SEAL}), 0)" for name in names)
            # at full size at once: a column that grows is copied each time another one stands behind it in memory
            totals = self.kept.connection.execute(f"SELECT {lengths} FROM {self.kind.name}").fetchone()  # noqa: S608 - our names
            found, ends = [bytearray(total) for total in totals], [0] * len(names)
            query = f"SELECT document, {', '.join(names)} FROM {self.kind.name} ORDER BY document"  # noqa: S608 - our names
            for document, *values in self.kept.connection.execute(query):
                if document != self.documents[len(sizes)].id:  # documents in another order than that of their ids
                    columns = list(zip(*self.each(*names), strict=True))
                    return list(map(len, columns[0])), list(map(bytearray().join, columns))
                sizes.append(len(values[0]) - SEAL)
                for number, value in enumerate(values):
                    start, ends[number] = ends[number], ends[number] + len(value) - SEAL
                    found[number][start : ends[number]] = opened(document, value)
            if len(sizes) != len(self.documents):
                raise Damaged(self.kind.name)
            return sizes, found

        return self._mended(read)

    def each(self, *names: str) -> Iterator[Row]:
        """The named columns of each document, in their order; those of a few documents are in memory at a time."""
        for first in range(0, len(self.documents), _AT_ONCE):
            yield from self._mended(partial(self._some, self.documents[first : first + _AT_ONCE], names))

    def _some(self, documents: Sequence[Document], names: tuple[str, ...]) -> list[Row]:
        wanted = [document.id for document in documents]
        columns = ", ".join(names)
        query = f"SELECT document, {columns} FROM {self.kind.name} WHERE document BETWEEN ? AND ?"  # noqa: S608 - our names
        rows = self.kept.connection.execute(query, (min(wanted), max(wanted)))
        found = {name: tuple(opened(name, value) for value in values) for name, *values in rows}
        return [found[name] for name in wanted]

    def sizes(self, name: str) -> list[int]:
        """How many bytes the values of one column have, in the order of the documents; reads no value."""

        def read() -> list[int]:
            query = f"SELECT document, length({name}) FROM {self.kind.name}"  # noqa: S608 - our names
            found = dict(self.kept.connection.execute(query).fetchall())
            return [found[document.id] - SEAL for document in self.documents]

        return self._mended(read)

    def of(self, document_id: str, *names: str) -> Row:
        """The row of one document: the named columns, or all."""

        return self._mended(partial(self._row, document_id, names))

    def peek(self, document_id: str, *names: str) -> Row | None:
        """As `of`, but None where the row is missing or damaged: for use while other facts are made."""
        try:
            return self._row(document_id, names)
        except (sqlite3.Error, Damaged):
            return None

    def _row(self, document_id: str, names: tuple[str, ...]) -> Row:
        columns = ", ".join(names or self.kind.columns)
        query = f"SELECT {columns} FROM {self.kind.name} WHERE document = ?"  # noqa: S608 - our names
        row = self.kept.connection.execute(query, (document_id,)).fetchone()
        if row is None:
            raise Damaged(document_id)
        return tuple(opened(document_id, value) for value in row)

    def complete(self) -> None:
        """Make what is missing now, not at the first reading."""
        self._mended(lambda: None)

    def _mended(self, read: Callable[[], T], *, update: bool = True) -> T:
        """`read()`, from a new file where the present one cannot be used, and from memory where no file can be."""
        for attempt in range(3):
            try:
                if update and (not self._ready or attempt):
                    self._update()
                return read()
            except (sqlite3.Error, Damaged, LookupError):
                if attempt == 2:
                    raise
                self.kept.begin_again(in_memory=attempt == 1)
        raise AssertionError("the last attempt returns or raises")

    def missing(self) -> list[Document]:
        """The documents whose facts are not kept yet."""
        return self._mended(self._compared, update=False)[0]

    def _key_of(self) -> Callable[[Document], str]:
        own, depends_on = self.kind.key_of(), self.depends_on
        return lambda document: own(document) + depends_on(document.id)

    def _compared(self) -> tuple[list[Document], list[str]]:
        """Documents without facts, and names of documents that are gone."""
        connection, kind = self.kept.connection, self.kind
        found = [row[1] for row in connection.execute(f"PRAGMA table_info({kind.name})")]
        if found not in ([], ["document", "key", *kind.columns]):  # an older benchmill derived other facts
            connection.execute(f"DROP TABLE {kind.name}")
        columns = ", ".join(f"{name} BLOB NOT NULL" for name in kind.columns)
        connection.execute(f"CREATE TABLE IF NOT EXISTS {kind.name} (document TEXT PRIMARY KEY, key TEXT, {columns})")
        key_of, gone = self._key_of(), []
        missing = {document.id: document for document in self.documents}
        # one key at a time: those of all documents, of each kind of facts, would take 20 MB
        for name, key in connection.execute(f"SELECT document, key FROM {kind.name}"):  # noqa: S608 - our names
            document = missing.get(name)
            if document is None:
                gone.append(name)
            elif key == key_of(document):
                del missing[name]
        return list(missing.values()), gone

    def _update(self) -> None:
        """Make the rows of new and edited documents, and drop those of documents that are gone; one transaction."""
        connection, kind = self.kept.connection, self.kind
        missing, gone = self._compared()
        if missing or gone:
            marks = ", ".join("?" * (2 + len(kind.columns)))
            connection.execute("BEGIN IMMEDIATE")
            try:
                connection.executemany(
                    f"DELETE FROM {kind.name} WHERE document = ?",  # noqa: S608 - our names
                    ((name,) for name in gone),
                )
                connection.executemany(
                    f"INSERT OR REPLACE INTO {kind.name} VALUES ({marks})",  # noqa: S608 - our names
                    self._rows(missing),
                )
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
        self._ready = True

    def _rows(self, documents: Sequence[Document]) -> Iterator[tuple[str | bytes, ...]]:
        key_of = self._key_of()
        made: Iterator[Iterable[Row]]
        if self.kind.is_costly and len(documents) >= MANY and cores() > 1:
            made = on_all_cores(self.kind.make, self._cut(documents, _SHARE))
        else:
            made = map(self.kind.make, self._cut(documents, _BATCH))
        for document, row in zip(documents, chain.from_iterable(made), strict=True):
            yield document.id, key_of(document), *(sealed(document.id, value) for value in row)

    def _cut(self, documents: Sequence[Document], size: int) -> Iterator[Sequence[Cut]]:
        rest = iter(documents)
        while batch := [(document, self.chunks_of(document.id)) for document in islice(rest, size)]:
            yield batch


def _text_of(document: Document) -> str:
    return "" if document.media_type in AS_THEY_ARE else digest(document.text, document.cells)
