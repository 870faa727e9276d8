"""A key and what its document says about it -> the facts what its default is, and that it has no stated maximum."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from benchmill.generator.extractive.answers import length
from benchmill.generator.extractive.fact import Fact, Part, Place
from benchmill.generator.extractive.key import Key, is_variable
from benchmill.generator.extractive.section import Section
from benchmill.generator.markup.node import Node

# A value as docs write it: code, a number with its unit, a path, quoted text, brackets, or one constant word.
_VALUE = re.compile(
    r"(?:`(?P<code>[^`]+)`|(?P<plain>[-+]?\d[\w.,:%/]*(?: [A-Za-z/]+){0,2}|[~.]?/[\w./-]+|[a-z][\w.]*|[A-Z][A-Z\d_]+"
    r"|(?:True|False|Yes|No|On|Off|Enabled|Disabled|Auto)|[\"“'][^\"”']*[\"”']|[\[{][^\n]{0,30}[\]}]))"
    r"(?: (?P<beside>\([^()]*\)))?"
)
_QUOTED = re.compile(r"^[\"'“]([^\"'“”]+)[\"'”]$")
_NUMBER = re.compile(r"[-+]?\d(?:[\d.]*\d)?")
_QUANTITY = re.compile(r"[1-9]\d*(?:\.\d+)? ?[A-Za-z]{0,7}")
# "5" of "Defaults to 5.0 for sizes", `a` of "`a`, `b` and `c`" and of "`a` (or `b`)"
_GOES_ON = re.compile(r"[.,]\d|, `[^`]+`(?:\)|,? (?:\w+ )?`)|,? (?:or|oder|ou|o|of|или) `| ?[(（](?:or |或)")
_OF_VARIABLE = re.compile(
    r"\w `[A-Z][A-Z\d]*_[A-Z\d_]+` $"
)  # in a sentence: "what is set in `RELAY_PORT` (default 7480)"
_GONE = ("deprecated", "deprecated-removed", "versionremoved")  # directives
_BREAK = re.compile(r"(?:\\|<br ?/?>|  )\n")  # a line's end that readers see
MOST_NODES = 6
_OF_OTHERS = 2  # rows of a table that is not about one key: a header and a row are no list of its attributes
_MOST_QUOTED = 120  # words from the key to what its description states last


@dataclass(frozen=True)
class Described:
    """A key, which begins at `start`, and what describes it: the nodes below it and the words in brackets beside it, or
    a `value`. The text up to `stop` states the value or the key's name."""

    key: Key
    start: int
    nodes: Sequence[Node] = ()
    beside: str = ""
    value: str = ""
    stop: int = 0


def default_facts(each: Described) -> Iterator[Fact]:
    """The facts of each default that is a value: "from the profile" is none. They are without a question if it is not
    certain whose the key is: another value makes an item about this name doubtful."""
    key, section, language = each.key, each.key.section, each.key.section.language
    for said, end in ((said, max(end, each.stop)) for said, end in _stated(each)):
        quoted = section.words(each.start, end)
        found = _VALUE.fullmatch(said.strip().rstrip(".").strip())
        if not found or any(language.says(pattern, quoted) for pattern in ("restricts", "exception", "deprecated")):
            continue
        beside = found["beside"] or ""
        if language.says("conditional", beside) and not language.pattern("unit").search(beside):
            continue  # "(in cluster mode)" is a part of the answer, "(in seconds)" is none
        written = found["code"] or found["plain"]
        answer = _QUOTED.sub(r"\1", written)
        if not _is_value(key, answer, quoted, is_code=bool(found["code"])):
            yield Fact(section.document, "defaults", "", (Part(answer, (each.start, end)),), key.name, owner=key.whose)
            continue
        unit, quote = _unit(section, answer, (each.start, end), each.nodes)
        if length(section.words(*quote)) > _MOST_QUOTED:
            continue
        if answer not in section.document.text[slice(*quote)]:
            continue  # words of a link that markup hides: `[>](bold)`
        is_bare = _is_number(answer) and not unit and not language.says("unit_in_name", key.spoken)
        if is_bare and language.says("measured", key.spoken):
            continue  # ten of what?
        part = Part(answer, quote)
        yield Fact(section.document, "defaults", key.ask("default", unit), (part,), key.name, "factoid", key.whose)
        question = key.ask("maximum")
        if question and _may_have_maximum(key, written, quoted):
            yield Fact(section.document, "maximum", question, (part,), key.name, "unanswerable", key.whose)


