"""A fact and the corpus -> the other passages that state the fact, and whether a passage makes the fact doubtful."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

from benchmill.generator.extractive.fact import Fact, Place
from benchmill.generator.extractive.statements import Page
from benchmill.generator.extractive.values import CODE, holds, is_same
from benchmill.generator.languages import Language
from benchmill.records.corpus import Document
from benchmill.records.words import contains, words

_MARKS = ' `*_|“”"'
_DISTINCTIVE = re.compile(r"\d\d|[\d/]\D")  # "1" and "true" are values of many things


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
            judged = [self._states(fact, page, at, place) for place in places]
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
        coded = (CODE.findall(said) for said in page.defaults if not line.match(said))
        is_said = any(each and all(self._holds_one([code], answer) for code in each) for each in coded)
        return is_said and fact.construct == "defaults" and not is_switch

    def _is_same(self, one: Fact, other: Fact) -> bool:
        """Whether two facts have the same answers."""
        first, second = ("\n".join(part.answer for part in each.parts) for each in (one, other))
        return is_same(first, second, self._language)

    def _states(self, fact: Fact, page: Page, at: int, place: Place) -> bool | None:
        """Whether a place states the fact; None if that is doubtful."""
        said, before = page.shown(*place), page.shown(place[0], max(at, place[0])).casefold()
        answer, header, cells = fact.parts[0].answer, *page.row(at)
        if not self._is_of_owner(fact, said, before, page.above(place[0])):
            return False
        if fact.construct != "defaults":
            match = self._language.pattern("definition").match(said)
            is_term = match is not None and match["subject"].strip(_MARKS).casefold() == fact.thing.casefold()
            is_term = is_term or re.match(rf"[\W_]*{re.escape(fact.thing)}[*_`]*\s*[:：–—]", said, re.IGNORECASE)
            return bool(is_term) and (holds(said, answer, self._language) or None)
        if beside := self._beside(fact.thing, said):
            return self._holds_one([beside], answer) or None
        if self._language.says("default_words", f"{' '.join(header)} {said}".casefold()):
            return self._default(fact, said, before, header, cells)
        if self._holds_one(self._values("changed", said), answer):
            return True
        is_example = cells or "code" in page.nodes(at) or self._language.is_step(said)
        if is_example or self._language.says("condition", said):
            return False  # "Set `relay.port` to 7480"
        return None if _DISTINCTIVE.search(answer) and holds(said, answer, self._language) else False

    def _default(self, fact: Fact, said: str, before: str, header: Sequence[str], cells: Sequence[str]) -> bool | None:
        """Whether the words give the thing's default; None if they give another value, or the value in other words."""
        answer = fact.parts[0].answer
        stated = [value for name in ("default_inside", "switched", "changed") for value in self._values(name, said)]
        before = before.replace(fact.owner.casefold(), "").lstrip()
        if cells:
            return self._default_in_row(fact, before, header, cells, stated)
        if any(not self._holds_one([code], answer) for code in CODE.findall(before.rstrip("`"))):
            # the entry of another thing only names this one; another sentence may be about either
            return False if before.startswith("`") else None
        if self._holds_one(stated, answer) or (not stated and holds(said, answer, self._language)):
            return True
        others = {each for each in CODE.findall(said) if fact.thing not in each}
        return None if stated or len(others) <= 1 else False  # it may be another thing's default

    def _beside(self, thing: str, said: str) -> str:
        """The default right behind the thing's name, as in "`relay.port` (default: 7480)"."""
        named = re.search(rf"(?<![\w-]){re.escape(thing)}[`*]*:? ?", said, re.IGNORECASE)
        behind = said[named.end() :] if named else ""
        pattern = self._language.pattern("default_inside")
        stated = pattern.match(behind) or pattern.match(behind.removeprefix("("))
        return stated["value"].strip("`") if stated else ""

    def _default_in_row(
        self, fact: Fact, before: str, header: Sequence[str], cells: Sequence[str], stated: Sequence[str]
    ) -> bool | None:
        """The same of a row, whose first cell may be a group's name. The row of another thing only names this one."""
        given = [*stated, *cells[1:]]
        if before.strip("|` "):
            is_own = fact.thing.casefold() in (cell.strip("`* ").casefold() for cell in cells)
            columns = zip(map(self._language.kind_of_value, header), cells, strict=False)
            given = [cell for kind, cell in columns if is_own and kind == "default"]
        # "true (root) / false (substore)" is not what "true" says
        return (self._holds_one(given, fact.parts[0].answer) or None) if given else False

    def _values(self, pattern: str, said: str) -> list[str]:
        return [match["value"].strip("`") for match in self._language.pattern(pattern).finditer(said)]

    def _holds_one(self, values: Iterable[str], answer: str) -> bool:
        return any(is_same(value, answer, self._language) for value in values)

    def _is_of_owner(self, fact: Fact, said: str, before: str, above: str) -> bool:
        """Whether words are about the owner's thing: every command may have an `--all`."""
        owner = words(fact.owner)
        named = owner[1:] if " " in fact.owner else owner  # "`relay sweep`": pages of commands leave out the program
        if not owner or set(named) <= set(words(above)):
            return True
        if len(owner) == 1 and fact.thing.startswith("-"):
            return bool(before.strip("`*- |"))  # an entry that begins with the option describes another program's
        return contains(words(said), owner)

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
