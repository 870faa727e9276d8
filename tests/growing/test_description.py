"""What writer and critics read about the documents, and that a workspace keeps it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from benchmill.growing.description import describe
from benchmill.growing.source import read_source
from benchmill.records import Document
from benchmill.settings import GrowSettings
from tests.end_to_end.command import EXAMPLES, benchmill
from tests.growing.made import document
from tests.servers.simulated import SimulatedServer

_PAGES = {
    "relays.md": """# Relays

Every relay of Pebblewire keeps a queue of 400 messages. A relay drops the oldest message when its queue is full.
Operators raise the limit with `queue.size`.
""",
    "tokens.md": """# Tokens

A token of Pebblewire expires after 30 days. The server refuses an expired token with the status 401.
An operator renews a token with `token renew`.
""",
    "logs.md": """# Logs

The logs of Pebblewire are kept for 14 days. A log file is rotated at 50 MB.
The level is set with `log.level`, whose default is `info`.
""",
}


def _documents(pages: dict[str, str]) -> list[Document]:
    return [document(name, text) for name, text in pages.items()]


def test_names_that_most_pages_use_help_where_no_title_names_the_product() -> None:
    assert (
        describe("docs", _documents(_PAGES), "")
        == "the documentation in the folder 'docs', which often names Pebblewire"
    )


@pytest.mark.parametrize("said", ["DNS", "the relay", "`Pebblewire`", "E-Mail"])
def test_abbreviations_words_and_code_are_no_names(said: str) -> None:
    pages = {name: text.replace("Pebblewire", said) for name, text in _PAGES.items()}
    assert describe("docs", _documents(pages), "") == "the documentation in the folder 'docs'"


def test_a_title_that_names_the_product_later_does_not_change_the_prompts_of_unchanged_pages(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    for name in ("configuration.md", "delivery.md", "faq.md", "glossary.md"):
        shutil.copy(EXAMPLES / name, docs)
    with SimulatedServer() as server:
        command = (
            "grow", docs, "--out", tmp_path / "b", "--model", "openai:simulated", "--base-url", server.base_url,
            "--questions", 4, "--kinds=factoid", "--keep-going", "--no-report", "--json",
        )  # fmt: skip
        first = benchmill(*command)
        assert first.json["calls"]["asked"] > 0, first.err
        (docs / "index.md").write_text("# Pebblewire\n\nPebblewire is a message relay.\n", encoding="utf-8")
        assert describe("docs", read_source(docs, GrowSettings()).documents, "") == "the documentation of Pebblewire"
        second = benchmill(*command)
        third = benchmill(*command, "--about", "Pebblewire, a relay")
    assert "in the prompts your docs are the documentation in the folder" in first.err
    assert "in the prompts your docs are" not in second.err
    assert second.json["calls"]["asked"] == 0
    assert third.json["calls"]["asked"] > 0
