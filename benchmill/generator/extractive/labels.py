"""A fact and the corpus -> the other passages that state the fact, and whether a passage contradicts it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from benchmill.generator.extractive.fact import Fact, Place
from benchmill.generator.extractive.language import Language
from benchmill.generator.markup.nodes import sections
from benchmill.records.corpus import Document
from benchmill.records.normalising import find_normalised
from benchmill.records.sentences import sentences
from benchmill.records.words import words

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


class Labels:
    """Searches all documents, including those that no question may be about."""

    def __init__(self, documents: Sequence[Document], language: Language) -> None:
        self._documents = documents
        self._language = language
        self._words = [frozenset(words(document.text)) for document in documents]
        self._sentences: dict[str, list[Place]] = {}
        self._headings: dict[str, list[tuple[int, str]]] = {}  # where each section begins, with the headings above it

    def same(self, fact: Fact) -> tuple[tuple[str, ...], ...]:
        """The words of the answer. Two statements of one fact have equal words here."""
        return tuple(tuple(words(part.answer)) for part in fact.parts)

    def contradicted(self, fact: Fact) -> bool:
        """Whether a sentence states another default for the fact's thing, or another number for its limit."""
        own = self.same(fact)[0]
        if fact.construct == "limits":
            return any(
                set(_NUMBER.findall(document.text[start:end])) - set(_NUMBER.findall(fact.parts[0].answer))
                for document, (start, end) in self._naming(fact.thing)
            )
        if fact.construct != "defaults":
            return False
        pattern = self._language.pattern("default_inside")
        for document, (start, end) in self._naming(fact.thing):
            for match in pattern.finditer(document.text, start, end):
                if tuple(words(match["value"])) != own and _near(fact.thing, document.text[start:end]):
                    return True
        return False

    def silent(self, fact: Fact) -> bool:
        """Whether no passage that names the fact's thing mentions bounds."""
        bounds = re.compile(str(self._language.data["bounds"]), re.IGNORECASE)
        return not any(
            bounds.search(_around(document.text, start, end)) for document, (start, end) in self._naming(fact.thing)
        )

    def elsewhere(self, fact: Fact, stated: Sequence[tuple[Document, Fact]]) -> list[tuple[Document, Place]]:
        """The other places that state a factoid: the same construct, or a sentence with its thing and its answer."""
        if len(fact.parts) > 1:
            return []
        taken = [(stated[0][0].id, *fact.parts[0].quote)]
        found: list[tuple[Document, Place]] = []
        others = [(document, other.parts[0].quote) for document, other in stated[1:]]
        for document, place in (*others, *self._saying(fact)):
            if not any(name == document.id and start < place[1] and place[0] < end for name, start, end in taken):
                taken.append((document.id, *place))
                found.append((document, place))
        return found

    def _saying(self, fact: Fact) -> Iterator[tuple[Document, Place]]:
        answer = fact.parts[0].answer
        default = re.compile(str(self._language.data.get("default_words", "default")), re.IGNORECASE)
        for document, (start, end) in self._naming(fact.thing):
            said = document.text[start:end]
            if fact.construct == "defaults" and not default.search(said):
                continue
            if fact.owner and not self._is_of(fact.owner, document, start, said):
                continue
            if find_normalised(answer, said) and _bounded(answer, said):
                yield document, (start, end)

    def _is_of(self, owner: str, document: Document, start: int, said: str) -> bool:
        """Whether a sentence, or a heading above it, names the owner: every table of parameters may have a `name`."""
        if document.id not in self._headings:
            self._headings[document.id] = [
                (below[0].start if below else 0, " ".join(document.text[node.start : node.end] for node in above))
                for above, below in sections(document)
                if below
            ]
        above = [words for begin, words in self._headings[document.id] if begin <= start][-1:]
        return any(_bounded(owner, words) for words in (said, *above))

    def _naming(self, thing: str) -> Iterator[tuple[Document, Place]]:
        """Every sentence that names the thing."""
        needed = frozenset(words(thing))
        if not needed:
            return
        for number, document in enumerate(self._documents):
            if not needed <= self._words[number]:
                continue
            if document.id not in self._sentences:
                self._sentences[document.id] = sentences(document.text)
            for start, end in self._sentences[document.id]:
                if thing.casefold() in document.text[start:end].casefold() and _bounded(
                    thing, document.text[start:end]
                ):
                    yield document, (start, end)


def _around(text: str, start: int, end: int) -> str:
    """The table row of a sentence, or its paragraph up to 600 characters behind the sentence."""
    line = text.rfind("\n", 0, start) + 1
    if text[line:start].lstrip().startswith("|") or text[start] == "|":
        return text[line:end]
    begin = text.rfind("\n\n", 0, start) + 1
    return text[begin : end + 600]


def _bounded(needle: str, text: str) -> bool:
    """Whether the needle is in the text as whole words."""
    wanted, said = words(needle), words(text)
    size = len(wanted)
    return any(said[at : at + size] == wanted for at in range(len(said) - size + 1))


def _near(thing: str, said: str) -> bool:
    """Whether a sentence names no other code, so that a default in the sentence is the default of `thing`."""
    return len(set(re.findall(r"`+([^`]+)`+", said)) - {thing}) <= 1
