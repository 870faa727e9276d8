"""A named thing and the nodes below its name -> the facts that the description states: the default, the purpose."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmill.generator.extractive.fact import Fact
from benchmill.generator.extractive.section import Section
from benchmill.generator.extractive.things import Thing
from benchmill.generator.markup.node import Node

_FURTHER = re.compile(r",? (?:\w+ )?`")  # "`a`, `b` and `c`"
_MOST_NODES = 6


@dataclass(frozen=True)
class Described:
    """A thing with the nodes that describe it, and where its name begins. `typed` follows the name in brackets.

    `assigned` is the value that the text up to `stop` assigns. `more` is true if further
    text describes the thing."""

    thing: Thing
    nodes: Sequence[Node]
    start: int
    typed: str = ""
    assigned: str = ""
    stop: int = 0
    more: bool = False


def facts_below(each: Described) -> Iterator[Fact]:
    """The facts that the description states. The evidence reaches from the name to the statement."""
    thing, section, nodes = each.thing, each.thing.section, each.nodes[:_MOST_NODES]
    excepted = section.language.says("exception", ". ".join(section.shown(node) for node in nodes))
    if each.assigned:
        yield from thing.facts((each.start, each.stop), default=each.assigned)
    settled = [*stated_defaults(section, nodes)]  # even by "unset": then the prose is about another value
    for value, node in settled if not excepted else ():
        yield from thing.facts((each.start, node.end), default=value, below=each.nodes)
    first = next((node for node in nodes if node.kind == "paragraph" and _is_prose(section, node)), None)
    places = section.sentences(first) if first else []
    if first:
        end = places[0][1] if places else first.end
        if places and not section.language.says("restricts", section.words(end, first.end).strip()):
            whole = len(places) == 1 and not each.more
            yield from thing.facts((each.start, end), purpose=section.words(places[0][0], end), whole=whole)
        beside, inside = (default_inside(section, said) for said in (each.typed, section.shown(first)))
        if not excepted and not settled:
            quote = (each.start, end if beside else first.end)
            yield from thing.facts(quote, default=beside or inside, below=each.nodes)


def default_inside(section: Section, said: str) -> str:
    """The one default that prose states, as in "The default is 8 hours."; empty for none, several or a list."""
    patterns = [section.language.pattern(name) for name in ("default_inside", "value_first")]
    found = [match for pattern in patterns for match in pattern.finditer(said)]
    if len(found) != 1 or _FURTHER.match(said, found[0].end("value")):
        return ""
    before = said[: found[0].start()]  # "An entry has a path; `scale` defaults to `1.0`" is about the scale
    is_of_another = before.endswith("` ") and before.rsplit("`", 2)[0].strip() and not found[0][0].startswith("(")
    return "" if is_of_another else found[0]["value"]


def stated_defaults(section: Section, nodes: Sequence[Node]) -> Iterator[tuple[str, Node]]:
    """The defaults that lines of their own state: paragraphs, fields, entries of a list."""
    pattern = section.language.pattern("default_line")
    for node in nodes[:_MOST_NODES]:
        if node.kind == "table":
            yield from _rows(section, node)
        for said, line in _lines(section, node):
            if match := pattern.match(said):
                yield match["value"], line


def _lines(section: Section, node: Node) -> Iterator[tuple[str, Node]]:
    if node.kind == "paragraph":
        yield _first_sentence(section, node), node
    elif node.kind == "field":
        yield f"{node.name.capitalize()}: {section.shown(node)}", node
    elif node.kind == "list":
        yield from ((section.shown(item.children[0]), item) for item in node.children if len(item.children) == 1)


def _rows(section: Section, table: Node) -> Iterator[tuple[str, Node]]:
    """The default in a table of one thing: of its one row, or of its row "Default" besides a row "Description"."""
    header, *others = table.children
    of_value = [section.language.kind_of_value(section.shown(cell)) for cell in header.children]
    if (
        len(others) == 1
        and "default" in of_value
        and not section.language.kind_of_key(section.shown(header.children[0]))
    ):
        for cell in others[0].children[of_value.index("default") :][:1]:
            yield section.shown(cell), others[0]
    rows = [(row, row.children[0], row.children[1]) for row in table.children if len(row.children) == 2]
    fields = [(section.language.kind_of_value(section.shown(name)), value, row) for row, name, value in rows]
    if any(field == "purpose" for field, _, _ in fields):
        yield from ((section.shown(value), row) for field, value, row in fields if field == "default")


def _is_prose(section: Section, node: Node) -> bool:
    return section.language.pattern("default_line").match(_first_sentence(section, node)) is None


def _first_sentence(section: Section, node: Node) -> str:
    places = section.sentences(node)
    return section.words(*places[0]) if places else section.shown(node)
