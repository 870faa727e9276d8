"""What the last run found where, and which documents differ since -> where this run need not look again.

A text that no other document had is now only in documents that are new or changed; a text that an unchanged document
had is still in it. All else is looked for in all documents.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from benchmill.records import Document, short_digest

NOWHERE = ""
"""In place of a document's id: no document has the text elsewhere."""
_MANY = 50  # changed documents: to find those with a text by its words takes less time than to read so many


@dataclass(frozen=True, slots=True)
class Comparisons:
    """For each place of a document that was compared: a document that has its text elsewhere, or NOWHERE."""

    hashes: Mapping[str, str] = field(default_factory=dict)
    """Document id -> hash of its text, of this run."""
    changed: frozenset[str] = frozenset()
    """The documents that are new, or have another text than in the last run."""
    last: Mapping[str, str] = field(default_factory=dict)
    found: dict[str, str] = field(default_factory=dict)
    """What this run found; it is what the next run may rely on."""

    @classmethod
    def since(cls, last: bytes | None, documents: Iterable[Document]) -> Comparisons:
        """With what `as_bytes` of the last run gave; None where there is nothing to rely on."""
        hashes = {document.id: document.text_hash for document in documents}
        former, found = json.loads(last) if last is not None else ({}, {})
        changed = (name for name, own in hashes.items() if former.get(name) != own)
        return cls(hashes, frozenset(changed), found)

    def as_bytes(self) -> bytes:
        return json.dumps([self.hashes, self.found]).encode()

    def elsewhere(self, document: Document, key: str) -> str | None:
        """What the last run found for this place, where that holds of the unchanged documents; None if not known."""
        found = self.last.get(key)
        if found is None or document.id in self.changed:
            return None
        holds = len(self.changed) < _MANY if found == NOWHERE else found in self.hashes and found not in self.changed
        return found if holds else None


def key_of(document: Document, place: tuple[int, int], gold: Iterable[tuple[str, int]]) -> str:
    """What a comparison depends on besides the texts: the place, and the places where its text may also be."""
    return short_digest(document.id, place, sorted(gold))
