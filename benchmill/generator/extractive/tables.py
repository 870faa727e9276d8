"""Section -> facts from its tables: the defaults of settings, options and variables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from benchmill.generator.extractive.defaults import Described, agrees, default_facts, default_inside
from benchmill.generator.extractive.fact import Fact
from benchmill.generator.extractive.key import Key, is_variable, kind_of_keys
from benchmill.generator.extractive.owners import path_shown, table_above
from benchmill.generator.extractive.section import OF_A_CLASS, Section
from benchmill.generator.markup.node import Node

_BORDER = re.compile(r"(?<!\\)\|")
_MOST_BEFORE = 3
_CLEAR = ("setting", "option", "variable")


def tables(section: Section) -> Iterator[Fact]:
    """Facts from each row, if the language's data know the columns' titles and the row begins with a clear name."""
    for lead, node in section.with_lead:
        if node.kind == "table" and len(node.children) > 1 and node.children[0].children:
            yield from _table(section, node, lead)


def _table(section: Section, table: Node, lead: str) -> Iterator[Fact]:
    header = [section.shown(cell) for cell in table.children[0].children]
    rows = [(row, [section.shown(cell) for cell in row.children]) for row in table.children[1:]]
    ends = _borders(section, table.children[0])  # a "|" in a cell moves the cells behind it
    rows = [(row, cells) for row, cells in rows if len(cells) == len(header) and _borders(section, row) <= ends]
    at = _column_of_keys(section, header, [cells for _, cells in rows])
    columns = [column for column, words in enumerate(header) if column != at and section.language.heads_defaults(words)]
    if any(not cell.strip(" -–") for _, cells in rows for cell in cells[:at]):
        return  # the empty cell of "Module | Setting | Default" stands for the module above
    path = _path_above(section, table)
    language = section.language
    kind, is_setting = language.kind_of_key(header[at]), bool(path and columns)
    if header[at].strip("* ").casefold() in language.words("named"):
        are_paths = section.is_about_settings and columns and all("." in cells[at] for _, cells in rows)
        kind = language.kind_of_things(lead or section.heading)
        is_setting = bool(is_setting or are_paths or table_above(section))
    kind = kind or ("setting" if is_setting else "")
    names = [cells[at].strip("` ") for _, cells in rows]
    kind = kind_of_keys(section, kind, names)
    kind = "setting" if kind in OF_A_CLASS and (section.is_about_settings or section.component) else kind
    table_of_keys = path or (path_shown(section, names) if kind else "")
    for row, cells in rows if kind else ():
        value = cells[columns[-1]] if columns else default_inside(section, ". ".join(cells[at + 1 :]))
        if columns and not agrees(section, ". ".join(cells[at + 1 :]), value):
            continue  # "For consumers, the default is 1000", beside 10000
        key = Key(section, kind, cells[at], table_of_keys)
        yield from default_facts(Described(key, row.start, value=value, stop=row.end))


def _borders(section: Section, row: Node) -> int:
    """The number of borders between the cells of a row in Markdown. Elsewhere a "|" in a cell is a letter."""
    is_rest = section.document.media_type == "text/x-rst"
    return 0 if is_rest else len(_BORDER.findall(section.document.text[row.start : row.end].strip().strip("|")))


def _column_of_keys(section: Section, header: Sequence[str], rows: Sequence[Sequence[str]]) -> int:
    """The column that names the keys. "Flag | Environment variable | Default": a variable has the clearer name, and
    "Description" may be first. The first column of "Environment | Flag | Default" has variables by its cells."""
    if rows and all(is_variable(cells[0].strip("` ")) for cells in rows):
        return 0
    kinds = [section.language.kind_of_key(words) for words in header[:_MOST_BEFORE]]
    named = [at for at, kind in enumerate(kinds) if kind == "variable"] or [at for at, each in enumerate(kinds) if each]
    return named[0] if named and kinds[named[0]] in _CLEAR else 0


def _path_above(section: Section, table: Node) -> str:
    """The path that the section states above a table, as in "Namespace: `options.scales[id]`"; empty if it states
    several."""
    path = ""
    for node in section.nodes[: section.nodes.index(table)]:
        said = section.shown(node) if node.kind == "paragraph" else ""
        if match := section.language.pattern("stated_path").match(said):
            path = f"`{match['path']}`" if match["path"] else ""
    return path
