"""Section -> facts about each thing that it names and describes: in a heading, a directive, an entry or a term."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from benchmill.generator.extractive.below import Described, default_inside, facts_below
from benchmill.generator.extractive.fact import Fact
from benchmill.generator.extractive.section import Section, is_qualified
from benchmill.generator.extractive.things import MARKED, Thing, kind_of_names
from benchmill.generator.markup.inline import shown
from benchmill.generator.markup.node import Node
from benchmill.records import Document

_NAME = re.compile(r"`?(?:\[\w+\] )?[A-Za-z][\w.-]*`?")
_CODE = re.compile(r"(`[^`]+`)(?: (\(.+\)))?")
_AROUND = re.compile(r"^\d+(?:\.\d+)*\.? |\s[-–—]\s.*$")  # "3.1 relay.port - where the relay listens"
_KIND_BEHIND = re.compile(r"(`[^`]+`) ?([^\W\d][\w ]*)")
_TYPED = re.compile(r"(.*?)(?: ([({].+[)}]))?", re.DOTALL)  # "`relay.port` (default: 7480)"
_SUBJECT = re.compile(r"(?:\w+ )?(`[^`]+`)")
_FILE = re.compile(r"\.(?:sh|py|js|ts|rb|ya?ml|json|toml|cfg|conf|ini)`$")
_OPTION = re.compile(r"`?-[\w-]+[^.:]*")
_ENTRY = re.compile(
    r"(?P<code>\[?(?:\*\*|`)+)(?P<name>[^*`\n]+?)(?::(?:\*\*|`)+|(?:\*\*|`)+(?:\]\([^()\n]*\))?\s*"
    r"(?P<typed>\((?:[^()]|\([^()]*\))*\))?\s*(?:(?P<mark>[:–—]|-(?= ))\**|(?(typed)\.?(?=\s|$)|\Z)))\s*"
)
_USAGE = re.compile(
    r"^[ \t]*(?:usage: +(?-i:([a-z][\w-]*(?: [a-z][\w-]*)*)(?![\w./-]))?"
    r"|(?-i:([a-z][\w-]*(?: [a-z][\w-]*)*)(?: \[?[A-Z][A-Z_.-]*\]?)*) \[(?:flags|options))",
    re.MULTILINE | re.IGNORECASE,
)
_HELP_LINE = re.compile(
    r"^[ \t]*(?P<name>(?:-\w,? +)?--[a-z][\w-]*(?:[ =]?[\[<]\S+|[ =][A-Z_]+| [a-z]\w+)?)(?: {2,}|\n[ \t]{6,}(?!-))"
    r"(?P<said>\S.*(?:\n[ \t]{6,}[^\s-].*)*)",
    re.MULTILINE,
)
_OF_EVERY_COMMAND = re.compile(r"^[ \t]*global (?:flags|options)", re.MULTILINE | re.IGNORECASE)
_HELP_DEFAULT = re.compile(r"^[ \t]{6,}\[(default: \S.*)\]$", re.MULTILINE)
# The commented reference of a configuration: what it is for, the flag, the key with its type and default.
_FLAG = re.compile(r"^[ \t]*# CLI flag: (-[\w.-]+)\n[ \t]*\[[\w-]+: <[^<>]+> \| default = ([^\]\n]+)\]", re.MULTILINE)
# A line in the file of a configuration: a table, a key that may be commented out, or a comment. No key below another.
_LINE = (
    r"(?:\[+(?P<table>[\w.-]+)\]+[ \t]*"
    r"|(?:[#;] ?(?=[\w.-]*[._-]\w+[ \t]*[:=]))?(?P<key>[A-Za-z][\w.-]*)[ \t]*[:=](?!:).*|(?P<said>[#;].*)|.*)"
)
_MARGIN = re.compile(r"(?:.*\n\n?)??([ \t]+)")
_KINDS = {
    "setting": "setting", "confval": "setting", "config": "setting", "option": "option", "cmdoption": "option",
    "program-option": "option", "envvar": "variable", "data": "data",
}  # fmt: skip
_CLASSES = ("class", "exception")
_MEMBERS = {"attribute": "attribute", "property": "attribute", "method": "method", "coroutinemethod": "method"}
_FUNCTIONS = ("function", "method", "classmethod", "staticmethod", "coroutine")
_DECLARED = re.compile(
    r"^([ \t]*)\.\. (?:\w+:)?(?:auto)?(?:class|exception):: (?:[a-z]+ )*(?:\w+(?:\.|::))*(\w+)\b"
    r"(?![^\n]*\n\1[ \t]+:no-?index:)",
    re.MULTILINE,
)
_CALLED = re.compile(r"(?:[a-z_*]+ )*(?P<path>(?:\w+\.)*)(?P<name>[A-Za-z]\w*)(?=\(|$)")


def described(section: Section) -> Iterator[Fact]:
    """Facts from the description below or beside each name."""
    for each in (*_heading(section), *_directives(section), *_entries(section), *_help(section), *_commented(section)):
        yield from facts_below(each)


def shared_classes(documents: Sequence[Document]) -> frozenset[str]:
    """The names that more than one class has: `Table` of the library and `Table` of its plugin."""
    declared = Counter(match[2] for document in documents for match in _DECLARED.finditer(document.text))
    return frozenset(name for name, count in declared.items() if count > 1)


def announced(section: Section, lead: str) -> tuple[str, str]:
    """(kind, owner) of the entries of a list or table: the sentence above says it, else the section's heading."""
    if re.search(section.language.data["tutorial"], lead, re.IGNORECASE):
        return "", ""
    subject = _SUBJECT.match(lead)  # "`RelayClient` takes these parameters:", no code that the sentence only mentions
    owner = subject[1] if subject and is_qualified(subject[1]) and not _FILE.search(subject[1]) else ""
    return section.language.kind_of_things(lead or section.heading), owner


