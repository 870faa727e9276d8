"""A workspace -> what `status` and `show` print: counts and rates; one item with its whole history."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from benchmill.records import InputError
from benchmill.workspace.costs import cost_of
from benchmill.workspace.folder import Workspace, item_of, no_edition
from benchmill.workspace.ledger.store import Ledger
from benchmill.workspace.naming import rows_named


def status(workspace: Workspace) -> dict[str, object]:
    """Counts and rates of the last edition, and what the workspace cost so far.

    Raises WorkspaceError where there is no finished edition.
    """
    with Ledger.read(workspace.ledger) as ledger:
        edition = ledger.last_edition()
        if edition is None:
            raise no_edition(workspace.folder)
        rows = ledger.items()
        live = [row for row in rows if row.state == "live"]
        summary: Mapping[str, Any] = edition.summary
        manifest: Mapping[str, Any] = edition.manifest
        totals = ledger.calls.totals()
        tokens = totals.input_tokens + totals.output_tokens
        cost = cost_of(ledger, summary.get("prices", {}))
        return {
            "edition": edition.number,
            "complete": summary["complete"],
            "wanted": summary["wanted"],
            "accepted": len(live),
            "kinds": dict(Counter(json.loads(row.record)["kind"] for row in live).most_common()),
            "documents": len(ledger.source_hashes()),
            "documents_with_items": len({row.chapter for row in live}),
            "surplus": sum(row.state == "surplus" for row in rows),
            "retired": sum(row.state == "retired" for row in rows),
            "candidates": summary["candidates"],
            "rejected": summary["rejected"],
            "failures": summary["failures"],
            "unread": summary.get("unread", []),
            "skipped": summary.get("skipped", {}),
            "shortfall": summary.get("shortfall", "") if len(live) < summary["wanted"] else "",
            "calls": {name: total.calls for name, total in ledger.calls.by_purpose().items()},
            "beside_growing": {name: total.calls for name, total in ledger.calls.beside_growing().items()},
            "ahead": summary.get("ahead", {}),
            "tokens": {"input": totals.input_tokens, "output": totals.output_tokens},
            "cost": cost,
            "second_critic": summary.get("second_critic", {}),
            "residual": {name: value for name, value in (manifest.get("residual") or {}).items() if name != "items"},
            "per_item": {
                "calls": round(totals.calls / len(live), 2) if live else None,
                "tokens": round(tokens / len(live)) if live else None,
                "cost": round(cost / len(live), 6) if live and cost is not None else None,
            },
        }


def show(workspace: Workspace, name: str) -> dict[str, object]:
    """Everything about one item: its record, its state and editions, and the calls it came from.

    `name` is an item's id, the beginning of one, or `chapter.question_number`; or the beginning of a rejected
    candidate's id. Raises InputError where `name` fits no item, or several.
    """
    with Ledger.read(workspace.ledger) as ledger:
        found = rows_named(name, ledger.items())
        if len(found) > 1:
            raise InputError(
                f"{name} names {len(found)} items: {', '.join(row.id for row in found[:5])} ...; type more of the id"
            )
        if not found:
            return _show_rejected(ledger, workspace, name)
        row = found[0]
        record = item_of(row)
        verdicts = record.item.critique.verdicts
        keys = {"written by": record.item.candidate.request_key}
        keys |= {f"{verdict.criterion} judged by": verdict.request_key for verdict in verdicts}
        return {
            "state": row.state,
            "reason": row.reason,
            "added_in_edition": row.added,
            "changed_in_edition": row.changed,
            "item": json.loads(row.record),
            "decisions": [
                {"verb": one.verb, "reviewer": one.reviewer, "reason": one.reason, "time": one.time}
                for one in ledger.decisions()
                if one.item_id == row.id
            ],
            "calls": {label: _call(ledger, key) for label, key in keys.items() if key},
        }


def _show_rejected(ledger: Ledger, workspace: Workspace, name: str) -> dict[str, object]:
    for line in ledger.rejections():
        record = json.loads(line)
        if record["id"].startswith(name.removeprefix("q-")) and len(name) >= 6:
            return {"state": "rejected", "reason": record["reason"], "item": record, "calls": {}}
    raise InputError(f"{workspace.folder} has no item {name!r}; items.jsonl and rejected.jsonl hold the ids")


def _call(ledger: Ledger, key: str) -> dict[str, object]:
    """The recorded request and reply of a call; empty where the call was pruned."""
    call = ledger.calls.find(key)
    if call is None:
        return {}
    return {
        "model": call.request.model,
        "purpose": call.request.purpose,
        "messages": [{"role": message.role, "content": message.content} for message in call.request.messages],
        "reply": call.reply.text,
        "input_tokens": call.reply.input_tokens,
        "output_tokens": call.reply.output_tokens,
        "seconds": call.reply.seconds,
    }
