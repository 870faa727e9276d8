"""A workspace, a file of labels -> what people labelled, with its recorded ratings; and the audit of the items."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmill.calibrating.audit import audited
from benchmill.calibrating.labels import read_labels
from benchmill.records import Candidate, Failure, InputError, Verdict
from benchmill.records.listing import some_of
from benchmill.validity.measured import Measured
from benchmill.workspace.folder import Snapshot, Workspace, item_of
from benchmill.workspace.ledger.store import Ledger


@dataclass(frozen=True, slots=True)
class Known:
    """A candidate with its recorded ratings; `accepted`: it is an item, or was one until a person `dropped` it."""

    candidate: Candidate
    verdicts: tuple[Verdict, ...]
    accepted: bool
    dropped: bool = False


@dataclass(frozen=True, slots=True)
class Labelled:
    """`found`: what the file names, by id; `good`: the labels of those that have one; `audit`: the share of good
    items; `failures`: the rows of the file that could not be read."""

    found: Mapping[str, Known]
    good: Mapping[str, bool]
    unknown: tuple[str, ...]
    audit: tuple[Measured, ...]
    failures: tuple[Failure, ...] = ()


def read_labelled(labels: Path, snapshot: Snapshot, workspace: Workspace) -> Labelled:
    """Read the labels. Raises InputError where the file cannot be read or names nothing in the workspace."""
    rows = read_labels(labels)
    read = rows.found
    known = _known(snapshot, workspace)
    found = {label.id: known[label.id] for label in read if label.id in known}
    unknown = tuple(label.id for label in read if label.id not in known)
    if not found:
        named = f": {some_of(unknown)}" if unknown else ""
        raise InputError(f"{labels} names no item and no rejected candidate of {workspace.folder}{named}")
    good = {label.id: label.good for label in read if label.good is not None and label.id in found}
    items = {name: one.verdicts for name, one in known.items() if one.accepted}
    dropped = {name for name, one in known.items() if one.dropped}
    return Labelled(found, good, unknown, audited(good, items, dropped), rows.failures)


def _known(snapshot: Snapshot, workspace: Workspace) -> dict[str, Known]:
    """Items, those that people dropped, and the last edition's rejected candidates, by id.

    People drop bad items: without dropped items every label would be "good".
    """
    with Ledger.read(workspace.ledger) as ledger:
        dropped = [item_of(row).item for row in ledger.items("retired") if row.cause == "person"]
    gone = {item.id for item in dropped}
    known = {
        item.id: Known(item.candidate, item.critique.verdicts, accepted=True, dropped=item.id in gone)
        for item in (*dropped, *snapshot.benchmark.items)
    }
    for one in snapshot.rejected():
        known.setdefault(one.candidate.id, Known(one.candidate, one.verdicts, accepted=False))
    return known
