"""Docs folder -> Documents: what is read, what is skipped, what is a Failure."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.generator.loaders import Loaded, load_folder
from benchmill.generator.loaders.decode import decode, tidy
from benchmill.generator.loaders.globs import matcher
from benchmill.generator.markup.front_matter import front_matter_end, front_matter_title
from benchmill.records import InputError, UsageError


def folder(root: Path, files: dict[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def ids(loaded: Loaded) -> list[str]:
    return [document.id for document in loaded.documents]


def failed(loaded: Loaded) -> dict[str, str]:
    return {failure.subject_id: failure.check for failure in loaded.failures}


def test_documents_come_sorted_with_paths_for_ids_and_the_hash_of_their_bytes(tmp_path: Path) -> None:
    names = ["b/index.md", "a/index.md", "a.markdown", "A.MD", "c.mdx", "d.txt", "e.RST", "logo.png", "x.py"]
    loaded = load_folder(folder(tmp_path, {name: f"# {name}\n" for name in names}))
    assert ids(loaded) == ["A.MD", "a.markdown", "a/index.md", "b/index.md", "c.mdx", "d.txt", "e.RST"]
    assert loaded.documents[2].source_hash == hashlib.sha256(b"# a/index.md\n").hexdigest()
    assert [d.media_type for d in loaded.documents[3:]] == ["text/markdown", "text/mdx", "text/plain", "text/x-rst"]
    assert (loaded.failures, loaded.notes) == ((), ())


def test_hidden_folders_packages_virtual_environments_and_workspaces_are_skipped(tmp_path: Path) -> None:
    places = [".git/x.md", ".x.md", "node_modules/p/x.md", "__pycache__/x.md", "env/lib/x.md", "bench/CHANGES.md"]
    markers: dict[str, str | bytes] = {"env/pyvenv.cfg": "", "bench/ledger.sqlite": "", "build/x.md": "kept"}
    assert ids(load_folder(folder(tmp_path, {**dict.fromkeys(places, "x"), **markers}))) == ["build/x.md"]


def test_links_are_followed_inside_the_folder_only_and_nothing_comes_twice(tmp_path: Path) -> None:
    outside = folder(tmp_path / "outside", {"secret.md": "s", "dir/more.md": "m"})
    docs = folder(tmp_path / "docs", {"a.md": "a", "real/b.md": "b", ".data/c.md": "c", ".data/deep/d.md": "d"})
    for name, target in {
        "again.md": "a.md",
        "real-again": "real",
        "loop": ".",
        "real/up": "..",
        "c.md": ".data/c.md",
        "shown": ".data/deep",
        "shown-too": ".data/deep",
        "secret.md": str(outside / "secret.md"),
        "elsewhere": str(outside / "dir"),
        "nowhere.md": "missing.md",
        "self.md": "self.md",
    }.items():
        (docs / name).symlink_to(target)
    loaded = load_folder(docs)
    assert ids(loaded) == ["a.md", "c.md", "real/b.md", "shown/d.md"]
    assert failed(loaded) == {
        "secret.md": "outside",
        "elsewhere": "outside",
        "nowhere.md": "unreadable",
        "self.md": "unreadable",
    }


def test_what_cannot_be_read_is_a_failure_and_the_rest_is_loaded(tmp_path: Path) -> None:
    root = folder(
        tmp_path,
        {
            "good.md": "fine",
            "empty.md": "",
            "blank.txt": " \n\t\n",
            "stub.md": "---\ntitle: Later\n---\n\n",
            "binary.md": b"\x89PNG\0\0",
            "wide.md": "no mark".encode("utf-16-le"),
            "broken.ipynb": "{",
            "list.ipynb": "[]",
            "cell.ipynb": '{"cells": [{"source": 3}]}',
            "deep.ipynb": "[" * 100_000,
            "folder.md/inside.md": "fine",
            "back\\slash.md": "x",
        },
    )
    os.mkfifo(root / "pipe.md")
    loaded = load_folder(root)
    assert ids(loaded) == ["folder.md/inside.md", "good.md"]
    assert failed(loaded) == {
        "empty.md": "empty",
        "blank.txt": "empty",
        "stub.md": "empty",
        "binary.md": "binary",
        "wide.md": "binary",
        **dict.fromkeys(("broken.ipynb", "list.ipynb", "cell.ipynb", "deep.ipynb"), "not-a-notebook"),
        "back\\slash.md": "name",
        "pipe.md": "unreadable",
    }
    assert all(failure.stage == "load" and failure.reason for failure in loaded.failures)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_a_failure(tmp_path: Path) -> None:
    root = folder(tmp_path, {"good.md": "fine", "shut.md": "x"})
    (root / "shut.md").chmod(0)
    assert failed(load_folder(root)) == {"shut.md": "unreadable"}


@pytest.mark.parametrize(
    ("data", "text", "noted"),
    [
        (b"a\r\nb\rc\n", "a\nb\nc\n", False),
        (b"\xef\xbb\xbfBOM", "BOM", False),
        ("Größe 👍".encode("utf-16"), "Größe 👍", False),
        (b"\xfe\xff" + "Größe".encode("utf-16-be"), "Größe", False),
        ("Größe".encode("utf-32"), "Größe", False),
        (b"caf\xe9 \x93so\x94 \x81", "café “so” \x81", True),
        ("naïve ".encode() + b"\xe9", "naïve é", True),
        (b"\xff\xfe\x00\xd8a\x00", "\ufffda", True),
    ],
)
def test_bytes_become_the_text_people_see(data: bytes, text: str, noted: bool) -> None:
    decoded = decode(data)
    assert (decoded.text, bool(decoded.note)) == (text, noted)


@settings(max_examples=200)
@given(st.text().filter(lambda text: "\0" not in text and not text.startswith("\ufeff")))
def test_utf_8_is_read_as_it_is_except_for_its_newlines(text: str) -> None:
    assert decode(text.encode("utf-8", "replace")).text == tidy(text.encode("utf-8", "replace").decode())


@settings(max_examples=200)
@given(st.binary().filter(lambda data: b"\0" not in data and data[:2] not in (b"\xff\xfe", b"\xfe\xff")))
def test_no_bytes_but_nul_are_refused_and_what_comes_out_can_be_written_anywhere(data: bytes) -> None:
    text = decode(data).text
    assert "\r" not in text
    text.encode("utf-8")


def test_a_latin_1_page_is_loaded_and_noted(tmp_path: Path) -> None:
    loaded = load_folder(folder(tmp_path, {"a.md": b"# Caf\xe9\n"}))
    assert loaded.documents[0].title == "Café"
    assert loaded.notes == ("a.md: not UTF-8 (byte 5); such bytes were read as Windows-1252 (Latin-1)",)


def test_a_name_that_is_not_utf_8_is_written_with_percent_signs(tmp_path: Path) -> None:
    folder(tmp_path, {"ok.md": "x"})
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.md")).write_text("coffee")
    loaded = load_folder(tmp_path)
    assert ids(loaded) == ["caf%E9.md", "ok.md"]
    assert "its name is not UTF-8" in loaded.notes[0]


@pytest.mark.parametrize(
    ("name", "text", "title"),
    [
        ("a.md", "---\ntitle: 'From: metadata'\n---\n# Heading\n", "From: metadata"),
        ("a.md", '+++\ntitle = "Toml"\n+++\n# Heading\n', "Toml"),
        ("a.md", "---\ntags: [x\ntitle: Loose: not YAML\n---\n# Heading\n", "Loose: not YAML"),
        ("a.md", "---\ntitle: >-\n  Two\n  lines\nx: 1\n---\n", "Two lines"),
        ("a.md", "---\nx: 1\n---\n\nWords.\n\n## The `first` heading ##\n\n# Second\n", "The first heading"),
        ("a.md", "```\n# code\n```\n\nTitle\n=====\n", "Title"),
        ("guide/set-up.md", "Only words.\n", "set-up"),
        ("blank.md", "\n---\ntitle: Behind a blank line\n---\n\n# Second\n", "Behind a blank line"),
        ("a.rst", ".. _ref:\n\nA *tour*\n========\n", "A tour"),
        ("notes.txt", "# no Markdown here\n", "notes"),
        ("far.md", "word " * 2_000 + "\n\n# Far down\n", "Far down"),
        ("long.md", "# " + "y" * 300 + "\n", "y" * 199 + "…"),
    ],
)
def test_the_title_is_front_matters_else_the_first_heading_else_the_files_name(
    tmp_path: Path, name: str, text: str, title: str
) -> None:
    filler = "Body." if text.endswith("---\n") else ""
    assert load_folder(folder(tmp_path, {name: text + filler})).documents[0].title == title


def test_front_matter_stays_in_the_text(tmp_path: Path) -> None:
    text = "---\ntitle: T\n---\n\nBody.\n"
    assert load_folder(folder(tmp_path, {"a.md": text})).documents[0].text == text


@pytest.mark.parametrize(
    "text",
    [
        "---\nno: end\n",
        "---\nJust words.\n---\n",
        "--- x\na: 1\n---\n",
        "\n---\nJust words.\n---\n",
        "***\na: 1\n***\n",
    ],
)
def test_a_page_that_begins_with_a_rule_has_no_front_matter(text: str) -> None:
    assert front_matter_end(text) == 0
    assert front_matter_title(text) == ""


def test_a_notebook_is_its_cells_sources_each_with_a_newline(tmp_path: Path) -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# Title\r\n", "words"]},
        {"cell_type": "code", "source": "print(1)", "outputs": [{"text": "hidden"}]},
        {"cell_type": "raw", "source": ""},
    ]
    third = {"worksheets": [{"cells": [{"cell_type": "heading", "level": 2, "source": "Old"}, {"input": "x = 1"}]}]}
    root = folder(tmp_path, {"a.ipynb": json.dumps({"cells": cells}), "b.ipynb": json.dumps(third)})
    new, old = load_folder(root).documents
    assert (new.text, new.title) == ("# Title\nwords\nprint(1)\n\n", "Title")
    assert new.cells == ((0, "markdown"), (14, "code"), (23, "raw"))
    assert old.text == "## Old\nx = 1\n"


def test_a_lone_surrogate_from_a_notebook_cannot_reach_a_file_or_database(tmp_path: Path) -> None:
    root = folder(tmp_path, {"a.ipynb": '{"cells": [{"cell_type": "markdown", "source": "a \\ud800 b"}]}'})
    assert load_folder(root).documents[0].text == "a \ufffd b\n"


def test_include_and_exclude_name_files_and_folders(tmp_path: Path) -> None:
    root = folder(tmp_path, dict.fromkeys(["a.md", "docs/b.md", "docs/x/c.md", "docs/drafts/d.md", "docs/e.txt"], "x"))
    assert ids(load_folder(root, include=["docs/**/*.md"])) == ["docs/b.md", "docs/drafts/d.md", "docs/x/c.md"]
    assert ids(load_folder(root, exclude=["drafts", "*.txt", "/a.md"])) == ["docs/b.md", "docs/x/c.md"]
    with pytest.raises(InputError, match=r"none of its 5 documents matches \*\.rst"):
        load_folder(root, include=["*.rst"])


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("*.md", "a/b/c.md", True),
        ("*.md", "a.mdx", False),
        ("/docs/", "docs/a.md", True),
        ("docs/", "x/docs/a.md", True),
        ("docs/*", "docs/a/b.md", True),
        ("docs/*.md", "docs/a/b.md", False),
        ("**/api/**", "x/y/api/z.md", True),
        ("**/api/**", "api/z.md", True),
        ("a?.md", "ab.md", True),
        ("a?c", "a/c", False),
        ("[a-c].md", "b.md", True),
        ("[!a-c].md", "b.md", False),
        ("[!a].md", "/.md", False),
        ("a**b", "a/b", False),
        ("a.b+c", "a.b+c", True),
        ("a.b", "axb", False),
        ("**", "any/thing", True),
        ("./docs/a.md", "docs/a.md", True),
        ("new\nline", "new\nline", True),
    ],
)
def test_patterns_mean_what_they_mean_in_a_gitignore(pattern: str, path: str, matches: bool) -> None:
    assert matcher([pattern])(path) is matches


@pytest.mark.parametrize("pattern", ["", "/", "!a.md", "[z-a]"])
def test_a_pattern_that_cannot_be_meant_is_refused(pattern: str) -> None:
    with pytest.raises(UsageError):
        matcher([pattern])


def test_one_file_is_a_folder_of_one_document(tmp_path: Path) -> None:
    root = folder(tmp_path, {"a.md": "# A\n", "b.md": "b"})
    assert ids(load_folder(root / "a.md")) == ["a.md"]


def test_a_folder_that_is_missing_or_holds_no_document_says_what_was_looked_for(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such folder"):
        load_folder(tmp_path / "missing")
    root = folder(tmp_path, {"a.png": "x", "b.png": "x", "c.rs": "x", "Makefile": "x", "empty.md": ""})
    with pytest.raises(InputError) as caught:
        load_folder(root)
    message = str(caught.value)
    assert "looked for .md .markdown .mdx .txt .rst .ipynb .html" in message
    assert "1 .md file: holds no text" in message
    assert "2 .png files" in message
    with pytest.raises(InputError) as of_one_file:
        load_folder(root / "c.rs")
    assert str(of_one_file.value).count(".markdown") == 1


def test_a_file_of_50_megabytes_is_loaded(tmp_path: Path) -> None:
    (tmp_path / "large.txt").write_bytes(b"seven! \n" * 6_250_000)
    assert len(load_folder(tmp_path).documents[0].text) == 50_000_000
