"""Rows of a filled-in spreadsheet -> decisions: a label accepts or drops, other words edit, a row without id adds."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from benchmill.curating.curator import Curator, curating
from benchmill.curating.decided import Decided
from benchmill.curating.rejected import rejected_record
from benchmill.curating.spreadsheet import BETWEEN_QUOTES, is_dropped, labels_of, quotes_in
from benchmill.curating.typed_words import Quote, written
from benchmill.outputs.label_words import BAD, GOOD, label_of
from benchmill.outputs.table_rows import table_rows
from benchmill.outputs.tables import plain_cell
from benchmill.records import Candidate, Failure, InputError, Item


@dataclass(frozen=True, slots=True)
class Taken:
    """The result for a file: decisions, rows without anything new, and rows that could not be taken, with reasons."""

    decided: tuple[Decided, ...]
    unchanged: int
    failures: tuple[Failure, ...]

    def as_json(self) -> dict[str, object]:
        return {
            "decided": [one.as_json() for one in self.decided],
            "unchanged": self.unchanged,
            "failures": [{"row": one.subject_id, "check": one.check, "reason": one.reason} for one in self.failures],
        }


def take_spreadsheet(bench: Path, path: Path, reviewer: str = "") -> Taken:
    """Take every row as decisions; a row that cannot be taken becomes a Failure, and the other rows count.

    Taking the same file again decides nothing. Raises InputError where the file is not such a table.
    """
    decided: list[Decided] = []
    faults: dict[int, str] = {}  # by line
    rows = [(number, _plain(row)) for number, row in table_rows(path, ("id", "label"), faults.setdefault)]
    unchanged = 0
    with curating(bench, reviewer) as curator:
        table = _Table(curator)
        for number, row in rows:
            try:
                found = table.take(row)
            except InputError as error:
                faults[number] = str(error)
                continue
            decided += found
            unchanged += not found
    failures = [Failure("import", f"{path.name}, line {line}", "not-taken", faults[line]) for line in sorted(faults)]
    return Taken(tuple(decided), unchanged, tuple(failures))


@dataclass(slots=True)
class _Table:
    """Takes one row after another; `labels` are the labels that people gave before this file."""

    curator: Curator
    labels: dict[str, tuple[str, str]] = field(init=False)
    _seen: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.labels = labels_of(self.curator.ledger)

    def take(self, row: Mapping[str, str]) -> list[Decided]:
        label, reason = label_of(row["label"]), row.get("reason", "")
        if not row["id"]:
            return self._added(row, label, reason) if any(row.values()) else []
        if row["id"] in self._seen:
            raise InputError(f"the id {row['id']} is in an earlier row, too")
        self._seen.add(row["id"])
        item = self.curator.found(row["id"])
        if item is None:
            return self._rejected(row, label, reason) if label else []
        if is_dropped(item):
            if label != GOOD:
                return []
            restored = self.curator.restore(item.id, reason)
            edited = self._edited(item.id, json.loads(item.record), row, reason)
            return [restored, *edited, self.curator.accept(item.id, reason)]
        if item.state != "live" and label == BAD:
            return []  # the item left the benchmark before, for another reason
        if label == BAD:
            return [self.curator.drop(item.id, reason)]
        decided = self._edited(item.id, json.loads(item.record), row, reason)
        if label == GOOD and (decided or self.labels.get(item.id, ("", ""))[0] != GOOD):
            decided.append(self.curator.accept(item.id, reason))
        return decided

    def _edited(self, name: str, record: Mapping[str, object], row: Mapping[str, str], reason: str) -> list[Decided]:
        question = _changed(row, "question", str(record["question"]))
        answer = _changed(row, "answer", str(record["answer"]))
        before = BETWEEN_QUOTES.join(quotes_in(record))
        moved = _changed(row, "document", str(record.get("document", "")))
        evidence = _changed(row, "evidence", before)
        document = row.get("document") or str(record["document"])
        one = len(quotes_in(record)) < 2  # a single quote may contain empty lines
        quotes = _quotes(document, evidence or before, one=one) if evidence or moved else []
        if question is None and answer is None and not quotes:
            return []
        return [self.curator.edit(name, question=question, answer=answer, quotes=quotes, reason=reason)]

    def _added(self, row: Mapping[str, str], label: str, reason: str) -> list[Decided]:
        if label == BAD:
            return []
        wanted = ("question", "answer", "document", "evidence")
        if missing := [name for name in wanted if not row.get(name)]:
            raise InputError(f"a row without an id is a new item, and it lacks: {', '.join(missing)}")
        try:
            candidate = self._written(row, one=True)
        except InputError:
            candidate = self._written(row, one=False)
        if self.curator.found(Item.id_for(candidate)) is not None:
            return []  # an earlier reading of this file took the row
        return [self.curator.add_candidate(candidate, reason)]

    def _written(self, row: Mapping[str, str], *, one: bool) -> Candidate:
        quotes = _quotes(row["document"], row["evidence"], one=one)
        return written(self.curator.ledger, row["question"], row["answer"], quotes)

    def _rejected(self, row: Mapping[str, str], label: str, reason: str) -> list[Decided]:
        """Take in a rejected candidate that a person finds good; a candidate found bad stays rejected."""
        record = rejected_record(self.curator.ledger, row["id"])
        if label != GOOD or self.curator.found(f"q-{record['id'][:16]}") is not None:
            return []
        taken = self.curator.take_in(row["id"], reason)
        return [taken, *self._edited(taken.item_id, record, row, reason)]


def _plain(row: Mapping[str, str]) -> dict[str, str]:
    return {name: plain_cell(text).replace("\r\n", "\n").strip() for name, text in row.items()}


def _changed(row: Mapping[str, str], name: str, before: str) -> str | None:
    """The row's new words; None where the words are unchanged or empty, or the column is missing."""
    now = row.get(name, "")
    return None if not now or now == before.replace("\r\n", "\n").strip() else now


def _quotes(document: str, evidence: str, *, one: bool) -> list[Quote]:
    if one:
        return [(document, evidence)]
    return [(document, quote.strip()) for quote in evidence.split(BETWEEN_QUOTES) if quote.strip()]
