"""A ledger, facts.sqlite -> LastCorpus: the last edition's documents, chunks, words, each read when it is used.

Of 122,000 chunks this takes 40 MB of memory, where their texts and objects took 200. A document whose facts are missing
or old is read and counted as if there were no facts, so the result is the same with any facts.sqlite.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from benchmill.indexing.chunk_facts import chunk_facts, chunks_of_rows
from benchmill.indexing.former_facts import FormerFacts
from benchmill.indexing.kept_facts import Row
from benchmill.indexing.light_chunks import AllChunks
from benchmill.indexing.word_facts import word_facts
from benchmill.records import Chunk, Document
from benchmill.workspace.ledger.store import Ledger

_BATCH = 256  # documents whose words are counted together


@dataclass(frozen=True, slots=True)
class LastCorpus:
    """Documents and chunks need the open ledger. `cut_by`: the settings the chunks were cut by; `kept`: the ids of
    documents whose chunks are those of the facts."""

    documents: tuple[Document, ...]
    chunks: AllChunks
    facts: FormerFacts
    cut_by: tuple[object, ...]
    kept: frozenset[str]

    @classmethod
    def of(cls, ledger: Ledger, facts: FormerFacts, cut_by: Sequence[object]) -> LastCorpus:
        documents = tuple(ledger.stored_documents().values())
        kind, sums = chunk_facts(*cut_by), ledger.chunk_sums()
        found: dict[str, Row] = {}
        for document, row in zip(documents, facts.rows(kind, documents), strict=True):
            # a ledger that was repaired may have lost chunks; then it counts, not the facts
            if row is not None and _sums(row) == sums.get(document.id, _NONE):
                found[document.id] = row
        kept = frozenset(found)
        others: dict[str, list[Chunk]] = {document.id: [] for document in documents if document.id not in kept}
        left = [document for document in documents if document.id in others]
        for chunk in ledger.chunks(left) if left else ():
            others[chunk.document_id].append(chunk)
        made = kind.make([(document, others[document.id]) for document in left])
        found.update(zip(others, made, strict=True))
        rows = [found[document.id] for document in documents]
        return cls(documents, chunks_of_rows(documents, rows), facts, tuple(cut_by), kept)

    def words(self, language: str) -> Iterator[Row]:
        """The word facts of each document, in order."""
        kind = word_facts(language, *self.cut_by)
        sizes = (4 * (end - start) for start, end in pairwise(self.chunks.starts))
        rows = self.facts.rows(kind, self.documents)
        each = zip(range(len(self.documents)), self.documents, sizes, rows, strict=True)
        checked = (
            (number, document, row if row and document.id in self.kept and len(row[_SIZES]) == size else None)
            for number, document, size, row in each
        )
        while batch := list(islice(checked, _BATCH)):
            made = iter(
                kind.make([(document, tuple(self.chunks.of_document(n))) for n, document, row in batch if row is None])
            )
            for _, _, row in batch:
                yield next(made) if row is None else row


_NONE = (0, 0, 0)


def _sums(row: Row) -> tuple[int, int, int] | None:
    """As `Ledger.chunk_sums` has them; None for chunks that are not in the ledger's order."""
    borders = array("I", row[_BORDERS])
    starts, ends = borders[::2], borders[1::2]
    if any(one > other for one, other in pairwise(starts)):
        return None
    return len(starts), sum(starts), sum(ends)


_BORDERS = chunk_facts().columns.index("borders")
_SIZES = word_facts("en").columns.index("sizes")
