"""Section -> facts about the keys of a commented configuration file: purposes and defaults from the comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from benchmill.generator.extractive.answers import length
from benchmill.generator.extractive.fact import Fact
from benchmill.generator.extractive.section import Section
from benchmill.generator.extractive.things import Thing, default_fact, purpose_fact
from benchmill.generator.markup.node import Node
from benchmill.records.sentences import sentences

_LANGUAGES = ("yaml", "yml")
_LEAST_DEFAULTS = 2  # an example of another program's file states no defaults
_MOST_QUOTED = 60
_LINE = re.compile(
    r"(?P<indent>[ ]*)(?P<item>-[ ]+)?(?:#[ ]?(?P<comment>.*)|(?P<open>\[[ ]*)?(?P<key>[A-Za-z][\w-]*):(?P<rest>.*))?"
)
_BOUND = re.compile(r"\|[ ]default[ ]=[ ](?P<value>[^\]]+?)[ ]*\]")  # `[ key: <duration> | default = 1m ]`
_QUOTED = re.compile(r"(?P<quote>['\"`])(?P<value>[^'\"`]+)(?P=quote)(?: \([^()]*\))?\.?")
_PLAIN = re.compile(r"-?\d[\w.%]*|true|false")  # a bare word such as "source" may be another key
_STATES = re.compile(r"(?:The|An?|This) .*?\b(?:is|are|was|will|can|may|must|runs?|has|have|gets?)\b")
_DEEPEST = 3  # below that, a path holds names that the example invents
_BLOCK = re.compile(r"`?<?([a-z]\w*)>?`?")  # "### `<scrape_config>`": the heading names the block of its keys
_SHORTCODE = re.compile(r"\{\{<.*?>\}\}")


@dataclass(frozen=True, slots=True)
class _Key:
    """A key with its path from the top of the file, the lines of its comment, and its place with that comment."""

    path: tuple[str, ...]
    comment: tuple[str, ...]
    bound: str
    start: int
    end: int

    def default(self, section: Section) -> str:
        """The default that the comment or the line itself states; empty if that is no plain value."""
        pattern = section.language.pattern("default_line")
        stated = [match["value"] for line in self.comment if (match := pattern.match(line))]
        said = self.bound or (stated[0].strip() if len(stated) == 1 else "")
        if match := _QUOTED.fullmatch(said):
            return f"`{match['value']}`"
        plain = said.rstrip(".")
        return f"`{plain}`" if _PLAIN.fullmatch(plain) else ""

    @property
    def purpose(self) -> str:
        """The first sentence of the comment; empty if a line without an end cuts it."""
        lines = []
        for line in self.comment:
            if not line.strip():
                break
            lines.append(_SHORTCODE.sub("", line).strip())
        said = re.sub(rf"^{re.escape(self.path[-1])} (?=\w)", "", " ".join(lines)) if self.path[-1] else ""
        places = sentences(said)
        return said[slice(*places[0])] if places else ""


def configs(section: Section) -> Iterator[Fact]:
    """Facts from the commented keys of each configuration file that the section shows with their defaults."""
    for node in section.nodes:
        if node.kind != "code" or node.name.split(" ")[0].casefold() not in _LANGUAGES or not section.name:
            continue
        block = _BLOCK.fullmatch(section.heading.strip())
        keys = list(_keys(section, node))
        if any(key.bound for key in keys):  # a reference block by block: the same key has other meanings elsewhere
            keys = [replace(key, path=_inside(key.path, block[1] if block else "")) for key in keys]
        if sum(bool(key.default(section)) for key in keys) < _LEAST_DEFAULTS:
            continue
        for key in keys:
            thing = Thing(section, "setting", f"`{'.'.join(key.path)}`")
            if (
                len(key.path) > _DEEPEST
                or not thing.is_clear
                or length(section.document.text[key.start : key.end]) > _MOST_QUOTED
            ):
                continue
            yield from default_fact(thing, key.default(section), (key.start, key.end))
            if not _STATES.match(key.purpose):  # a statement about the key's use does not say what the key is for
                yield from purpose_fact(thing, key.purpose, (key.start, key.end), alone=len(key.comment) == 1)


def _inside(path: tuple[str, ...], block: str) -> tuple[str, ...]:
    """The path from the block's name on; the last name alone, which is clear nowhere, if no block is named."""
    if block and path[0] != block:
        return (block, *path)
    return path if len(path) > 1 else ("",)


def _keys(section: Section, code: Node) -> Iterator[_Key]:
    """The keys of a code block in order, each with the comment right above it."""
    text, at = section.document.text, code.start
    above: list[tuple[int, str]] = []  # the indentation and name of the keys that hold the next key
    comment: list[str] = []
    start = at
    for line in text[code.start : code.end].splitlines(keepends=True):
        match, begin, at = _LINE.fullmatch(line.rstrip("\n")), at, at + len(line)
        if match and match["comment"] is not None:
            start = start if comment else begin
            comment.append(match["comment"].strip())
        elif match and match["key"]:
            deep = len(match["indent"]) + len(match["item"] or "")
            above = [(indent, name) for indent, name in above if indent < deep]
            path = (*(name for _, name in above), match["key"])
            bound = _BOUND.search(match["rest"])
            first = text.rfind("\n", 0, begin) + 1 if not comment else start
            yield _Key(path, tuple(comment), bound["value"] if bound else "", first, begin + len(line.rstrip("\n")))
            above.append((deep, match["key"]))
            comment = []
        elif line.strip():
            comment = []
