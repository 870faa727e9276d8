"""KnownChunks: unchanged documents are not parsed again, and their chunks are the ones that parsing gives."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

from benchmill.editions.next_edition import grow
from benchmill.growing.known_chunks import KnownChunks
from benchmill.growing.source import read_source
from benchmill.settings import GrowSettings
from benchmill.workspace.ledger.store import Ledger
from tests.end_to_end.command import EXAMPLES

SETTINGS = GrowSettings(questions=5, chunk_size=400)


def test_the_chunks_of_unchanged_documents_are_those_that_parsing_gives_and_of_changed_ones_unknown(
    tmp_path: Path,
) -> None:
    docs = tmp_path / "docs"
    shutil.copytree(EXAMPLES, docs)
    grow(docs, tmp_path / "b", SETTINGS)
    edited = sorted(docs.rglob("*.md"))[0]
    edited.write_text(edited.read_text(encoding="utf-8") + "\nOne more line.\n", encoding="utf-8")
    source = read_source(docs, SETTINGS)
    with Ledger.read(tmp_path / "b" / "ledger.sqlite") as ledger:
        known = KnownChunks.of(ledger, ledger.last_edition(), source.documents, SETTINGS)
        found = {document.id: known.chunks_of(document) for document in source.documents}
        other = KnownChunks.of(ledger, ledger.last_edition(), source.documents, replace(SETTINGS, chunk_size=500))
        assert {other.chunks_of(document) for document in source.documents} == {None}
    assert [name for name, chunks in found.items() if chunks is None] == [edited.relative_to(docs).as_posix()]
    assert {name: chunks for name, chunks in found.items() if chunks is not None} == {
        name: source.chunks_of(name) for name, chunks in found.items() if chunks is not None
    }
