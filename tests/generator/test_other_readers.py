"""The readers that hand files to other people's packages, and LangChain loaders given in Python."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document as Row

from benchmill.generator.loaders import from_langchain, load_folder
from benchmill.generator.loaders.unstructured_reader import keep_quiet
from benchmill.records import InputError, MissingExtra

HAS_UNSTRUCTURED = importlib.util.find_spec("unstructured") is not None
HAS_COMMUNITY = importlib.util.find_spec("langchain_community") is not None


@dataclass
class Pages(BaseLoader):
    """A loader as people write them: it gives what it has, and may break."""

    rows: list[Row]
    error: Exception | None = None
    asked: list[int] = field(default_factory=list)

    def lazy_load(self) -> Iterator[Row]:
        yield from self.rows
        if self.error:
            raise self.error


def row(text: str, source: str | None = None, **metadata: object) -> Row:
    return Row(page_content=text, metadata={**metadata, **({"source": source} if source is not None else {})})


def test_documents_of_a_loader_get_safe_ids_that_are_theirs_alone() -> None:
    sources = [
        "/srv/docs/a.md",
        "../../up.md",
        "C:\\docs\\b.md",
        "https://host/c?x=1",
        "p.pdf",
        "p.pdf",
        "p.pdf",
        "/",
        None,
    ]
    loaded = from_langchain(Pages([row("text", source) for source in sources]))
    assert [document.id for document in loaded.documents] == [
        *(
            "C/docs/b.md",
            "document-8",
            "document-9",
            "host/c?x=1",
            "p.pdf",
            "p.pdf#2",
            "p.pdf#3",
            "srv/docs/a.md",
            "up.md",
        )
    ]


def test_a_source_inside_the_working_directory_is_named_from_there() -> None:
    loaded = from_langchain(Pages([row("text", str(Path.cwd() / "docs" / "a.md"))]))
    assert loaded.documents[0].id == "docs/a.md"


def test_titles_newlines_and_types_are_as_for_files() -> None:
    rows = [
        row("# A\r\n\r\nb", "a.md"),
        row("# A", "b.pdf"),
        row("x", "c.html", title="Given\ntitle"),
        row("a\0\ud800", "d"),
    ]
    documents = from_langchain(Pages(rows)).documents
    assert [document.title for document in documents] == ["A", "b", "Given title", "d"]
    assert [document.text for document in documents] == ["# A\n\nb", "# A", "x", "a\ufffd\ufffd"]
    assert documents[0].media_type == "text/markdown"


def test_what_a_loader_cannot_give_is_a_failure_and_the_rest_is_kept() -> None:
    loaded = from_langchain(Pages([row("good", "a"), row(" ", "b")], error=OSError("the wire broke")))
    assert [document.id for document in loaded.documents] == ["a"]
    assert [(failure.subject_id, failure.check) for failure in loaded.failures] == [("Pages", "loader"), ("b", "empty")]
    assert "stopped after 2 documents: OSError: the wire broke" in loaded.failures[0].reason


def test_a_loader_that_gives_nothing_or_is_none_is_an_error() -> None:
    with pytest.raises(InputError, match="Pages gave no document: it is empty"):
        from_langchain(Pages([]))
    with pytest.raises(InputError, match="the wire broke"):
        from_langchain(Pages([], error=OSError("the wire broke")))
    with pytest.raises(InputError, match="str is neither a LangChain loader"):
        from_langchain("docs/")


@pytest.mark.skipif(HAS_UNSTRUCTURED, reason="unstructured is installed")
def test_the_reader_unstructured_says_how_it_is_installed(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A")
    with pytest.raises(MissingExtra, match=r"pip install (-e )?'\.\[unstructured\]'"):
        load_folder(tmp_path, reader="unstructured")


def test_unstructured_is_told_to_keep_quiet_before_it_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    names = {"DO_NOT_TRACK", "SCARF_NO_ANALYTICS", "UNSTRUCTURED_DISABLE_NOTICE"}
    for name in names:
        monkeypatch.delenv(name, raising=False)
    keep_quiet()
    assert names <= os.environ.keys()


def test_a_list_of_langchain_documents_is_read_like_a_loader() -> None:
    assert [one.id for one in from_langchain([row("Tea.", "a.md"), row("Milk.", "b.md")]).documents] == ["a.md", "b.md"]


@pytest.mark.skipif(HAS_COMMUNITY, reason="langchain-community is installed")
def test_the_reader_community_says_how_it_is_installed(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A")
    with pytest.raises(MissingExtra, match=r"pip install (-e )?'\.\[community\]'"):
        load_folder(tmp_path, reader="community")


def test_unstructured_reads_markdown_and_web_pages_and_fetches_nothing(tmp_path: Path) -> None:
    pytest.importorskip("unstructured")
    for name in ("a.md", "b.markdown"):
        (tmp_path / name).write_text("# Pumps\n\nA pump moves water.\n")
    (tmp_path / "c.html").write_text("<h1>Pumps</h1><p>A pump moves water.</p>")
    (tmp_path / "d.txt").write_text("A pump moves water.")
    texts = {one.id: one.text for one in load_folder(tmp_path, reader="unstructured").documents}
    assert set(texts) == {"a.md", "b.markdown", "c.html", "d.txt"}
    assert {texts[name] for name in ("a.md", "b.markdown", "c.html")} == {"# Pumps\n\nA pump moves water.\n"}
    assert texts["d.txt"] == "A pump moves water.\n"


_STANDS_FOR_UNSTRUCTURED = {
    "__init__": "",
    "nlp/__init__": "",
    "nlp/tokenize": """
