"""A candidate that a person wrote or edited -> what the free checks and the duplicate check find in its words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from benchmill.critique.checks import CheckSettings, CorpusFacts, all_failures
from benchmill.critique.duplicates import Duplicates
from benchmill.records import Candidate, Failure
from benchmill.workspace.folder import chosen_language, item_of
from benchmill.workspace.ledger.rows import ItemRow
from benchmill.workspace.ledger.store import Ledger


@dataclass(frozen=True, slots=True)
class Checker:
    """The checks over one corpus. Making one reads all chunks: keep it while the documents stay the same."""

    facts: CorpusFacts

    @classmethod
    def of(cls, ledger: Ledger) -> Checker:
        """A checker for the documents of the last edition, in the language of that edition."""
        documents = ledger.documents()
        return cls(CorpusFacts.of(ledger.chunks(documents), documents, chosen_language(ledger.last_edition())))

    @property
    def language(self) -> str:
        return self.facts.language or "en"

    def findings(self, candidate: Candidate, others: Duplicates) -> tuple[Failure, ...]:
        """Every check that would refuse `candidate`; `others` are the questions it must not repeat."""
        found: list[Failure] = []
        own = self.facts.named(candidate.chunk_ids)
        if own:
            found += all_failures(candidate, own[0], self.facts, CheckSettings(language=self.facts.language))
        if (other := others.find(candidate)) is not None:
            found.append(Failure("duplicate", candidate.id, "duplicate", f"another item asks this: {other.question}"))
        return tuple(found)


@dataclass(slots=True)
class OtherItems:
    """The questions that a new one must not repeat, kept while items change: to make them anew reads every item."""

    questions: Duplicates
    _numbers: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, rows: Iterable[ItemRow], language: str) -> OtherItems:
        """Of the items in the benchmark, and of those that people dropped."""
        found = cls(Duplicates(language))
        for row in rows:
            found.enter(row)
        return found

    def enter(self, row: ItemRow) -> None:
        """Take in an item in place of its former words."""
        self.leave(row.id)
        if row.state != "retired" or row.cause == "person":
            self._numbers[row.id] = len(self.questions)
            self.questions.add(item_of(row).item.candidate)

    def leave(self, item_id: str) -> None:
        """Leave an item's words out."""
        if (number := self._numbers.pop(item_id, None)) is not None:
            self.questions.leave_out(number)
