"""Section -> the defaults that the comments of a YAML configuration file state for its keys."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmill.generator.extractive.fact import Fact, Place
from benchmill.generator.extractive.section import Section
from benchmill.generator.extractive.things import Thing
from benchmill.generator.markup.node import Node

_LEAST_DEFAULTS = 2  # an example of another program's file states no defaults
_DEEPEST = 3  # below that, a path holds names that the example invents
_LINE = re.compile(r"(?P<indent> *)(?P<item>- +)?(?:# ?(?P<comment>.*)|(?P<key>[A-Za-z][\w-]*):.*)?")
_QUOTED = re.compile(r"(?P<quote>['\"`])(?P<value>[^'\"`]+)(?P=quote)(?: \([^()]*\))?\.?")
_PLAIN = re.compile(r"(?P<value>-?\d[\w%]*(?:\.\w+)*|true|false)\.?")  # a bare word such as "source" may be another key


def configs(section: Section) -> Iterator[Fact]:
    """Facts from each YAML block that states the defaults of its keys."""
    for node in section.nodes:
        if node.kind == "code" and node.name.split(" ")[0].casefold() in ("yaml", "yml"):
            found = list(_defaults(section, node))
            for path, value, quote in found if len(found) >= _LEAST_DEFAULTS else ():
                if len(path) <= _DEEPEST:
                    yield from Thing(section, "setting", f"`{'.'.join(path)}`").facts(quote, f"`{value}`")


def _defaults(section: Section, code: Node) -> Iterator[tuple[tuple[str, ...], str, Place]]:
    """(path of a key from the top of the file, its default, the place of the comment and the key)."""
    text, at = section.document.text, code.start
    pattern = section.language.pattern("default_line")
    above: list[tuple[int, str]] = []  # the indentation and name of the keys that hold the next key
    stated: list[str] = []
    start = at
    for line in text[code.start : code.end].splitlines(keepends=True):
        match, begin, at = _LINE.fullmatch(line.rstrip("\n")), at, at + len(line)
        if match and match["comment"] is not None:
            start = begin if not stated else start
            stated += [found["value"].strip() for found in [pattern.match(match["comment"].strip())] if found]
        elif match and match["key"]:
            indent = len(match["indent"]) + len(match["item"] or "")
            above = [*((deep, name) for deep, name in above if deep < indent), (indent, match["key"])]
            value = _QUOTED.fullmatch(stated[0]) or _PLAIN.fullmatch(stated[0]) if len(stated) == 1 else None
            if value:
                yield tuple(name for _, name in above), value["value"], (start, begin + len(line.rstrip("\n")))
            stated = []
        elif line.strip():
            stated = []
