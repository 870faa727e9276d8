"""A folder -> a workspace: its files by name, its lock, its benchmark read back."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from benchmill.outputs.flat import flat_items
from benchmill.outputs.frame import frame_of, frame_of_candidates
from benchmill.outputs.jsonl import ItemRecord, Rejected, item_records, parse_item, parse_rejected
from benchmill.outputs.notebook import html_rows
from benchmill.records import Benchmark, WorkspaceError
from benchmill.records.errors import DiskFull, is_disk_full
from benchmill.records.languages import language_of
from benchmill.records.shell_command import command
from benchmill.workspace.ledger.calls import GROW
from benchmill.workspace.ledger.migrations import refuse_lost
from benchmill.workspace.ledger.store import Edition, ItemRow, Ledger

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped, unused-ignore]
    from filelock import BaseFileLock


@dataclass(frozen=True, slots=True)
class Workspace:
    """The folder that holds a benchmark: one ledger, and files that are made from the ledger."""

    folder: Path

    @property
    def benchmark(self) -> Path:
        return self.folder / "benchmark.json"

    @property
    def items(self) -> Path:
        return self.folder / "items.jsonl"

    @property
    def backup(self) -> Path:
        """The file with every item that any edition had, with number and state; `repair` reads it."""
        return self.folder / "items.backup.jsonl"

    @property
    def rejected(self) -> Path:
        return self.folder / "rejected.jsonl"

    @property
    def manifest(self) -> Path:
        return self.folder / "manifest.json"

    @property
    def changes(self) -> Path:
        return self.folder / "CHANGES.md"

    @property
    def ledger(self) -> Path:
        return self.folder / "ledger.sqlite"

    @property
    def facts(self) -> Path:
        """A cache of what was derived from each document; it may be deleted at any time."""
        return self.folder / "facts.sqlite"

    @property
    def name(self) -> str:
        return self.folder.resolve().name

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Lock the workspace for one writer. The system frees the lock when the writer's process ends.

        Raises WorkspaceError naming the process that holds it.
        """
        new_folder, new_ledger = not self.folder.exists(), not self.ledger.exists()
        lock = self._acquire()
        try:
            yield
        except BaseException:
            if new_ledger:
                self._leave_nothing_empty(new_folder)
            raise
        finally:
            self._lock_owner.unlink(missing_ok=True)
            lock.release()

    @contextmanager
    def writing(self, paying: str = GROW) -> Iterator[Ledger]:
        """The ledger, opened by the one writer; a new workspace gets a new ledger.

        `paying` is the command that pays for the calls.

        Raises WorkspaceError where another process writes, or where the ledger is lost but the items are not.
        """
        with self.locked():
            refuse_lost(self.ledger)
            with Ledger.open(self.ledger, paying) as ledger:
                if ledger.last_edition() is None and not ledger.items() and self.items.is_file():
                    raise WorkspaceError(
                        f"{self.ledger} holds no edition and no item, but {self.items} does: put the ledger back, or "
                        f"rebuild it from that file: {command('repair', self.folder)}"
                    )
                yield ledger

    def _acquire(self) -> BaseFileLock:
        # filelock: the lock of each operating system behind one name; loaded by writers only
        from filelock import FileLock, Timeout

        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            lock = FileLock(self.folder / ".lock", blocking=False)
            lock.acquire()
            self._lock_owner.write_text(f"process {os.getpid()} on {socket.gethostname()}", encoding="utf-8")
        except Timeout as error:
            holder = self._lock_owner.read_text(encoding="utf-8") if self._lock_owner.is_file() else "another process"
            message = f"{self.folder} is being written by {holder}; wait for it to end, or use another --out"
            raise WorkspaceError(message) from error
        except OSError as error:
            if is_disk_full(error):
                raise DiskFull(str(self.folder)) from error
            raise WorkspaceError(f"{self.folder} cannot be written: {error.strerror or error}") from error
        return lock

    def _leave_nothing_empty(self, new_folder: bool) -> None:
        """Delete the ledger of a run that ended before it wrote anything, and the folder if the run made it."""
        if not self.ledger.is_file():
            return
        with Ledger.read(self.ledger) as ledger:
            if ledger.last_edition() or ledger.items() or ledger.calls.count() or ledger.batches.open():
                return
        for ending in ("", "-wal", "-shm"):
            self.ledger.with_name(self.ledger.name + ending).unlink(missing_ok=True)
        self.facts.unlink(missing_ok=True)
        self._lock_owner.unlink(missing_ok=True)
        if new_folder:
            (self.folder / ".lock").unlink(missing_ok=True)
            if not any(self.folder.iterdir()):
                self.folder.rmdir()

    @property
    def _lock_owner(self) -> Path:
        return self.folder / ".lock-owner"

    def read(self) -> Snapshot:
        """The last finished edition.

        Raises WorkspaceError where there is no ledger, or the ledger has no edition yet.
        """
        with Ledger.read(self.ledger) as ledger:
            edition = ledger.last_edition()
            if edition is None:
                raise no_edition(self.folder)
            documents = ledger.documents()
            records = tuple(item_of(row) for row in ledger.items("live"))
            chunks = ledger.chunks(documents)
            benchmark = Benchmark(self.name, documents, tuple(record.item for record in records), chunks)
            return Snapshot(edition, benchmark, self.folder)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One edition, read: its counts, and the benchmark with documents, chunks and live items."""

    edition: Edition
    benchmark: Benchmark
    folder: Path | None = None

    @property
    def language(self) -> str:
        """The language of the benchmark: the one chosen for its last edition, else the one of its documents."""
        return language_of([document.text for document in self.benchmark.documents], chosen_language(self.edition))

    def to_frame(self, *, rejected: bool = False) -> pd.DataFrame:
        """The items as a pandas DataFrame, one row each, indexed by id; lists stay lists.

        With `rejected` the frame has every candidate that critics or checks saw, with ratings and rationales as
        columns. Raises MissingExtra where the extra `tables` is not installed.
        """
        if not rejected:
            return frame_of(flat_items(self.benchmark))
        return frame_of_candidates(item_records(self.benchmark), self.rejected())

    def rejected(self) -> tuple[Rejected, ...]:
        """The candidates that the last growing edition rejected, each with check, reason and verdicts."""
        if self.folder is None:
            return ()
        with Ledger.read(Workspace(self.folder).ledger) as ledger:
            lines = ledger.rejections()
        return tuple(parse_rejected(json.loads(line), f"rejection {n}") for n, line in enumerate(lines, start=1))

    def __repr__(self) -> str:
        benchmark = self.benchmark
        return (
            f"<Snapshot of {benchmark.name!r}, edition {self.edition.number}: {len(benchmark.items)} items,"
            f" {len(benchmark.documents)} documents, {len(benchmark.chunks)} chunks>"
        )

    def _repr_html_(self) -> str:
        """A table of the items, for notebooks."""
        title = f"{self.benchmark.name}, edition {self.edition.number}: {len(self.benchmark.items)} items"
        return html_rows(title, ((one.candidate.question, one.candidate.answer) for one in self.benchmark.items[:20]))


def chosen_language(edition: Edition | None) -> str:
    """The `language` of the settings that the edition was grown with; empty where none was chosen."""
    settings = edition.manifest.get("settings") if edition else None
    language = settings.get("language") if isinstance(settings, dict) else None
    return language if isinstance(language, str) else ""


def no_edition(folder: Path) -> WorkspaceError:
    """The error for a workspace whose first run has not ended yet, or was killed."""
    return WorkspaceError(f"{folder} has no finished edition yet: run its grow command again, which goes on from there")


def item_of(row: ItemRow) -> ItemRecord:
    """The item in a ledger row. Raises WorkspaceError where the row's text is damaged."""
    return _item_of(row.id, row.record)


@lru_cache(maxsize=1024)  # a night reads the live items four times
def _item_of(name: str, record: str) -> ItemRecord:
    return parse_item(_fields_of(name, record), f"item {name} in the ledger")


def record_of(row: ItemRow) -> dict[str, Any]:
    """The fields of the item in a ledger row. Raises WorkspaceError where the row's text is damaged."""
    return _fields_of(row.id, row.record)


def _fields_of(name: str, record: str) -> dict[str, Any]:
    try:
        return cast(dict[str, Any], json.loads(record))
    except json.JSONDecodeError as error:
        raise WorkspaceError(f"item {name} in the ledger is damaged ({error}); `benchmill repair` mends it") from error


def load(bench: Path) -> Snapshot:
    """The last finished edition of the workspace `bench`: its benchmark with documents, chunks and items.

    Raises WorkspaceError where there is none.
    """
    return Workspace(bench).read()
