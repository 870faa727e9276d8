"""An item -> the passages most similar to it that are not its evidence, to read side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchmill.records import Chunk
from benchmill.records.languages import language_of
from benchmill.reporting.cards import Card, cut, spans_of
from benchmill.reporting.passages import Passage, Piece
from benchmill.retrieving.bm25 import Bm25
from benchmill.workspace.ledger.store import Ledger

_SHOWN = 3


class SimilarIndex:
    """BM25 over the passages of the last edition, built at the first request and again when the documents change."""

    def __init__(self) -> None:
        self._hashes: dict[str, str] = {}
        self._chunks: list[Chunk] = []
        self._index: Bm25 | None = None

    def passages(self, ledger: Ledger, record: Mapping[str, Any]) -> tuple[Card, ...]:
        """Up to three passages for the question and answer of an item's record, its own evidence left out."""
        hashes = ledger.source_hashes()
        if self._index is None or hashes != self._hashes:
            self._chunks = list({chunk.id: chunk for chunk in ledger.chunks(ledger.documents())}.values())
            texts = [chunk.text for chunk in self._chunks]
            self._index = Bm25.of(texts, language=language_of(texts))
            self._hashes = hashes
        own = list(spans_of(record))
        ranked = self._index.top(f"{record['question'][:4000]} {record['answer'][:4000]}", 4 * _SHOWN)
        others = [
            chunk
            for chunk in (self._chunks[place] for place, _ in ranked)
            if not any(span.overlaps(chunk.span) for span in own)
        ]
        return tuple(_card(chunk) for chunk in others[:_SHOWN])


def _card(chunk: Chunk) -> Card:
    passage = Passage(chunk.document_id, (Piece(cut(chunk.text), marked=False),))
    return Card("", "passage", "", "", chunk.document_id, chunk.headings, (), (passage,), ())
