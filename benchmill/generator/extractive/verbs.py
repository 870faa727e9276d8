"""Headings and steps -> the tasks that they name: "Installing the server" names "install the server"."""

from __future__ import annotations

import re

from benchmill.generator.extractive.language import Language

_TITLE_CASE = re.compile(r"(?<![\w`-])[A-Z][a-z]+(?![\w-])")


def begins_with_verb(language: Language, said: str) -> bool:
    """Whether the words say what something does: "Remove ...", "Removes ..."; false if the language has no verbs."""
    first, *rest = (word.strip(",:.`").casefold() for word in said.split())
    if rest and rest[0] in language.words("after_nouns"):
        return False  # "Share of ..."
    stems = (first, first.removesuffix("s"), first.removesuffix("es"), f"{first.removesuffix('ies')}y")
    verbs = language.words("verbs") | language.words("act_words")
    return any(stem in verbs for stem in stems) or language.says("acts", said)


def is_step(language: Language, said: str) -> bool:
    """Whether a step begins like an instruction."""
    first = said.split()[0].strip(",:.").casefold()
    return first in language.words("verbs") or first in language.words("step_words") or language.says("step", said)


def imperative(language: Language, heading: str, name: str = "", text: str = "") -> str:
    """The task that a heading names; empty if the heading does not begin with a verb.

    A heading that is only a verb gets `name` as its object. Its capitalised words must be names that `text` says.

    Only the language file of English has verbs. "Installing the server" and "Install the server" give the same task.
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
    # A name has its capital within sentences, too; "New" in "Creating New Environments" has it in the heading only.
    if any(not re.search(rf"\b[a-z]+,? {word}\b", text) for word in _TITLE_CASE.findall(rest)):
        return ""
    return f"{verb} {rest}"
