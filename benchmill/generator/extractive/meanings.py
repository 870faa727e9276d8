"""Section -> what glossaries, laws and sentences such as "“X” means ..." say that terms mean, and what a class is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from benchmill.generator.extractive.answers import length, long_answer
from benchmill.generator.extractive.fact import Fact, Part, Place
from benchmill.generator.extractive.section import Section
from benchmill.generator.extractive.things import Thing
from benchmill.generator.markup.node import Node
from benchmill.records.words import content_words

_MARKED = re.compile(r"\A[^*_`\n]{0,6}(\*{1,3}|_{1,3})(?P<term>[^*_\n]{2,60})\1")
_ITEM = re.compile(r"(\*{1,3}|_{1,3})(?P<term>[^*_\n]{2,60}?)(?::\1|\1\s*(?::|[–—]|-{1,3}(?= )))\s*")
_TERM = re.compile(r"[^`<>|{}\[\]/]{3,50}")  # code below a heading such as "Terms" is a value, not a term
_SHORT_NAME = re.compile(r"\(([A-ZÄÖÜ][\w-]{1,9}(?: \d{4})?)\)")  # "Arbeitszeitgesetz (ArbZG)"
# A term of another program: the page links the term, or the noun that its meaning begins with, to another site.
_LINKED = re.compile(
    r"\A\W{0,6}\[[^\]]+\]\(https?:|\A\W{0,6}`[^`<]+<https?:"
    r"|(?:\n|[:–—-])\s*(?:[^\W\d]+ ){0,2}(?:\[[^\]]+\]\(https?:|`[^`<]+<https?:)"
)
_MOST_TITLE = 6
_CLASS = re.compile(r"`[A-Z]\w*[a-z0-9][A-Z]\w*`")  # two capitals or more: one meaning everywhere
_LEAST_NEW = 3
_LEAST_BEFORE_MORE = 8  # words of a first sentence that more follows


def meanings(section: Section) -> Iterator[Fact]:
    """Facts from the entries of a glossary and from sentences that say what a quoted or legal term means."""
    law = _law(section)
    for node in section.nodes:
        inside = node.children if node.kind == "directive" and node.name == "glossary" else (node,)
        for entry in inside if section.is_glossary or len(inside) > 1 else ():
            if entry.kind == "definition":
                yield from _entry(section, entry)
            elif entry.kind == "list":
                yield from _items(section, entry)
        for number, place in enumerate(section.sentences(node) if node.kind == "paragraph" else ()):
            said = section.words(*place).strip()
            marked = _MARKED.match(section.document.text[slice(*place)])
            match = section.language.pattern("definition").match(said.rstrip(".。"))
            if match and number == 0 and node is section.nodes[0] and said.endswith("."):
                yield from _class(section, match, place)
            is_entry = section.is_glossary and number == 0 and marked and match and _is_own(section, node)
            if is_entry and marked and match and match["subject"] == marked["term"]:
                yield from meaning(section, marked["term"], match["value"], place)
            match = section.language.pattern("meaning").match(said)
            if match and number == 0:
                yield from meaning(section, match["subject"], match["value"].rstrip(".。"), place)
            match = section.language.pattern("legal").match(said)
            if match and law and said.endswith("."):  # without a full stop a list follows, which is a part of it
                yield from meaning(section, match["subject"], match["value"].rstrip("."), place, law)


def meaning(section: Section, term: str, said: str, quote: Place, law: str = "") -> Iterator[Fact]:
    """The question what the term means, in the product's documents or in the law."""
    language, term = section.language, term.strip(": ")
    answer, short = long_answer(said, language)
    if not answer or length(answer) < int(language.data.get("least_purpose", 3)) or not (law or section.name):
        return
    if not law and (language.begins_with_verb(answer) or language.says("no_purpose", answer)):
        return  # "Restrict search results", "The device may heat" say what something does
    if not law and _LINKED.search(section.document.text[slice(*quote)]):
        return
    if not _TERM.fullmatch(term) or language.says("unclear", f"{term} {answer}" if law else term):
        return
    # "Woodpecker CI" in the glossary of Woodpecker: nobody asks it so
    if term.casefold() not in answer.casefold() and (law or section.name.casefold() not in term.casefold()):
        form = "legal" if law else "means"
        question = language.ask(form, thing=term, scope=section.scope(term), law=law)
        yield Fact(section.document, "meanings", question, (Part(answer, quote, short),), term)


def _class(section: Section, match: re.Match[str], place: Place) -> Iterator[Fact]:
    """What the class in the heading is, if its first sentence says it with an indefinite article."""
    language, name = section.language, match["subject"].strip()
    answer, short = long_answer(match["value"], language)
    new = set(content_words(answer, language.code)) - set(content_words(name, language.code))
    is_heading = _CLASS.fullmatch(name) and section.heading.strip("`") == name.strip("`")
    is_role = not answer or answer.split()[0].casefold() in language.words("definite")  # "the escape hatch"
    if is_heading and section.name and len(new) >= _LEAST_NEW and not is_role:
        thing = Thing(section, "code", name)
        question = language.ask("is", thing=thing.phrase, scope=section.scope(name))
        yield Fact(section.document, "definitions", question, (Part(answer, place, short),), thing.name)
        yield from thing.version(Part(answer, place))


def _is_own(section: Section, entry: Node) -> bool:
    """Whether an entry is the product's term. A glossary that links to other sites explains terms of others, too: an
    entry of such a glossary names the product."""
    said, parts = section.shown(entry).casefold(), section.name.casefold().split()
    return "://" not in section.document.text or any(
        part in said for part in parts if part == parts[-1] or len(part) > 4
    )


def _entry(section: Section, node: Node) -> Iterator[Fact]:
    term, body = node.children[:2]
    if body.kind == "paragraph" and len(node.children) == 2 and _is_own(section, node):
        start, end = section.sentences(body)[0] if section.sentences(body) else (body.start, body.end)
        if len(section.sentences(body)) > 1 and length(section.words(start, end)) < _LEAST_BEFORE_MORE:
            return  # "An access control entry.": what it is follows
        said, articles = section.words(start, end).rstrip(".。"), section.language.data["articles"]
        # without an article it may be a sentence about the term: "Workers acknowledge messages"
        if section.document.media_type != "text/x-rst" or not articles or said.split(" ")[0].casefold() in articles:
            yield from meaning(section, section.shown(term), said, (node.start, end))


def _items(section: Section, node: Node) -> Iterator[Fact]:
    """The meanings in a list such as "* *Audit*: a review of the accesses to a system"."""
    for item in node.children:
        body = item.children[0] if item.children else item
        match = _ITEM.match(section.document.text, body.start, body.end) if body.kind == "paragraph" else None
        places = section.sentences(replace(body, start=match.end())) if match else []
        if match and places and _is_own(section, body):
            place = body.start, places[0][1]
            yield from meaning(section, match["term"], section.words(*places[0]).rstrip(".。"), place)


def _law(section: Section) -> str:
    """The short name in brackets of the document's title, else the title; empty if the title is no short name."""
    titles = [section.shown(node) for node in section.above[:1] if node.level == 1] + [section.document.title]
    short = next((match[1] for title in titles if (match := _SHORT_NAME.search(title))), "")
    return short or (titles[0] if len(titles[0].split()) <= _MOST_TITLE else "")
