"""A name and the nodes below it -> the facts that its description states: the default and the purpose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchmill.generator.extractive.answers import length
from benchmill.generator.extractive.fact import Fact, Place
from benchmill.generator.extractive.section import Section
from benchmill.generator.extractive.things import Thing
from benchmill.generator.markup.node import Node

_MOST_NODES, _MOST_QUOTED = 6, 60


def facts_below(thing: Thing, nodes: Sequence[Node], start: int) -> Iterator[Fact]:
    """The facts about the thing whose name is at `start`. The evidence begins with the name where it is near."""
    section = thing.section
    all_said = " ".join(section.shown(node) for node in nodes[:_MOST_NODES])
    excepted = section.language.says("exception", all_said)
    for line, node in default_lines(section, nodes) if not excepted else ():
        yield from thing.facts(quote(section, start, node.end), default=line)
    first = next((node for node in nodes[:_MOST_NODES] if node.kind == "paragraph" and _is_prose(section, node)), None)
    places = section.sentences(first) if first else []
    if first and places:
        place = quote(section, start, places[0][1])
        yield from thing.facts(place, purpose=section.words(*places[0]), whole=len(places) == 1)
        default = "" if excepted else default_inside(section, section.shown(first))
        yield from thing.facts(quote(section, start, first.end), default=default)


def default_lines(section: Section, nodes: Sequence[Node]) -> Iterator[tuple[str, Node]]:
    """The defaults that lines of their own state: paragraphs, fields, entries of a list, rows of two cells."""
    pattern = section.language.pattern("default_line")
    for node in nodes[:_MOST_NODES]:
        for said, line in _lines(section, node):
            if match := pattern.match(said):
                yield match["value"], line


def _lines(section: Section, node: Node) -> Iterator[tuple[str, Node]]:
    if node.kind == "paragraph":
        yield section.shown(node), node
    elif node.kind == "field":
        yield f"{node.name.capitalize()}: {section.shown(node)}", node
    elif node.kind == "list":
        yield from ((section.shown(item.children[0]), item) for item in node.children if len(item.children) == 1)
    elif node.kind == "table":
        rows = [row for row in node.children if len(row.children) == 2]
        yield from ((": ".join(section.shown(cell).strip("*: ") for cell in row.children), row) for row in rows)


def default_inside(section: Section, said: str) -> str:
    """The default that prose states once, as in "The default is 8 hours."; empty if it states none or several."""
    found = section.language.pattern("default_inside").findall(said)
    return str(found[0]) if len(found) == 1 else ""


def _is_prose(section: Section, node: Node) -> bool:
    return not section.language.pattern("default_line").match(section.shown(node))


def quote(section: Section, start: int, end: int) -> Place:
    """The text from the name to the statement; only the last line of the statement if the text is too long to quote."""
    if length(section.document.text[start:end]) <= _MOST_QUOTED:
        return start, end
    return section.document.text.rfind("\n", start, end) + 1, end
