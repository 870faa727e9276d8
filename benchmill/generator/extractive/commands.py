"""Section -> the command that has its options, if the page shows how the command is called."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import PurePosixPath

from benchmill.generator.extractive.section import Section
from benchmill.records.words import words

_COMMAND = re.compile(r"(`?)([a-z][\w-]*(?: [a-z][\w-]*){0,3})\1(?: [\[<{].*)?")


def command_of(section: Section) -> str:
    """The command that the innermost heading names which looks like one, if the page calls it; else the only one that
    the page calls with options. Empty if there is none."""
    calls = _calls(section.name, section.document.text)
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
    programs = {call.partition(" ")[0] for call, *_ in _calls(section.name, section.document.text)}
    is_own = option.startswith(f"--{PurePosixPath(section.document.id).stem}-")
    return f"`{programs.pop()}`" if is_own and len(programs) == 1 else ""


@lru_cache(maxsize=4)  # a page of megabytes may have thousands of options
def _calls(product: str, text: str) -> list[tuple[str, str, str]]:
    """The calls of the product's program, `relay` or `relay-cli` for the product Relay, in lines and spans of code: the
    words of a command, an argument behind them such as `main:app`, and an option, as far as a call has them."""
    program = re.escape(product.casefold().partition(" ")[0]) or "(?!)"
    command = rf"({program}[\w-]*(?: (?!help )[a-z][\w-]*(?![\w:.-]))*)( [^\s`]*[:.])?"
    call = re.compile(rf"(?:^|`|[$>#%] )[ \t]*(?:sudo )?{command}(?:[^\n`]*?( --[a-z])|(?=[ \n`]))", re.MULTILINE)
    return list(dict.fromkeys(call.findall(text.replace("\\\n", " "))))
