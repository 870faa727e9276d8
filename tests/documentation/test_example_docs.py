"""The example docs hold what the examples are there to show, and agree with themselves."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import benchmill
from benchmill.generator.chunkers import chunk_document
from benchmill.generator.eligibility import judge_seeds
from benchmill.generator.loaders import load_folder
from tests.architecture.house import ROOT

DOCS = ROOT / "examples" / "docs"
PAGES = {path.relative_to(DOCS).as_posix(): path.read_text(encoding="utf-8") for path in sorted(DOCS.rglob("*.md"))}


def test_there_are_a_dozen_pages_with_front_matter_in_nested_folders() -> None:
    assert 8 <= len(PAGES) <= 12
    assert all(text.startswith("---\ntitle: ") for text in PAGES.values())
    assert any("/" in name for name in PAGES)


def test_two_pages_share_a_base_name() -> None:
    names = Counter(name.rpartition("/")[2] for name in PAGES)
    assert max(names.values()) == 2


def test_the_same_facts_are_told_alike_on_several_pages() -> None:
    for fact, pages in {
        "256 KiB": {"api/reference.md", "faq.md", "glossary.md", "operations/limits.md"},
        "about 35 minutes": {"delivery.md", "faq.md"},
        "9,200 messages": {"configuration.md", "faq.md"},
        "14 days": {"configuration.md", "delivery.md", "faq.md"},
        "90 days": {"cli/reference.md", "glossary.md"},
    }.items():
        assert {name for name, text in PAGES.items() if fact in " ".join(text.split())} >= pages, fact


def test_every_link_between_the_pages_leads_to_one() -> None:
    for name, text in PAGES.items():
        for link in re.findall(r"\]\(([^):#]+\.md)", text):
            assert ((DOCS / name).parent / link).is_file(), (name, link)


def test_every_error_code_is_explained_in_troubleshooting() -> None:
    codes = {code for text in PAGES.values() for code in re.findall(r"PW-\d{3}", text)}
    explained = set(re.findall(r"^### (PW-\d{3}):", PAGES["operations/troubleshooting.md"], re.M))
    assert codes == explained


def test_no_question_can_grow_from_the_links_and_the_changelog() -> None:
    documents = load_folder(DOCS).documents
    judged = judge_seeds([chunk for document in documents for chunk in chunk_document(document)])
    assert {"links.md", "changelog.md"} == {*PAGES} - {chunk.document_id for chunk in judged.eligible}


def test_a_quarter_of_what_the_built_in_writer_asks_about_them_is_no_single_fact(tmp_path: Path) -> None:
    grown = benchmill.grow(DOCS, tmp_path / "bench")
    kinds = Counter(item.candidate.kind for item in benchmill.load(tmp_path / "bench").benchmark.items)
    assert grown.accepted >= 20
    assert 4 * kinds["factoid"] <= 3 * kinds.total()
    again = benchmill.grow(DOCS, tmp_path / "bench")
    assert (again.accepted, again.changes.added) == (grown.accepted, ())
