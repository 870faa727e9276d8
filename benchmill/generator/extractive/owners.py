"""Section and a name -> whose it is: the command or table that the page's headings, calls and examples show."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice, pairwise, takewhile
from pathlib import PurePosixPath

from benchmill.generator.extractive.section import Section, headings_of
from benchmill.generator.languages import Language
from benchmill.generator.markup.inline import shown
from benchmill.generator.markup.nodes import nodes_of
from benchmill.records import Document
from benchmill.records.words import words

Path = tuple[str, ...]  # from the root of a configuration

_COMMAND = re.compile(r"(`?)([a-z][\w-]*(?: [a-z][\w-]*){0,3})\1(?: [\[<{].*)?")
_OF_FILE = re.compile(r"`?([A-Z]{2,}(?: [A-Z]{2,})*)`?(?: \(.*)?")  # a command of a file, as `FROM` is of a Dockerfile
# "[queue]", and not "[1.2.3]", which is a version
_TABLE = re.compile(r"(?:`|^)(\[+(?!v?\d+(?:\.\d+)*\])[\w.:-]+\]+)(?:`|$)")
_SECTION = re.compile(r"(?<!\S)(\[+[a-z][\w.:-]*\]+) (\w+)$")  # "[queue] section", and not "[beta] settings"
_IN_CODE = re.compile(r"`[\w.-]+`")
_SPAN = re.compile(r"`[^`\n]+`")
_PACKAGE = re.compile(r"@[\w.-]+/[\w.-]+")
_KEY = re.compile(r"`[^`]+`|[a-z][\w.-]*(?=$| ?[|,(])", re.ASCII)  # "variables列表" is a heading in words
_NAME = re.compile(r"[\w.-]+")
_OF_PROGRAM = re.compile(
    r" *\{?\.?(?:[jt]sx?|mjs|cjs|javascript|typescript|vue|py|python|go|java|kotlin|rust|ruby|php)\b"
)
_LINE = re.compile(  # "[queue]", "<queue", "- queue:", "queue {", or a line without a key; no comment
    r"([ \t]*(?:- )?)(?!$|[ \t#;]|//)(?:(?P<table>\[+[\w.\"-]+\]+)[ \t]*$"
    r"|<(?P<element>[\w.-]+)|[\"']?(?P<key>[\w.-]+)[\"']?[ \t]*[:={])?"
)


def command_of(section: Section) -> str:
    """The command that the innermost heading names which looks like one, if the page calls it; else the only one that
    the page calls with options. Empty if there is none."""
    if of_file := next(filter(None, (_of_file(section, said) for said in section.headings)), ""):
        return f"`{of_file}`"
    calls = _calls(section.name, section.document)
    name = next((match[2] for said in section.titles if (match := _COMMAND.fullmatch(said))), "")
    if name:
        called = re.compile(rf"(?:\S+ )*?{re.escape(name)}(?![\w-])")
        return next((f"`{match[0]}`" for call, *_ in calls if (match := called.match(call))), "")
    # `main:app` may be a part of the command, but not on the page of the program's own settings
    only = {call for call, argument, option in calls if option and (not argument or section.is_about_settings)}
    # words behind the program that no heading has may be an example's arguments
    known = set(words(" ".join(section.titles)))
    return next((f"`{each}`" for each in only if len(only) == 1 and {*words(each)[1:]} <= known), "")


def program_of(section: Section, option: str) -> str:
    """The program that has an option on each of its commands: the page calls no other, and is about what the option
    begins with, as that of "disk" is about `--disk-cache-size`."""
    programs = {call.partition(" ")[0] for call, *_ in _calls(section.name, section.document)}
    is_own = option.startswith(f"--{PurePosixPath(section.document.id).stem}-")
    return f"`{programs.pop()}`" if is_own and len(programs) == 1 else ""


def _of_file(section: Section, heading: str) -> str:
    """The command of a file that a heading names: `EACH` is one that code begins with, as in "EACH item IN list", and
    no title such as "OPTIONS", or "OSD", with which a line of prose begins."""
    match = _OF_FILE.fullmatch(heading)
    if not match or section.language.kind_of_key(match[1]):
        return ""
    begins = re.compile(rf"(?:^[ \t]*|`){match[1]} [\w\[<-]", re.MULTILINE)
    return match[1] if any(map(begins.search, _codes(section.document))) else ""


@lru_cache(maxsize=4)
def _codes(document: Document) -> list[str]:
    """The blocks and spans of code."""
    blocks = [document.text[node.start : node.end] for node in nodes_of(document) if node.kind == "code"]
    return [*blocks, *_SPAN.findall(_text_without(document, "heading"))]


@lru_cache(maxsize=8)
def _text_without(document: Document, kind: str) -> str:
    """The text without its headings, or without its blocks of code."""
    nodes = [(node.start, node.end) for node in nodes_of(document) if node.kind == kind]
    borders = pairwise([0, *chain.from_iterable(nodes), len(document.text)])
    return "\n".join(document.text[start:end] for start, end in islice(borders, 0, None, 2))


@lru_cache(maxsize=4)  # a page of megabytes may have thousands of options
def _calls(product: str, document: Document) -> list[tuple[str, str, str]]:
    """The calls of the product's program, `relay` or `relay-cli` for the product Relay, in lines and spans of code: the
    words of a command, an argument behind them such as `main:app`, and an option, as far as a call has them. A heading
    calls nothing: "# relay command-line tool" is a title."""
    text = _text_without(document, "heading")
    program = re.escape(product.casefold().partition(" ")[0]) or "(?!)"
    command = rf"({program}[\w-]*(?: (?!help )[a-z][\w-]*(?![\w:.-]))*)( [^\s`]*[:.])?"
    call = re.compile(rf"(?:^|`|[$>#%] )[ \t]*(?:sudo )?{command}(?:[^\n`]*?( --[a-z])|(?=[ \n`]))", re.MULTILINE)
    return list(dict.fromkeys(call.findall(text.replace("\\\n", " "))))


def table_above(section: Section, name: str = "") -> str:
    """The table of a configuration file that a heading names, such as "`[output.html]`", or the package that the title
    names, such as "@relay/plugin-http". Below the heading of another key than `name` it is not the table's."""
    headings = takewhile(lambda said: not _IN_CODE.fullmatch(said) or said.strip("`") == name, section.headings)
    table = next(filter(None, (_table_in(said, section.language) for said in headings)), "")
    return table or next((f"`{said}`" for said in section.headings if _PACKAGE.fullmatch(said)), "")


