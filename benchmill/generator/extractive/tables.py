"""Section -> facts from its tables: defaults and purposes of settings, options, variables and parameters."""

from __future__ import annotations

from collections.abc import Iterator

from benchmill.generator.extractive.below import default_inside
from benchmill.generator.extractive.described import announced
from benchmill.generator.extractive.fact import Fact
from benchmill.generator.extractive.meanings import meaning
from benchmill.generator.extractive.section import Section
from benchmill.generator.extractive.things import Thing, kind_of_names
from benchmill.generator.markup.node import Node

_MOST_BEFORE = 3
_CLEAR = ("setting", "option", "variable")
_OF_A_CLASS = ("parameter", "attribute")  # on a page about settings, and below no class, the page's word for a setting


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
    kinds = [language.kind_of_key(words) for words in header[:_MOST_BEFORE]]
    # "Flag | Environment variable | Default": a variable has the clearer name, and "Description" may be first
    named = [at for at, kind in enumerate(kinds) if kind == "variable"] or [at for at, each in enumerate(kinds) if each]
    at = named[0] if named and (kinds[named[0]] in _CLEAR) else 0
    if any(not cell.strip(" -–") for _, cells in rows for cell in cells[:at]):
        return  # the empty cell of "Module | Setting | Default" stands for the module above
    kind, owner = kinds[at] if header else "", ""
    columns[at : at + 1] = [""] * len(columns[at : at + 1])
    if header and header[at].strip("* ").casefold() in language.words("named"):
        kind, owner = announced(section, lead)
        kind = kind or ("setting" if section.table else "")
    path = section.path_above(table)
    kind = "setting" if path and not kind and "default" in columns else kind
    kind = kind_of_names(section, kind, [cells[at].strip("` ") for _, cells in rows], lead)
    if kind in _OF_A_CLASS and not (owner or section.owner) and section.is_about_settings:
        kind = "setting"
    if kind == "setting":
        owner = path or ""
    for row, cells in rows if kind else ():
        said = {column: cell for column, cell in zip(columns, cells, strict=True) if column}
        quote, purpose = (row.start, row.end), said.get("purpose", "")
        if kind == "term":
            if section.is_glossary:  # else they may be the concepts of one tutorial
                yield from meaning(section, cells[at], purpose, quote)
        else:
            default = said["default"] if "default" in said else default_inside(section, purpose)
            thing = Thing(section, kind, cells[at], owner, is_shared=path is None)
            yield from thing.facts(quote, default, purpose)
