"""A workspace -> what a reviewer sees: the queue, one item with its surroundings, and the reviewers' agreement."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmill.curating.agreement import Agreement, agreements, disagreements
from benchmill.curating.votes import NOTE, Vote, standing, votes_of
from benchmill.records import Document, InputError
from benchmill.reporting.cards import Card, card_of, cut, spans_of
from benchmill.reviewing.proposals import Proposal, open_proposals
from benchmill.reviewing.similar import SimilarIndex
from benchmill.workspace.folder import Workspace
from benchmill.workspace.ledger.rows import Decision, ItemRow
from benchmill.workspace.ledger.store import Ledger

STATES = ("unread", "accepted", "rejected", "disagreements", "proposals", "all")
_AROUND = 500


@dataclass(frozen=True, slots=True)
class Filter:
    """Which items the queue lists."""

    state: str = "unread"
    kind: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One item of the queue; `mine` is this reviewer's vote, `voters` how many people voted."""

    id: str
    question: str
    kind: str
    document: str
    live: bool
    mine: Vote | None
    voters: int


@dataclass(frozen=True, slots=True)
class Queue:
    """What the first page lists: the entries that the filter lets through, and how far this reviewer has come."""

    entries: tuple[Entry, ...]
    counts: Mapping[str, int]
    kinds: tuple[str, ...]
    read: int
    total: int


@dataclass(frozen=True, slots=True)
class View:
    """One item for reading; `others` are the votes that this reviewer may see, only after voting."""

    card: Card
    live: bool
    state: str
    similar: tuple[Card, ...]
    mine: Vote | None
    others: tuple[tuple[str, Vote], ...]
    notes: tuple[Decision, ...]
    history: tuple[Decision, ...]
    following: str
    previous: str
    quotes: tuple[tuple[str, str], ...]
    question: str = ""
    answer: str = ""
    proposal: Proposal | None = None


class Desk:
    """Reads the ledger again for every page, so that a page shows the changes of other reviewers and runs at once."""

    def __init__(self, bench: Path) -> None:
        self.workspace = Workspace(bench)
        self._similar = SimilarIndex()

    def queue(self, reviewer: str, wanted: Filter) -> Queue:
        """The items to read. Raises WorkspaceError where there is no workspace."""
        with Ledger.read(self.workspace.ledger) as ledger:
            entries = _entries(ledger, reviewer)
            proposed = open_proposals(self.workspace, ledger.items("live"), standing(ledger.decisions()))
            open_ = set(_open(ledger))
        states = {state: [entry for entry in entries if _is(entry, state)] for state in STATES}
        states["disagreements"] = [entry for entry in entries if entry.id in open_]
        states["proposals"] = [entry for entry in entries if entry.id in proposed]
        words = wanted.words.casefold().split()
        shown = [
            entry
            for entry in states.get(wanted.state, entries)
            if (not wanted.kind or entry.kind == wanted.kind)
            and all(word in f"{entry.id} {entry.question} {entry.document}".casefold() for word in words)
        ]
        read = sum(entry.mine is not None for entry in entries)
        return Queue(
            tuple(shown),
            {state: len(found) for state, found in states.items()},
            tuple(sorted({entry.kind for entry in entries})),
            read,
            len(entries),
        )

    def view(self, name: str, reviewer: str) -> View:
        """The item of this id. Raises InputError where there is none."""
        with Ledger.read(self.workspace.ledger) as ledger:
            rows = [row for row in ledger.items() if row.id == name]
            if not rows:
                raise InputError(f"{self.workspace.folder} has no item {name!r}")
            row = rows[0]
            record = json.loads(row.record)
            decisions = standing(ledger.decisions())
            about = [decision for decision in decisions if decision.item_id == name]
            votes = votes_of(decisions).get(name, {})
            similar = self._similar.passages(ledger, record)
            proposal = open_proposals(self.workspace, rows, decisions).get(name)
            documents = {d.id: d for d in ledger.documents({span.document_id for span in spans_of(record)})}
            entries = _entries(ledger, reviewer)
        following, previous = _neighbours(entries, name)
        mine = votes.get(reviewer)
        return View(
            card=card_of(record, documents, _AROUND),
            live=row.state == "live",
            state=row.reason or row.state,
            similar=similar,
            mine=mine,
            others=tuple((who, vote) for who, vote in votes.items() if who != reviewer) if mine else (),
            notes=tuple(decision for decision in about if decision.verb == NOTE),
            history=tuple(d for d in about if d.verb != NOTE and (mine or d.reviewer == reviewer)),
            following=following,
            previous=previous,
            quotes=_quotes(record),
            question=record["question"],
            answer=record["answer"],
            proposal=proposal,
        )

    def documents(self) -> list[str]:
        """The names of the documents of the last edition."""
        with Ledger.read(self.workspace.ledger) as ledger:
            return sorted(ledger.source_hashes())

    def document(self, name: str) -> Document | None:
        """A document of the last edition; None where no document has that name."""
        with Ledger.read(self.workspace.ledger) as ledger:
            return next(iter(ledger.documents([name])), None)

    def agreement(self) -> tuple[list[Agreement], list[tuple[str, str, dict[str, Vote]]]]:
        """How far each pair of reviewers agrees, and the items (id, question, votes) on which reviewers disagree."""
        with Ledger.read(self.workspace.ledger) as ledger:
            votes = votes_of(standing(ledger.decisions()))
            rows = {row.id: json.loads(row.record)["question"] for row in ledger.items()}
            still_open = _open(ledger)
        plain = {item: {who: vote.accepts for who, vote in by.items()} for item, by in votes.items()}
        return agreements(plain), [(item, cut(rows.get(item, ""), 300), votes[item]) for item in still_open]


def _open(ledger: Ledger) -> list[str]:
    """The items on which reviewers disagree."""
    votes = votes_of(standing(ledger.decisions()))
    return disagreements({item: {who: v.accepts for who, v in by.items()} for item, by in votes.items()})


def _entries(ledger: Ledger, reviewer: str) -> list[Entry]:
    votes = votes_of(standing(ledger.decisions()))
    rows = [row for row in ledger.items() if row.state == "live" or votes.get(row.id) or row.cause == "person"]
    return [_entry(row, votes.get(row.id, {}), reviewer) for row in rows]


def _entry(row: ItemRow, votes: Mapping[str, Vote], reviewer: str) -> Entry:
    record: Mapping[str, Any] = json.loads(row.record)
    return Entry(
        row.id,
        cut(record["question"], 300),
        record["kind"],
        record["document"],
        row.state == "live",
        votes.get(reviewer),
        len(votes),
    )


def _is(entry: Entry, state: str) -> bool:
    if state == "unread":
        return entry.mine is None and entry.live
    if state == "accepted":
        return entry.mine is not None and entry.mine.accepts
    if state == "rejected":
        return entry.mine is not None and not entry.mine.accepts
    return state == "all"


def _neighbours(entries: Sequence[Entry], name: str) -> tuple[str, str]:
    """The next item that this reviewer has not read, and the item before; empty where there is none."""
    places = [entry.id for entry in entries]
    at = places.index(name) if name in places else 0
    unread = [entry.id for entry in (*entries[at + 1 :], *entries[:at]) if entry.live and entry.mine is None]
    return (unread[0] if unread else "", places[at - 1] if at > 0 else "")


def _quotes(record: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    parts = record["components"]
    if len(parts) != 1:
        return ()
    return tuple((evidence["document"], evidence["text"]) for evidence in parts[0]["evidence"])
