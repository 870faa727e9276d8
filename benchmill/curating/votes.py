"""The decisions in the ledger -> each reviewer's votes and notes, without the decisions that were taken back."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from benchmill.workspace.ledger.rows import Decision, ItemRow

VOTE_ACCEPT, VOTE_REJECT, NOTE = "vote-accept", "vote-reject", "note"
_YES = ("accept", VOTE_ACCEPT)
_NO = ("drop", VOTE_REJECT)


@dataclass(frozen=True, slots=True)
class Vote:
    """One reviewer's latest vote on an item."""

    accepts: bool
    reason: str


def standing(decisions: Sequence[Decision]) -> list[Decision]:
    """The decisions that nobody took back, oldest first, without the taking back itself."""
    undone = {decision.reason for decision in decisions if decision.verb == "undo"}
    return [d for d in decisions if d.verb != "undo" and f"decision {d.number}" not in undone]


def votes_of(decisions: Iterable[Decision]) -> dict[str, dict[str, Vote]]:
    """Item id -> reviewer -> vote. An edit removes the earlier votes, since they judged other words."""
    found: dict[str, dict[str, Vote]] = {}
    for decision in decisions:
        if decision.verb in _YES or decision.verb in _NO:
            votes = found.setdefault(decision.item_id, {})
            votes.pop(decision.reviewer, None)  # the last vote comes last
            votes[decision.reviewer] = Vote(decision.verb in _YES, decision.reason)
        elif decision.verb in ("edit", "restore"):
            found.pop(decision.item_id, None)
    return found


def decision_of(
    number: int, item_id: str, verb: str, reviewer: str, reason: str, before: ItemRow | None, after: ItemRow | None
) -> Decision:
    """The decision that somebody takes now."""
    time = datetime.datetime.now(tz=datetime.UTC).isoformat(timespec="milliseconds")
    shown = [json.dumps(asdict(row)) if row else "" for row in (before, after)]
    return Decision(number, item_id, verb, reviewer, reason, shown[0], shown[1], time)
