"""Numbers that cost calls <-> the ledger, so that the report of the same edition shows them without asking again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from benchmill.validity.measured import Measured, share_of
from benchmill.workspace.ledger.store import Ledger

_NOTE = "validity asked"


def keep_numbers(ledger: Ledger, numbers: Sequence[Measured]) -> None:
    """Store the numbers for the last edition."""
    edition = ledger.last_edition()
    found = {"edition": edition.number if edition else 0, "numbers": {one.name: one.as_json() for one in numbers}}
    ledger.keep_note(_NOTE, json.dumps(found))


def kept_numbers(ledger: Ledger) -> tuple[Measured, ...]:
    """The stored numbers of the last edition; none where they belong to another edition."""
    note, edition = ledger.note(_NOTE), ledger.last_edition()
    found = json.loads(note) if note else {}
    if not edition or found.get("edition") != edition.number:
        return ()
    return tuple(_measured(name, fields) for name, fields in found["numbers"].items())


def residual_of(manifest: Mapping[str, Any]) -> tuple[Measured, ...]:
    """The share of items with an unlabelled answer that `grow` found by sampled calls; none if it sampled no items."""
    found = manifest.get("residual")
    if not isinstance(found, Mapping) or not found.get("sampled"):
        return ()
    low, high = found["ci95"]
    share = Measured(
        "residual_unlabelled",
        "Items with an unlabelled passage that answers, confirmed by the critic",
        found["share"],
        found["sampled"],
        f"{found['method']}; {found['unlabelled']} of {found['sampled']}",
        "A retriever that finds such a passage gets no credit: claim no difference below the upper bound.",
        ci95=(low, high),
    )
    if not found.get("left_ci95"):
        return (share,)
    low, high = found["left_ci95"]
    left = Measured(
        "residual_left",
        "The same, after the passages found were added to the sampled items' evidence",
        found["left"],
        found["sampled"],
        f"the share above, times the share of items that were not sampled: {found['of'] - found['sampled']} "
        f"of {found['of']}",
        "This share of all items may still lack a label.",
        ci95=(low, high),
    )
    return (share, left)


def second_critic_of(manifest: Mapping[str, Any]) -> tuple[Measured, ...]:
    """How often a model of another family confirmed ratings that were just the minimum; none if it was not asked."""
    found = manifest.get("counts", {}).get("second_critic", {})
    asked = sum(one["asked"] for one in found.values())
    agreed = sum(one["agreed"] for one in found.values())
    if not asked:
        return ()
    model = manifest.get("models", {}).get("second_critic", "a second model")
    each = ", ".join(f"{name} {one['agreed']} of {one['asked']}" for name, one in found.items())
    return (
        share_of(
            "second_critic_agrees",
            "The second critic confirms ratings that were just the minimum",
            [number < agreed for number in range(asked)],
            "These are the hardest cases. What it did not confirm was refused.",
            f"{model} on the candidates of the last run: {each}",
        ),
    )


def realism_of(manifest: Mapping[str, Any]) -> tuple[Measured, ...]:
    """How far the questions are from the real queries of `--like`; without such queries, that this is not measured."""
    like = manifest.get("counts", {}).get("mix", {}).get("like") or {}
    meaning = "0: as people ask; 1: nothing in common. Questions that nobody asks in this way rank systems otherwise."
    if not like.get("distance"):
        method = "no real queries to compare with (grow --like FILE): realism is not measured"
        return (Measured("realism", "Distance to real queries", None, 0, method, meaning),)
    count, method = (
        like["queries"],
        "length: largest gap of the two distributions; others: share that would have to differ",
    )
    return tuple(
        Measured(f"distance_{name}", f"Distance to real queries: {name}", value, count, method, meaning, "score")
        for name, value in like["distance"].items()
    )


def _measured(name: str, fields: Mapping[str, Any]) -> Measured:
    span = fields["ci95"]
    return Measured(
        name,
        fields["label"],
        fields["value"],
        fields["n"],
        fields["method"],
        fields["meaning"],
        fields["unit"],
        (span[0], span[1]) if span else None,
    )
