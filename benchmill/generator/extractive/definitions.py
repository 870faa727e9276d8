"""Section -> "What is X?": the sentences that define the heading, a marked term, a class of code or the product."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmill.generator.extractive.answers import long_answer
from benchmill.generator.extractive.fact import Fact, Part, Place
from benchmill.generator.extractive.meanings import MARKED
from benchmill.generator.extractive.section import Section
from benchmill.generator.extractive.things import Thing
from benchmill.records.words import STOP_WORDS, content_words

_CLASS = re.compile(r"`[A-Z]\w*[a-z0-9][A-Z]\w*`")  # two capitals or more: one meaning everywhere, no local variable
_SENTENCE = re.compile(r"\s*(.+?)[.。!?][^\w`]*$")


def definitions(section: Section) -> Iterator[Fact]:
    """Facts from the sentences of each paragraph. Words without a full stop may go on in a list."""
    for node in section.nodes:
        for place in section.sentences(node) if node.kind == "paragraph" else ():
            first = node is section.nodes[0] and place[0] == node.start
            if said := _SENTENCE.match(section.words(*place)):
                yield from _defined(section, said[1], place, first=first)
                yield from _described(section, said[1], place)


def _described(section: Section, said: str, place: Place) -> Iterator[Fact]:
    """The fact of "The `relay sweep` command deletes ..."."""
    match = section.language.pattern("purpose").match(said)
    if match and section.name:
        kind = match["kind"].replace("environment variable", "variable")
        yield from Thing(section, kind, match["subject"]).facts(place, purpose=match["value"])


def _defined(section: Section, words: str, place: Place, *, first: bool) -> Iterator[Fact]:
    """The fact of "A sweeper is a task that ...", where the page marks "sweeper" as its subject or as a term."""
    language, match = section.language, section.language.pattern("definition").match(words)
    if not match or not section.name or section.company:
        return  # an organisation's pages define the terms of others, too
    said = match.groupdict("")
    subject, article = said["subject"].strip(), said.get("article", "").lower()
    thing, is_plural = f"{article}{subject}", said.get("verb") in language.data["plural"]
    answer, short = long_answer(said["value"], language)
    if not answer or language.is_pointing(subject.split()[0]) or language.says("vague_thing", thing):
        return
    if _is_subject(section, subject, place, first=first) and _says_what(section, subject, answer):
        if _is_own(section, subject, article):
            question = language.ask("are" if is_plural else "is", thing=thing, scope=section.scope(thing))
            yield Fact(section.document, "definitions", question, (Part(answer, place, short),), thing)
        if _CLASS.fullmatch(subject):
            yield from Thing(section, "code", subject).version(Part(answer, place))


def _is_subject(section: Section, subject: str, place: Place, *, first: bool) -> bool:
    """Whether the page marks the subject: as code, in bold, as its heading or title, or as the product's name."""
    marked = MARKED.match(section.document.text[slice(*place)].lstrip())
    titles = [section.heading, section.document.title] if first else []
    terms = [section.name, *titles, *([marked["term"]] if marked else [])]
    always = section.language.data.get("definition_marks_its_term") or _CLASS.fullmatch(subject)
    return bool(always) or _bare(section, subject) in (_bare(section, term) for term in terms)


def _is_own(section: Section, subject: str, article: str) -> bool:
    """Whether the subject is surely the product's: a name with capitals may be somebody else's product."""
    data = section.language.data
    names = [word for word in subject.split() if word[0].isupper() and not word.isupper()]
    # "a Btrfs snapshot"
    common = article and (not names or data.get("nouns_are_capitalised"))
    named = any(word in subject.casefold() for word in section.name.casefold().split() if len(word) > 3)
    return _CLASS.fullmatch(subject) is not None or bool(
        "`" not in subject and (named or common or data.get("terms_are_own"))
    )


def _says_what(section: Section, subject: str, answer: str) -> bool:
    """Whether an answer names a class and what sets the thing apart. "A design pattern" does not; "the escape hatch"
    names a role, and only sentences about code define a thing so."""
    language = section.language
    new = set(content_words(answer, language.code)) - set(content_words(subject, language.code))
    article = re.split(r"(?<=['’])|\s", answer)[0].casefold()
    role = article in language.words("definite") and not _CLASS.fullmatch(subject)
    apart = STOP_WORDS.get(language.code, frozenset()) & set(answer.casefold().split()[2:])  # "... of", "... that"
    least = int(language.data.get("least_new", 3))
    return len(new) >= least and not role and bool(apart or not STOP_WORDS.get(language.code))


def _bare(section: Section, text: str) -> str:
    """The letters of a term without articles and plural, for comparison with a heading: "What is a relay?"."""
    text = section.language.pattern("around_term").sub("", text.casefold().rstrip("?？ "))
    return "".join(filter(str.isalnum, text)).removesuffix("s")
