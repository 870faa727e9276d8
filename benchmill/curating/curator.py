"""A workspace and a person -> decisions about its items, taken in as an edition of their own.

```python
with curating(Path("bench"), reviewer="anna") as curator:
    curator.drop("q-0123456789abcdef", reason="nobody asks this")
    decided = curator.edit("q-89abcdef01234567", question="Which port does the relay listen on?")
    print(decided.findings)
```

The end of the `with` block takes in all its decisions together; after an error it takes in none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from benchmill.curating.decided import Decided
from benchmill.curating.findings import Checker, OtherItems
from benchmill.curating.people_edition import close_people_edition
from benchmill.curating.rejected import rejected_candidate, rejected_record, requests_behind
from benchmill.curating.typed_words import Quote, edited, evidence_still_there, written
from benchmill.curating.undoing import changes, last_of, taken_back
from benchmill.curating.votes import decision_of
from benchmill.editions.hand_edits import refuse_hand_edits
from benchmill.editions.numbering import Numbering
from benchmill.growing.carry_over import held_by
from benchmill.outputs.json_files import json_line
from benchmill.outputs.jsonl import ItemRecord, item_line
from benchmill.records import Candidate, Critique, Failure, InputError, Item
from benchmill.workspace.folder import Workspace, item_of, no_edition
from benchmill.workspace.ledger.rows import Cause, Decision, ItemRow, State
from benchmill.workspace.ledger.store import Ledger
from benchmill.workspace.naming import row_named, rows_named
from benchmill.workspace.outcome import Change

__all__ = ["Curator", "Decided", "curating"]

HUMAN = "human"
"""The generator of an item that a person wrote."""
_OUTDATING = frozenset({"drop", "restore", "retry", "undo"})


@contextmanager
def curating(
    bench: Path, reviewer: str = "", checker: Checker | None = None, *, hand_edited: bool = False
) -> Iterator[Curator]:
    """Decide about the items of the workspace `bench` as its one writer.

    A caller may keep `checker` between calls; None makes one when words need checking. Raises WorkspaceError where
    another process writes, no edition is finished, or items.jsonl was edited by hand and not `hand_edited`.
    """
    workspace = Workspace(bench)
    Ledger.read(workspace.ledger).close()  # `writing` would make a workspace of a mistyped or a docs folder
    with workspace.writing() as ledger:
        if ledger.last_edition() is None:
            raise no_edition(bench)
        if not hand_edited:
            refuse_hand_edits(workspace, ledger)
        curator = Curator(workspace, ledger, reviewer, checker)
        yield curator
        curator.close()


@dataclass(slots=True)
class Curator:
    """Takes decisions about the items of an open workspace. `curating` makes one."""

    workspace: Workspace
    ledger: Ledger
    reviewer: str
    checker: Checker | None = None
    _rows: dict[str, ItemRow] = field(init=False)
    _changes: dict[str, Change] = field(default_factory=dict)
    _accepted: dict[str, Change] = field(default_factory=dict)
    _decisions: list[Decision] = field(default_factory=list)
    _touched: dict[str, None] = field(default_factory=dict)
    _forgotten: list[str] = field(default_factory=list)
    _outdated: bool = False
    _others: OtherItems | None = None

    def __post_init__(self) -> None:
        self._rows = {row.id: row for row in self.ledger.items()}

    def accept(self, name: str, note: str = "") -> Decided:
        """Record that a person read the item and found it good, in the item's `review`."""
        row = self._live(name)
        item = item_of(row).item
        said = f"accepted by {self._who}" + (f": {note}" if note else "")
        return self._put("accept", row, replace(item, review=said), "live", note)

    def drop(self, name: str, reason: str) -> Decided:
        """Drop the item. No later run grows its question again, in the same or nearly the same words."""
        row = self._row(name)
        if row.state == "retired" and row.cause == "person":
            raise InputError(f"{row.id} is dropped already: {row.reason}")
        why = f"dropped by {self._who}" + (f": {reason}" if reason else "")
        return self._put("drop", row, item_of(row).item, "retired", why, cause="person")

    def restore(self, name: str, reason: str = "") -> Decided:
        """Bring back a retired item with its id and number, or take in a rejected candidate.

        Raises InputError where the item's evidence is gone.
        """
        if not rows_named(name, self._rows.values()):
            return self.take_in(name, reason)
        row = self._row(name)
        if row.state == "live":
            raise InputError(f"{row.id} is in the benchmark; there is nothing to restore")
        item = evidence_still_there(self.ledger, item_of(row).item)
        said = f"restored by {self._who}" + (f": {reason}" if reason else "")
        return self._put("restore", row, replace(item, review=said), "live", said)

    def edit(
        self,
        name: str,
        *,
        question: str | None = None,
        answer: str | None = None,
        quotes: Sequence[Quote] = (),
        reason: str = "",
    ) -> Decided:
        """Give an item other words; its id and number stay. The critics' verdicts on the old words are dropped.

        `quotes` (document, words) are verbatim evidence that replaces the old evidence. Raises InputError where a quote
        is not in its document.
        """
        row = self._live(name)
        item = item_of(row).item
        candidate = edited(self.ledger, item.candidate, question=question, answer=answer, quotes=quotes)
        return self.replace(row.id, ItemRecord(replace(item, critique=Critique(candidate))), reason=reason)

    def replace(self, name: str, record: ItemRecord, reason: str = "") -> Decided:
        """Replace all words of an item, as a line of items.jsonl holds them; its id and number stay."""
        row = self._live(name)
        item = item_of(row).item
        candidate = record.item.candidate
        same = candidate.id == item.candidate.id
        said = f"edited by {self._who}" + (f": {reason}" if reason else "")
        new = replace(
            item,
            critique=Critique(candidate, item.critique.verdicts if same else ()),
            review=record.item.review if same and record.item.review != item.review else said,
        )
        return self._put("edit", row, new, "live", said, check=not same)

    def add(self, question: str, answer: str, quotes: Sequence[Quote], reason: str = "") -> Decided:
        """Add a question that a person wrote; each of `quotes` (document, words) alone must answer it.

        Raises InputError as `edit` does, and where the benchmark has the question already.
        """
        return self.add_candidate(written(self.ledger, question, answer, quotes), reason)

    def add_candidate(self, candidate: Candidate, reason: str = "") -> Decided:
        """Add a complete candidate as an item."""
        if not candidate.document_id:
            raise InputError(f"{candidate.question!r} has no evidence: give a quote as its evidence, or a near miss")
        if (there := self._rows.get(Item.id_for(candidate))) is not None:
            raise InputError(f"an item like this exists already: {there.id} ({there.state})")
        numbers = ((row.chapter, row.question_number) for row in self._rows.values())
        numbering = Numbering.after(self.ledger.chapters() | self._chapters(), numbers)
        documents = self.ledger.documents([candidate.document_id])
        (item,) = numbering.number([Critique(candidate)], documents, HUMAN, {})
        said = f"written by {self._who}" + (f": {reason}" if reason else "")
        return self._put("add", None, replace(item, review=said), "live", said, check=True)

    def take_in(self, name: str, reason: str = "") -> Decided:
        """Make an item of a rejected candidate that a person found good. Raises InputError where there is none."""
        candidate = rejected_candidate(self.ledger, name)
        if (row := self.found(Item.id_for(candidate))) is not None and row.state == "live":
            raise InputError(f"{row.id} is in the benchmark already")
        return self.add_candidate(candidate, reason)

    def found(self, item_id: str) -> ItemRow | None:
        """The row of an item, in any state."""
        return self._rows.get(item_id)

    def retry(self, name: str, reason: str = "") -> Decided:
        """Forget the model's replies behind an item or a rejected candidate: the next `grow` asks for them again.

        Until then the item is out of the benchmark.
        """
        if not rows_named(name, self._rows.values()):
            return self._retry_rejected(name, reason)
        row = self._live(name)
        item = item_of(row).item
        self._forgotten += [item.candidate.request_key, *(verdict.request_key for verdict in item.critique.verdicts)]
        why = f"asked again by {self._who}" + (f": {reason}" if reason else "")
        return self._put("retry", row, item, "retired", why, cause="retry")

    def vote(self, name: str, verb: str, reason: str = "") -> Decided:
        """Record a person's opinion of an item without changing the item: for double review, and for notes."""
        row = self._row(name)
        self._decide(verb, row.id, reason, row, row)
        return Decided(verb, row.id, item_of(row).item.candidate.question)

    def undo(self) -> Decided:
        """Take the last decision back: this reviewer's, or anybody's where no reviewer is named.

        Raises InputError where there is none, or where undoing it would take back what was decided since.
        """
        last, since = last_of(self.reviewer, [*self.ledger.decisions(), *self._decisions])
        if last is None:
            raise InputError(f"{self.workspace.folder} holds no decision of {self._who} that could be undone")
        note = f"decision {last.number}"
        if not changes(last):
            return self.vote(last.item_id, "undo", note)
        back, old = taken_back(self.ledger, last, since, self._rows), self._rows.get(last.item_id)
        return self._put("undo", old, back.item, back.state, note, cause=back.cause, why=back.reason)

    def close(self) -> None:
        """Take in the decisions."""
        if self._decisions:
            close_people_edition(
                self.workspace,
                self.ledger,
                [self._rows[name] for name in self._touched],
                self._chapters(),
                self._changes,
                self._accepted,
                self._decisions,
                outdated=self._outdated,
                forgotten=self._forgotten,
            )

    @property
    def _who(self) -> str:
        return self.reviewer or "a person"

    def _retry_rejected(self, name: str, reason: str) -> Decided:
        record = rejected_record(self.ledger, name)
        self._forgotten += [*requests_behind(record), record["id"]]
        self._outdated = True
        self._decide("retry", record["id"], reason, None, None)
        return Decided("retry", record["id"], record["question"])

    def _chapters(self) -> dict[str, int]:
        """The chapters of documents that had no item before."""
        known = self.ledger.chapters()
        found = (item_of(self._rows[name]).item for name in self._touched)
        return {i.candidate.document_id: i.chapter for i in found if i.candidate.document_id not in known}

    def _row(self, name: str) -> ItemRow:
        return self._rows.get(name) or row_named(name, self._rows.values())

    def _live(self, name: str) -> ItemRow:
        row = self._row(name)
        if row.state != "live":
            raise InputError(f"{row.id} is not in the benchmark ({row.reason or row.state}); restore it first")
        return row

    def _put(
        self,
        verb: str,
        old: ItemRow | None,
        item: Item,
        state: State,
        reason: str,
        *,
        cause: Cause = "",
        check: bool = False,
        why: str = "",
    ) -> Decided:
        """Make `item` the row from now on. `why` it left the benchmark, where that is not the decision's `reason`."""
        own = held_by(item.candidate, self.ledger.chunks(self.ledger.documents([item.candidate.document_id])))
        item = item if not check else replace(item, critique=Critique(replace(item.candidate, chunk_ids=own.ids)))
        headings = own.headings or (item_of(old).headings if old else ())
        record = json_line(item_line(ItemRecord(item, headings))).decode()
        edition = self._edition()
        why = (why or reason) if state == "retired" else ""
        added = old.added if old and old.state != "retired" else edition
        row = ItemRow(item.id, item.chapter, item.question_number, state, record, why, added, edition, cause)
        findings = self._findings(item) if check else ()
        self._rows[row.id] = row
        if self._others:
            self._others.enter(row)
        self._touched[row.id] = None
        change = Change(item.id, item.candidate.document_id, item.candidate.question, reason)
        self._outdated |= verb in _OUTDATING
        self._accepted.pop(row.id, None)
        (self._accepted if verb == "accept" else self._changes)[row.id] = change
        self._decide(verb, row.id, reason, old, row)
        return Decided(verb, item.id, item.candidate.question, findings)

    def _findings(self, item: Item) -> tuple[Failure, ...]:
        self.checker = self.checker or Checker.of(self.ledger)
        self._others = self._others or OtherItems.of(self._rows.values(), self.checker.language)
        self._others.leave(item.id)
        return self.checker.findings(item.candidate, self._others.questions)

    def _decide(self, verb: str, item_id: str, reason: str, before: ItemRow | None, after: ItemRow | None) -> None:
        number = self.ledger.decided() + len(self._decisions) + 1
        self._decisions.append(decision_of(number, item_id, verb, self.reviewer, reason, before, after))

    def _edition(self) -> int:
        last = self.ledger.last_edition()
        return last.number + 1 if last else 1
