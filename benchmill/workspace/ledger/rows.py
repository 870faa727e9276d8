"""The rows that other packages read from a ledger: items, editions, publications, decisions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from benchmill.records import Failure

State = Literal["live", "surplus", "retired"]
Cause = Literal["", "evidence", "critic", "person", "retry"]
"""Why an item was retired: its evidence is gone, a critic refused it, a person dropped it or asked for another."""


@dataclass(frozen=True, slots=True)
class ItemRow:
    """An item as the ledger keeps it: `record` is its line of items.jsonl.

    `added` and `changed` are numbers of editions; `reason` says in words why it was retired, `cause` in one word.
    """

    id: str
    chapter: int
    question_number: int
    state: State
    record: str
    reason: str
    added: int
    changed: int
    cause: Cause = ""


@dataclass(frozen=True, slots=True)
class Edition:
    """One finished run: `fingerprint` is a hash of all that decided its outcome, `summary` its counts as JSON."""

    number: int
    fingerprint: str
    summary: Mapping[str, Any]
    manifest: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Publication:
    """What was last pushed to one dataset of a service: `pushed` is item id -> hash of the example.

    `tag` and `as_of` name the service's version of the edition; `tag` is empty while publishing is under way.
    """

    service: str
    dataset_id: str
    dataset: str
    edition: int
    tag: str
    as_of: str
    pushed: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Decision:
    """What one person decided about one item, and when: `before` and `after` are the item's lines of items.jsonl.

    `number` counts the decisions of a workspace from 1. `time` is UTC in ISO 8601; no file that tests or users compare
    contains it.
    """

    number: int
    item_id: str
    verb: str
    reviewer: str
    reason: str
    before: str
    after: str
    time: str


@dataclass(frozen=True, slots=True)
class SkippedRow:
    """The passages of a document that no question comes from, each with its reason.

    `made_of` is a hash of all that `failures` follow from: where the ledger has it, nothing is written.
    """

    document_id: str
    made_of: str
    failures: Iterable[Failure]
