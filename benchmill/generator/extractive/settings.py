"""Section -> facts about settings, options and parameters, from headings, directives, definitions and items."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from benchmill.generator.extractive.answers import length
from benchmill.generator.extractive.fact import Fact, Place
from benchmill.generator.extractive.section import Section
from benchmill.generator.extractive.things import LABELLED, Thing, default_fact, purpose_fact
from benchmill.generator.markup.node import Node

_KINDS = {
    "setting": "setting", "confval": "setting", "config": "setting", "option": "option", "cmdoption": "option",
    "program-option": "option", "envvar": "variable", "data": "data", "signal": "signal", "command": "command",
}  # fmt: skip
_CLASSES = ("class", "exception")
_MEMBERS = {"attribute": "attribute", "property": "attribute", "method": "method", "coroutinemethod": "method"}
_FUNCTIONS = ("function", "method", "classmethod", "staticmethod", "coroutine")
_CALLED = re.compile(r"(?:[\w*]+ )*(?P<name>[A-Za-z][\w.]*)\(")
_PARAMETER = re.compile(r"param(?:eter)? (?:[^:]+ )?(?P<name>\w+)")
_MEMBER = re.compile(r"(?:[a-z_]+ )*(?:\w+\.)*(\w+)(?=\(|$)")
_NAME = re.compile(r"`?[A-Za-z][\w.-]*`?")
_SETTING = re.compile(r"`[a-z][\w.]*[_.][\w.]+`|`?[A-Z][A-Z0-9]*_[A-Z0-9_]+`?|[a-z]+(?:_[a-z0-9]+)+")
_DASHED = re.compile(r"`?[a-z][a-z0-9]*(?:-[a-z0-9]+)+`?")  # a name only where a default is below it: "pre-commit"
_OPTION = re.compile(r"`(-\w(?:, )?)?(--[a-z][\w-]*)(?:[ =][^`]*)?`")
_HEADING_OPTION = re.compile(r"(?:`?-\w`?(?:, | / |\|| ))?`?(--[a-z][\w-]*)(?:[ =][^`]*)?`?")
_LABEL = re.compile(r"\*\*([^*\n]{3,50}?):?\*\*\s*(?:[:–—]|-(?= ))?\s*(?=\w)")
_OWNER = re.compile(r"`[\w.]*[A-Z][\w.]*`|`[\w.]+\(\)`")
_MOST_QUOTED = 60


def settings(section: Section) -> Iterator[Fact]:
    """Facts about the setting that the heading names, then about each directive and described entry below it."""
    heading = section.above[-1] if section.above else None
    if heading and (option := _HEADING_OPTION.fullmatch(section.shown(heading).strip())):
        yield from _described(Thing(section, "option", f"`{option[1]}`"), section.nodes, heading.start)
    if heading and (kind := _kind_of_heading(section)):
        yield from _described(Thing(section, kind, section.shown(heading).strip()), section.nodes, heading.start)
    for node in section.nodes:
        if node.kind == "directive":
            yield from _directive(section, node)
    before = None  # the node above a list, or above the first of several definitions
    for node in section.nodes:
        kind, owner = kind_of_list(section, before) if node.kind in ("list", "definition") else ("", "")
        before = before if node.kind == "definition" else node
        if node.kind == "definition" and kind in LABELLED:
            yield from _labelled(section, node, kind)
            continue
        for item in node.children if kind else ():
            yield from _entry(section, item, kind, owner)


def _kind_of_heading(section: Section) -> str:
    """The kind of thing that the heading names: the headings above say it, or a default below means a setting."""
    heading = section.heading.strip()
    if _SETTING.fullmatch(heading):
        for node in reversed(section.above[:-1]):
            if kind := _kind_in(section, section.shown(node)):
                return kind
    elif not _DASHED.fullmatch(heading):
        return ""
    line = section.language.pattern("default_line")
    stated = (line.match(section.shown(node)) or any(_stated(section, node)) for node in section.nodes[:3])
    return "setting" if any(stated) else ""


def _stated(section: Section, node: Node) -> Iterator[tuple[Node, str]]:
    """The rows of a table that state a default: the first of two cells is its label, "**Default** | 20"."""
    for row in node.children if node.kind == "table" else ():
        cells = [section.shown(cell) for cell in row.children]
        if len(cells) == 2 and section.language.kind_of_value(cells[0]) == "default":
            yield row, cells[1]


def _kind_in(section: Section, said: str) -> str:
    """The kind of things that the last plural noun of a sentence or heading names."""
    for word in reversed(re.findall(r"[^\W\d]+(?: variables)?", said)):
        kind = section.language.kind_of_key(word)
        if kind and kind not in ("term", "phrase") and word.casefold() not in section.language.data["singular"]:
            return kind
    return ""


def _directive(section: Section, node: Node) -> Iterator[Fact]:
    kind = _KINDS.get(node.name.rsplit(":", 1)[-1], "")
    words = section.shown(node.children[0])
    if node.name.rsplit(":", 1)[-1] in _CLASSES:
        yield from _members(section, node)
        return
    if node.name.rsplit(":", 1)[-1] in _FUNCTIONS:
        yield from _function(section, node, words.strip("`"))
        return
    owner = ""
    if kind == "option":
        names = [name for name in re.findall(r"--[a-z][\w.-]*", words) if not name.startswith("--no-")]
        words = names[0] if len(names) == 1 else ""  # one description of two options (--help, --version) fits neither
        owner = section.program or section.name
    if kind and _NAME.fullmatch(words.lstrip("-").strip("`")) and len(node.children) > 1:
        thing = Thing(section, kind, f"`{words.strip('`')}`", owner)
        yield from _described(thing, node.children[1:], node.start)


def _function(section: Section, node: Node, signature: str) -> Iterator[Fact]:
    """Facts about a function and its parameters. Without a dot, a capital inside or a "_" it may be anybody's."""
    called = _CALLED.match(signature)
    thing = Thing(section, "code", f"`{called['name']}()`" if called else "")
    if not called or not thing.is_clear:
        return
    yield from _described(thing, node.children[1:], node.start)
    for field in node.children[1:]:
        if field.kind == "field" and (named := _PARAMETER.fullmatch(field.name)):
            parameter = Thing(section, "parameter", f"`{named['name']}`", thing.written)
            if parameter.is_clear:
                yield from purpose_fact(parameter, section.shown(field), _quote(section, node.start, field.end))


