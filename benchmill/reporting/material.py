"""A workspace -> Material: all data that its report shows; texts are read when they are used."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from benchmill.editions.hand_edits import waiting_edits
from benchmill.growing.known_documents import cut_by
from benchmill.indexing.former_facts import FormerFacts
from benchmill.indexing.last_corpus import LastCorpus
from benchmill.records import Benchmark, Chunk, Document, Item, digest
from benchmill.reporting.losses import Losses
from benchmill.retrieving.dense import Recorded, recorded
from benchmill.validity.examined import WordFacts
from benchmill.validity.kept import kept_numbers
from benchmill.validity.measured import Measured
from benchmill.version import VERSION
from benchmill.workspace.costs import cost_of
from benchmill.workspace.folder import Workspace, item_of, no_edition
from benchmill.workspace.ledger.store import Edition, Ledger

# Vectors of more passages take hundreds of megabytes.
_MOST_VECTORS = 50_000


@dataclass(frozen=True, slots=True)
class Spent:
    """The usage of growing so far; `cost` in US dollars, None where a price is not known.

    `purposes` has calls and tokens of all commands, `beside` the calls of each command other than `grow`.
    """

    purposes: Mapping[str, tuple[int, int]]
    beside: Mapping[str, int]
    calls: int
    input_tokens: int
    output_tokens: int
    cost: float | None


@dataclass(frozen=True)
class Material:
    """One edition: `items` and `rejected` are lines of items.jsonl and rejected.jsonl, read."""

    name: str
    edition: Edition
    editions: int
    benchmark: Benchmark
    items: tuple[Mapping[str, Any], ...]
    rejected: tuple[Mapping[str, Any], ...]
    losses: Losses
    spent: Spent
    asked: tuple[Measured, ...] = ()
    """What `--validity full` found for this edition."""
    recorded: Recorded | None = None
    """The vectors of passages and questions that a dense search left in the ledger."""
    by_hand: str = ""
    """The edits by hand in items.jsonl that are not decisions yet, in words."""
    words: WordFacts | None = None
    """Language -> the word facts of all chunks."""

    @property
    def fingerprint(self) -> str:
        return fingerprint_of(self.edition, self.items, self.asked)

    @property
    def documents(self) -> dict[str, Document]:
        return {document.id: document for document in self.benchmark.documents}


def fingerprint_of(edition: Edition, items: Sequence[Mapping[str, Any]], asked: Iterable[Measured]) -> str:
    """A hash of all that the report shows: program, edition, items, numbers that cost calls."""
    numbers = [json.dumps(one.as_json()) for one in asked]
    return digest("report", VERSION, edition.number, edition.fingerprint, json.dumps(tuple(items)), *numbers)


@contextmanager
def reading(workspace: Workspace) -> Iterator[Material]:
    """The last edition, while the ledger is open. Raises WorkspaceError where there is none."""
    with Ledger.read(workspace.ledger) as ledger, FormerFacts(workspace.facts) as facts, ledger.snapshot():
        yield _material(workspace, ledger, facts)


def _material(workspace: Workspace, ledger: Ledger, facts: FormerFacts) -> Material:
    edition = ledger.last_edition()
    if edition is None:
        raise no_edition(workspace.folder)
    rows = ledger.items("live")
    items = tuple(item_of(row).item for row in rows)
    totals = ledger.calls.totals()
    purposes = {
        name: (total.calls, total.input_tokens + total.output_tokens)
        for name, total in ledger.calls.by_purpose().items()
    }
    corpus = LastCorpus.of(ledger, facts, cut_by(edition.summary))
    chunks = tuple(corpus.chunks)
    return Material(
        by_hand=waiting_edits(workspace),
        asked=kept_numbers(ledger),
        name=edition.manifest.get("name") or workspace.name,
        edition=edition,
        editions=len(ledger.editions()),
        benchmark=Benchmark(workspace.name, corpus.documents, items, chunks),
        recorded=_vectors(ledger, items, chunks),
        items=tuple(json.loads(row.record) for row in rows),
        rejected=tuple(json.loads(line) for line in ledger.rejections()),
        losses=Losses.of(ledger.failures()),
        spent=Spent(
            purposes,
            {name: total.calls for name, total in ledger.calls.beside_growing().items()},
            totals.calls,
            totals.input_tokens,
            totals.output_tokens,
            cost_of(ledger, edition.summary.get("prices", {})),
        ),
        words=corpus.words,
    )


def _vectors(ledger: Ledger, items: Sequence[Item], chunks: Sequence[Chunk]) -> Recorded | None:
    """The vectors of all passages, and of all questions that have an answer; none for a large corpus."""
    if len(chunks) > _MOST_VECTORS:
        return None
    questions = [item.candidate.question for item in items if item.candidate.components]
    return recorded([*(chunk.text for chunk in chunks), *questions], ledger.vectors)