def _is_value(key: Key, answer: str, quoted: str, *, is_code: bool) -> bool:
    """Whether a default may be asked for: no placeholder, no flag that is off, no secret."""
    language, value = key.section.language, answer.strip("\"'“” ").casefold()
    if language.says("no_default", value) or language.says("default_words", value):
        return False
    is_open = answer[:1] in ("'", '"') and answer[-1:] != answer[:1]  # `'utf-32`
    if is_open or answer.count('"') % 2 or answer.count("(") != answer.count(")"):
        return False
    if re.match(rf"[\"']?{re.escape(key.name)}[\"']? ?[:=]", answer):
        return False  # `"size": 1` for `size`
    if not is_code and value in language.words("no_values"):
        return False
    last = re.split(r"[\W_]", key.spoken)[-1]
    if value in ("true", "false") and language.says("measured", last):
        return False  # the author's slip: a size is no switch
    first = answer.partition("[")[0]  # of `RELAY_BACKENDS[0]`
    if is_variable(key.name) and is_variable(first) and _is_described(first, key.section.document.text):
        return False  # the default is that variable's value
    if key.kind == "option" and value in language.words("off"):
        return False  # every flag is off until a user gives it
    is_public = not (language.says("no_secret", value) or language.says("required", quoted))
    return is_public or not language.says("secret", key.name)


def _is_number(answer: str) -> bool:
    """Whether an answer is a number without a unit: 10, 0.5, 5_000."""
    return re.sub(r"[._]", "", answer).isdigit()


def _is_described(name: str, text: str) -> bool:
    """Whether a line of the text, such as a table's row, begins with the name."""
    return re.search(rf"^\W*{re.escape(name)}\b", text, re.MULTILINE) is not None


def _may_have_maximum(key: Key, value: str, quoted: str) -> bool:
    """Whether somebody may ask for the maximum, which no passage states. 1 is a switch, which has no bound; other
    numbers may be the values that are possible; of a rate or a share 1 may be meant, or 100."""
    language = key.section.language
    is_bound = any(language.says(said, key.spoken) for said in ("bound", "said_maximum", "share"))
    others = {*re.findall(r"\d+", quoted.replace(key.name, ""))}.difference(re.findall(r"\d+", value))
    is_quantity = language.says("measured", key.spoken) or language.says("counted", key.spoken)
    return bool(_QUANTITY.fullmatch(value)) and value != "1" and is_quantity and not (is_bound or others)


def _unit(section: Section, answer: str, quote: Place, below: Sequence[Node]) -> tuple[str, Place]:
    """The unit of a bare number, if the description says it: "10" where it says "the time-out in seconds". With the
    quote, which reaches to the sentence that says it."""
    start, end = quote
    first = next((node for node in below if node.kind == "paragraph" and node.start > end), None)
    places = section.sentences(first) if first else []
    for stop in (end, *(stop for _, stop in places)) if _is_number(answer) else ():
        said = section.language.pattern("unit").findall(section.words(start, stop))
        if said:
            is_noun = said[0].isupper() or section.language.data.get("nouns_are_capitalised")
            unit = said[0] if is_noun else said[0].lower()  # "Seconds between two ticks"
            return unit, (start, stop)
    return "", quote