class Doc(list):
    pass

class Token:
    tag_ = ""

class Blank:
    max_length = 10
    def add_pipe(self, name): assert name == "sentencizer"
    def __call__(self, text): return Doc([Token()])

class spacy:
    blank = staticmethod(lambda language: Blank())

def _get_nlp():
    raise RuntimeError("Failed to download spaCy model")
""",
    "partition/__init__": "",
    "partition/auto": """
from types import SimpleNamespace as Made
from unstructured.nlp import tokenize

class Element(str):
    category = "NarrativeText"
    metadata = Made(category_depth=0)

def partition(file, metadata_filename):
    text = file.read().decode()
    tags = [token.tag_ for token in tokenize._get_nlp()(text)]
    return [Element(f"{metadata_filename}: {text} {tags}")]
""",
}


@pytest.mark.skipif(HAS_UNSTRUCTURED, reason="unstructured is installed")
def test_unstructured_gets_rules_where_it_would_fetch_a_language_model_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    docs, packages = tmp_path / "docs", tmp_path / "packages"
    docs.mkdir()
    for name, code in _STANDS_FOR_UNSTRUCTURED.items():
        path = packages / "unstructured" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(packages)  # the child process that reads gets it, too
    (docs / "a.markdown").write_text("It is so.", encoding="utf-8")
    (docs / "b.txt").write_text("A heading", encoding="utf-8")
    loaded = load_folder(docs, reader="unstructured")
    assert [one.text for one in loaded.documents] == ["a.md: It is so. ['VB']\n", "b.txt: A heading ['']\n"]
    assert ["en_core_web_sm" in note and "not fetched" in note for note in loaded.notes] == [True]


def test_community_reads_text_and_says_once_that_it_is_unmaintained(tmp_path: Path) -> None:
    pytest.importorskip("langchain_community")
    (tmp_path / "a.txt").write_text("A pump moves water.")
    (tmp_path / "b.txt").write_bytes(b"caf\xe9")
    loaded = load_folder(tmp_path, reader="community")
    assert [document.text for document in loaded.documents] == ["A pump moves water."]
    assert [failure.check for failure in loaded.failures] == ["corrupt"]
    assert [note for note in loaded.notes if "no maintenance" in note] == list(loaded.notes)