def _heading(section: Section) -> Iterator[Described]:
    """The thing that the section's own heading names, such as "`relay.port`" or "--timeout". The title may name it if
    this is the first section below it, as "Summary" is."""
    first = next((above for above, _ in section.page if len(above) > 1), ())
    titled = section.above[:1] if first and section.above == first and "`" in section.headings[-1] else ()
    for node in (*titled, *section.above[-1:]):
        heading, typed = _TYPED.fullmatch(section.shown(node).strip()).groups()  # type: ignore[union-attr]
        kind = ""
        if _OPTION.fullmatch(heading):
            kind = "option"
        elif _NAME.fullmatch(heading := _without_kind(section, _AROUND.sub("", heading))):
            above = next(section.kinds_above, "")
            kind = above if above in ("command", "variable") else "setting"
        if kind:
            yield Described(Thing(section, kind, heading), section.nodes, node.start, typed or "")


def _without_kind(section: Section, heading: str) -> str:
    """The heading without a word for the kind of its thing: "`relay.port` setting", "`relay.port`パラメーター"."""
    named = _KIND_BEHIND.fullmatch(heading)
    return named[1] if named and section.language.kind_of_key(named[2]) else heading


def _directives(section: Section) -> Iterator[Described]:
    for node in section.nodes:
        form = node.name.rsplit(":", 1)[-1] if node.kind == "directive" else ""
        written = section.shown(node.children[0]).strip("`") if form else ""
        called, body = _CALLED.match(written), node.children[1:]
        if called and form in _CLASSES:
            yield from _members(section, node, f"`{called['name']}`")
        elif called and form in _FUNCTIONS and called["path"]:
            # without its module, a function may be anybody's
            function = f"`{called['path']}{called['name']}()`"
            yield Described(Thing(section, "code", function), body, node.start)
        elif form in _KINDS:
            name, _, value = written.partition(" = ")
            yield Described(
                Thing(section, _KINDS[form], f"`{name}`"), body, node.start, assigned=value, stop=node.children[0].end
            )


def _members(section: Section, node: Node, owner: str) -> Iterator[Described]:
    """The attributes and methods inside a class directive: the directive shows which class has them."""
    for member in node.children[1:] if is_qualified(owner) else ():
        kind = _MEMBERS.get(member.name.rsplit(":", 1)[-1], "") if member.kind == "directive" else ""
        called = _CALLED.match(section.shown(member.children[0]).strip("`")) if kind else None
        if called:
            name = f"`{called['name']}()`" if kind == "method" else f"`{called['name']}`"
            yield Described(Thing(section, kind, name, owner, True), member.children[1:], member.start)


def _usages(text: str) -> set[str]:
    """How a text calls programs; empty words for a usage that names no program, such as "Usage: ./build.sh"."""
    return {match[1] or match[2] or "" for match in _USAGE.finditer(text)}


