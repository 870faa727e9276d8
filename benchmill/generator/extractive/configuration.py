"""Section -> defaults from the comments of a configuration file that a block of code shows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from benchmill.generator.extractive.defaults import Described, default_facts, default_inside
from benchmill.generator.extractive.fact import Fact
from benchmill.generator.extractive.key import Key
from benchmill.generator.extractive.section import Section
from benchmill.generator.markup.node import Node

# A line in the file of a configuration: a table, a key that may be commented out, or a comment. No key below another.
_LINE = (
    r"(?:\[+(?P<table>[\w.-]+)\]+[ \t]*"
    r"|(?:[#;] ?(?=[\w.-]*[._-]\w+[ \t]*[:=]))?(?P<key>[A-Za-z][\w.-]*)[ \t]*[:=](?!:)[ \t]*(?P<value>.*?)[ \t]*"
    r"|(?P<said>[#;].*)|.*)"
)
_MARGIN = re.compile(r"(?:.*\n\n?)??([ \t]+)")


def configuration(section: Section) -> Iterator[Fact]:
    """The defaults of settings whose comment has a line "Default: 7" or says "(default: 7)": the value that follows may
    be an example's. Below "The default values are:" it is the default, a further place of what other words say."""
    for lead, node in section.with_lead:
        table, comment = "", []
        are_defaults = lead.endswith((":", "：")) and section.language.says("default_words", lead.casefold())
        lines = _lines(section, node) if node.kind == "code" else ()
        for line in lines if are_defaults or _has_comments_above(lines) else ():
            table = line["table"] or table
            if line["said"]:
                comment.append(line)
                continue
            value = _default_of(section, [each["said"] for each in comment]) if line["key"] and comment else ""
            key = Key(section, "setting", f"`{line['key']}`", f"`[{table}]`" if table else "")
            if value:
                yield from default_facts(Described(key, comment[0].start("said"), value=value, stop=line.end()))
            elif are_defaults and line["value"]:
                facts = default_facts(Described(key, line.start("key"), value=f"`{line['value']}`", stop=line.end()))
                yield from (replace(fact, question="") for fact in facts)
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
    lines = [line.strip("#; \t") for line in comment]
    found = [match["value"] for line in lines if (match := section.language.pattern("default_line").match(line))]
    return found[0] if len(found) == 1 else "" if found else default_inside(section, " ".join(lines))
