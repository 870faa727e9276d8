"""Section -> facts from its tables: defaults and purposes of settings, options, variables and parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmill.generator.extractive.below import default_inside
from benchmill.generator.extractive.described import announced
from benchmill.generator.extractive.examples import owner_of_settings
from benchmill.generator.extractive.fact import Fact
from benchmill.generator.extractive.meanings import meaning
from benchmill.generator.extractive.section import Section
from benchmill.generator.extractive.things import Thing
from benchmill.generator.markup.node import Node

_OF_A_FILE = ("setting", "parameter", "field", "attribute")  # a part of a configuration may have them

_LITERAL = re.compile(r"\b([a-z]\w*\.[A-Z]\w*)\{")


def tables(section: Section) -> Iterator[Fact]:
    """Facts from each row, if the language's data know the columns' titles and the row begins with a clear name."""
    for lead, node in section.with_lead:
        if node.kind == "table" and len(node.children) > 1:
            yield from _table(section, node, lead)


def _table(section: Section, table: Node, lead: str) -> Iterator[Fact]:
    language = section.language
    header = [section.shown(cell) for cell in table.children[0].children]
    columns = [language.kind_of_value(words) for words in header]
    rows = [(row, [section.shown(cell) for cell in row.children]) for row in table.children[1:]]
    rows = [(row, cells) for row, cells in rows if len(cells) == len(header) and cells]
    kinds = [language.kind_of_key(words) for words in header[:2]]
    at = 1 if kinds[1:] == ["variable"] and not kinds[0] else 0  # "In the file | As an environment variable"
    names = [cells[at].strip("` ") for _, cells in rows]
    kind, owner, alone = kinds[at] if header else "", "", True
    if header and header[at].strip("* ").casefold() in language.words("named"):
        kind, owner = announced(section, lead)
        if not kind and "default" in columns:  # nothing says what the names are
            kind, alone = "setting", False
    if kind == "option" and not any(name.startswith("-") for name in names):
        kind, alone = "setting", False
    titled = language.pattern("owner_title").match(section.heading)
    is_general = bool(language.kind_of_key(titled["owner"] if titled else section.heading))
    owner = owner or (section.owner if kind != "setting" else "")
    part = owner or (owner_of_settings(section, names) if kind in _OF_A_FILE else "") or ""
    if is_general and not part and kind in _OF_A_FILE and section.name:
        part = section.page_owner or _literal(section, names)
    elif titled and not part and section.name:
        part = language.data["one_of"].format(owner=titled["owner"].lower())
    for row, cells in rows if kind else ():
        said = {column: cell for column, cell in zip(columns[at + 1 :], cells[at + 1 :], strict=False) if column}
        quote = row.start, row.end
        if kind == "term":
            yield from meaning(section, cells[at], said.get("purpose", ""), quote)
        else:
            thing = Thing(section, kind, cells[at], part, alone)
            default = said["default"] if "default" in said else default_inside(section, said.get("purpose", ""))
            yield from thing.facts(quote, default, said.get("purpose", ""))


def _literal(section: Section, names: list[str]) -> str:
    """The one type whose values the nearest examples write with one of the names: `relay.Config{Grace: 3}`."""
    for depth in range(len(section.above) - 1, 0, -1):
        within = [nodes for above, nodes in section.page if above[:depth] == section.above[:depth]]
        codes = [
            section.document.text[each.start : each.end] for nodes in within for each in nodes if each.kind == "code"
        ]
        types = {match[1] for code in codes for match in _LITERAL.finditer(code) if any(name in code for name in names)}
        if types:
            return f"`{types.pop()}`" if len(types) == 1 else ""
    return ""
