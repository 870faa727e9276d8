"""Section -> what its sentences, terms and bold words define, limit or explain."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmill.generator.extractive.answers import is_answer, length, long_answer, names_something
from benchmill.generator.extractive.fact import Fact, Part, Place
from benchmill.generator.extractive.section import Section
from benchmill.generator.extractive.things import Thing, default_fact, purpose_fact
from benchmill.generator.markup.node import Node
from benchmill.records.words import STOP_WORDS, content_words

_MARKED = re.compile(r"\A[^*_`\n]{0,6}(\*{1,3}|_{1,3})(?P<term>[^*_\n]{2,60})\1")
_ENVIRONMENT = "environment variable"

_CLASS = re.compile(r"`[A-Z]\w*[a-z0-9][A-Z]\w*`")  # two capitals or more: one meaning everywhere, no local variable
_CALL = re.compile(rf"{_CLASS.pattern}|`\w*_\w*\(\)`|`[A-Z]\w*\.\w+\(\)`")
_LINKED = re.compile(r"(?:An? |The )?(?:\[[^\]]+\]\(https?:|`[^`<]+<https?:)")
_LOCAL = re.compile(r"`[a-z][a-z0-9_]*`")


def definitions(section: Section) -> Iterator[Fact]:
    """Facts from sentences that define the heading, the document or a marked term, from glossaries and from limits."""
    for node, after in zip(section.nodes, (*section.nodes[1:], None), strict=False):
        if node.kind == "definition" and section.is_glossary:
            yield from _entry(section, node)
        elif node.kind == "paragraph":
            places = section.sentences(node)
            if after is not None and after.kind == "list" and not re.search(r"[.!?。]\W*$", section.shown(node)):
                places = places[:-1]  # the list ends the sentence: "It computes marks of"
            for number, place in enumerate(places):
                yield from _sentence(section, place, first=number == 0)


def _sentence(section: Section, place: Place, *, first: bool) -> Iterator[Fact]:
    language, said = section.language, section.words(*place)
    said = re.sub(r"[.。]$", "", said.strip())
    own = not _is_elsewhere(section, place)
    if own and (match := language.pattern("definition").match(said)):
        yield from _defined(section, place, match, first=first)
    if first and (match := language.pattern("meaning").match(said)):
        yield from _asked(section, "means", match["subject"], match["value"], place)
    if (match := language.pattern("purpose").match(said)) and section.name:
        kind = match["kind"].replace(_ENVIRONMENT, "variable")
        thing = Thing(section, kind, match["subject"])
        # a flag in a sentence may belong to another program, unless the sentence is below the flag's own heading
        known = thing.kind not in ("option", "flag") or thing.name in section.heading or section.command_of(thing.name)
        if thing.is_clear and known:
            yield from purpose_fact(thing, match["value"], place)
    if (match := language.pattern("code_purpose").match(said)) and section.name:
        thing = Thing(section, "code", match["subject"])
        if own and thing.is_clear and _CALL.fullmatch(match["subject"]) and "tutorial" not in section.document.id:
            yield from purpose_fact(thing, match["value"], place)
    if match := language.pattern("default_sentence").match(said):
        thing = Thing(section, match["kind"] or "setting", match["subject"])
        if thing.is_clear:
            yield from default_fact(thing, match["value"], place)
    if match := language.pattern("limit").match(said):
        yield from _limit(section, place, match)


def _is_elsewhere(section: Section, place: Place) -> bool:
    """Whether the subject of a sentence links to another site or belongs to another package's module."""
    said = section.document.text[slice(*place)].lstrip("*_ ")
    module = re.match(r"\W*:[\w:]+:`[~!]?(\w+)\.", said)
    foreign = module is not None and module[1].casefold() not in section.name.casefold()
    return foreign or _LINKED.match(said) is not None


def _limit(section: Section, place: Place, match: re.Match[str]) -> Iterator[Fact]:
    answer = match["value"].strip()
    subject = match["subject"]
    if not re.match(r"`[^`]+`$|[~≈]?\d", answer) or length(answer) > 8 or not section.name:
        return
    article = match["article"][:1].lower() + match["article"][1:]
    if not (names_something(f" {match['whole']}") or section.name.casefold() in match["whole"].casefold()):
        return  # "the minimum value", "the limit of the list": only the page shows of what
    question = section.language.ask("limit", thing=f"{article}{subject}", scope=section.scope(subject))
    if is_answer(answer, section.language):
        yield Fact("limits", question, (Part(answer, place),), subject)


