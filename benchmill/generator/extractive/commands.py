"""Section and an option -> the command that has the option, if the page shows how the command is called."""

from __future__ import annotations

import re
from functools import lru_cache

from benchmill.generator.extractive.section import Section
from benchmill.records.words import words

_COMMAND = re.compile(r"(`?)([a-z][\w-]*(?: [a-z][\w-]*){0,3})\1(?: [\[<{].*)?")


def command_of(section: Section) -> str:
    """The command that the innermost heading names which looks like one, if the page calls it; else the only one that
    the page calls with options. Empty if there is none."""
    calls = _calls(section.name, section.document.text)
    name = next((match[2] for said in section.titles if (match := _COMMAND.fullmatch(said))), "")
    if name:
        first, _, rest = name.partition(" ")
        name = rest if rest and section.name.casefold().startswith(first) else name
        called = re.compile(rf"(?:\S+ )*?{re.escape(name)}(?![\w-])")
        return next((f"`{match[0]}`" for call, _ in calls if (match := called.match(call))), "")
    with_options = {call for call, option in calls if option}
    # words behind the program that no heading has may be an example's arguments
    known = set(words(" ".join(section.titles)))
    return next((f"`{each}`" for each in with_options if len(with_options) == 1 and {*words(each)[1:]} <= known), "")


@lru_cache(maxsize=4)  # a page of megabytes may have thousands of options
def _calls(product: str, text: str) -> list[tuple[str, str]]:
    """The calls of the product's program, `relay` or `relay-cli` for the product Relay, each with one of its options or
    nothing. What has a colon or dot is no command but an argument, as in "relay main:app --port 7480"."""
    program = re.escape(product.casefold().partition(" ")[0]) or "(?!)"
    call = re.compile(
        rf"(?<![\w/.-])({program}[\w-]*(?: (?!help )[a-z][\w-]*(?![\w:.-]))*)(?: [^\n`]*?)??( --[a-z]|(?=[\n`]))"
    )
    return list(dict.fromkeys(call.findall(text)))
