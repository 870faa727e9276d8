"""An SQLite file of any age -> the newest schema, one migration a transaction, or a clear refusal."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from benchmill.records import WorkspaceError
from benchmill.records.shell_command import command
from benchmill.workspace.ledger.check_names import RENAME_CHECKS
from benchmill.workspace.ledger.flushing import NotFlushed

ITEM_FILES = ("items.jsonl", "items.backup.jsonl")
"""The other files that hold items; `benchmill repair` reads them."""

# Each step is taken once, in order; PRAGMA user_version counts the steps taken, inside the step's own transaction.
MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    CREATE TABLE calls (
        key TEXT PRIMARY KEY, purpose TEXT NOT NULL, model TEXT NOT NULL, request TEXT NOT NULL,
        reply TEXT NOT NULL, finish TEXT NOT NULL, input_tokens INTEGER NOT NULL, output_tokens INTEGER NOT NULL,
        cached_tokens INTEGER NOT NULL, seconds REAL NOT NULL, state TEXT NOT NULL, reason TEXT NOT NULL,
        name TEXT NOT NULL
    ) STRICT;
    CREATE TABLE documents (
        id TEXT PRIMARY KEY, text TEXT NOT NULL, title TEXT NOT NULL, source_hash TEXT NOT NULL,
        media_type TEXT NOT NULL, cells TEXT NOT NULL
    ) STRICT;
    CREATE TABLE chunks (
        document_id TEXT NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL, headings TEXT NOT NULL,
        PRIMARY KEY (document_id, start, end)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE chapters (document_id TEXT PRIMARY KEY, chapter INTEGER NOT NULL UNIQUE) STRICT;
    CREATE TABLE items (
        id TEXT PRIMARY KEY, chapter INTEGER NOT NULL, question_number INTEGER NOT NULL, state TEXT NOT NULL,
        record TEXT NOT NULL, reason TEXT NOT NULL, added INTEGER NOT NULL, changed INTEGER NOT NULL,
        UNIQUE (chapter, question_number)
    ) STRICT;
    CREATE TABLE rejections (position INTEGER PRIMARY KEY, record TEXT NOT NULL) STRICT;
    CREATE TABLE failures (
        position INTEGER PRIMARY KEY, stage TEXT NOT NULL, subject_id TEXT NOT NULL, name TEXT NOT NULL,
        reason TEXT NOT NULL, request_key TEXT NOT NULL
    ) STRICT;
    CREATE TABLE editions (
        number INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL, summary TEXT NOT NULL, manifest TEXT NOT NULL
    ) STRICT;
    """,
    """
    CREATE TABLE publications (
        service TEXT NOT NULL, dataset_id TEXT NOT NULL, dataset TEXT NOT NULL, edition INTEGER NOT NULL,
        tag TEXT NOT NULL, as_of TEXT NOT NULL, pushed TEXT NOT NULL,
        PRIMARY KEY (service, dataset_id)
    ) STRICT, WITHOUT ROWID;
    """,
    # batches that are under way, and what those that ended have cost
    """
    CREATE TABLE batches (
        tag TEXT PRIMARY KEY, position INTEGER NOT NULL UNIQUE, edition INTEGER NOT NULL, server TEXT NOT NULL,
        model TEXT NOT NULL, id TEXT NOT NULL, open INTEGER NOT NULL, calls INTEGER NOT NULL,
        input_tokens INTEGER NOT NULL, output_tokens INTEGER NOT NULL, cached_tokens INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE batch_requests (
        tag TEXT NOT NULL, position INTEGER NOT NULL, request TEXT NOT NULL, attempts INTEGER NOT NULL,
        PRIMARY KEY (tag, position)
    ) STRICT, WITHOUT ROWID;
    """,
    # which edition used a call last, and what pruned calls had cost
    """
    CREATE TABLE call_uses (key TEXT PRIMARY KEY, edition INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE pruned_calls (
        purpose TEXT NOT NULL, model TEXT NOT NULL, calls INTEGER NOT NULL, input_tokens INTEGER NOT NULL,
        output_tokens INTEGER NOT NULL, cached_tokens INTEGER NOT NULL, PRIMARY KEY (purpose, model)
    ) STRICT, WITHOUT ROWID;
    """,
    # sums over calls without reading their texts: `status` of a ledger of 50 MB in a tenth of the time
    """
    CREATE INDEX call_costs ON calls (purpose, model, input_tokens, output_tokens, cached_tokens);
    """,
    # checks have names (`answer-leaked`); older ledgers hold their numbers
    RENAME_CHECKS,
    # why an item was retired, in one word: only an item that lost its evidence may come back
    """
    ALTER TABLE items ADD COLUMN cause TEXT NOT NULL DEFAULT '';
    UPDATE items SET cause = CASE
        WHEN reason LIKE 'the % critic of today: %' OR reason LIKE '% answers it now: %' THEN 'critic'
        ELSE 'evidence' END
        WHERE state = 'retired';
    """,
    # what people decided about items
    """
    CREATE TABLE decisions (
        number INTEGER PRIMARY KEY, item_id TEXT NOT NULL, verb TEXT NOT NULL, reviewer TEXT NOT NULL,
        reason TEXT NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL, time TEXT NOT NULL
    ) STRICT;
    """,
    # the calls that manifest.json counts, without calls asked ahead in vain: their number varies
    """
    CREATE TABLE counted_calls (key TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    INSERT INTO counted_calls SELECT key FROM calls;
    """,
    # vectors of chunks and questions, so that the next run embeds only new texts
    """
    CREATE TABLE vectors (
        model TEXT NOT NULL, digest TEXT NOT NULL, vector BLOB NOT NULL, PRIMARY KEY (model, digest)
    ) STRICT, WITHOUT ROWID;
    """,
    # all of a document that is read without its text: a large corpus is not read whole for its hashes
    """
    CREATE INDEX documents_without_text ON documents (id, source_hash, media_type, title, cells);
    """,
    # the hash of each text, empty where an older benchmill wrote it: a run whose documents are the same reads no text
    """
    ALTER TABLE documents ADD COLUMN text_hash TEXT NOT NULL DEFAULT '';
    DROP INDEX documents_without_text;
    CREATE INDEX documents_without_text ON documents (id, source_hash, media_type, title, cells, text_hash);
    """,
    # a row a document, written again only where it differs: a large corpus has 72,000 passages without a question
    """
    CREATE TABLE skipped_passages (
        document_id TEXT PRIMARY KEY, made_of TEXT NOT NULL, failures TEXT NOT NULL
    ) STRICT;
    """,
    # the command that paid for a call; of older calls only those of `judge` tell it
    """
    ALTER TABLE calls ADD COLUMN command TEXT NOT NULL DEFAULT 'grow';
    UPDATE calls SET command = 'judge' WHERE purpose LIKE 'judge/%';
    DROP INDEX call_costs;
    CREATE INDEX call_costs ON calls (command, purpose, model, input_tokens, output_tokens, cached_tokens);
    ALTER TABLE pruned_calls RENAME TO pruned_before;
    CREATE TABLE pruned_calls (
        command TEXT NOT NULL, purpose TEXT NOT NULL, model TEXT NOT NULL, calls INTEGER NOT NULL,
        input_tokens INTEGER NOT NULL, output_tokens INTEGER NOT NULL, cached_tokens INTEGER NOT NULL,
        PRIMARY KEY (command, purpose, model)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO pruned_calls
        SELECT CASE WHEN purpose LIKE 'judge/%' THEN 'judge' ELSE 'grow' END, * FROM pruned_before;
    DROP TABLE pruned_before;
    """,
)


def migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Bring the ledger at `path` to the newest schema; several processes may call this at once.

    Raises WorkspaceError where a newer benchmill wrote it, or where the file is no ledger.
    """
    try:
        taken = _steps_taken(connection)
        if taken > len(MIGRATIONS):
            raise WorkspaceError(
                f"{path} was written by a newer benchmill (schema {taken}, this one knows {len(MIGRATIONS)}); "
                "upgrade benchmill to use this workspace"
            )
        for number, step in enumerate(MIGRATIONS[taken:], start=taken + 1):
            _take(connection, number, step)
    except sqlite3.DatabaseError as error:
        raise explained(path, error) from error


def explained(path: Path, trouble: sqlite3.Error) -> WorkspaceError:
    """What SQLite's error means for the ledger at `path`, and the next step."""
    # SQLite also reports text that is not UTF-8 as an OperationalError; then the file is damaged
    undecodable = "decode" in str(trouble)
    if isinstance(trouble, sqlite3.OperationalError) and not undecodable:  # disk full, read-only, locked, gone
        full = (getattr(trouble, "sqlite_errorcode", 0) & 0xFF) in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)
        return (NotFlushed if full else WorkspaceError)(
            f"{path} cannot be read or written: {trouble}; what was recorded before is kept: "
            "run the same command again when the disk has room"
        )
    return damaged(path, trouble)


def damaged(path: Path, trouble: Exception) -> WorkspaceError:
    """The error for a ledger whose content cannot be read, with the next step."""
    return WorkspaceError(
        f"{path} is damaged or no ledger ({trouble}); rebuild it from what can still be read and from items.jsonl: "
        + command("repair", path.parent)
    )


def refuse_lost(path: Path) -> None:
    """Raise WorkspaceError where the ledger at `path` is missing but the workspace's files are there.

    A new ledger would count editions and numbers from 1 and replace the only copy of the items.
    """
    if path.is_file() and path.stat().st_size > 0:
        return
    left = [name for name in ITEM_FILES if path.with_name(name).is_file() and path.with_name(name).stat().st_size > 0]
    if left:
        state = "is empty" if path.is_file() else "is missing"
        raise WorkspaceError(
            f"{path} {state}, but {path.parent} holds {left[0]}: put the ledger back, or rebuild it from that file "
            f"(ids and numbers stay): {command('repair', path.parent)}"
        )


def is_current(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether the ledger has the newest schema. Raises WorkspaceError for a file that is no ledger."""
    try:
        return _steps_taken(connection) >= len(MIGRATIONS)
    except sqlite3.DatabaseError as error:
        raise explained(path, error) from error


def _take(connection: sqlite3.Connection, number: int, step: str) -> None:
    try:
        connection.executescript(f"BEGIN IMMEDIATE;{step};PRAGMA user_version = {number};COMMIT;")
    except sqlite3.OperationalError:
        connection.rollback()
        if _steps_taken(connection) < number:  # else another process took this step in the meantime
            raise


def _steps_taken(connection: sqlite3.Connection) -> int:
    (taken,) = connection.execute("PRAGMA user_version").fetchone()
    return int(taken)
