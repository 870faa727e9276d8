"""Editions -> CHANGES.md and `benchmill changes`: what each one added, kept, moved, changed and retired."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from benchmill.records import InputError
from benchmill.workspace.folder import Workspace, no_edition
from benchmill.workspace.ledger.store import Edition, ItemRow, Ledger
from benchmill.workspace.outcome import KINDS_OF_CHANGE

_MARKUP = re.compile(r"[\\`*_\[\]<>#|&!~]")
_TITLES = {
    "added": "Added",
    "moved": "Moved (the same words at another place)",
    "changed": "Changed (same question, other evidence or ratings)",
    "retired": "Retired",
    "reviewed": "Accepted by a person",
}


def changes(workspace: Workspace, number: int | None = None) -> dict[str, object]:
    """What edition `number` (default: the last) did, as `benchmill changes --json` prints it.

    `differs` is true where anything but `kept` happened. Raises WorkspaceError where no edition exists yet,
    InputError where no edition has that number.
    """
    with Ledger.read(workspace.ledger) as ledger:
        editions = ledger.editions()
        rows = {row.id: row for row in ledger.items()}
    if not editions:
        raise no_edition(workspace.folder)
    found = [edition for edition in editions if number in (None, edition.number)]
    if not found:
        raise InputError(f"{workspace.folder} has editions 1 to {editions[-1].number}, not {number}")
    what = dict(found[-1].summary["changes"])
    what["kept"] = [_kept(rows[name]) for name in what["kept"]]
    return {
        "edition": found[-1].number,
        "complete": found[-1].summary["complete"],
        "differs": any(what.get(name) for name in _TITLES),
        "counts": {name: len(what[name]) for name in KINDS_OF_CHANGE},
        **{name: what[name] for name in KINDS_OF_CHANGE},
        "reviewed": what.get("reviewed", []),
        "by_people": bool(found[-1].summary.get("by_people")),
    }


def _kept(row: ItemRow) -> dict[str, object]:
    record = json.loads(row.record)
    return {"item_id": row.id, "document": record["document"], "question": record["question"], "reason": ""}


def as_markdown(editions: Iterable[Edition]) -> str:
    """The text of CHANGES.md: the newest edition first; kept items are counted, not listed."""
    newest_first = sorted(editions, key=lambda edition: -edition.number)
    lines = ["# Changes", ""]
    for edition in newest_first:
        lines += _edition_lines(edition)
    return "\n".join(lines).rstrip() + "\n"


def _edition_lines(edition: Edition) -> Iterator[str]:
    what = edition.summary["changes"]
    counts = ", ".join(f"{len(what[name])} {name}" for name in KINDS_OF_CHANGE)
    yield f"## Edition {edition.number}"
    yield ""
    ending = "" if edition.summary["complete"] else " (the run was ended early)"
    yield counts + (" (decided by people)" if edition.summary.get("by_people") else ending)
    yield ""
    for name, title in _TITLES.items():
        if what.get(name):
            yield f"### {title}"
            yield ""
            yield from (_line(change) for change in what[name])
            yield ""


def _line(change: Mapping[str, Any]) -> str:
    reason = f" ({plain(change['reason'])})" if change["reason"] else ""
    return f"- `{change['item_id']}` {plain(change['document'])}: {plain(change['question'])}{reason}"


def plain(text: str) -> str:
    r"""One line of Markdown that shows `text` literally: text of documents and models may contain markup.

    >>> plain("a <b>bold</b>\n[link](x) *word*")
    'a \\<b\\>bold\\</b\\> \\[link\\](x) \\*word\\*'
    """
    shown = " ".join(text.split())
    if not shown.isprintable():
        shown = "".join(character if character.isprintable() else " " for character in shown)
    return _MARKUP.sub(r"\\\g<0>", shown)
