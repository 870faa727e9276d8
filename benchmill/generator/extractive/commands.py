"""Section and an option -> the command that has the option, if the page shows how the command is called."""

from __future__ import annotations

import re
from functools import lru_cache

from benchmill.generator.extractive.section import Section
from benchmill.records.words import words

_DIRECTIVE = re.compile(r"^\.\. program:: ([\w .-]*\w)[ \t]*$", re.MULTILINE)
_TITLE = re.compile(r"[a-z][a-z0-9_]+(?:-[a-z0-9]+)*")  # a manual page has the program's name for its title
_COMMAND = re.compile(r"(`?)([a-z][\w-]*(?: [a-z][\w-]*){0,3})\1(?: [\[<{].*)?")


def command_of(section: Section, option: str) -> str:
    """The command that a directive or the title names, or the innermost heading that looks like a command; else the
    only one that the page calls with the option. Empty if there is none, or if the page does not call it."""
    before = section.document.text[: section.nodes[-1].end if section.nodes else 0]
    if directives := _DIRECTIVE.findall(before):
        return f"`{directives[-1]}`"
    if section.above and _TITLE.fullmatch(section.headings[-1]):
        return f"`{section.headings[-1]}`"
    name = next((match[2] for said in section.titles if (match := _COMMAND.fullmatch(said))), "")
    command = _called(section, name) if name else _only_called_with(section, option)
    return f"`{command}`" if command else ""


def _called(section: Section, name: str) -> str:
    """The command as the page writes it behind the product's program: "relay sweep"."""
    first, _, rest = name.partition(" ")
    name = rest if rest and section.name.casefold().startswith(first) else name
    called = rf"{_program(section)} (?:(?!help )[a-z][\w-]* )*?{re.escape(name)}(?![\w-])"
    match = re.search(called, _calls(section.name, section.document.text))
    return match[0] if match else ""


def _only_called_with(section: Section, option: str) -> str:
    called = _called_with(section, re.escape(option))
    if not called and section.is_about_settings:  # of the program, if the page calls no command with options
        called = _called_with(section, r"--[a-z][\w-]*")
        called = set() if any(" " in each for each in called) else called
    # words behind the program that no heading has may be an example's arguments
    known = set(words(" ".join(section.titles)))
    return next((each for each in called if len(called) == 1 and {*words(each)[1:]} <= known), "")


def _called_with(section: Section, option: str) -> set[str]:
    """The commands that the page calls with an option. What has a colon or dot is no command but an argument, as in
    "relay main:app --port 7480"."""
    behind = rf"({_program(section)}(?: [a-z][\w:-]*)*)(?: [^\n`]*?)? {option}(?![\w-])"
    return {re.sub(r" \S*[:.].*", "", each) for each in re.findall(behind, _calls(section.name, section.document.text))}


def _program(section: Section) -> str:
    """A pattern for the name of the product's program: `relay` or `relay-cli` for the product Relay."""
    return rf"(?<![\w/.-]){re.escape(section.name.casefold().split()[0])}[\w-]*" if section.name else "(?!)"


@lru_cache(maxsize=4)  # a page of megabytes may have thousands of options, and the whole is searched for each
def _calls(product: str, text: str) -> str:
    """The lines that may call the product's program."""
    program = product.casefold().partition(" ")[0]
    return "\n".join(line for line in text.split("\n") if program in line)
