"""A fact and the corpus -> the other passages that state the fact, and whether a passage makes the fact doubtful."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

from benchmill.generator.extractive.fact import Fact, Place
from benchmill.generator.extractive.language import Language
from benchmill.generator.extractive.section import FENCE
from benchmill.generator.extractive.statements import Page
from benchmill.generator.markup.inline import shown
from benchmill.records.corpus import Document
from benchmill.records.numbers import answer_tokens, quantities
from benchmill.records.words import contains, words

_MARKS = ' `*_|“”"'
_REFERENCE = r":\w+:`\w+-"
"""The beginning of a link in reStructuredText to what a setting's entry is called by: "setting-relay-port"."""


class Labels:
    """Searches all documents. What a document that is not in `read` says in other words is no reason for doubt.
    `stated` holds all facts, so that no place counts for the thing of another owner."""

    def __init__(
        self,
        documents: Sequence[Document],
        language: Language,
        read: Collection[str],
        stated: Iterable[Sequence[Fact]],
    ) -> None:
        self._language, self._read = language, read
        self._of_name: dict[str, list[Fact]] = defaultdict(list)
        for facts in stated:
            self._of_name[facts[0].thing.casefold()] += facts
        self._pages = {document.id: Page(document) for document in documents}

    def same(self, fact: Fact) -> tuple[tuple[str, ...], ...]:
        """The words of the answer. Two statements of one fact have equal words here."""
        return tuple(tuple(answer_tokens(part.answer, self._language.code)) for part in fact.parts)

    def silent(self, fact: Fact) -> bool:
        """Whether no passage that names the thing of an unanswerable fact says anything of what the fact asks for."""
        said = re.compile(str(self._language.data[f"said_{fact.construct}"]), re.IGNORECASE)
        return not any(said.search(page.around(*places[-1])) for page, places in self._naming(fact.thing))

    def elsewhere(self, facts: Sequence[Fact]) -> list[tuple[Document, Sequence[Place]]] | None:
        """The other places that state the first of the facts, which all describe one thing: in a document, one for each
        part. None if a place states it differently, or if it is doubtful whether a place states it."""
        fact, document = facts[0], facts[0].document
        wanted, single = self.same(fact), len(fact.parts) == 1
        if (fact.construct == "defaults" or not single) and any(self.same(other) != wanted for other in facts):
            return None
        found: list[tuple[Document, Sequence[Place]]] = [(document, [part.quote for part in fact.parts])]
        others = [
            (each.document, [part.quote for part in each.parts])
            for each in (self._of_name[fact.thing.casefold()] if fact.owner else ())
            if each.owner not in ("", fact.owner)
        ]
        units = [
            (self._pages[each.document.id], [part.quote for part in each.parts], self.same(each) == wanted)
            for each in facts
        ]
        units += [(page, places, False) for page, places in self._naming(fact.thing)] if single and fact.thing else []
        for page, places, is_same in units:
            start, end = places[0][0], places[-1][1]
            if any(
                page.document is other and start < known[-1][1] and known[0][0] < end
                for other, known in (*found, *others)
            ):
                continue
            judged = [is_same or self._states(fact, page, place) for place in places]
            is_near = page.document is document and page.section(start) == page.section(fact.parts[0].quote[0])
            if True in judged:
                found.append((page.document, [places[judged.index(True)]] if single else places))
            elif None in judged and page.document.id in self._read and not is_near:
                return None
        return found[1:]

    def _states(self, fact: Fact, page: Page, place: Place) -> bool | None:
        """Whether a place states the fact; None if that is doubtful."""
        text = re.sub(rf"{_REFERENCE}(?={re.escape(fact.thing)}`)", "`", page.text[slice(*place)], flags=re.IGNORECASE)
        said = shown(FENCE.sub("", text), page.document.media_type)
        before = re.split(re.escape(fact.thing), said, maxsplit=1, flags=re.IGNORECASE)[0].casefold()
        if not self._is_of_owner(fact, said, before, page.above(place[0])):
            return False
        if fact.construct != "defaults":
            match = self._language.pattern("definition").match(said)
            is_term = match is not None and match["subject"].strip(_MARKS).casefold() == fact.thing.casefold()
            return is_term and (self._holds(said, fact.parts[0].answer) or None)
        if self._language.says("default_words", f"{page.header(place[0])} {said}".casefold()):
            return self._default(fact, said, before)
        # another image may have a `PORT` of its own
        return None if fact.thing.isupper() and "_" not in fact.thing and f"`{fact.thing}" in said else False

    def _default(self, fact: Fact, said: str, before: str) -> bool | None:
        """Whether the words give the thing's default; None if they give another value, or the value in other words."""
        is_row = said.startswith("|")
        before = before.replace(fact.owner.casefold(), "").lstrip()
        if before.strip("|` ") if is_row else "`" in before.rstrip("`"):
            # the row or entry of another thing only names this one; another sentence may be about either
            return False if is_row or before.startswith("`") else None
        answer = fact.parts[0].answer
        stated = [match["value"].strip("`") for match in self._language.pattern("default_inside").finditer(said)]
        if is_row:  # "true (root) / false (substore)" is not what "true" says
            return any(words(value) == words(answer) for value in (*stated, *said.split("|")[2:])) or None
        if self._holds(" ".join(stated) or said, answer):
            return True
        others = {each for each in re.findall(r"`+([^`]+)`+", said) if fact.thing not in each}
        return None if stated or len(others) <= 1 else False  # it may be another thing's default

    def _holds(self, said: str, answer: str) -> bool:
        """Whether the words hold the answer; a number may have its unit in one of both only."""
        wanted = quantities(answer, self._language.code)[:1]
        same = [
            {each.unit, wanted[0].unit, ""}
            for each in quantities(said, self._language.code)
            if wanted and each.written == wanted[0].written
        ]
        return any(len(units) <= 2 for units in same) if wanted else contains(words(said), words(answer))

    def _is_of_owner(self, fact: Fact, said: str, before: str, above: str) -> bool:
        """Whether words are about the owner's thing: every command may have an `--all`."""
        owner = words(fact.owner)
        named = owner[1:] if " " in fact.owner else owner  # "`relay sweep`": pages of commands leave out the program
        if not owner or set(named) <= set(words(above)):
            return True
        if len(owner) == 1 and fact.thing.startswith("-"):
            return bool(before.strip("`*- |"))  # an entry that begins with the option describes another program's
        return contains(words(said), owner)

    def _naming(self, thing: str) -> Iterator[tuple[Page, list[Place]]]:
        """Every statement that names the thing, without the addresses of links."""
        name = re.escape(thing).replace("_", r"\\?_")  # "loop\_wait"
        named = re.compile(rf"(?:(?<![\w-])(?<!\w\.)|{_REFERENCE}){name}(?![\w-]|\.\w|`?\]:)", re.IGNORECASE)
        for page in self._pages.values():
            last = -1
            for match in named.finditer(page.text) if thing.casefold() in page.small else ():
                places = page.statements(match.start())
                further = page.sentence_behind(places[0]) if places else None
                if further and self._language.is_pointing(page.text[slice(*further)].split()[0]):
                    places.insert(1, (places[0][0], further[1]))  # "... `relay.port`. It defaults to 7480"
                if places and places[0][0] > last:
                    last = places[0][0]
                    yield page, places
