"""ledger.sqlite -> Ledger, the only state of a workspace: all paid calls and the whole last edition."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import astuple
from pathlib import Path

from benchmill.records import Chunk, Document, Failure, Span, WorkspaceError
from benchmill.workspace.ledger.batches import SqliteBatches
from benchmill.workspace.ledger.calls import GROW, SqliteCalls
from benchmill.workspace.ledger.corpus import chunk_sums, chunks_around, read_chunks, read_documents, replace_corpus
from benchmill.workspace.ledger.findings import Findings, read_failures, replace_findings
from benchmill.workspace.ledger.flushing import Flusher, NotFlushed
from benchmill.workspace.ledger.migrations import damaged, explained, is_current, migrate, refuse_lost
from benchmill.workspace.ledger.pruning import drop_calls, forget
from benchmill.workspace.ledger.publications import last_publication, record_publication
from benchmill.workspace.ledger.restoring import put_back
from benchmill.workspace.ledger.rows import Decision, Edition, ItemRow, Publication, State
from benchmill.workspace.ledger.stored import StoredDocument, stored_documents
from benchmill.workspace.ledger.transaction import transaction
from benchmill.workspace.ledger.vectors import SqliteVectors

__all__ = ["Decision", "Edition", "ItemRow", "Ledger", "Publication", "State"]


class Ledger:
    """The open ledger. Every write is one transaction; readers and the one writer do not block each other (WAL)."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        path: Path = Path("ledger.sqlite"),
        *,
        command: str = GROW,
        writing: bool = True,
    ) -> None:
        self._connection = connection
        self.path = path
        self._flusher = Flusher(path) if writing else None
        wrote = self._flusher.wrote if self._flusher else None
        self.calls = SqliteCalls(connection, command=command, writing=writing, wrote=wrote)
        self.vectors = SqliteVectors(connection)
        # a store of its own: replies that a batch brings are not used yet
        arrived = SqliteCalls(connection, command=command)
        self.batches = SqliteBatches(connection, arrived, *([self._flusher.flush] if self._flusher else []))

    @classmethod
    def open(cls, path: Path, command: str = GROW) -> Ledger:
        """The ledger at `path` for writing; created where it is missing, migrated where it is old.

        `command` pays for the calls that are saved.

        Raises WorkspaceError for a folder that cannot be written, a damaged file, or a newer schema.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(path, isolation_level=None)
            connection.execute("PRAGMA journal_mode = WAL")
        except (OSError, sqlite3.OperationalError) as error:
            raise WorkspaceError(f"{path} cannot be written: {error}") from error
        except sqlite3.DatabaseError as error:
            raise explained(path, error) from error
        # the Flusher flushes commits to the disk (flushing.py says why not FULL). Calls wait during a checkpoint, so
        # checkpoints are rare.
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA wal_autocheckpoint = 4000")
        migrate(connection, path)
        return cls(connection, path, command=command)

    @classmethod
    def read(cls, path: Path) -> Ledger:
        """The ledger at `path` for reading, also from a folder that cannot be written.

        Raises WorkspaceError where there is no ledger, or its schema is another one.
        """
        refuse_lost(path)
        if not path.parent.is_dir():
            what = "is a file, not a workspace folder" if path.parent.is_file() else "is not there: no such folder"
            raise WorkspaceError(f"{path.parent} {what}; benchmill grow makes a workspace")
        if not path.is_file():
            raise WorkspaceError(f"{path.parent} is no workspace: it has no {path.name}; benchmill grow makes one")
        address = path.absolute().as_uri()
        writable = os.access(path.parent, os.W_OK)
        mode = "ro" if writable else "ro&immutable=1"
        connection = sqlite3.connect(f"{address}?mode={mode}", uri=True, isolation_level=None)
        if writable and not is_current(connection, path):
            cls.open(path).close()  # an older benchmill wrote it; a connection for reading cannot bring it up to date
        migrate(connection, path)
        return cls(connection, path, writing=False)

    def close(self) -> None:
        try:
            self.calls.flush()
            if self._flusher:
                self._flusher.close()
        finally:
            self._connection.close()

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, kind: object, error: BaseException | None, at: object) -> None:
        """Raises WorkspaceError in place of an error of SQLite's: people need to know which file, and what to do."""
        trouble = error
        try:
            self.close()
        except (sqlite3.Error, NotFlushed) as closing:
            trouble = error or closing
            if trouble is closing and isinstance(closing, NotFlushed):
                raise
        if isinstance(trouble, sqlite3.Error):
            raise explained(self.path, trouble) from trouble
        if isinstance(trouble, json.JSONDecodeError):  # the ledger holds only JSON that benchmill wrote
            raise damaged(self.path, trouble) from trouble

    @property
    def secret(self) -> bytes:
        """32 random bytes of this workspace, for fences that no document can guess."""
        with transaction(self._connection) as cursor:
            cursor.execute("INSERT OR IGNORE INTO meta VALUES ('secret', ?)", (os.urandom(32).hex(),))
            (value,) = cursor.execute("SELECT value FROM meta WHERE name = 'secret'").fetchone()
        return bytes.fromhex(value)

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """All reading inside sees the ledger as it is now, whatever another process commits meanwhile."""
        self._connection.execute("BEGIN")
        try:
            yield
        finally:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")

    def last_edition(self) -> Edition | None:
        row = self._connection.execute("SELECT * FROM editions ORDER BY number DESC LIMIT 1").fetchone()
        return Edition(row[0], row[1], json.loads(row[2]), json.loads(row[3])) if row else None

    def editions(self) -> list[Edition]:
        """All editions, oldest first."""
        rows = self._connection.execute("SELECT * FROM editions ORDER BY number")
        return [Edition(row[0], row[1], json.loads(row[2]), json.loads(row[3])) for row in rows]

    def items(self, *states: State) -> list[ItemRow]:
        """Items in the order of their numbers, of the given states (default: all)."""
        rows = self._connection.execute(
            "SELECT id, chapter, question_number, state, record, reason, added, changed, cause FROM items "
            "ORDER BY chapter, question_number"
        )
        return [ItemRow(*row) for row in rows if not states or row[3] in states]

    def source_hashes(self) -> dict[str, str]:
        """Document id -> SHA-256 of its bytes, in the last edition."""
        return dict(self._connection.execute("SELECT id, source_hash FROM documents"))

    def document_hashes(self) -> dict[str, tuple[str, str]]:
        """Document id -> hash of its bytes, hash of its text: another converter may make another text of a file."""
        rows = self._connection.execute("SELECT id, source_hash, text_hash FROM documents")
        return {name: (source_hash, text_hash) for name, source_hash, text_hash in rows}

    def documents(self, ids: Iterable[str] | None = None) -> tuple[Document, ...]:
        """The last edition's documents: all, or those named."""
        return read_documents(self._connection, ids)

    def stored_documents(self) -> dict[str, StoredDocument]:
        """Id -> document of the last edition, its text left in the ledger until it is used."""
        return stored_documents(self._connection)

    def chunks(self, documents: Iterable[Document]) -> tuple[Chunk, ...]:
        """The last edition's chunks of the given documents."""
        return read_chunks(self._connection, documents)

    def chunks_around(self, spans: Iterable[Span], documents: Mapping[str, Document]) -> tuple[Chunk, ...]:
        """The last edition's chunks that contain one of the spans."""
        return chunks_around(self._connection, documents, spans)

    def chunk_sums(self) -> dict[str, tuple[int, int, int]]:
        """Document id -> number of its chunks, sums of where they begin and end: a copy of them must have the same."""
        return chunk_sums(self._connection)

    def chunk_count(self) -> int:
        """How many chunks the last edition has."""
        (count,) = self._connection.execute("SELECT COUNT(*) FROM chunks").fetchone()
        return int(count)

    def chapters(self) -> dict[str, int]:
        return dict(self._connection.execute("SELECT document_id, chapter FROM chapters"))

    def rejections(self) -> list[str]:
        """The lines of rejected.jsonl of the last edition that grew."""
        rows = self._connection.execute("SELECT record FROM rejections WHERE position > 0 ORDER BY position")
        return [record for (record,) in rows]

    def refusals(self) -> list[str]:
        """The same lines, and those of earlier editions whose candidates no later run came to."""
        return [record for (record,) in self._connection.execute("SELECT record FROM rejections ORDER BY position")]

    def failures(self) -> Iterator[Failure]:
        """Those of the last edition, one after the other: a large corpus has many."""
        return read_failures(self._connection)

    def commit(
        self,
        edition: Edition,
        *,
        items: Iterable[ItemRow],
        chapters: Mapping[str, int],
        corpus: tuple[Iterable[Document], Iterable[Chunk]] | None = None,
        keeping: Set[str] = frozenset(),
        findings: Findings | None = None,
        decisions: Iterable[Decision] = (),
        counted: Iterable[str] = (),
        replacing: bool = False,
    ) -> None:
        """Commit `edition` as the last one, in one transaction; with `replacing` it may replace the present last one.

        `corpus` (documents, chunks) and `findings` are None where they did not change: writing them again would cost a
        large corpus a second each night. `keeping` are ids of documents whose
        chunks stay as they are, and are not among those given. `decisions` are added to those there are; `counted` are
        the keys of the calls that its manifest counts.
        """
        with transaction(self._connection) as cursor:
            # by id: REPLACE would delete another item with the same number; this statement must fail instead
            cursor.executemany(
                "INSERT INTO items VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
                "chapter = excluded.chapter, question_number = excluded.question_number, state = excluded.state, "
                "record = excluded.record, reason = excluded.reason, added = excluded.added, "
                "changed = excluded.changed, cause = excluded.cause",
                map(astuple, items),
            )
            cursor.executemany("INSERT OR REPLACE INTO chapters VALUES (?, ?)", chapters.items())
            if corpus is not None:
                replace_corpus(cursor, *corpus, keeping)
            if findings is not None:
                replace_findings(cursor, findings)
            cursor.executemany("INSERT INTO decisions VALUES (?, ?, ?, ?, ?, ?, ?, ?)", map(astuple, decisions))
            cursor.executemany("INSERT OR IGNORE INTO counted_calls VALUES (?)", ((key,) for key in counted))
            if replacing:
                cursor.execute("DELETE FROM editions WHERE number = ?", (edition.number,))
            cursor.execute(
                "INSERT INTO editions VALUES (?, ?, ?, ?)",
                (edition.number, edition.fingerprint, json.dumps(edition.summary), json.dumps(edition.manifest)),
            )
        self.calls.flush(edition.number)
        if self._flusher:
            self._flusher.flush()  # the files are replaced next: after a power cut they must not be newer than this

    def publication(self, service: str, dataset_id: str) -> Publication | None:
        """The last push to this dataset; None where there was no push."""
        return last_publication(self._connection, service, dataset_id)

    def published(self, publication: Publication) -> None:
        """Record a push; it replaces the dataset's earlier record."""
        record_publication(self._connection, publication)

    def published_edition(self) -> int:
        """The newest edition that was pushed anywhere; 0 where none was."""
        (newest,) = self._connection.execute("SELECT COALESCE(MAX(edition), 0) FROM publications").fetchone()
        return int(newest)

    def decisions(self) -> list[Decision]:
        """What people decided, oldest first."""
        return [Decision(*row) for row in self._connection.execute("SELECT * FROM decisions ORDER BY number")]

    def decided(self) -> int:
        """The number of the last decision; 0 where there is none."""
        (last,) = self._connection.execute("SELECT COALESCE(MAX(number), 0) FROM decisions").fetchone()
        return int(last)

    def note(self, name: str) -> str:
        """The text that `keep_note` stored under `name`; empty where there is none."""
        row = self._connection.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
        return row[0] if row else ""

    def keep_note(self, name: str, value: str) -> None:
        """Keep one short text under `name`."""
        self._connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))

    def prune(self, keep: Iterable[str], editions: int) -> int:
        """Drop calls not in `keep` that none of the last `editions` editions with calls asked for; returns how many."""
        self.calls.flush()
        return drop_calls(self._connection, keep, editions)

    def forget(self, names: Iterable[str]) -> None:
        """Drop the calls with these keys and the rejected candidates with these ids; what they cost is counted."""
        forget(self._connection, names)

    def restore(self, items: Iterable[ItemRow], *, outdated: bool) -> int:
        """Put back items that were lost and leave those that are there; returns how many.

        `outdated`: the next run checks everything again, as if its settings had changed.
        """
        return put_back(self._connection, map(astuple, items), outdated=outdated)
