"""Section and a name -> whose it is, by the headings above and by the examples of a configuration on the page."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache

from benchmill.generator.extractive.section import Section
from benchmill.generator.markup.nodes import nodes_of
from benchmill.records import Document

_KEY = re.compile(r"`[^`]+`|[a-z][\w.-]*(?=$| ?[|,(])")
_NAME = re.compile(r"[\w.-]+")
_LINE = re.compile(
    r"([ \t]*(?:- )?)(?:(?P<table>\[+[\w.\"-]+\]+)[ \t]*$|<(?P<element>[\w.-]+)|[\"']?(?P<key>[\w.-]+)[\"']?[ \t]*[:=])"
)
Paths = Mapping[str, set[tuple[str, ...]]]


def owner_shown(section: Section, name: str) -> str | None:
    """The table, key or element that has the name; empty if it has none. None if several have it, or if nothing but an
    example names the one that has it: an example invents names."""
    above = section.headings[: len(section.above) - len(section.title)]
    keys = [(said, match[0].strip("`")) for said in reversed(above) if (match := _KEY.match(said))]
    owners = [
        key if key in (said, said.strip("`")) and _NAME.fullmatch(key) else ""
        for said, key in keys
        if not (section.language.kind_of_key(key) or f"{name}.".startswith(f"{key}."))
    ]
    if owners:
        return f"`{'.'.join(owners)}`" if all(owners) else None
    of, _, last = name.casefold().rpartition(".")
    paths, prose = _examples(section.document)
    product = section.name.casefold()
    found = {_without(path, of, product) for path in paths.get(last, ())}
    if not found or () in found:
        return ""
    shortest = min(found, key=len)
    is_one = all(path[-len(shortest) :] == shortest for path in found)
    return f"`{'.'.join(shortest)}`" if is_one and all(f"`{key}`" in prose for key in shortest) else None


def _without(path: tuple[str, ...], of: str, product: str) -> tuple[str, ...]:
    """The path to a key, or nothing if that is the root, the product's own table, or written in the key's name."""
    joined = ".".join(path).replace("[", "").replace("]", "").casefold()
    is_own = joined in (product, f"tool.{product}") or (of and f".{joined}".endswith(f".{of}"))
    return () if is_own else path


@lru_cache(maxsize=4)
def _examples(document: Document) -> tuple[Paths, str]:
    """The path to each key in blocks of code, by the key's name, and the text outside of them."""
    paths: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    prose, last = "", 0
    for block in (node for node in nodes_of(document) if node.kind == "code"):
        prose, last = prose + document.text[last : block.start], block.end
        table: tuple[str, ...] = ()
        above: list[tuple[int, str]] = []
        start = document.text.rfind("\n", 0, block.start) + 1  # with the first line's margin
        for line in document.text[start : block.end].split("\n"):
            if not (match := _LINE.match(line)):
                continue
            if match["table"]:
                table, above = (match["table"],), []
                continue
            indent, name = len(match[1]), match["key"] or match["element"]
            while above and above[-1][0] >= indent:
                above.pop()
            paths[name.casefold()].add((*table, *(key for _, key in above)))
            above.append((indent, name))
    return paths, prose + document.text[last:]
