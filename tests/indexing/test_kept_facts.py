"""facts.sqlite: each document's facts are made once, and a file that cannot be used only costs the time."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from benchmill.indexing.facts_file import KeptFacts
from benchmill.indexing.kept_facts import Cut, FactKind, Facts
from benchmill.records import Document
from tests.indexing.made import documents_of, paragraphs

PAGES = {"a.md": "Alpha.\n\nMore of it.", "b.md": "Beta.", "c.md": "Gamma."}


class Made:
    """Counts which documents' facts were made."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def __call__(self, cut: Sequence[Cut]) -> Iterable[tuple[bytes, ...]]:
        self.names += [document.id for document, _ in cut]
        return [(document.text.encode() * 400, str(len(chunks)).encode()) for document, chunks in cut]


def read(
    path: Path | None, pages: dict[str, str], *, version: int = 1, setting: int = 100
) -> tuple[list[bytes], list[str]]:
    """(the lengths column, the names of the documents whose facts were made)."""
    documents, made = documents_of(pages), Made()
    kind = FactKind("lengths", version, ("texts", "lengths"), made, (setting,))
    with KeptFacts(path) as kept:
        facts = Facts(kept, kind, documents, paragraphs(documents))
        texts, lengths = zip(*facts.each("texts", "lengths"), strict=True)
        assert list(texts) == [document.text.encode() * 400 for document in documents]
        assert [facts.of(document.id)[1] for document in documents] == list(lengths)
        return list(lengths), made.names


def test_only_new_and_edited_documents_have_facts_made_again(tmp_path: Path) -> None:
    path = tmp_path / "facts.sqlite"
    assert read(path, PAGES) == ([b"2", b"1", b"1"], ["a.md", "b.md", "c.md"])
    assert read(path, PAGES)[1] == []
    changed = {"a.md": "Alpha.", "b.md": "Beta.", "d.md": "Delta."}
    assert read(path, changed) == ([b"1", b"1", b"1"], ["a.md", "d.md"])
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT COUNT(*) FROM lengths").fetchone() == (3,)
    assert read(path, changed, version=2)[1] == ["a.md", "b.md", "d.md"]
    assert read(path, changed, version=2, setting=200)[1] == ["a.md", "b.md", "d.md"]


def test_a_converted_file_has_facts_made_again_where_its_text_differs(tmp_path: Path) -> None:
    for text, names in (("One.", ["a.pdf"]), ("One.", []), ("Two.", ["a.pdf"])):
        documents, made = (Document("a.pdf", text, "", "same bytes", "application/pdf"),), Made()
        with KeptFacts(tmp_path / "facts.sqlite") as kept:
            Facts(kept, FactKind("x", 1, ("texts", "n"), made), documents, paragraphs(documents)).complete()
        assert made.names == names


@pytest.mark.parametrize("spoil", ["no database", "cut off", "flipped", "another table", "empty"])
def test_a_damaged_file_is_made_again(tmp_path: Path, spoil: str) -> None:
    path = tmp_path / "facts.sqlite"
    read(path, PAGES)
    data = path.read_bytes()
    if spoil == "another table":
        with sqlite3.connect(path) as connection:
            connection.executescript("DROP TABLE lengths; CREATE TABLE lengths (document TEXT, other TEXT)")
    else:
        at = data.index(b"Beta.Beta.") + 50
        spoiled = {
            "no database": b"no database" * 1000,
            "cut off": data[: len(data) // 2],
            "flipped": data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :],
            "empty": b"",
        }
        path.write_bytes(spoiled[spoil])
    assert read(path, PAGES) == ([b"2", b"1", b"1"], ["a.md", "b.md", "c.md"])
    assert read(path, PAGES)[1] == []


def test_facts_that_have_other_columns_today_are_made_again_and_no_others(tmp_path: Path) -> None:
    documents, path = documents_of(PAGES), tmp_path / "facts.sqlite"
    read(path, PAGES)
    for columns in (("texts", "n"), ("words", "n")):
        made = Made()
        with KeptFacts(path) as kept:
            Facts(kept, FactKind("x", 1, columns, made), documents, paragraphs(documents)).complete()
        assert made.names == ["a.md", "b.md", "c.md"]
    assert read(path, PAGES)[1] == []


def test_without_a_place_for_the_file_the_facts_are_made_in_memory(tmp_path: Path) -> None:
    assert read(None, PAGES)[0] == [b"2", b"1", b"1"]
    assert read(tmp_path / "no such folder" / "facts.sqlite", PAGES)[0] == [b"2", b"1", b"1"]


def test_a_run_that_ends_while_facts_are_made_keeps_those_of_the_last_run(tmp_path: Path) -> None:
    path, edited = tmp_path / "facts.sqlite", PAGES | {"b.md": "Beta, again.", "c.md": ""}
    read(path, PAGES)

    def interrupted(cut: Sequence[Cut]) -> Iterable[tuple[bytes, ...]]:
        yield cut[0][0].text.encode(), b"1"
        raise KeyboardInterrupt

    documents = documents_of(edited)
    with KeptFacts(path) as kept, pytest.raises(KeyboardInterrupt):
        kind = FactKind("lengths", 1, ("texts", "lengths"), interrupted, (100,))
        Facts(kept, kind, documents, paragraphs(documents)).complete()
    assert read(path, PAGES)[1] == []
