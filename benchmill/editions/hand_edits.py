"""items.jsonl now, items.jsonl as benchmill wrote it -> the lines that people edited, deleted or added."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from benchmill.editions.workspace_files import WRITTEN
from benchmill.outputs.json_files import json_line, read_json_lines
from benchmill.outputs.jsonl import ItemRecord, item_line, parse_item
from benchmill.records import InputError, WorkspaceError
from benchmill.workspace.folder import Workspace
from benchmill.workspace.ledger.store import Ledger
from benchmill.workspace.remembered import grow_again


@dataclass(frozen=True, slots=True)
class HandEdits:
    """The lines that people changed in items.jsonl. `deleted` holds ids."""

    edited: tuple[ItemRecord, ...] = ()
    deleted: tuple[str, ...] = ()
    added: tuple[ItemRecord, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.edited or self.deleted or self.added)

    def __str__(self) -> str:
        counts = {"edited": len(self.edited), "deleted": len(self.deleted), "added": len(self.added)}
        return ", ".join(f"{count} {what}" for what, count in counts.items() if count)


def was_edited(workspace: Workspace, ledger: Ledger) -> bool:
    """Whether items.jsonl holds other bytes than benchmill wrote. A missing file counts as not edited."""
    try:
        now = hashlib.sha256(workspace.items.read_bytes()).hexdigest()
    except OSError:
        return False
    if now == (ledger.note(WRITTEN) or _in_manifest(workspace)):
        return False
    # a run that was killed between the ledger and its files left the file of the edition before, or this one's
    written = "".join(row.record for row in ledger.items("live")).encode()
    return now != hashlib.sha256(written).hexdigest()


def hand_edits(workspace: Workspace, ledger: Ledger) -> HandEdits:
    """What people changed in items.jsonl since benchmill wrote it.

    Raises InputError, which names the line, where a line cannot be read.
    """
    if not was_edited(workspace, ledger):
        return HandEdits()
    rows = {row.id: row for row in ledger.items("live")}
    edited, added = [], []
    seen: set[str] = set()
    for number, raw in read_json_lines(workspace.items):
        line = _of_full_length(raw)
        place = f"{workspace.items}, line {number}"
        given = line.get("id")
        name = given if isinstance(given, str) else ""
        if name in seen:
            raise InputError(f"{place}: the id {name} is there twice")
        if name in rows:
            seen.add(name)
            if json_line(raw).decode() != rows[name].record:
                edited.append(parse_item(line, place))
        else:
            # a new line needs no id and no number: benchmill gives both when it adds the item
            complete = {"chapter": 1, "question_number": 1, "chunks": [], **line, "id": "q-" + "0" * 16}
            added.append(parse_item(complete, place))
    known = {name: parse_item(json.loads(rows[name].record), "the ledger") for name in seen}
    changed = tuple(record for record in edited if item_line(record) != item_line(known[record.item.id]))
    return HandEdits(changed, tuple(name for name in rows if name not in seen), tuple(added))


def waiting_edits(workspace: Workspace) -> str:
    """Edits by hand that nobody has taken or discarded, in words: counts, or why the file cannot be read."""
    with Ledger.read(workspace.ledger) as ledger:
        return _in_words(workspace, ledger)


def refuse_hand_edits(workspace: Workspace, ledger: Ledger) -> None:
    """Raise WorkspaceError where items.jsonl was edited by hand: a new file would silently revert the edits."""
    if what := _in_words(workspace, ledger):
        raise WorkspaceError(
            f"{workspace.items} was edited by hand ({what}). Take that as decisions: "
            f"{grow_again(workspace.folder)} --take-edits. Or write the file as it was: --discard-edits"
        )


def _in_words(workspace: Workspace, ledger: Ledger) -> str:
    if not was_edited(workspace, ledger):
        return ""
    try:
        return str(hand_edits(workspace, ledger))
    except InputError as error:
        return str(error)


def _of_full_length(record: dict[str, Any]) -> dict[str, Any]:
    """The line with each quote's end offset corrected: people change words, not offsets."""
    found = {name: _inside(value) for name, value in record.items()}
    text, start = found.get("text"), found.get("start")
    if isinstance(text, str) and isinstance(start, int):
        found["end"] = start + len(text)
    return found


def _inside(value: object) -> object:
    if isinstance(value, dict):
        return _of_full_length(value)
    return [_inside(one) for one in value] if isinstance(value, list) else value


def _in_manifest(workspace: Workspace) -> str:
    """The hash of items.jsonl in the manifest, for a workspace of an older version."""
    try:
        files = json.loads(workspace.manifest.read_bytes())["files"]
        return str(files[workspace.items.name])
    except (OSError, ValueError, LookupError, TypeError):
        return ""
