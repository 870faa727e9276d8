"""Markup -> plain words, and tables in HTML -> nodes, in time that grows with the text, whatever somebody wrote."""

from __future__ import annotations

import pytest

from benchmill.generator.markup.inline import shown
from benchmill.generator.markup.nodes import nodes_of
from benchmill.records import Document
from tests.cpu_ceiling import cpu_ceiling


@pytest.mark.parametrize(
    ("unit", "media_type"),
    [("[[", "text/markdown"), ("[^", "text/markdown"), ("{#", "text/markdown"), (":a:", "text/x-rst")],
)
def test_a_line_of_marks_that_nothing_closes_is_read_once(unit: str, media_type: str) -> None:
    with cpu_ceiling():
        shown(unit * 25_000, media_type)


@pytest.mark.parametrize("text", ["<table>\n\n" * 20_000, f"<table><tr>{'<td' * 300_000}</table>"])
def test_tags_of_tables_that_nothing_closes_are_read_once(text: str) -> None:
    with cpu_ceiling():
        nodes_of(Document("page.md", text, "", "", "text/markdown"))
