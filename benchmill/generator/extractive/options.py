"""Passage -> "What does `X` do?": items "- `name`: what it is or does"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmill.generator.extractive.blocks import blocks
from benchmill.generator.extractive.clauses import clause
from benchmill.generator.extractive.definitions import tells_more
from benchmill.generator.extractive.draft import Draft, Part, Passage
from benchmill.generator.extractive.lexicon import POINTING, VERBS, is_third_person
from benchmill.generator.extractive.markup import is_junk, length, plain

_NAMED = re.compile(
    r"(?P<name>(?:\*\*)?(?:\[`[~!]?[^`\]]+`\](?:\([^)\s]*\))?|`[^`\n]+`)(?:\*\*)?|\*\*[A-Za-z][\w .-]{2,40}\*\*)"
    r"(?P<about>\s*\([^()\n]{1,80}\))?(?P<colon>:?\*{0,2}:?|\s+[-–—])\s+(?P<what>\S.*)",
    re.DOTALL,
)
# first words of an explanation -> how to ask for it
_NOUN_FIRST = re.compile(
    r"(?:the|an?|path|name|number|url|list|size|width|height|length|maximum|minimum|address|folder|directory|file)\b",
    re.IGNORECASE,
)

# *`x`*\ or *x*<br/> on a line of its own, and what it is below
_BELOW = re.compile(
    r"^(?P<name>\*{1,2}`?[A-Za-z_][\w.]*`?\*{1,2}|`[A-Za-z_][\w.]*`)(?:\\|<br ?/?>|[ ]{2})\n(?:\[[a-z, ]{2,12}\][ ])?"
    r"(?P<what>[A-Z][^\n]+)",
    re.MULTILINE,
)


def options(passage: Passage) -> Iterator[Draft]:
    """One draft an item that explains a name; asked by what the explanation begins with."""
    if any("parameter" in heading.casefold() or "argument" in heading.casefold() for heading in passage.headings):
        yield from _below(passage)
    found = blocks(passage.text)
    for number, block in enumerate(found):
        if block.kind != "item" or block.number or (passage.cut_end and number == len(found) - 1):
            continue
        match = _NAMED.match(passage.text, *block.place)
        if not match or not (match["colon"] or match["about"]):
            continue
        name = plain(match["name"])
        what = clause(passage.text, (match.start("what"), match.end("what")))
        if what is None or not _is_name(name) or not tells_more(passage.text[slice(*what)], name):
            continue
        question = _question(passage, name, plain(passage.text[slice(*what)]))
        if question:
            quote = block.place if length(passage.text[slice(*block.place)]) <= 60 else (block.place[0], what[1])
            yield Draft("option", question, (Part(what, quote),))


def _below(passage: Passage) -> Iterator[Draft]:
    for match in _BELOW.finditer(passage.text):
        name = f"`{plain(match['name']).strip('`')}`"
        what = clause(passage.text, (match.start("what"), match.end("what")))
        if what and _is_name(name) and tells_more(passage.text[slice(*what)], name):
            question = f"What does the {name} parameter specify{passage.within(name)}?"
            stop = re.compile(r"[.](?=\s|$)").search(passage.text, what[1], match.end())
            yield Draft("option", question, (Part(what, (match.start(), stop.end() if stop else match.end())),))


def _question(passage: Passage, name: str, what: str) -> str:
    first = what.split(" ")[0].casefold()
    where = passage.within(name)
    option = name.startswith("`-")
    asked = f"the {name} option" if option else name
    if first == "whether":
        return f"What does {asked} decide{where}?"
    if is_third_person(what.split(" ")):
        return f"What does {asked} do{where}?"
    if _NOUN_FIRST.match(what) and "`" in name:
        return (
            f"What does {asked} specify{where}?"
            if option or re.fullmatch(r"`[a-z_]\w*`", name)
            else f"What is {asked}{where}?"
        )
    if first in VERBS and "`" in name and first not in POINTING:
        return f"What is {asked} used for{where}?"
    return ""


def _is_name(name: str) -> bool:
    return (
        not is_junk(name)
        and "=" not in name
        and (" " not in name or "`" in name)
        and name.strip("`*").casefold() not in POINTING
    )
