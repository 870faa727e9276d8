"""A page's configuration examples -> the keys in them, and whose each key is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from benchmill.generator.extractive.section import Section
from benchmill.generator.markup.node import Node

_LEAST_LETTERS = 2
_DEEPEST = 3  # below that, a path holds names that the example invents
_FORMATS = ("yaml", "yml", "toml", "ini", "json", "jsonc", "json5")
_COMPONENT = ("platform", "type", "name")  # as the first key, it names the component that the keys beside it configure
_HEADING = re.compile(r"`(\[+[\w.:-]+\]+)`")
_MODULE = re.compile(r"([a-z][a-z0-9_]+): \S")  # "imkmsg: Kernel Log Input Module"
_SECTION = re.compile(r"`([A-Za-z][\w.-]*):`+ section")  # "make a `fetchart:` section in your configuration"
_TABLE = re.compile(r"\s*\[{1,2}(?P<table>[A-Za-z][\w.-]*)\]{1,2}\s*")
_LINE = re.compile(
    r"(?P<indent>[ \t]*)(?P<item>- +)?"
    r"[\"']?(?P<key>[A-Za-z][\w.-]*)[\"']?\s*[:=](?![:=])\s*(?P<value>.*)"
)
_WRAPPERS = ("data", "result", "results", "items", "response")  # in an example of a reply, they hold anything
_INVENTED = re.compile(r"(?:^|[_-])(?:test|example|demo|sample)(?:$|[_-])")
_NAME = re.compile(r"[a-z][\w-]*")


@dataclass(frozen=True, slots=True)
class Key:
    """`path` leads from the top of the file to the key. `owner` is the table or component that has the key; `component`
    is empty for a table."""

    path: tuple[str, ...]
    owner: str
    component: str


@lru_cache(maxsize=512)
def keys(code: str) -> tuple[Key, ...]:
    """The keys of a piece of YAML, TOML or JSON, read by lines: an example may leave parts of the file out."""
    above: list[tuple[int, str]] = []  # the indentation and name of the keys that hold the next key
    levels: dict[int, str] = {}  # the component whose keys have that indentation
    found: list[Key] = []
    table = ""
    for words in map(str.rstrip, code.splitlines()):
        match = _LINE.fullmatch(words)
        if head := _TABLE.fullmatch(words):
            table, above, levels = f"[{head['table']}]", [], {}
        elif match and match["key"]:
            item, value = match["item"] or "", match["value"].strip("\"', ")
            indent = len(match["indent"]) + len(item)
            levels = {deep: name for deep, name in levels.items() if deep < indent or (deep == indent and not item)}
            above = [(deep, name) for deep, name in above if deep < indent]
            names = tuple(name for _, name in above)
            component = value if match["key"] in _COMPONENT and _NAME.fullmatch(value) else ""
            of_list = names[-1:] if item and component else ()  # `sensor.dht` and `switch.dht` are two components
            levels.setdefault(indent, ".".join((*of_list, *([component] if component else []))))
            owner = levels[indent] or (table if not names else "") or ".".join(names)
            of = levels[indent].rpartition(".")[2]
            found.append(Key((*names, match["key"]), owner, of))
            above.append((indent, match["key"]))
        elif words and words.lstrip()[0] != "#":
            deepest = len(words) - len(words.lstrip())  # a bracket begins a new object
            levels = {deep: name for deep, name in levels.items() if deep <= deepest}
    return tuple(found)


def owner_of_settings(section: Section, names: list[str]) -> str | None:
    """The part of a configuration that has the settings: the table in a heading, the module of the title, or the one
    owner of the keys in the nearest examples that show one of them. None if the examples show several owners."""
    titles = [section.document.title, *section.headings[-1:]]
    shown = [match[1] for said in section.headings if (match := _HEADING.search(said))]
    shown += [match[1] for said in titles if (match := _MODULE.match(said))]
    shown += [*found] if len(found := set(_SECTION.findall(section.document.text))) == 1 else []
    if shown or not section.name:  # without a product, nobody knows whose configuration it is
        return f"`{shown[0]}`" if shown else None
    wanted = set(names) - {*_COMPONENT}
    for depth in range(len(section.above), -1, -1):
        owners = {
            (key.owner, key.component)
            for above, nodes in section.page
            if above[:depth] == section.above[:depth]
            for node in nodes
            if _is_configuration(node)
            for key in keys(section.document.text[node.start : node.end])
            if key.path[-1] in wanted and len(key.path) <= _DEEPEST + 1
        }
        if owners:
            owner, component = owners.pop()
            # below the first level, a key may be a name that the reader chooses: `tasks.build`
            chosen = component or owner.strip("[]").partition(".")[2]
            is_doubtful = owners or owner in _WRAPPERS or (chosen and not _is_about(section, chosen))
            return None if is_doubtful else f"`{owner}`" if owner else ""
    return ""


def _is_about(section: Section, component: str) -> bool:
    """Whether the page's name or headings name the component: a page may use `http` to reach another service."""
    if _INVENTED.search(component):
        return False
    said = " ".join((section.document.id, section.document.title, *section.headings)).casefold()
    return any(part in said for part in re.split("[_-]", component) if len(part) > _LEAST_LETTERS)


def _is_configuration(node: Node) -> bool:
    return node.kind == "code" and node.name.partition(" ")[0].partition("{")[0].casefold() in _FORMATS
