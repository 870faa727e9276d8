"""The last edition's ledger -> the chunks of documents that did not change, without parsing them again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from benchmill.indexing.kept_facts import AS_THEY_ARE
from benchmill.records import Chunk, Document, Span
from benchmill.records.leads import lead_of
from benchmill.settings import GrowSettings
from benchmill.version import VERSION
from benchmill.workspace.ledger.store import Edition, Ledger


def chunking_of(settings: GrowSettings) -> list[object]:
    """All settings that, besides the text, decide where chunks begin and end."""
    return [settings.chunk_size, settings.chunk_overlap, settings.reader, VERSION]


class KnownChunks:
    """Chunks of the last edition, read at the first request: a run without changed documents never reads them."""

    def __init__(self, ledger: Ledger, names: Iterable[str]) -> None:
        self._ledger = ledger
        self._names = frozenset(names)

    @classmethod
    def of(
        cls, ledger: Ledger, last: Edition | None, documents: Iterable[Document], settings: GrowSettings
    ) -> KnownChunks:
        """The chunks of the unchanged documents, if the last edition cut chunks by the same settings."""
        if last is None or last.summary.get("chunking") != chunking_of(settings) or settings.reader != "light":
            return cls(ledger, ())
        former = ledger.source_hashes()
        alike = (d for d in documents if d.media_type in AS_THEY_ARE and former.get(d.id) == d.source_hash)
        return cls(ledger, (document.id for document in alike))

    def chunks_of(self, document: Document) -> tuple[Chunk, ...] | None:
        """The chunks of one document, in order; None where they are not known."""
        if document.id not in self._names:
            return None
        found = self._rows.get(document.id, ())
        return tuple(
            Chunk(Span.of(document, start, end), headings, lead_of(document.text, start))
            for start, end, headings in found
        )

    @cached_property
    def _rows(self) -> Mapping[str, list[tuple[int, int, tuple[str, ...]]]]:
        return self._ledger.chunk_places()
