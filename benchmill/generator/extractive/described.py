"""Section -> defaults of each key that it names and describes: in a heading, a directive, an entry or a term."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from benchmill.generator.extractive.defaults import MOST_NODES, Described, default_facts
from benchmill.generator.extractive.fact import Fact
from benchmill.generator.extractive.key import Key, kind_of_keys
from benchmill.generator.extractive.owners import path_shown
from benchmill.generator.extractive.section import Section
from benchmill.generator.markup.inline import shown
from benchmill.generator.markup.node import Node

_NAME = re.compile(r"`?(?:\[\w+\] )?[A-Za-z][\w.-]*`?")
_CODE = re.compile(r"(`[^`]+`)(?: (\(.+\)))?")
_AROUND = re.compile(r"^\d+(?:\.\d+)*\.? |\s[-–—]\s.*$")  # "3.1 relay.port - where the relay listens"
_LABELLED = re.compile(
    r"^\W*(?P<label>[^\W\d][^:：`\n]{,30})[:：]\**[ \t]*`*(?P<name>[A-Za-z][\w.-]*)`*\W*$", re.MULTILINE
)
_ALONE = re.compile(r"(?:\*\*`*|`+)[A-Za-z][\w.-]*(?:`*\*\*|`+):?")
_BESIDE = re.compile(r"(.*?)(?: ([({\[].+[)}\]]))?", re.DOTALL)  # "`relay.port` (default: 7480)"
_OPTION = re.compile(r"`?-[\w-]+[^.:]*")
_ENTRY = re.compile(
    r"(?P<code>\[?(?:\*\*|`)+)(?P<name>[^*`\n]+?)(?::(?:\*\*|`)+|(?:\*\*|`)+(?:\]\([^()\n]*\))?\s*"
    r"(?P<beside>[(（](?:[^()（）]|\([^()]*\))*[)）])?\s*(?:(?P<mark>[:：–—]|-(?= ))\**|(?(beside)\.?(?=\s|$)|\Z)))\s*"
)
_KINDS = {
    "setting": "setting", "confval": "setting", "config": "setting", "option": "option", "cmdoption": "option",
    "program-option": "option", "envvar": "variable", "data": "data",
}  # fmt: skip


def described(section: Section) -> Iterator[Fact]:
    """Facts from the description below or beside each name."""
    for each in (*_heading(section), *_directives(section, section.nodes), *_terms(section), *_entries(section)):
        yield from default_facts(each)


def _heading(section: Section) -> Iterator[Described]:
    """The key that the section's own heading names, such as "`relay.port`" or "--timeout", or a line below it."""
    for node in section.above[-1:]:
        heading, beside = _BESIDE.fullmatch(section.shown(node).strip()).groups("")  # type: ignore[union-attr]
        name, stop = _named_below(section, _AROUND.sub("", heading))
        if _OPTION.fullmatch(heading):
            yield Described(Key(section, "option", heading), node.start, section.nodes, beside)
        elif _NAME.fullmatch(name) and not (section.language.kind_of_key(name) or _heads_others(section, name)):
            above = next(filter(None, map(section.language.kind_of_things, section.titles[1:])), "")
            kind = above if above in ("command", "variable") else "setting"
            yield Described(Key(section, kind, name), node.start, section.nodes, beside, stop=stop)


def _heads_others(section: Section, heading: str) -> bool:
    """Whether a list of nothing but other names follows a heading, as `PEBBLEWIRE_PORT` or `--port` below "Port"."""
    node = next(iter(section.nodes), None)
    names = [section.shown(item).strip() for item in node.children] if node and node.kind == "list" else []
    return bool(names) and all(map(_CODE.fullmatch, names)) and f"`{heading.strip('`')}`" not in names


def _named_below(section: Section, heading: str) -> tuple[str, int]:
    """The name in the one line below a heading which says that it is one, as in "Config key: port", or which ends with
    the heading, as in "Field: `relay.queue.size`" below "queue.size", and where the line ends; else the heading."""
    nodes, kind_of = section.nodes[:MOST_NODES], section.language.kind_of_key
    longer = re.compile(rf".*[._]{re.escape(heading.strip('`'))}")
    named: dict[str, int] = {}
    for node in (node for node in nodes if node.kind in ("paragraph", "list")):
        for line in _LABELLED.finditer(section.document.text, node.start, node.end):
            says_name = any(kind_of(part) == "setting" for part in re.split(" ?[&/] ?", line["label"]))
            if says_name or longer.fullmatch(line["name"]):
                named.setdefault(line["name"], line.end())
    return next(iter(named.items())) if len(named) == 1 else (heading, 0)


def _directives(section: Section, nodes: Sequence[Node], table: str = "") -> Iterator[Described]:
    """The keys of directives such as ".. confval:: port" and ".. relay:option:: port :: The port", also of those inside
    ".. relay:section:: queue", which is their table."""
    for node in (each for each in nodes if each.kind == "directive"):
        domain, _, role = node.name.rpartition(":")
        written, *body = node.children
        said, _, value = section.shown(written).strip("`").partition(" = ")
        name, kind = said.partition(" :: ")[0], _KINDS.get(role, "")
        if domain and role == "section":
            yield from _directives(section, body, f"`[{name}]`")
        elif kind:
            # some write `option` for what no command line has; `data` is what code reads, and no environment has
            kind = kind_of_keys(section, kind, [name]) if kind != "data" else kind
            yield Described(Key(section, kind, f"`{name}`", table), node.start, body, value=value, stop=written.end)


def _terms(section: Section) -> Iterator[Described]:
    """The terms of definition lists, and bold names or code alone in a paragraph, which what follows describes."""
    for node, *below in _headed(section):
        term = section.shown(node).rstrip(" :")
        if term.strip("`*").casefold() in section.language.words("remarks"):
            continue
        if term.startswith(("-", "`-")):
            yield Described(Key(section, "option", term), node.start, below)
        elif coded := _CODE.fullmatch(term if "`" in term else f"`{term}`"):
            yield Described(Key(section, "setting", coded[1]), node.start, below, coded[2] or "")


def _headed(section: Section) -> Iterator[Sequence[Node]]:
    """Each term with the nodes below it."""
    alone = [
        at
        for at, node in enumerate(section.nodes)
        if node.kind == "paragraph" and _ALONE.fullmatch(section.document.text, node.start, node.end)
    ]
    yield from (section.nodes[start:stop] for start, stop in pairwise((*alone, len(section.nodes))))
    yield from (node.children for node in section.nodes if node.kind == "definition")


def _entries(section: Section) -> Iterator[Described]:
    """The entries of lists such as "- `timeout` (`float`, defaults to 5.0): seconds to wait"."""
    for lead, node in section.with_lead:
        if node.kind != "list":
            continue
        bodies = [(item, item.children[0]) for item in node.children if item.children]
        entries = [(*pair, _ENTRY.match(section.document.text, pair[1].start, pair[1].end)) for pair in bodies]
        found = [(item, body, match) for item, body, match in entries if match and body.kind == "paragraph"]
        names = [match["name"].replace(r"\_", "_") for _, _, match in found]  # "**loop\_wait**"
        kind = kind_of_keys(section, section.language.kind_of_things(lead or section.heading), names)
        path = path_shown(section, names) if kind else ""
        for name, (item, body, match) in zip(names, found, strict=True) if kind else ():
            key = Key(section, "option" if name.startswith("-") else kind, f"`{name}`", path)
            beside = shown(match["beside"] or "", section.document.media_type)
            below = (replace(body, start=match.end()), *item.children[1:])
            yield Described(key, body.start, below[match.end() == body.end :], beside)
