"""A file is converted once: later runs have its text, or why it has none, without starting a converter."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from benchmill.generator.loaders import Interrupted, Text, Unreadable
from benchmill.growing.source import Source, read_source
from benchmill.indexing.facts_file import KeptFacts
from benchmill.indexing.kept_conversions import kept_conversions
from benchmill.settings import GrowSettings


def page(word: str) -> str:
    return f"<html><body><h1>{word}</h1><p>Keep {word.lower()} \u00e9 dry.</p></body></html>"


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "a.html").write_text(page("Tea"), encoding="utf-8")
    (folder / "b.html").write_text(page("Salt"), encoding="utf-8")
    (folder / "broken.docx").write_bytes(b"no archive")
    return folder


@contextmanager
def no_converter(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A converter that is started here is not found."""
    with monkeypatch.context() as patch:
        patch.setattr(sys, "executable", "/no/such/python")
        yield


def read(docs: Path, facts: Path) -> Source:
    with KeptFacts(facts) as kept:
        return read_source(docs, GrowSettings(), kept=kept)


def test_what_did_not_change_is_not_converted_again(docs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    facts = docs.with_name("facts.sqlite")
    first = read(docs, facts)
    assert [failure.subject_id for failure in first.failures] == ["broken.docx"]
    with no_converter(monkeypatch):
        again = read(docs, facts)
        assert (again.documents, again.failures) == (first.documents, first.failures)
        (docs / "a.html").rename(docs.with_name("a.html"))
        assert [document.id for document in read(docs, facts).documents] == ["b.html"]
        docs.with_name("a.html").rename(docs / "a.html")  # what was kept of it went with it
        with pytest.raises(FileNotFoundError):
            read(docs, facts)
    assert read(docs, facts).documents == first.documents
    (docs / "b.html").write_text(page("Pepper"), encoding="utf-8")
    with no_converter(monkeypatch), pytest.raises(FileNotFoundError):
        read(docs, facts)
    assert [document.title for document in read(docs, facts).documents] == ["Tea", "Pepper"]


def test_a_converter_that_was_ended_from_outside_is_asked_again() -> None:
    ends: list[type[Unreadable]] = [Interrupted, Unreadable]

    def convert() -> Text:
        raise ends.pop(0)("too-large", "could not be read")

    with KeptFacts() as kept:
        for left in (1, 0, 0):
            with kept_conversions(kept, "light") as converted, pytest.raises(Unreadable, match="could not be read"):
                converted("a.html", "0", convert)
            assert len(ends) == left
