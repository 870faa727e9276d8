"""Rows that people decided about -> an edition of people's decisions, written out as files.

Successive decisions make one edition. While the last edition has only people's decisions and is not published, the next
decision joins it.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, TypeGuard

from benchmill.editions.workspace_files import write_files
from benchmill.workspace.folder import Workspace, item_of, no_edition
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
    changes: Mapping[str, Change],
    accepted: Mapping[str, Change],
    decisions: Sequence[Decision],
    *,
    outdated: bool,
    forgotten: Sequence[str] = (),
) -> None:
    """Commit rows and decisions in one transaction, then write the files.

    `changes` are the last ones by item, `accepted` those items whose last decision is that a person accepts them.
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
    starts = _starts([*ledger.decisions(), *decisions], touched, number)
    listed, named = _listed_before(last.summary["changes"] if joins else {}, touched)
    named |= {name: asdict(change) for name, change in changes.items()}
    for row in rows:
        if kind := _net_change(starts.get(row.id), row):
            listed[kind].append(named[row.id])
        if row.id in accepted:
            listed[REVIEWED].append(asdict(accepted[row.id]))
    unlisted = live - {change["item_id"] for kind in _LISTED if kind != REVIEWED for change in listed[kind]}
    summary = {**last.summary, "by_people": True, "changes": {**listed, "kept": sorted(unlisted)}}
    fingerprint = "" if outdated else last.fingerprint
    edition = Edition(number, fingerprint, summary, _manifest(last.manifest, len(live)))
    numbered = [_numbered(row, starts.get(row.id), number) for row in rows]
    ledger.commit(edition, items=numbered, chapters=chapters, decisions=decisions, replacing=joins)
    if forgotten:
        ledger.forget(forgotten)
    write_files(workspace, ledger)


def _listed_before(
    before: Mapping[str, Any], touched: Collection[str]
) -> tuple[dict[str, list[Any]], dict[str, dict[str, Any]]]:
    """What the edition lists already of items not in `touched`, by kind; and its changes of the others, by item."""
    listed = {kind: [one for one in before.get(kind, []) if one["item_id"] not in touched] for kind in _LISTED}
    kinds = [kind for kind in _LISTED if kind != REVIEWED]
    return listed, {one["item_id"]: one for kind in kinds for one in before.get(kind, [])}


def _starts(decisions: Sequence[Decision], touched: Collection[str], number: int) -> dict[str, ItemRow]:
    """The rows of the items in `touched` as they were before edition `number`; none for an item that is new."""
    found: dict[str, ItemRow | None] = {}
    for decision in reversed(decisions):
        if decision.item_id in touched and decision.item_id not in found:
            row = ItemRow(**json.loads(decision.before)) if decision.before else None
            if row is None or row.changed < number:
                found[decision.item_id] = row
    return {name: row for name, row in found.items() if row}


def _numbered(row: ItemRow, start: ItemRow | None, number: int) -> ItemRow:
    """The row as edition `number` leaves it: an item that was live before keeps the edition that added it."""
    return replace(row, changed=number, added=start.added if _is_live(start) else min(row.added, number))


def _net_change(start: ItemRow | None, row: ItemRow) -> str:
    """What the whole edition did to an item; empty for nothing, such as dropping it and taking that back."""
    if not _is_live(start):
        return "added" if row.state == "live" else ""
    if row.state != "live":
        return "retired"
    one, other = (replace(item_of(each).item, review="") for each in (start, row))
    return "" if one == other else "changed"


def _is_live(row: ItemRow | None) -> TypeGuard[ItemRow]:
    return row is not None and row.state == "live"


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
