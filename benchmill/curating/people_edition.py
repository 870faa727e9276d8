"""Rows that people decided about -> an edition of people's decisions, written out as files.

Successive decisions make one edition. While the last edition has only people's decisions and is not published, the next
decision joins it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from benchmill.editions.workspace_files import write_files
from benchmill.workspace.folder import Workspace, no_edition
from benchmill.workspace.ledger.rows import Decision, Edition, ItemRow
from benchmill.workspace.ledger.store import Ledger
from benchmill.workspace.outcome import KINDS_OF_CHANGE, Change

REVIEWED = "reviewed"
_LISTED = (*(kind for kind in KINDS_OF_CHANGE if kind != "kept"), REVIEWED)


def close_people_edition(
    workspace: Workspace,
    ledger: Ledger,
    rows: Sequence[ItemRow],
    chapters: Mapping[str, int],
    changes: Mapping[str, Iterable[Change]],
    decisions: Sequence[Decision],
    *,
    outdated: bool,
    forgotten: Sequence[str] = (),
) -> None:
    """Commit rows and decisions in one transaction, then write the files.

    `outdated`: the next `grow` has work to do, since an item left or came. `forgotten`: keys of calls, and ids of
    rejected candidates, that the next `grow` must ask for again.
    """
    last = ledger.last_edition()
    if last is None:
        raise no_edition(workspace.folder)
    joins = bool(last.summary.get("by_people")) and ledger.published_edition() < last.number
    number = last.number if joins else last.number + 1
    touched = {row.id for row in rows}
    live = {row.id for row in ledger.items("live")} - touched | {row.id for row in rows if row.state == "live"}
    # an item that is accepted after an edit is still one that this edition changed
    changed = {change.item_id for kind in changes if kind != REVIEWED for change in changes[kind]}
    listed: dict[str, Any] = {}
    for kind in _LISTED:
        before = last.summary["changes"].get(kind, []) if joins else []
        left = [change for change in before if change["item_id"] not in (touched if kind == REVIEWED else changed)]
        listed[kind] = [*left, *(asdict(change) for change in changes.get(kind, ()))]
    named = {change["item_id"] for kind in _LISTED if kind != REVIEWED for change in listed[kind]}
    summary = {**last.summary, "by_people": True, "changes": {**listed, "kept": sorted(live - named)}}
    fingerprint = "" if outdated else last.fingerprint
    edition = Edition(number, fingerprint, summary, _manifest(last.manifest, len(live)))
    numbered = [replace(row, changed=number, added=min(row.added, number)) for row in rows]
    ledger.commit(edition, items=numbered, chapters=chapters, decisions=decisions, replacing=joins)
    if forgotten:
        ledger.forget(forgotten)
    write_files(workspace, ledger)


def _manifest(before: Mapping[str, Any], accepted: int) -> dict[str, Any]:
    """The last manifest, with another number of items."""
    cost = dict(before.get("cost", {}))
    if cost:
        totals = {name: cost.get(name) for name in ("calls", "input_tokens", "output_tokens", "usd")}
        digits = {"usd": 6}
        cost["per_accepted_item"] = {
            name: round(total / accepted, digits.get(name, 3)) if total is not None and accepted else None
            for name, total in totals.items()
        }
    return {**before, "accepted": accepted, "cost": cost}