def _table_in(heading: str, language: Language) -> str:
    """The table of a configuration file that a heading names; empty if it names none."""
    if match := _TABLE.search(heading):
        return f"`{match[1]}`"
    ending = _SECTION.search(heading)
    return f"`{ending[1]}`" if ending and ending[2] in language.words("sections") else ""


def owner_shown(section: Section, name: str) -> str | None:
    """The tables or keys in the headings above that have the name; empty if there are none. None if one of them is no
    name or has no keys in the examples, or if the examples have the page's keys in tables: an example invents names."""
    above = section.headings[: len(section.above) - len(section.title)][::-1]
    keys = [(said, match[0].strip("`")) for said in above if (match := _KEY.match(said))]
    owners = [
        key if key in (said, said.strip("`")) and _NAME.fullmatch(key) else ""
        for said, key in keys
        if not (f"{name}.".startswith(f"{key}.") or f".{name}".endswith(f".{key}"))
    ]
    if _are_words_between(section, above):
        return None
    examples = _examples(section.document)
    if owners:
        is_table = all(owners) and not _is_without_keys(owners[-1], examples)
        # below "`storage`", the heading "`storage.cache`" is the whole path
        parts = [owner for owner, below in pairwise((*owners, "")) if not below.startswith(f"{owner}.")]
        return f"`{'.'.join(parts)}`" if is_table else None
    return None if _are_in_tables(section.document, section.name.casefold()) else ""


def _are_words_between(section: Section, above: Sequence[str]) -> bool:
    """Whether a heading in words is below a key's, or beside headings that are keys: the settings below "Search" may be
    of anything where those below "`queue`" are the queue's. `above` are the headings from the outermost."""
    of_keys = _levels_of_keys(section.document)
    are_keys = [_KEY.match(said) is not None for said in above]
    for at, (said, node) in enumerate(zip(above, section.above[len(section.title) :], strict=True)):
        is_among_keys = any(are_keys[:at]) or of_keys[node.level] > 1
        if is_among_keys and not are_keys[at] and not section.language.is_general(said):
            return True
    return False


@lru_cache(maxsize=4)
def _levels_of_keys(document: Document) -> Counter[int]:
    """How many headings of each level are keys."""
    headings = (node for node in nodes_of(document) if node.kind == "heading")
    said = ((node.level, shown(document.text[node.start : node.end], document.media_type)) for node in headings)
    return Counter(level for level, each in said if _KEY.match(each.strip()))


def path_shown(section: Section, names: Sequence[str]) -> str | None:
    """The path that has the keys of one table or list in the page's examples of a file; empty if they show none of
    them, or some of them below another path. None if it ends with "params" or the like, which says not of what."""
    examples, product = _examples(section.document), section.name.casefold()
    files = [[path for path, at in examples.get(each.casefold(), ()) if _is_in_file(section, at)] for each in names]
    found = [{_without(path, "", product) for path in paths} for paths in files]
    paths = set().union(*(each for each in found if len(each) == 1))
    path = paths.pop() if len(paths) == 1 else ()
    if path and section.language.kind_of_key(path[-1]):
        return None
    named = [*takewhile(lambda key: _is_named(section.document, key), reversed(path))][::-1]
    return f"`{'.'.join(named)}`" if named else ""  # without the names that an example invents


