"""Headings and steps -> whether they name a task: "Installing the server" -> "install the server"."""

from __future__ import annotations

import re

from benchmill.generator.extractive.language import Language

_TITLE_CASE = re.compile(r"(?<![\w`-])[A-Z][a-z]+(?![\w-])")


def is_step(language: Language, said: str) -> bool:
    """Whether a step begins as an instruction does."""
    first = said.split()[0].strip(",:.").casefold()
    return first in language.words("verbs") or first in language.words("step_words") or language.says("step", said)


def imperative(language: Language, heading: str, name: str = "", text: str = "") -> str:
    """The task of a heading that begins with a verb, done to `name` where it is a verb alone; empty for any other.

    Its capitalised words are names that `text` says.

    English only, where the file of the language has verbs: "Installing the server" and "Install the server" alike.
    """
    first, _, rest = heading.partition(" ")
    small = first.casefold()
    stems = [small]
    if small.endswith("ing"):
        stems = [small[:-3], small[:-3] + "e", small[:-4]]
    verb = next((stem for stem in stems if stem in language.words("verbs")), "")
    if small in language.words("verbs_alone") and name and not rest:
        return f"{verb or 'install'} {name}"
    if not verb or not rest or "," in rest or " and " in rest or rest.endswith("?"):
        return ""
    # "Test Phase", "Creating New Environments": a name is a name within sentences, too
    if any(not re.search(rf"\b[a-z]+,? {word}\b", text) for word in _TITLE_CASE.findall(rest)):
        return ""
    return f"{verb} {rest}"