def _help(section: Section) -> Iterator[Described]:
    """The options in a block of code with a program's help text; the block or the page says how to call the program."""
    text = section.document.text
    for node in section.nodes:
        others = _OF_EVERY_COMMAND.search(text, node.start, node.end)
        stop = others.start() if others else node.end
        lines = [*_HELP_LINE.finditer(text, node.start, stop)] if node.kind == "code" else []
        usages = _usages(text[node.start : node.end]) or _usages(text) if lines else set()
        ends = [*(match.start() for match in lines[1:]), stop]
        for match in _FLAG.finditer(text, node.start, node.end) if node.kind == "code" else ():
            yield Described(
                Thing(section, "flag", f"`{match[1]}`"), (), match.start(1), assigned=match[2], stop=match.end()
            )
        for match, end in zip(lines, ends, strict=False) if len(usages) < 2 and "" not in usages else ():
            thing = Thing(section, "option", match["name"], "".join(f"`{usage}`" for usage in usages))
            below = [Node("paragraph", *found.span(1)) for found in _HELP_DEFAULT.finditer(text, match.end(), end)]
            more = re.search(r"^ +[^\s\[-]", text[match.end() : end], re.MULTILINE) is not None
            below = [] if section.language.says("exception", text[match.start() : end]) else below
            yield Described(thing, [Node("paragraph", *match.span("said")), *below], match.start("name"), more=more)


def _commented(section: Section) -> Iterator[Described]:
    """The settings of a commented configuration whose comment has a line "Default: 7" or says "(default: 7)". The value
    that follows may be an example's."""
    text = section.document.text
    for node in section.nodes:
        table, comment, margin = "", [], _MARGIN.match(text, node.start)  # code below a directive has a margin
        lines = re.compile(rf"^(?:{margin[1] if margin else ''}{_LINE}|[ \t]*)$", re.MULTILINE)
        for line in lines.finditer(text, node.start, node.end) if node.kind == "code" else ():
            table = line["table"] or table
            if line["said"]:
                comment.append(line)
                continue
            value = _default_of_comment(section, [each["said"] for each in comment]) if line["key"] and comment else ""
            if value and (section.is_about_settings or not table):
                thing = Thing(section, "setting", f"`{line['key']}`", f"`[{table}]`" if table else "")
                yield Described(thing, (), comment[0].start("said"), assigned=value, stop=line.end())
            comment = []


def _default_of_comment(section: Section, comment: Sequence[str]) -> str:
    """The one default that a comment states."""
    lines = [line.strip("#; \t") for line in comment]
    found = [match["value"] for line in lines if (match := section.language.pattern("default_line").match(line))]
    return found[0] if len(found) == 1 else "" if found else default_inside(section, " ".join(lines))


def _entries(section: Section) -> Iterator[Described]:
    """The entries of definition lists, and of lists such as "- `timeout` (`float`, defaults to 5.0): seconds to wait"
    below a sentence that says what they are."""
    for node in section.nodes:
        term = section.shown(node.children[0]) if node.kind == "definition" else ""
        if term.startswith(("-", "`-")):
            yield Described(Thing(section, "option", term), node.children[1:], node.start)
        elif (coded := _CODE.fullmatch(term if "`" in term else f"`{term}`")) and (
            section.is_about_settings or section.language.says("default_words", section.shown(node).casefold())
        ):  # else it may be a metric
            yield Described(Thing(section, "setting", coded[1]), node.children[1:], node.start, coded[2] or "")
    for lead, node in section.with_lead:
        if node.kind != "list":
            continue
        kind, owner = announced(section, lead)
        bodies = [(item, item.children[0]) for item in node.children if item.children]
        entries = [(*pair, _ENTRY.match(section.document.text, pair[1].start, pair[1].end)) for pair in bodies]
        found = [(item, body, match) for item, body, match in entries if match and body.kind == "paragraph"]
        kind = kind_of_names(section, kind, [match["name"] for _, _, match in found], lead)
        for item, body, match in found if kind else ():
            of_kind = "option" if match["name"].startswith("-") else kind
            if "`" not in match["code"] and not section.table and not MARKED.search(match["name"]):
                continue  # a word in bold may be anything's
            if (
                match["typed"]
                and not match["mark"]
                and not section.language.says("default_words", (match["typed"] or "").casefold())
            ):
                continue
            thing = Thing(section, of_kind, f"`{match['name']}`", owner if of_kind == kind else "")
            typed = shown(match["typed"] or "", section.document.media_type)
            below = (replace(body, start=match.end()), *item.children[1:])
            yield Described(thing, below[match.end() == body.end :], body.start, typed)
