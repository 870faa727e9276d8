"""Section -> facts from its tables: defaults, purposes and limits of settings, options, commands and terms."""

from __future__ import annotations

from collections.abc import Iterator

from benchmill.generator.extractive.answers import long_answer
from benchmill.generator.extractive.fact import Fact, Part
from benchmill.generator.extractive.section import Section
from benchmill.generator.extractive.settings import kind_of_list
from benchmill.generator.extractive.things import OWNED_UNLESS_LONG, Thing, default_fact, purpose_fact
from benchmill.generator.extractive.verbs import begins_with_verb
from benchmill.generator.markup.node import Node


def tables(section: Section) -> Iterator[Fact]:
    """Facts from each cell, if the language's data know the column's title and the row begins with a clear name."""
    for before, node in zip((None, *section.nodes), section.nodes, strict=False):
        if node.kind == "table" and len(node.children) > 1:
            yield from _table(section, node, before)


def _table(section: Section, table: Node, before: Node | None) -> Iterator[Fact]:
    language = section.language
    header = [section.shown(cell) for cell in table.children[0].children]
    kind, owner = language.kind_of_key(header[0]) if header else "", ""
    if header and header[0].casefold() in language.words("named"):
        kind, owner = kind_of_list(section, before)
    columns = [(number, language.kind_of_value(words)) for number, words in enumerate(header) if number]
    if kind in OWNED_UNLESS_LONG and not _acts(section, table, [n for n, value in columns if value == "purpose"]):
        columns = [(number, value) for number, value in columns if value != "purpose"]
    for row in table.children[1:]:
        cells = [section.shown(cell) for cell in row.children]
        if not kind or len(cells) != len(header) or not cells[0]:
            continue
        thing = Thing(section, kind, cells[0], owner)
        if not thing.is_clear or (kind == "term" and not section.is_glossary):
            continue  # an abbreviation outside a glossary may belong to any product
        quote = row.start, row.end
        for number, value in columns:
            if value == "default":
                yield from default_fact(thing, cells[number], quote)
            elif value == "purpose":
                yield from purpose_fact(thing, cells[number], quote)
            elif value == "attribute" and not thing.is_label and any(letter.isdigit() for letter in cells[number]):
                answer, short = long_answer(cells[number], language)
                attribute = header[number][:1].lower() + header[number][1:]
                question = language.ask("attribute", attribute=attribute, thing=thing.phrase, scope=thing.scope)
                if answer and question:
                    yield Fact("tables", question, (Part(answer, quote, short),), thing.name, owner=thing.owner)


def _acts(section: Section, table: Node, numbers: list[int]) -> bool:
    """Whether a third of the descriptions begin with a verb: a report describes what it shows, flags do something."""
    said = [
        section.shown(row.children[number])
        for row in table.children[1:]
        for number in numbers
        if number < len(row.children)
    ]
    acts = sum(begins_with_verb(section.language, words) for words in said if words)
    return acts * 3 >= len(said)