def _members(section: Section, node: Node) -> Iterator[Fact]:
    """Facts about the attributes and methods inside a class directive: the directive shows which class has them."""
    owner = _MEMBER.match(section.shown(node.children[0]).strip("`"))
    for member in node.children[1:] if owner else ():
        kind = _MEMBERS.get(member.name.rsplit(":", 1)[-1], "") if member.kind == "directive" else ""
        name = _MEMBER.match(section.shown(member.children[0]).strip("`")) if kind else None
        if owner and name and not name[1].startswith("_"):
            called = f"`{name[1]}()`" if kind == "method" else f"`{name[1]}`"
            yield from _described(Thing(section, kind, called, f"`{owner[1]}`"), member.children[1:], member.start)


def _described(thing: Thing, nodes: Sequence[Node], start: int) -> Iterator[Fact]:
    """The default and purpose that the paragraphs and fields below a name state. The quote begins with the name."""
    section, language = thing.section, thing.section.language
    if not thing.is_clear:
        return
    default, described = "", False
    for node in nodes[:6]:
        said = section.shown(node)
        quote = _quote(section, start, node.end)
        line = language.pattern("default_line").match(said)
        for row, value in _stated(section, node):
            yield from default_fact(thing, value, _quote(section, start, row.end))
        if node.kind == "field" and language.kind_of_value(node.name) == "default":
            default = said
        elif node.kind == "paragraph" and line:
            default = line["value"]
        elif node.kind == "paragraph" and not described:
            described = True
            first = section.sentences(node)
            if first:
                place = _quote(section, start, first[0][1])
                yield from purpose_fact(thing, section.words(*first[0]), place, alone=len(first) == 1)
            inside = section.language.pattern("default_inside").findall(said)
            if len(inside) != 1:
                continue
            default = inside[0]
        else:
            continue
        yield from default_fact(thing, default, quote)


