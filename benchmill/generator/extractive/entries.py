"""Section -> facts about the settings, options and parameters that are entries of its lists."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmill.generator.extractive.below import default_inside, facts_below
from benchmill.generator.extractive.fact import Fact
from benchmill.generator.extractive.section import Section, is_qualified
from benchmill.generator.extractive.things import Thing

_ENTRY = re.compile(r"(?P<name>`[^`]+`)\s*(?:\([^()]*\))?\s*(?:[:–—]|-(?= ))\s*(?P<rest>.+)$")


def entries(section: Section) -> Iterator[Fact]:
    """Facts from entries such as "- `timeout` (`float`, defaults to 5.0): seconds to wait", below a sentence that says
    what they are."""
    for lead, node in section.with_lead:
        if node.kind == "definition" and section.shown(node.children[0]).startswith(("-", "`-")):
            option = Thing(section, "option", section.shown(node.children[0]))
            yield from facts_below(option, node.children[1:], node.start)
        kind, owner = announced(section, lead) if node.kind == "list" else ("", "")
        for item in node.children if kind else ():
            body = item.children[0] if item.children else item
            said = section.shown(body)
            match = _ENTRY.match(said) if body.kind == "paragraph" else None
            if not match:
                continue
            thing = Thing(section, "option" if match["name"].startswith("`-") else kind, match["name"], owner)
            # an entry like `github-ascii` may be a value of the setting that the section is about
            if thing.kind != "setting" or re.search("[._]", thing.name):
                purpose = match["rest"]
                whole = len(section.sentences(body)) == 1
                yield from thing.facts((body.start, body.end), default_inside(section, said), purpose, whole=whole)


def announced(section: Section, lead: str) -> tuple[str, str]:
    """(kind, owner) of the entries of a list or table: the sentence above says it, else the section's heading."""
    if re.search(section.language.data["tutorial"], lead, re.IGNORECASE):
        return "", ""
    code = re.findall(r"`[^`]+`", lead)
    owner = code[0] if len(code) == 1 and is_qualified(code[0]) else ""
    return section.language.kind_of_things(lead or section.heading), owner
