"""Section -> facts from the directives of reStructuredText that describe settings, options, classes and functions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmill.generator.extractive.below import facts_below, quote
from benchmill.generator.extractive.fact import Fact
from benchmill.generator.extractive.section import Section, is_qualified
from benchmill.generator.extractive.things import Thing
from benchmill.generator.markup.node import Node

_KINDS = {
    "setting": "setting", "confval": "setting", "config": "setting", "option": "option", "cmdoption": "option",
    "program-option": "option", "envvar": "variable",
}  # fmt: skip
_CLASSES = ("class", "exception")
_MEMBERS = {"attribute": "attribute", "property": "attribute", "method": "method", "coroutinemethod": "method"}
_FUNCTIONS = ("function", "method", "classmethod", "staticmethod", "coroutine")
_CALLED = re.compile(r"(?:[a-z_*]+ )*(?P<path>(?:\w+\.)*)(?P<name>[A-Za-z]\w*)(?=\(|$)")
_PARAMETER = re.compile(r"param(?:eter)? (?:[^:]+ )?(?P<name>\w+)")


def directives(section: Section) -> Iterator[Fact]:
    """Facts from each directive whose name shows what it describes."""
    for node in section.nodes:
        if node.kind != "directive":
            continue
        form = node.name.rsplit(":", 1)[-1]
        written = section.shown(node.children[0]).strip("`")
        called = _CALLED.match(written)
        if called and form in _CLASSES:
            yield from _members(section, node, f"`{called['name']}`")
        elif called and form in _FUNCTIONS and called["path"]:
            yield from _parameters(section, node, f"`{called['path']}{called['name']}()`")
        elif form == "data":
            name, _, value = written.partition(" = ")  # an assignment states the default
            thing = Thing(section, "data", f"`{name}`")
            yield from thing.facts((node.start, node.children[0].end), default=value)
            yield from facts_below(thing, node.children[1:], node.start)
        elif form in _KINDS:
            yield from facts_below(Thing(section, _KINDS[form], f"`{written}`"), node.children[1:], node.start)


def _members(section: Section, node: Node, owner: str) -> Iterator[Fact]:
    """Facts about the attributes and methods inside a class directive: the directive shows which class has them."""
    for member in node.children[1:] if is_qualified(owner) else ():
        kind = _MEMBERS.get(member.name.rsplit(":", 1)[-1], "") if member.kind == "directive" else ""
        called = _CALLED.match(section.shown(member.children[0]).strip("`")) if kind else None
        if called:
            name = f"`{called['name']}()`" if kind == "method" else f"`{called['name']}`"
            yield from facts_below(Thing(section, kind, name, owner), member.children[1:], member.start)


def _parameters(section: Section, node: Node, owner: str) -> Iterator[Fact]:
    """Facts about a function with its module and about its parameters. Without the module it may be anybody's."""
    yield from facts_below(Thing(section, "code", owner), node.children[1:], node.start)
    for field in node.children[1:]:
        if field.kind == "field" and (named := _PARAMETER.fullmatch(field.name)):
            parameter = Thing(section, "parameter", f"`{named['name']}`", owner)
            yield from parameter.facts(quote(section, node.start, field.end), purpose=section.shown(field))