def _quote(section: Section, start: int, end: int) -> Place:
    """The text from the name to the statement; only the last line of the statement if the text is too long to quote."""
    if length(section.document.text[start:end]) <= _MOST_QUOTED:
        return start, end
    return section.document.text.rfind("\n", start, end) + 1, end


def kind_of_list(section: Section, before: Node | None) -> tuple[str, str]:
    """(kind, owner) of the entries of a list or table: the sentence above shows it, else the section's heading."""
    lead = ""
    if before is not None and before.kind == "paragraph":
        places = section.sentences(before)
        lead = section.words(*places[-1]) if places else ""
    if re.search(section.language.data["tutorial"], lead, re.IGNORECASE):
        return "", ""
    code = re.findall(r"`[^`]+`", lead)
    kind = _kind_in(section, lead or section.heading)
    return kind, code[0] if len(code) == 1 and _OWNER.fullmatch(code[0]) else ""


def _labelled(section: Section, node: Node, kind: str) -> Iterator[Fact]:
    """Facts from the definition of an interface's label: "Maximum size: Default value ``10 MB``" with a description."""
    label, _, note = section.shown(node.children[0]).partition(":")
    thing = Thing(section, kind, label)
    if not thing.is_clear:
        return
    if match := section.language.pattern("default_note").match(note.strip()):
        yield from default_fact(thing, match["value"], (node.children[0].start, node.children[0].end))
    yield from _described(thing, node.children[1:], node.start)


def _entry(section: Section, item: Node, kind: str, owner: str) -> Iterator[Fact]:
    """Facts from an item that begins with a name: "- `timeout` (`float`, defaults to 5.0): seconds to wait"."""
    if not item.children or item.children[0].kind != "paragraph":
        return
    body = item.children[0]
    said = section.shown(body)
    if label := _LABEL.match(section.document.text, body.start, body.end):
        thing = Thing(section, kind, label[1])
        rest = (label.end(), section.sentences(body)[0][1])
        if kind == "setting" and thing.is_label and thing.is_clear and rest[0] < rest[1]:
            yield from purpose_fact(thing, section.words(*rest), (body.start, rest[1]))
        return
    match = re.match(r"(?P<name>`[^`]+`)\s*(?P<note>\([^()]*\))?\s*(?:[:–—]|-(?= ))\s*(?P<rest>.+)$", said)
    if not match:
        return
    if kind == "function":
        return  # a function in a list is a member of something that the list is about
    option = _OPTION.fullmatch(match["name"])
    thing = Thing(section, "option" if option else kind, f"`{option[2]}`" if option else match["name"], owner)
    inside = section.language.pattern("default_inside").search(said)
    quote = body.start, body.end
    if option and not thing.owner:
        if not (command := section.command_of(thing.name)):
            return  # an entry of a list may be an option of any program or script
        thing = Thing(section, "option", thing.written, command)
    if not thing.is_clear or (thing.kind == "setting" and not _SETTING.fullmatch(thing.written)):
        return  # an entry like `github-ascii` may be a value of the setting that the section is about
    if length(section.document.text[slice(*quote)]) > _MOST_QUOTED:
        return
    if inside and len(section.language.pattern("default_inside").findall(said)) == 1:
        yield from default_fact(thing, inside["value"], quote)
    yield from purpose_fact(thing, match["rest"], quote, alone=len(section.sentences(body)) == 1)
