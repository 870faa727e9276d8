"""Edits and deletions in LangSmith, as `publish --on-drift pull` stored them -> proposals for reviewers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from benchmill.outputs.json_files import read_json_lines
from benchmill.publishing.langsmith_dataset import EDITS
from benchmill.records import short_digest
from benchmill.reporting.cards import cut
from benchmill.workspace.folder import Workspace
from benchmill.workspace.ledger.rows import Decision, ItemRow

DECLINE = "decline"
"""The verb of a decision against a proposal; its reason names the proposal."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change to one LangSmith example. `question` and `answer` are its words there; None where they equal ours.

    `fields` is (name, here, there) for each field that differs.
    """

    id: str
    item_id: str
    deleted: bool
    question: str | None
    answer: str | None
    fields: tuple[tuple[str, str, str], ...]

    @property
    def changes_words(self) -> bool:
        return self.question is not None or self.answer is not None


def open_proposals(workspace: Workspace, rows: Iterable[ItemRow], decisions: Iterable[Decision]) -> dict[str, Proposal]:
    """Item id -> the proposal about it that nobody accepted or declined. Raises InputError for a damaged file."""
    path = workspace.folder / EDITS
    if not path.is_file():
        return {}
    live = {row.id: json.loads(row.record) for row in rows if row.state == "live"}
    declined = {decision.reason for decision in decisions if decision.verb == DECLINE}
    found = (_proposal(line) for _, line in read_json_lines(path))
    return {
        one.item_id: one
        for one in found
        if one.item_id in live and one.id not in declined and not _taken(one, live[one.item_id])
    }


def _proposal(line: Mapping[str, object]) -> Proposal:
    raw = line.get("fields")
    fields: Mapping[str, Mapping[str, object]] = raw if isinstance(raw, dict) else {}
    item_id = str(line.get("id", ""))
    return Proposal(
        id=f"proposal {short_digest(item_id, json.dumps(fields, sort_keys=True))}",
        item_id=item_id,
        deleted=bool(fields) and all(both.get("there") is None for both in fields.values()),
        question=_there(fields, "question"),
        answer=_there(fields, "answer"),
        fields=tuple((name, _text(both.get("here")), _text(both.get("there"))) for name, both in fields.items()),
    )


def _taken(proposal: Proposal, record: Mapping[str, object]) -> bool:
    """Whether the item now has the words of the example."""
    wanted = {"question": proposal.question, "answer": proposal.answer}
    said = {name: words for name, words in wanted.items() if words is not None}
    return bool(said) and all(record[name] == words for name, words in said.items())


def _there(fields: Mapping[str, Mapping[str, object]], name: str) -> str | None:
    value = fields.get(name, {}).get("there")
    return value if isinstance(value, str) else None


def _text(value: object) -> str:
    return "" if value is None else cut(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
