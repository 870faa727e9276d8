"""Section -> what glossaries, laws and sentences such as "“X” means ..." say that terms mean, and what a class is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from benchmill.generator.extractive.answers import length, statement
from benchmill.generator.extractive.fact import Fact, Part, Place
from benchmill.generator.extractive.section import Section
from benchmill.generator.markup.node import Node

_BOLD = re.compile(
    r"[^*_`\n]{0,6}(\*{1,3}|_{1,3})(?P<term>[^*_\n]{2,60}?)(?P<mark>:\1|\1\s*(?:[:–—]|-{1,3}(?= ))|\1)\s*"
)
_TERM = re.compile(r"[^`<>|{}\[\]/,\"“”„«»]{3,50}")  # code below a heading such as "Terms" is a value, not a term
_SHORT_NAME = re.compile(r"\(([A-ZÄÖÜ][\w-]{1,9}(?: \d{4})?)\)")  # "Arbeitszeitgesetz (ArbZG)"
_MOST_TITLE = 6
_CLASS = re.compile(r"`[A-Z]\w*[a-z0-9][A-Z]\w*`")  # two capitals or more: one meaning everywhere
_LEAST_BEFORE_MORE = 5  # words of a first sentence that more follows


def meanings(section: Section) -> Iterator[Fact]:
    """Facts from the entries of a glossary and from sentences that say what a legal term or a class is."""
    for node in section.nodes:
        # a list of terms on the page of a part has that part's terms
        is_glossary = section.explains_terms if node.name == "glossary" else section.is_glossary
        for entry in _entries(node) if is_glossary else ():
            yield from _entry(section, entry)
        places = section.sentences(node) if node.kind == "paragraph" else []
        if places and node is section.nodes[0]:
            yield from _class(section, places[0])
        for place in places:
            said = section.words(*place)
            match = section.language.pattern("legal").match(said)
            if match and said.endswith("."):  # without a full stop a list follows, which is a part of it
                yield from meaning(section, match["subject"], match["value"], place, _law(section))


def meaning(section: Section, term: str, said: str, quote: Place, law: str = "") -> Iterator[Fact]:
    """The question what the term means, in the product's documents or in the law."""
    language, term = section.language, term.strip(": ")
    answer = statement(said.rstrip(".。"), language)
    # "Woodpecker CI" in the glossary of Woodpecker: nobody asks it so
    is_own = law or (section.name and section.name.casefold() not in term.casefold())
    if answer and is_own and _TERM.fullmatch(term) and term.casefold() not in answer.casefold():
        question = language.ask("legal" if law else "means", thing=term, scope=section.scope(term), law=law)
        yield Fact(section.document, "meanings", question, (Part(answer, quote),), term)


def _entries(node: Node) -> Iterator[Node]:
    """The definitions and paragraphs of a glossary, also those in its lists."""
    if node.kind in ("list", "item", "directive"):
        for child in node.children[:1] if node.kind == "item" else node.children:
            yield from _entries(child)
    else:
        yield node


def _entry(section: Section, node: Node) -> Iterator[Fact]:
    """The meaning in a definition, or in a paragraph such as "*Audit*: a review of the accesses to a system",
    "**Sweep** is the search for ..." or "“Services” means ..."."""
    language, term, body = section.language, "", node
    bold = _BOLD.match(section.document.text, node.start, node.end) if node.kind == "paragraph" else None
    if node.kind == "definition" and len(node.children) == 2:
        term, body = section.shown(node.children[0]), node.children[1]
    elif bold:
        term, body = bold["term"], replace(node, start=bold.end())
    places = section.sentences(body) if body.kind == "paragraph" else []
    if not places or not _is_own(section, node, places[0][1]) or (term and _goes_on(section, term, places)):
        return
    said, quote = section.words(*places[0]), (node.start, places[0][1])
    if bold:  # "**Sweep**: the search for ..." or "**Sweep** is the search for ..."
        match = language.pattern("definition").match(section.words(*quote).rstrip(".。"))
        other = said if bold["mark"].strip("*_ ") else ""
        said = match["value"] if match and match["subject"] == term else other
    elif match := language.pattern("meaning").match(said):
        term, said = match["subject"], match["value"]
    if term:
        yield from meaning(section, term, said, quote)


def _is_own(section: Section, entry: Node, end: int) -> bool:
    """Whether an entry is the product's term. A glossary that links to other sites explains terms of others, too: an
    entry of such a glossary names the product, and links to no other site before `end`, where its first sentence
    ends."""
    said, parts, text = section.shown(entry).casefold(), section.name.casefold().split(), section.document.text
    names_product = any(part in said for part in parts if part == parts[-1] or len(part) > 4)
    return "://" not in text or (names_product and "://" not in text[entry.start : end])


def _goes_on(section: Section, term: str, places: Sequence[Place]) -> bool:
    """Whether the second sentence says what the first leaves open: "An access control entry.", or "An operation on the
    relay. A commit writes ..." about a commit."""
    if len(places) == 1:
        return False
    about_term = re.compile(rf"(?:\w+ )?{re.escape(term)}\b", re.IGNORECASE)
    is_short = length(section.words(*places[0])) < _LEAST_BEFORE_MORE
    return is_short or about_term.match(section.words(*places[1])) is not None


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