def _is_named(document: Document, key: str) -> bool:
    """Whether the page names a key outside its blocks of code."""
    prose = _text_without(document, "code")
    parts = key.strip("[]").split(".")
    return all(re.search(rf"(?<![\w-]){re.escape(each)}(?![\w-])", prose, re.IGNORECASE) for each in parts)


def _is_in_file(section: Section, at: int) -> bool:
    """Whether the example at a place is one of a file, and no code of a program, which may have keys in a list."""
    text = section.document.text
    fence = max(text.rfind("\n```", 0, at), text.rfind("\n~~~", 0, at))
    return not _OF_PROGRAM.match(text, fence + 4)


def places_shown(document: Document, name: str) -> Iterator[int]:
    """The places of a path's last key in the document's examples, below the others: `port` below "relay" is
    `relay.port`."""
    return (at for _, at in _ending(document, name))


def is_below(section: Section, name: str) -> bool:
    """Whether the page's examples show a path's key below a further key: `retry.max` may be `queue.retry.max`."""
    above, product = name.casefold().rpartition(".")[0], section.name.casefold()
    return any(_without(path, above, product) for path, _ in _ending(section.document, name))


def _ending(document: Document, name: str) -> Iterator[tuple[Path, int]]:
    """The paths above a path's last key in the document's examples that end with its other keys, each with the last
    key's place. A bare key has none."""
    *above, last = name.casefold().split(".")
    for path, at in _examples(document).get(last, ()) if above else ():
        keys = re.sub(r"[\[\]\"]", "", ".".join(path)).casefold().split(".")  # "[relay.queue]" is two keys
        if keys[-len(above) :] == above:
            yield tuple(keys), at


def is_table(section: Section, name: str) -> bool:
    """Whether the page's examples show keys below a key: it is a table, and has no value of its own."""
    return tuple(name.split(".")) in _ends(section.document)


@lru_cache(maxsize=4)  # a page may have thousands of keys, and as many lines of code
def _ends(document: Document) -> frozenset[Path]:
    """The ends of the paths to all keys in the examples."""
    paths = {path for paths in _examples(document).values() for path, _ in paths}
    return frozenset(path[at:] for path in paths for at in range(len(path)))


def _is_without_keys(owner: str, examples: Mapping[str, list[tuple[Path, int]]]) -> bool:
    """Whether the examples have the owner with no key below it: it is a setting, and no table."""
    is_shown = owner.casefold() in examples
    return is_shown and not any(owner in path for paths in examples.values() for path, _ in paths)


@lru_cache(maxsize=4)
def _are_in_tables(document: Document, product: str) -> bool:
    """Whether the examples show two or more of the keys that are headings, each below a key that the page names: there
    may be no example of the others, and they are below that key, too."""
    shown = [_examples(document).get(said.strip("`*").casefold(), ()) for said in headings_of(document).elements()]
    found = [[_without(path, "", product) for path, _ in paths] for paths in shown if paths]
    named = {each.casefold() for each in re.findall(r"`(?:[\w.-]*\.)?([\w-]+)`", document.text)}
    return len(found) > 1 and all(path and path[-1].casefold() in named for paths in found for path in paths)


def _without(path: Path, of: str, product: str) -> Path:
    """The path to a key, or nothing if that is the root, the product's own table, or has what the key's name has:
    `queue.size` is in no table of `queue`, but in "relay" if that has the queue."""
    own = tuple(of.split(".")) if of else ()
    above = path[: len(path) - len(own)] if path[len(path) - len(own) :] == own else path
    joined = re.sub(r"[\[\]]", "", ".".join(above)).casefold()
    is_own = joined in (product, f"tool.{product}") or (of and f".{of}." in f".{joined}.")
    return () if is_own else above


@lru_cache(maxsize=4)
def _examples(document: Document) -> Mapping[str, list[tuple[Path, int]]]:
    """The paths to each key in blocks of code and its place, by the key's name."""
    paths: dict[str, list[tuple[Path, int]]] = defaultdict(list)
    for block in (node for node in nodes_of(document) if node.kind == "code"):
        above: list[tuple[int, str]] = []
        start = document.text.rfind("\n", 0, block.start) + 1  # with the first line's margin
        for line in re.finditer(r"^.*$", document.text[start : block.end], re.MULTILINE):
            match = _LINE.match(line[0])
            if not match:
                continue
            indent = -1 if match["table"] else len(match[1])
            while above and above[-1][0] >= indent:
                above.pop()
            if match.lastgroup:
                name = match[match.lastgroup]
                path = tuple(key for _, key in above)
                paths[name.casefold()].append((path, start + line.start() + match.start(match.lastgroup)))
                above.append((indent, name))
    return paths