def _entry(section: Section, node: Node) -> Iterator[Fact]:
    term, body = node.children[0], node.children[1]
    if body.kind != "paragraph" or len(node.children) > 2 or "`" in section.shown(term):
        return  # code below a heading such as "Terms" is a value, not a term
    first = section.sentences(body)[:1]
    if first:
        yield from _asked(
            section, "means", section.shown(term).rstrip(": "), section.words(*first[0]), (node.start, first[0][1])
        )


def _defined(section: Section, place: Place, match: re.Match[str], *, first: bool) -> Iterator[Fact]:
    """The fact of a sentence about the section's subject, or about a term that the sentence marks."""
    language, subject = section.language, match["subject"].strip()
    marked = _MARKED.match(section.document.text[place[0] : place[1]].lstrip())
    is_term = (marked is not None and _same(marked["term"], subject)) or language.data.get("definition_marks_its_term")
    named = [section.heading, section.document.title] if first else []
    is_code = _CLASS.fullmatch(subject) is not None
    if _LOCAL.fullmatch(subject) or language.says("empty_definition", match["value"]):
        return
    if not (is_term or is_code or any(_same(each, subject) for each in named) or _same(section.name, subject)):
        return
    groups = match.groupdict()
    form = "are" if groups.get("verb") in language.data["plural"] else "is"
    article = (groups.get("article") or "").lower()
    thing = f"{article}{subject}"
    yield from _asked(section, form, thing, match["value"], place)


def _says_what(section: Section, thing: str, answer: str) -> bool:
    """Whether an answer names a class and what sets the thing apart: "a design pattern" does not. "The escape hatch"
    names a role; only a glossary, or a sentence about code, defines a thing so."""
    new = set(content_words(answer, section.language.code)) - set(content_words(thing, section.language.code))
    role = answer.split()[0].casefold() in section.language.words("definite")
    apart = STOP_WORDS.get(section.language.code, frozenset()) & set(
        answer.casefold().split()[2:]
    )  # "... of", "... that"
    least = section.language.data.get("least_new", 2 if apart else 4)
    return len(new) >= least and (not role or section.is_glossary or _CLASS.fullmatch(thing.split()[-1]) is not None)


def _same(words: str, subject: str) -> bool:
    def bare(text: str) -> str:
        text = re.sub(
            r"^(?:(?:an?|the|what|is|are|ein|eine|der|die|das|was|ist|sind|les?|la|une?|el|los|las|una?|uma?|il|lo|een|de|het)\s+|l['’])+",
            "",
            text.casefold(),
        )
        text = re.sub(r"(?:とは(?:何ですか)?|是什么|什么是)$|^什么是", "", text.rstrip("?？ "))
        return "".join(letter for letter in text if letter.isalnum()).removesuffix("s")

    return bool(bare(subject)) and bare(words) == bare(subject)


def _asked(section: Section, form: str, thing: str, said: str, place: Place) -> Iterator[Fact]:
    language = section.language
    answer, short = long_answer(said, language)
    if form != "means" and answer and not _says_what(section, thing, answer):
        return
    first, *rest = thing.split()
    article = f"{first.casefold()} " if first.casefold() in language.data["articles"] else ""
    # "Webargs is a ..." is true anywhere; "a spider is a ..." is true of the product
    own = (
        form == "means"
        or thing.startswith("`")
        or language.data.get("terms_are_own")
        or first.casefold() in language.data["articles"]
    )
    if (
        not answer
        or length(answer) < 2
        or answer[0] in "\"“”„«'"
        or language.is_pointing(rest[0] if own and rest else first)
        or "/" in thing
        or thing.casefold().removeprefix(article).strip("` ") in answer.casefold()
        or language.says("vague_thing", thing)
    ):
        return
    if not (section.name if own else re.search(r"[a-z-][A-Z]|\d|\w [A-Z]|`|-", thing) or section.name in thing):
        return
    # "a Docker stage" names its product, "a spider" does not
    capitals = [word for word in rest if word[0].isupper() and not (word.isupper() and first.casefold() == "the")]
    foreign = len(capitals) == 1 < len(rest) and not language.data.get("nouns_are_capitalised")
    scope = "" if foreign else section.scope(thing)
    question = language.ask(form, thing=thing, scope=scope)
    if question:
        yield Fact("definitions", question, (Part(answer, place, short),), thing)
