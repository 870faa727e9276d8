"""A candidate that a person wrote or edited -> what the free checks and the duplicate check find in its words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

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

    def findings(self, candidate: Candidate, others: Iterable[ItemRow] = ()) -> tuple[Failure, ...]:
        """Every check that would refuse `candidate`; `others` are the items it must not repeat."""
        found: list[Failure] = []
        own = self.facts.named(candidate.chunk_ids)
        if own:
            found += all_failures(candidate, own[0], self.facts, CheckSettings(language=self.facts.language))
        known = Duplicates(self.facts.language or "en")
        for row in others:
            if row.state != "retired" or row.cause == "person":
                known.add(item_of(row).item.candidate)
        if (other := known.find(candidate)) is not None:
            found.append(Failure("duplicate", candidate.id, "duplicate", f"another item asks this: {other.question}"))
        return tuple(found)
