"""Section -> defaults from the comments of a configuration file that a block of code shows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from benchmill.generator.extractive.defaults import Described, default_facts, default_inside
from benchmill.generator.extractive.fact import Fact
from benchmill.generator.extractive.key import Key
from benchmill.generator.extractive.section import Section
from benchmill.generator.markup.node import Node

# A line in the file of a configuration: a table, a key that may be commented out, or a comment. No key below another.
_LINE = (
    r"(?:\[+(?P<table>[\w.-]+)\]+[ \t]*"
    r"|(?:[#;] ?(?=[\w.-]*[._-]\w+[ \t]*[:=]))?(?P<key>[A-Za-z][\w.-]*)[ \t]*[:=](?!:).*"
    r"|(?P<said>[#;].*)|.*)"
)
_MARGIN = re.compile(r"(?:.*\n\n?)??([ \t]+)")


def configuration(section: Section) -> Iterator[Fact]:
    """The defaults of settings whose comment has a line "Default: 7" or says "(default: 7)": the value that follows may
    be an example's."""
    for node in section.nodes:
        lines = _lines(section, node) if node.kind == "code" else ()
        table, comment = "", []
        for line in lines if _has_comments_above(lines) else ():
            table = f"`[{line['table']}]`" if line["table"] else table
            if line["said"]:
                comment.append(line)
                continue
            value = _default_of(section, [each["said"].strip("#; \t") for each in comment])
            if line["key"] and value:
                key = Key(section, "setting", f"`{line['key']}`", table)
                yield from default_facts(Described(key, comment[0].start("said"), value=value, stop=line.end()))
            comment = []


def _lines(section: Section, node: Node) -> Sequence[re.Match[str]]:
    """The lines of a block of code."""
    text = section.document.text
    margin = _MARGIN.match(text, node.start)  # code below a directive has a margin
    lines = re.compile(rf"^(?:{margin[1] if margin else ''}{_LINE}|[ \t]*)$", re.MULTILINE)
    return [*lines.finditer(text, node.start, node.end)]


def _has_comments_above(lines: Sequence[re.Match[str]]) -> bool:
    """Whether comments are above their keys: a block may have them below."""
    are_keys = [bool(line["key"]) for line in lines if re.search(r"\w", line["said"] or line["key"] or "")]
    return bool(are_keys) and are_keys[-1] and not are_keys[0]


def _default_of(section: Section, comment: Sequence[str]) -> str:
    """The one default that a comment states."""
    found = [match["value"] for match in map(section.language.pattern("default_line").match, comment) if match]
    return found[0] if len(found) == 1 else "" if found else default_inside(section, " ".join(comment))
