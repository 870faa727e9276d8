"""Section -> what a law or a policy says that its terms mean, and what a class is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmill.generator.extractive.answers import statement
from benchmill.generator.extractive.fact import Fact, Part, Place
from benchmill.generator.extractive.section import Section

_TERM = re.compile(r"[^`<>|{}\[\]/,\"“”„«»]{3,50}")
_SHORT_NAME = re.compile(r"\(([A-ZÄÖÜ][\w-]{1,9}(?: \d{4})?)\)")  # "Arbeitszeitgesetz (ArbZG)"
_MOST_TITLE = 6
_CLASS = re.compile(r"`[A-Z]\w*[a-z0-9][A-Z]\w*`")  # two capitals or more: one meaning everywhere


def meanings(section: Section) -> Iterator[Fact]:
    """Facts from sentences that say what a legal term or a class is."""
    for node in section.nodes:
        places = section.sentences(node) if node.kind == "paragraph" else []
        if places and node is section.nodes[0]:
            yield from _class(section, places[0])
        for place in places:
            yield from _legal(section, place)


def _legal(section: Section, place: Place) -> Iterator[Fact]:
    """What a term means in the law, by a sentence such as "In this Act, “messenger” means ..."."""
    language, said, law = section.language, section.words(*place), _law(section)
    match = language.pattern("legal").match(said)
    if not match or not law or not said.endswith("."):  # without a full stop a list follows, which is a part of it
        return
    term, answer = match["subject"], statement(match["value"].rstrip("."), language)
    if answer and _TERM.fullmatch(term) and term.casefold() not in answer.casefold():
        question = language.ask("legal", thing=term, law=law)
        yield Fact(section.document, "meanings", question, (Part(answer, place),), term)


def _law(section: Section) -> str:
    """The short name in brackets of the document's title, else the title; empty if the title is no short name."""
    titles = [*section.title, section.document.title]
    short = next((match[1] for title in titles if (match := _SHORT_NAME.search(title))), "")
    return short or (titles[0] if len(titles[0].split()) <= _MOST_TITLE else "")


def _class(section: Section, place: Place) -> Iterator[Fact]:
    """What the class in the heading is, if its first sentence says it with an indefinite article."""
    language, said = section.language, section.words(*place)
    match = language.pattern("definition").match(said.rstrip("."))
    if not match or not said.endswith(".") or not section.name or not _CLASS.fullmatch(match["subject"]):
        return
    bare, answer = match["subject"].strip("`"), statement(match["value"], language)
    if answer and section.heading.strip("`") == bare and bare.casefold() not in answer.casefold():
        part, asked = Part(answer, place), {"thing": match["subject"], "scope": section.scope(bare)}
        yield Fact(section.document, "definitions", language.ask("is", **asked), (part,), bare)
        yield Fact(section.document, "version", language.ask("version", **asked), (part,), bare, "unanswerable")
