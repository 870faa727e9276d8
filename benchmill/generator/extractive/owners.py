"""Section and a name -> whose it is: the command or table that the page's headings, calls and examples show."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from itertools import chain, islice, pairwise

from benchmill.generator.extractive.section import Section
from benchmill.generator.languages import letters_of
from benchmill.generator.markup.nodes import nodes_of
from benchmill.records import Document
from benchmill.records.words import words

_COMMAND = re.compile(r"(`?)([a-z][\w-]*(?: [a-z][\w-]*){0,3})\1(?: [\[<{].*)?")
_TABLE = re.compile(r"`(\[+[\w.:-]+\]+)`")
_KEY = re.compile(r"`[^`]+`|[a-z][\w.-]*(?=$| ?[|,(])")
_NAME = re.compile(r"[\w.-]+|\[+[\w.:-]+\]+")
_LINE = re.compile(  # "[queue]", "<queue", "- queue:", "queue {", or a line without a key; no comment
    r"([ \t]*(?:- )?)(?!$|[ \t#;]|//)(?:(?P<table>\[+[\w.\"-]+\]+)[ \t]*$"
    r"|<(?P<element>[\w.-]+)|[\"']?(?P<key>[\w.-]+)[\"']?[ \t]*[:={])?"
)


def command_of(section: Section) -> str:
    """The command that the innermost heading names which looks like one, if the page calls it; else the only one that
    the page calls with options. Empty if there is none."""
    calls = _calls(section.name, section.document)
    name = next((match[2] for said in section.titles if (match := _COMMAND.fullmatch(said))), "")
    if name:
        called = re.compile(rf"(?:\S+ )*?{re.escape(name)}(?![\w-])")
        return next((f"`{match[0]}`" for call, _ in calls if (match := called.match(call))), "")
    only = {call for call, option in calls if option}
    # words behind the program that no heading has may be an example's arguments
    known = set(words(" ".join(section.titles)))
    return next((f"`{each}`" for each in only if len(only) == 1 and {*words(each)[1:]} <= known), "")


@lru_cache(maxsize=4)  # a page of megabytes may have thousands of options
def _calls(product: str, document: Document) -> list[tuple[str, str]]:
    """The calls of the product's program, `relay` or `relay-cli` for the product Relay, in lines and spans of code: the
    words of a command, and an option if a call has one. A heading calls nothing: "# relay command-line tool" is a
    title."""
    headings = [(node.start, node.end) for node in nodes_of(document) if node.kind == "heading"]
    borders = pairwise([0, *chain.from_iterable(headings), len(document.text)])
    text = "\n".join(document.text[start:end] for start, end in islice(borders, 0, None, 2))
    program = re.escape(product.casefold().partition(" ")[0]) or "(?!)"
    command = rf"({program}[\w-]*(?: (?!help )[a-z][\w-]*(?![\w:.-]))*)"
    call = re.compile(rf"(?:^|`|[$>#%] )[ \t]*(?:sudo )?{command}(?:[^\n`]*?( --[a-z])|(?=[ \n`]))", re.MULTILINE)
    return list(dict.fromkeys(call.findall(text.replace("\\\n", " "))))


def owner_shown(section: Section, name: str) -> str | None:
    """The table, key or element that has the name; empty if it has none. None if several have it, or if nothing but an
    example names the one that has it: an example invents names."""
    above = section.headings[: len(section.above) - len(section.title)]
    named = [said for said in reversed(above) if _KEY.match(said) and not _is_of_name(name, said)]
    keys = [table[1] if (table := _TABLE.match(said)) else said.strip("`") for said in named]
    if keys:
        return f"`{'.'.join(dict.fromkeys(keys))}`" if all(map(_NAME.fullmatch, keys)) else None
    of, _, last = name.casefold().rpartition(".")
    paths = _paths(section.document).get(last, set())
    roots = ("", section.name.casefold(), f"tool.{section.name.casefold()}")
    # `queue.size` is in no table of `queue`
    owners = {path for path in paths if not (of and f".{of}." in f".{_bare(path)}.")}
    if not owners or any(_bare(path) in roots for path in owners):
        return ""
    path = owners.pop()
    # `[queue]` in an example, below "Queue" or on a page that says "`[queue]`"
    is_said = path.startswith("[") and f"`{path}`" in section.document.text
    is_named = is_said or letters_of(path) in map(letters_of, section.headings)
    return f"`{path}`" if is_named and not owners else None


def _is_of_name(name: str, said: str) -> bool:
    """Whether a name begins or ends with the key in a heading."""
    found = _KEY.match(said)
    key = found[0].strip("`") if found else ""
    return f"{name}.".startswith(f"{key}.") or f".{name}".endswith(f".{key}")


def _bare(path: str) -> str:
    return re.sub(r"[\[\]]", "", path).casefold()


@lru_cache(maxsize=4)
def _paths(document: Document) -> Mapping[str, set[str]]:
    """The paths to the tables that have a key in blocks of code, by the key's name."""
    paths: dict[str, set[str]] = defaultdict(set)
    for block in (node for node in nodes_of(document) if node.kind == "code"):
        above: list[tuple[int, str]] = []
        start = document.text.rfind("\n", 0, block.start) + 1  # with the first line's margin
        for match in filter(None, map(_LINE.match, document.text[start : block.end].split("\n"))):
            indent = -1 if match["table"] else len(match[1])
            while above and above[-1][0] >= indent:
                above.pop()
            if match.lastgroup:
                name = match[match.lastgroup]
                paths[name.casefold()].add(".".join(key for _, key in above))
                above.append((indent, name))
    return paths
