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

# A line in the file of a configuration: a table, a key that may be commented out, or a comment.
_LINE = (
    r"(?P<margin>[ \t]*)(?:\[+(?P<table>[\w.-]+)\]+[ \t]*"
    r"|(?:[#;] ?(?=[\w.-]*[._-]\w+[ \t]*[:=]))?(?P<key>[A-Za-z][\w.-]*)[ \t]*[:=](?!:)[ \t]*(?P<value>.*?)"
    r"(?:[ \t]+[#;][ \t](?P<beside>.*)|[ \t]*)|(?P<said>[#;].*)|.*)"
)
_MARGIN = re.compile(r"(?:.*\n\n?)??([ \t]+)")


def configuration(section: Section) -> Iterator[Fact]:
    """The defaults of settings whose comment has a line "Default: 7" or says "(default: 7)": the value that follows may
    be an example's. The default of a key below another key, or in a comment behind a value, is a further place of what
    other words say, and so is a value without a margin below "The default values are:"."""
    for lead, node in section.with_lead:
        are_defaults = lead.endswith((":", "：")) and section.language.says("default_words", lead.casefold())
        lines = _lines(section, node) if node.kind == "code" else ()
        are_above = are_defaults or _has_comments_above(lines)
        for line, path, comment in _keys(lines):
            key = Key(section, "setting", f"`{line['key']}`", f"`{path}`" if path else "")
            value = _default_of(section, comment)
            is_given = value.strip("\"'`") == line["value"].strip("\"'")  # then the comment is surely this key's
            value = value if are_above or is_given else ""
            if _is_out(line) and value.isdigit() and line["value"].isdigit() and not is_given:
                continue  # "# Default: 5", and below it "# wait = 1"
            beside = section.language.pattern("default_line").match(line["beside"] or "")
            start = comment[0].start("said") if value else line.start("key")
            given = line["value"] if are_defaults and not line["margin"] else ""
            if value and are_above and not line["margin"]:
                yield from default_facts(Described(key, start, value=value, stop=line.end()))
            elif further := value or (beside["value"] if beside else given):
                coded = f"`{further.strip('`').rstrip(',;')}`"
                facts = default_facts(Described(key, start, value=coded, stop=line.end()))
                yield from (replace(fact, question="") for fact in facts)


def _keys(lines: Sequence[re.Match[str]]) -> Iterator[tuple[re.Match[str], str, Sequence[re.Match[str]]]]:
    """The lines with a key, each with the table or path that has the key, and with the comment right above it."""
    table, comment = "", list[re.Match[str]]()
    above: list[tuple[int, str]] = []
    for line in lines:
        if line["said"]:
            comment.append(line)
            continue
        table = line["table"] or table
        if line["key"]:
            above = [(margin, name) for margin, name in above if margin < len(line["margin"])]
            yield line, f"[{table}]" if table else ".".join(name for _, name in above), comment
            above.append((len(line["margin"]), line["key"]))
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


def _is_out(line: re.Match[str]) -> bool:
    """Whether the key is commented out: then its value is the default."""
    return line[0].lstrip().startswith(("#", ";"))


def _default_of(section: Section, comment: Sequence[re.Match[str]]) -> str:
    """The one default that a comment states."""
    lines = [line["said"].strip("#; \t") for line in comment]
    found = [match["value"] for line in lines if (match := section.language.pattern("default_line").match(line))]
    return found[0] if len(found) == 1 else "" if found else default_inside(section, " ".join(lines))
