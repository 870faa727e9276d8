"""Chunks and documents that keep no words are equal to those they were made from."""

from __future__ import annotations

import pickle
import shutil
import tracemalloc
from pathlib import Path

from benchmill.editions.next_edition import grow
from benchmill.generator.loaders import load_folder
from benchmill.growing.known_documents import KnownDocuments
from benchmill.growing.source import read_source
from benchmill.indexing.chunk_facts import chunk_facts, chunks_from
from benchmill.indexing.facts_file import KeptFacts
from benchmill.indexing.kept_facts import Facts
from benchmill.indexing.light_chunks import ChunkTexts, name_of
from benchmill.settings import GrowSettings
from benchmill.workspace.ledger.store import Ledger
from tests.end_to_end.command import EXAMPLES
from tests.indexing.made import documents_of, paragraphs

PAGES = {"a.md": "Tea is green.\n\n- one\n- two", "b.md": "Cold\n\nWater and ice.", "c.md": ""}


def test_light_chunks_are_equal_to_the_chunks_they_were_made_from() -> None:
    documents = documents_of(PAGES)
    chunks_of = paragraphs(documents)
    made = [chunk for document in documents for chunk in chunks_of(document.id)]
    with KeptFacts() as kept:
        every = chunks_from(Facts(kept, chunk_facts(), documents, chunks_of))
    assert list(every) == made == [every[number] for number in range(len(every))]
    assert every[1:3] == tuple(made[1:3])
    assert every[-1] == made[-1]
    assert {*every} == {*made}
    assert [every.numbers[chunk.id] for chunk in made] == list(range(len(made)))
    assert "c-0" not in every.numbers and "tea" not in every.numbers
    for place, chunk in enumerate(made):
        for name in ("part 0", "part 1", "Tea"):
            assert every.is_headed(place, name) == (name_of(chunk.headings) == name)
    for light, chunk in zip(every, made, strict=True):
        assert (light.id, light.span, light.text, light.words, light.place) == (
            *(chunk.id, chunk.span, chunk.text),
            *(chunk.words, chunk.place),
        )
        assert type(pickle.loads(pickle.dumps(light))) is type(chunk)
    assert list(ChunkTexts(every)[::2]) == [chunk.text for chunk in made[::2]]


def test_the_texts_of_a_folder_are_equal_to_what_its_files_say_and_wait_outside_of_memory(tmp_path: Path) -> None:
    for number in range(8):
        (tmp_path / f"{number}.md").write_text(f"# {number}\n\n" + "Tea is green.\n" * 50_000, encoding="utf-8")
    tracemalloc.start()
    found = read_source(tmp_path, GrowSettings()).documents
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held < sum(len(document.text) for document in found) / 2
    assert found == load_folder(tmp_path).documents


def test_an_unchanged_file_is_the_document_of_the_last_edition_and_its_text_stays_there(tmp_path: Path) -> None:
    docs, settings = tmp_path / "docs", GrowSettings(questions=3)
    shutil.copytree(EXAMPLES, docs)
    (docs / "latin.md").write_bytes("# Gr\xfcn\n\nThe tea is gr\xfcn.\n".encode("latin-1"))
    grow(docs, tmp_path / "b", settings)
    edited = sorted(docs.rglob("*.md"))[0]
    edited.write_text("# Other\n\nIt says something else today.\n", encoding="utf-8")
    with Ledger.read(tmp_path / "b" / "ledger.sqlite") as ledger:
        source, known = read_source(docs, settings), read_source(docs, settings, ledger)
        assert known.documents == source.documents
        assert (known.notes, known.failures) == (source.notes, source.failures)
        before = KnownDocuments.of(ledger, settings)
        own = {each.id for each in known.documents if before.document(each.id, each.source_hash) is None}
        assert edited.relative_to(docs).as_posix() in own
        assert len(own) < len(known.documents) / 2
        assert tuple(ledger.stored_documents().values()) == ledger.documents()
        stored = next(document for document in known.documents if document.id not in own)
        assert pickle.loads(pickle.dumps(stored)) == stored
        assert {hash(stored)} == {hash(source.document(stored.id))}
