"""Section -> facts from its tables: the defaults of settings, options and variables, and what terms mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchmill.generator.extractive.defaults import Described, default_facts, default_inside
from benchmill.generator.extractive.fact import Fact
from benchmill.generator.extractive.key import Key, kind_of_keys
from benchmill.generator.extractive.meanings import meaning
from benchmill.generator.extractive.section import Section
from benchmill.generator.markup.node import Node

_MOST_BEFORE = 3
_CLEAR = ("setting", "option", "variable")
_OF_A_CLASS = ("parameter", "attribute")  # on a page about settings the page's word for a setting


def tables(section: Section) -> Iterator[Fact]:
    """Facts from each row, if the language's data know the columns' titles and the row begins with a clear name."""
    for lead, node in section.with_lead:
        if node.kind == "table" and node.children and node.children[0].children:
            yield from _table(section, node, lead)


def _table(section: Section, table: Node, lead: str) -> Iterator[Fact]:
    header, *rows = [[section.shown(cell) for cell in row.children] for row in table.children]
    language, at = section.language, _column_of_keys(section, header)
    columns = [*map(language.kind_of_value, header)]
    columns[at] = ""
    is_named = header[at].strip("* ").casefold() in language.words("named")
    kind = language.kind_of_things(lead or section.heading) if is_named else language.kind_of_key(header[at])
    whole = [(row, cells) for row, cells in zip(table.children[1:], rows, strict=True) if len(cells) == len(header)]
    kind = kind_of_keys(section, kind, [cells[at].strip("` ") for _, cells in whole])
    kind = "setting" if kind in _OF_A_CLASS and section.is_about_settings else kind
    for row, cells in whole if kind else ():
        said = dict(zip(columns, cells, strict=True))
        if kind != "term":
            value = said["default"] if "default" in said else default_inside(section, ". ".join(cells[at + 1 :]))
            yield from default_facts(Described(Key(section, kind, cells[at]), row.start, value=value, stop=row.end))
        elif section.is_glossary:  # else they may be the concepts of one tutorial
            yield from meaning(section, cells[at], said.get("purpose", ""), (row.start, row.end))


def _column_of_keys(section: Section, header: Sequence[str]) -> int:
    """The column that names the keys. "Flag | Environment variable | Default": a variable has the clearer name, and
    "Description" may be first."""
    kinds = [section.language.kind_of_key(words) for words in header[:_MOST_BEFORE]]
    named = [at for at, kind in enumerate(kinds) if kind == "variable"] or [at for at, each in enumerate(kinds) if each]
    return named[0] if named and kinds[named[0]] in _CLEAR else 0
