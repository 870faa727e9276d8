"""The last edition's ledger -> the documents whose files did not change, without parsing them again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from benchmill.indexing.chunk_facts import chunk_facts
from benchmill.indexing.kept_facts import AS_THEY_ARE, READ
from benchmill.records import Document
from benchmill.settings import GrowSettings
from benchmill.workspace.ledger.store import Ledger

_SIZES = 2  # settings in front of those that decide how a file is read
_CUT = 3  # sizes and reader


def chunking_of(settings: GrowSettings) -> list[object]:
    """All that, besides the bytes of a file, decides where its chunks begin and end."""
    return [settings.chunk_size, settings.chunk_overlap, settings.reader, READ, chunk_facts().version]


def cut_by(summary: Mapping[str, Any]) -> tuple[object, ...]:
    """The settings by which an edition cut its documents, as `Source` names its facts by them."""
    return tuple(summary.get("chunking", ()))[:_CUT]


@dataclass(frozen=True, slots=True)
class KnownDocuments:
    """Documents of the last edition by id; none where they were read or cut in another way.

    Only the SHA-256 of a file's bytes proves that it did not change: date and size may stay as they are when a file is
    replaced. To read and hash 45 MB takes half a second.
    """

    _stored: Mapping[str, Document] = field(default_factory=dict)

    @classmethod
    def of(cls, ledger: Ledger, settings: GrowSettings) -> KnownDocuments:
        last = ledger.last_edition()
        if last is None or last.summary.get("chunking", [])[_SIZES:] != chunking_of(settings)[_SIZES:]:
            return cls()
        stored = ledger.stored_documents() if settings.reader == "light" else {}
        return cls({name: document for name, document in stored.items() if document.media_type in AS_THEY_ARE})

    def document(self, name: str, source_hash: str) -> Document | None:
        """The document `name` if its file has these bytes, else None."""
        document = self._stored.get(name)
        return document if document is not None and document.source_hash == source_hash else None
