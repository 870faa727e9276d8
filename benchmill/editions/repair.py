"""A workspace whose ledger is damaged -> the same one with a new ledger, made of readable rows and items.jsonl."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmill.editions.workspace_files import WRITTEN, read_backup, write_files
from benchmill.outputs.json_files import json_line
from benchmill.outputs.jsonl import item_line, parse_item
from benchmill.records import InputError, WorkspaceError
from benchmill.workspace.folder import Workspace
from benchmill.workspace.ledger.calls import request_from
from benchmill.workspace.ledger.salvage import Row, Salvaged, is_sound, salvage
from benchmill.workspace.ledger.store import ItemRow, Ledger


@dataclass(frozen=True, slots=True)
class Repaired:
    """The result of a repair. `damaged` is the path of the old ledger, None where the ledger was sound.

    `items` and `calls` count what the new ledger holds; `from_file` counts the items that came from items.jsonl; `lost`
    names the tables with unreadable rows.
    """

    damaged: Path | None
    items: int
    from_file: int
    calls: int
    lost: tuple[str, ...]

    def as_json(self) -> dict[str, object]:
        return {**asdict(self), "damaged": str(self.damaged) if self.damaged else None, "lost": list(self.lost)}


def repair(workspace: Workspace) -> Repaired:
    """Make a sound ledger with all ids, numbers, reviews and calls that the old one or items.jsonl still hold.

    The damaged file is kept beside it. Raises WorkspaceError where there is neither a ledger nor an items.jsonl.
    """
    if not any(path.is_file() for path in (workspace.ledger, workspace.items, workspace.backup)):
        raise WorkspaceError(f"{workspace.folder} is no workspace: it has neither ledger.sqlite nor items.jsonl")
    with workspace.locked():
        damaged = None
        salvaged = Salvaged({}, ())
        if not workspace.ledger.is_file() or not is_sound(workspace.ledger, _is_sound_row):
            # made under another name, then renamed: a repair that was killed can start again
            new = _empty(workspace.ledger.with_name("ledger.repairing.sqlite"))
            old = _newest(workspace.ledger)
            if old is not None:
                salvaged = salvage(old, new, _is_sound_row)
                damaged = _moved_away(workspace.ledger) if old == workspace.ledger else old
            new.replace(workspace.ledger)
        with Ledger.open(workspace.ledger) as ledger:
            from_file = ledger.restore(_missing(ledger, workspace), outdated=damaged is not None)
            write_files(workspace, ledger)
            if ledger.last_edition() is None and workspace.items.is_file():
                # the ledger has this file's content now: the next run must not report it as edited by hand
                ledger.keep_note(WRITTEN, hashlib.sha256(workspace.items.read_bytes()).hexdigest())
            return Repaired(damaged, len(ledger.items()), from_file, ledger.calls.count(), salvaged.damaged)


def _empty(path: Path) -> Path:
    """Make a new, empty ledger at this path, in one file."""
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    Ledger.open(path).close()
    return path


def _newest(ledger: Path) -> Path | None:
    """The ledger's path; or, after a repair that was killed, the path that the ledger was renamed to."""
    if ledger.is_file():
        return ledger
    aside = sorted(ledger.parent.glob("ledger.damaged-*.sqlite"), key=lambda path: path.stat().st_mtime)
    return aside[-1] if aside else None


def _moved_away(ledger: Path) -> Path:
    """Rename the ledger and SQLite's files beside it to the first free name."""
    number = 1
    while (to := ledger.with_name(f"ledger.damaged-{number}.sqlite")).exists():
        number += 1
    # the log first: SQLite would otherwise read it as the new ledger's log
    for suffix in ("-wal", "-shm", ""):
        part = ledger.with_name(ledger.name + suffix)
        if part.is_file():
            part.replace(to.with_name(to.name + suffix))
    return to


def _missing(ledger: Ledger, workspace: Workspace) -> list[ItemRow]:
    """The items of items.jsonl and its backup that the ledger lacks."""
    last = ledger.last_edition()
    edition = last.number if last else 1
    found = list(_live_rows(workspace.items, edition)) if workspace.items.is_file() else []
    if workspace.backup.is_file():
        found += [row for row in read_backup(workspace.backup) if _is_sound_row("items", asdict(row))]
    # the first of several wins: items.jsonl is never older than the backup, and people edit items.jsonl
    rows = {row.id: row for row in reversed(found)}
    for row in ledger.items():
        rows.pop(row.id, None)
    return list(rows.values())


def _live_rows(path: Path, edition: int) -> Iterator[ItemRow]:
    """The items of an items.jsonl as live rows, without lines that are damaged."""
    for line in path.read_bytes().splitlines():
        try:
            record = parse_item(json.loads(line), str(path))
        except (ValueError, InputError):
            continue
        item = record.item
        text = json_line(item_line(record)).decode()
        yield ItemRow(item.id, item.chapter, item.question_number, "live", text, "", edition, edition)


def _is_sound_row(table: str, row: Row) -> bool:
    """Whether a row that SQLite could read holds valid values for its table."""
    try:
        if table == "calls":
            json.loads(row["reply"])
            return bool(request_from(json.loads(row["request"])).key == row["key"])
        if table == "items":
            parse_item(json.loads(row["record"]), "")
        for name in ("summary", "manifest", "record", "headings", "cells", "failures"):
            if name in row:
                json.loads(row[name])
    except (ValueError, TypeError, LookupError, InputError):
        return False
    return True
