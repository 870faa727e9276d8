"""A fact and the corpus -> the other passages that state the fact, and whether a passage makes the fact doubtful."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

from benchmill.generator.extractive.claim import Claim
from benchmill.generator.extractive.fact import Fact, Place
from benchmill.generator.extractive.statements import Page
from benchmill.generator.extractive.values import CODE, is_same
from benchmill.generator.languages import Language
from benchmill.records.corpus import Document


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
        self._language, self._read = language, frozenset(read)
        self._of_name: dict[str, list[Fact]] = defaultdict(list)
        for facts in stated:
            self._of_name[facts[0].thing.casefold()] += facts
        self._pages = [Page(document, language) for document in documents]

    def silent(self, fact: Fact) -> bool:
        """Whether no passage that names the thing of an unanswerable fact says anything of what the fact asks for."""
        said = re.compile(str(self._language.data[f"said_{fact.construct}"]), re.IGNORECASE)
        return not any(said.search(page.around(at)) for page, at, _ in self._naming(fact.thing))

    def elsewhere(self, facts: Sequence[Fact]) -> list[tuple[Document, Sequence[Place]]] | None:
        """The other places that state the first of the facts, which all describe one thing: in a document, one for each
        part. None if a place states it differently, or if it is doubtful whether a place states it."""
        fact, *others = facts
        found: list[tuple[Document, Sequence[Place]]] = [(fact.document, [part.quote for part in fact.parts])]
        is_single = len(fact.parts) == 1
        for other in others:
            if not self._is_same(fact, other):
                if fact.construct == "defaults" or not is_single:
                    return None
            elif not _overlaps(found, other.document, other.parts[0].quote[0], other.parts[-1].quote[1]):
                found.append((other.document, [part.quote for part in other.parts]))
        of_others = [
            (each.document, [part.quote for part in each.parts])
            for each in (self._of_name[fact.thing.casefold()] if fact.owner else ())
            if each.owner not in ("", fact.owner)
        ]
        naming = list(self._naming(fact.thing)) if is_single and fact.thing else []
        for page, at, places in naming:
            if _overlaps([*found, *of_others], page.document, *places[0]):
                continue
            judged = [Claim(fact, self._language, page, at, place).states() for place in places]
            is_near = page.document is fact.document and page.section(at) == page.section(fact.parts[0].quote[0])
            if True in judged:
                found.append((page.document, [places[judged.index(True)]]))
            elif None in judged and page.document.id in self._read and not (is_near and fact.construct == "defaults"):
                return None
        for page, place, value in self._in_code(fact.thing) if fact.construct == "defaults" else ():
            if not is_same(value, fact.parts[0].answer, self._language):
                return None
            if not _overlaps(found, page.document, *place):
                found.append((page.document, [place]))
        known = {document.id for document, _ in found}
        pages = {page.document.id: page for page, *_ in naming}
        is_said = any(self._may_state(fact, page) for name, page in pages.items() if name in self._read - known)
        return None if is_said else found[1:]

    def _in_code(self, path: str) -> Iterator[tuple[Page, Place, str]]:
        """The lines of code below the heading of a path's table which give the default of the path's key:
        `port: 7480` in `DEFAULT_RELAY = {`, below "relay", is that of `relay.port`."""
        table, _, key = path.rpartition(".")
        line = re.compile(rf"^[ \t]*[\"']?{re.escape(key)}[\"']?[ \t]*[:=][ \t]*(.*?)[,;]?[ \t]*$", re.MULTILINE)
        for page in self._pages if table else ():
            for block in page.code_below.get(table, ()) if table.casefold() in page.small else ():
                if self._language.says("default_words", page.text[block.start : block.end].casefold()):
                    found = line.finditer(page.text, block.start, block.end)
                    yield from ((page, match.span(), match[1]) for match in found)

    def _may_state(self, fact: Fact, page: Page) -> bool:
        """Whether a page that names the thing in one place says in another what the value of something is by default,
        and the value is the thing's: "The relay keeps `15m` of messages by default"."""
        answer, line = fact.parts[0].answer, self._language.pattern("default_line")
        is_switch = answer.casefold() in self._language.words("on") | self._language.words("off")
        if fact.construct != "defaults" or is_switch:
            return False
        coded = (CODE.findall(said) for said in page.defaults if not line.match(said))
        return any(each and all(is_same(code, answer, self._language) for code in each) for each in coded)

    def _is_same(self, one: Fact, other: Fact) -> bool:
        """Whether two facts have the same answers."""
        first, second = ("\n".join(part.answer for part in each.parts) for each in (one, other))
        return is_same(first, second, self._language)

    def _naming(self, thing: str) -> Iterator[tuple[Page, int, list[Place]]]:
        """Every place that names the thing, with its statements, without the addresses of links. A link in
        reStructuredText calls a setting's entry "setting-relay-port", and code calls `PORT_MAX` "relay.PORT_MAX"."""
        name = re.escape(thing).replace("_", r"\\?_")  # "loop\_wait"
        apart = r"(?<![\w-])" if "_" in thing.strip("_") else r"(?<![\w-])(?<!\w\.)"
        named = re.compile(rf"(?:{apart}|:\w+:`\w+-){name}(?![\w-]|\.\w|`?\]:)", re.IGNORECASE)
        for page in self._pages:
            last = -1
            for match in named.finditer(page.text) if thing.casefold() in page.small else ():
                places = page.statements(match.start())
                if places and places[0][0] > last:
                    last = places[0][0]
                    yield page, match.start(), places


def _overlaps(known: Sequence[tuple[Document, Sequence[Place]]], document: Document, start: int, end: int) -> bool:
    return any(each is document and start < places[-1][1] and places[0][0] < end for each, places in known)