def _stated(each: Described) -> Iterator[tuple[str, int]]:
    """The defaults that the text states, and where each statement ends."""
    section, nodes = each.key.section, each.nodes[:MOST_NODES]
    if any(node.kind == "directive" and node.name in _GONE for node in nodes):
        return
    if each.value:
        yield each.value, each.stop
    said = ". ".join(section.shown(node) for node in nodes)
    if section.language.says("exception", said) or section.language.says("deprecated", said):
        return
    pattern = section.language.pattern("default_line")
    # "**Default**—`7480`"
    lines = [(pattern.match(said.replace("—", ": ", 1)), end) for node in nodes for said, end in _lines(section, node)]
    settled = [(match["value"], end) for match, end in lines if match]
    settled = settled or list(_below_label(section, nodes))
    paragraphs = [node for node in nodes if node.kind == "paragraph"]
    if settled and not agrees(section, ". ".join(map(section.shown, paragraphs)), settled[0][0]):
        return  # "The tone (default: auto)", and below it "Default: en"
    yield from settled
    first = next(iter(paragraphs), None)
    if first and not settled:  # a line may settle it by "unset": then the prose is about another value
        beside = default_inside(section, each.beside)
        end = next((end for _, end in section.sentences(first)), first.end) if beside else first.end
        yield beside or default_inside(section, section.shown(first)), end


def _below_label(section: Section, nodes: Sequence[Node]) -> Iterator[tuple[str, int]]:
    """The first line of the code below a paragraph that is nothing but "*Default:*"."""
    for node, behind in pairwise(nodes):
        said = section.shown(node) if node.kind == "paragraph" and behind.kind == "code" else ""
        match = section.language.pattern("default_line").match(f"{said} x") if said.endswith((":", "：")) else None
        if match and match["value"] == "x":
            lines = [line for line in section.document.text[behind.start : behind.end].split("\n") if line.strip("`~ ")]
            yield "".join(line.strip() for line in lines if not line.lstrip().startswith(("```", "~~~"))), behind.end


def agrees(section: Section, prose: str, settled: str) -> bool:
    """Whether each default that prose states may be the settled one."""
    return all(_agree(match["value"], settled) for match in section.language.pattern("default_inside").finditer(prose))


def _agree(value: str, settled: str) -> bool:
    """Whether a value in prose may be the one of a line: "5 seconds" is "5s", and "false" is "False"."""
    numbers = [_NUMBER.match(each.strip("`")) for each in (value, settled)]
    if all(numbers):
        return len({number[0] for number in numbers if number}) == 1
    return value.strip("`").casefold() in settled.casefold()


def default_inside(section: Section, said: str) -> str:
    """The one default that prose states, as in "The default is 8 hours."; empty for none, several or a list."""
    first = list(section.language.pattern("value_first").finditer(said))
    found = [*first, *section.language.pattern("default_inside").finditer(said)]
    if len(found) != 1 or _GOES_ON.match(said, found[0].end()):
        return ""
    before = said[: found[0].start()]  # "An entry has a path; `scale` defaults to `1.0`" is about the scale
    in_brackets = found[0][0].startswith("(")
    is_of_another = before.endswith("` ") and (not in_brackets or _OF_VARIABLE.search(before))
    is_beside_another = (
        first and ". " in before
    )  # "Where files are. The user of the relay (`relay` by default) owns it."
    return "" if is_of_another or is_beside_another else found[0]["value"]


def _lines(section: Section, node: Node) -> Iterator[tuple[str, int]]:
    """The lines that may state a default, and where each ends. A term or a field's name is the beginning of a line, a
    row's first cell, too."""
    if node.kind == "paragraph":
        breaks = [match.end() for match in _BREAK.finditer(section.document.text, node.start, node.end)]
        first = next(iter(section.sentences(node)), (node.start, node.end))
        line_end = breaks[0] if breaks else node.end
        yield section.words(node.start, min(first[1], line_end)), line_end
        yield from ((section.words(start, end), end) for start, end in pairwise((*breaks, node.end)))
    elif node.kind == "field":
        yield f"{node.name.capitalize()}: {section.shown(node)}", node.end
    elif node.kind == "list":
        whole = (item.children for item in node.children if not any(each.kind == "list" for each in item.children))
        yield from ((section.shown(first), first.end) for first, *_ in filter(None, whole))
    elif node.kind == "definition" or (node.kind == "table" and len(node.children) != _OF_OTHERS):
        for pair in (node,) if node.kind == "definition" else node.children:
            if len(pair.children) == 2:
                name, value = map(section.shown, pair.children)
                yield f"{name.strip('*: ')}: {value}", pair.end
