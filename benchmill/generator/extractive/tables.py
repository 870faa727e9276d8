"""Section -> facts from its tables: defaults and purposes of settings, options, variables and parameters."""

from __future__ import annotations

from collections.abc import Iterator

from benchmill.generator.extractive.entries import announced
from benchmill.generator.extractive.fact import Fact
from benchmill.generator.extractive.meanings import meaning
from benchmill.generator.extractive.section import Section
from benchmill.generator.extractive.things import Thing
from benchmill.generator.markup.node import Node


def tables(section: Section) -> Iterator[Fact]:
    """Facts from each row, if the language's data know the columns' titles and the row begins with a clear name."""
    for lead, node in section.with_lead:
        if node.kind == "table" and len(node.children) > 1:
            yield from _table(section, node, lead)


def _table(section: Section, table: Node, lead: str) -> Iterator[Fact]:
    language = section.language
    header = [section.shown(cell) for cell in table.children[0].children]
    kind, owner = language.kind_of_key(header[0]) if header else "", ""
    if header and header[0].casefold() in language.words("named"):
        kind, owner = announced(section, lead)
    columns = [language.kind_of_value(words) for words in header]
    for row in table.children[1:]:
        cells = [section.shown(cell) for cell in row.children]
        if not kind or len(cells) != len(header):
            continue
        said = {column: cell for column, cell in zip(columns[1:], cells[1:], strict=False) if column}
        quote = row.start, row.end
        if kind == "term":
            yield from meaning(section, cells[0], said.get("purpose", ""), quote)
        else:
            thing = Thing(section, kind, cells[0], owner)
            yield from thing.facts(quote, said.get("default", ""), said.get("purpose", ""))
