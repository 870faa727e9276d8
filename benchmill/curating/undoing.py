"""Decisions -> the one to take back, and its item as it was before; or the reason why it has to stay."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmill.curating.typed_words import evidence_still_there
from benchmill.curating.votes import standing
from benchmill.records import InputError, Item
from benchmill.workspace.folder import item_of
from benchmill.workspace.ledger.rows import Cause, Decision, ItemRow, State
from benchmill.workspace.ledger.store import Ledger


def last_of(reviewer: str, decisions: Sequence[Decision]) -> tuple[Decision | None, list[Decision]]:
    """The reviewer's last decision, anybody's where no reviewer is named; and what changed its item since."""
    known = standing(decisions)
    mine = [one for one in known if not reviewer or one.reviewer == reviewer]
    if not mine:
        return None, []
    last = mine[-1]
    return last, [one for one in known if one.item_id == last.item_id and one.number > last.number and changes(one)]


def changes(decision: Decision) -> bool:
    """Whether it changed something: a vote and a note do not."""
    return not decision.after or decision.before != decision.after


@dataclass(frozen=True, slots=True)
class Back:
    """An item as it was before a decision; `reason` and `cause` say why it was out of the benchmark."""

    item: Item
    state: State
    cause: Cause = ""
    reason: str = ""


def taken_back(ledger: Ledger, last: Decision, since: Sequence[Decision], rows: Mapping[str, ItemRow]) -> Back:
    """The item before the decision `last`, on the documents of the last edition.

    Raises InputError where more than this decision would be taken back, and where the item's evidence is gone.
    """
    name, now = last.item_id, rows.get(last.item_id)
    if now is None:
        raise InputError(f"{last.verb} of {name} cannot be undone: its replies are forgotten, and grow asks for them")
    if since:
        who, verb = since[-1].reviewer or "another person", since[-1].verb
        raise InputError(f"{who} has changed {name} since ({verb}): that decision must be undone first")
    if now.state != "live" and json.loads(last.after)["state"] == "live":
        raise InputError(f"{name} has left the benchmark since: {now.reason}")
    if not last.before:
        return Back(item_of(now).item, "retired", "person")
    before = ItemRow(**json.loads(last.before))
    if before.state != "live":
        return Back(item_of(before).item, before.state, before.cause, before.reason)
    item = evidence_still_there(ledger, item_of(before).item)
    return Back(item, "live")
