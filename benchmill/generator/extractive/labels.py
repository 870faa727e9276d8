"""A fact and the corpus -> the other passages that state the fact, and whether a passage contradicts or answers it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from benchmill.generator.extractive.fact import Fact, Place
from benchmill.generator.extractive.language import Language
from benchmill.generator.markup.nodes import sections
from benchmill.records.corpus import Document
from benchmill.records.normalising import find_normalised
from benchmill.records.sentences import sentences
from benchmill.records.words import words


class Labels:
    """Searches all documents, including those that no question may be about."""

    def __init__(self, documents: Sequence[Document], language: Language) -> None:
        self._documents = documents
        self._language = language
        self._words = [frozenset(words(document.text)) for document in documents]
        self._sentences: dict[str, list[Place]] = {}
        self._headings: dict[str, tuple[list[int], list[str]]] = {}  # where each section begins, and what is above it

    def same(self, fact: Fact) -> tuple[tuple[str, ...], ...]:
        """The words of the answer. Two statements of one fact have equal words here."""
        return tuple(tuple(words(part.answer)) for part in fact.parts)

    def contradicted(self, fact: Fact) -> bool:
        """Whether a sentence states another default for the fact's thing."""
        pattern = self._language.pattern("default_inside")
        for document, place in self._naming(fact.thing) if fact.construct == "defaults" else ():
            said = document.text[slice(*place)]
            others = set(re.findall(r"`+([^`]+)`+", said)) - {fact.thing}  # it may be another thing's default
            values = {tuple(words(match["value"])) for match in pattern.finditer(said)}
            if values - {self.same(fact)[0]} and len(others) <= 1:
                return True
        return False

    def silent(self, fact: Fact) -> bool:
        """Whether no passage that names the thing of an unanswerable fact says anything of what the fact asks for."""
        said = re.compile(str(self._language.data[f"said_{fact.construct}"]), re.IGNORECASE)
        return not any(said.search(_around(document.text, *place)) for document, place in self._naming(fact.thing))

    def elsewhere(self, fact: Fact, stated: Sequence[tuple[Document, Fact]]) -> list[tuple[Document, Place]]:
        """The other places that state a factoid: the same construct, or a sentence with its thing and its answer."""
        if len(fact.parts) > 1:
            return []
        places = [(document, other.parts[0].quote) for document, other in stated]
        found: list[tuple[Document, Place]] = []
        for document, (start, end) in (*places, *self._saying(fact)):
            if not any(document is other and begin < end and start < stop for other, (begin, stop) in found):
                found.append((document, (start, end)))
        return found[1:]

    def _saying(self, fact: Fact) -> Iterator[tuple[Document, Place]]:
        default = re.compile(str(self._language.data["default_words"]), re.IGNORECASE)
        answer = fact.parts[0].answer
        for document, (start, end) in self._naming(fact.thing):
            said = document.text[start:end]
            if fact.construct == "defaults" and not default.search(said):
                continue
            # every class may have a `name`
            of_owner = not fact.owner or any(
                _bounded(fact.owner, each) for each in (said, self._above(document, start))
            )
            if of_owner and find_normalised(answer, said) and _bounded(answer, said):
                yield document, (start, end)

    def _above(self, document: Document, place: int) -> str:
        """The headings above a place."""
        if document.id not in self._headings:
            filled = [(above, below) for above, below in sections(document) if below]
            headings = [" ".join(document.text[node.start : node.end] for node in above) for above, _ in filled]
            self._headings[document.id] = ([below[0].start for _, below in filled], headings)
        starts, headings = self._headings[document.id]
        number = bisect_right(starts, place)
        return headings[number - 1] if number else ""

    def _naming(self, thing: str) -> Iterator[tuple[Document, Place]]:
        """Every sentence that names the thing."""
        needed = frozenset(words(thing))
        for number, document in enumerate(self._documents):
            if not needed or not needed <= self._words[number]:
                continue
            if document.id not in self._sentences:
                self._sentences[document.id] = sentences(document.text)
            for start, end in self._sentences[document.id]:
                said = document.text[start:end]
                if thing.casefold() in said.casefold() and _bounded(thing, said):
                    yield document, (start, end)


def _around(text: str, start: int, end: int) -> str:
    """The table row of a sentence, or its paragraph up to 600 characters behind the sentence."""
    line = text.rfind("\n", 0, start) + 1
    if text[line : start + 1].lstrip().startswith("|"):
        return text[line:end]
    return text[text.rfind("\n\n", 0, start) + 1 : end + 600]


def _bounded(needle: str, text: str) -> bool:
    """Whether the needle is in the text as whole words."""
    wanted, said = words(needle), words(text)
    size = len(wanted)
    return any(said[at : at + size] == wanted for at in range(len(said) - size + 1))
