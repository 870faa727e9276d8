"""A fact and the corpus -> the other passages that state the fact, and whether a passage makes the fact doubtful."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice, takewhile
from pathlib import PurePosixPath

from benchmill.generator.extractive.claim import Claim
from benchmill.generator.extractive.doubt import Doubt
from benchmill.generator.extractive.fact import Fact, Place
from benchmill.generator.extractive.full_names import Row, rows_with_full_names
from benchmill.generator.extractive.owners import places_shown
from benchmill.generator.extractive.page import Page
from benchmill.generator.extractive.values import Value
from benchmill.generator.languages import Language, letters_of
from benchmill.records.corpus import Document
from benchmill.records.words import apart

_JOINT = r"(?:\\?[-_.$:\]\s]){0,3}"  # "loop\_wait", `LOOP__WAIT`, "[loop] wait", "loop" at a line's end
_ANCHOR = re.compile(r"^(?:\.\. )?(?:_[\w-]+:|[\w:-]+::)")  # ".. _setting-relay-port:", ".. setting:: RELAY_PORT"
_VERSION = re.compile(r"v?\d+(?:\.[\dx]+)*|v\d\w*")  # "v2", "3.x", "v1beta1"
_LEAST_LETTERS = 8  # of a name that may be the end of another one
_LEAST_ALIKE = 2  # words of a name: many have the same last one
Stated = tuple[Document, Sequence[Place]]  # a place for each part of a fact


class Labels:
    """Searches all pages. What a document that is not in `read` says in other words is no reason for doubt.
    Of those that are `noted`, such as a changelog, only what may be a default or the value is one.
    `stated` holds all facts, so that no place counts for the thing of another owner."""

    def __init__(
        self,
        pages: Sequence[Page],
        language: Language,
        read: Collection[str],
        noted: Collection[str],
        stated: Iterable[Fact],
        product: str,
    ) -> None:
        self._language, self._product = language, product
        self._pages, self._stated = pages, [*stated]
        self._keys = [each for each in self._stated if not each.thing.istitle()]  # "Hop limit" may be any key's
        self._by_thing: dict[str, list[Fact]] = defaultdict(list)
        for each in self._stated:
            self._by_thing[each.thing.casefold()].append(each)
        self._read = [page for page in pages if page.document.id in read]
        self._noted = [page for page in pages if page.document.id in noted]
        self._ids = {page.document.id for page in self._read}
        self._versions = set(filter(None, map(_version_of, self._ids)))
        rows = [row for page in self._read for row in rows_with_full_names(page, language, product)]
        self._full_names = {(row.page.document.id, row.place[0]): row.name for row in rows}
        self._rows: dict[str, list[Row]] = defaultdict(list)
        for row in rows:
            self._rows[row.name].append(row)
        defined = {(_answer(each), each.thing) for each in self._stated if each.construct == "definitions"}
        self._defined = Counter(answer for answer, _ in defined)
        # of the things whose maximum a key of its own gives: `QUEUE_MAX_SIZE` is that of `QUEUE_SIZE`
        self._bounded = {
            letters_of(each.thing).replace("max", "", 1) for each in self._stated if "max" in each.thing.lower()
        }

    def silent(self, fact: Fact) -> bool:
        """Whether no passage that names the thing of an unanswerable fact says anything of what the fact asks for."""
        if letters_of(fact.thing) in self._bounded:
            return False
        said = re.compile(str(self._language.data[f"said_{fact.construct}"]), re.IGNORECASE)
        around = (page.around(at) for page, at, _ in self._naming(fact.thing))
        return not any(said.search(each) or self._language.says(f"no_{fact.construct}", each) for each in around)

    def elsewhere(self, facts: Sequence[Fact]) -> list[Stated] | None:
        """The other places that state the first of the facts, which all describe one thing: in a document, one for each
        part. None if a place states it differently, or if it is doubtful whether a place states it."""
        fact, *others = facts
        answer = Value(_answer(fact), self._language)
        found: list[Stated] = [_places(fact)]
        for other in others:
            is_same = other.thing == fact.thing or other.thing.casefold() != fact.thing.casefold()
            is_namesake = other.document is fact.document and not is_same  # of each `PORT` and `port`
            names = {self._full_name(each) for each in (fact, other)} - {""}
            if is_namesake or len(names) > 1 or not answer.is_any([_answer(other)]):
                return None
            if not _overlaps(found, other.document, other.parts[0].quote[0], other.parts[-1].quote[1]):
                found.append(_places(other))
        name = self._full_name(fact) or letters_of(fact.thing)
        rows = self._rows.get(name, ()) if fact.construct == "defaults" else ()
        for row in (each for each in rows if not _overlaps(found, each.page.document, *each.place)):
            if not answer.is_any([row.default]):
                return None
            found.append((row.page.document, [row.place]))
        namesakes = (each for each in self._by_thing[fact.thing.casefold()] if each.owner != fact.owner)
        of_others = [_places(each) for each in namesakes if fact.owner and each.owner]
        for page, place, states in self._claims(fact) if fact.construct == "defaults" else ():
            if _overlaps([*found, *of_others], page.document, *place):
                continue
            if not states:
                return None
            found.append((page.document, [place]))
        decided = [*found, *of_others]
        is_named = any(
            self._may_be_of(fact, *where) or self._repeats(fact, answer, *where)
            for where in self._undecided(fact, self._read, decided)
        )
        is_noted = any(self._may_tell(answer, *where) for where in self._undecided(fact, self._noted, decided))
        is_refused = is_named or is_noted or self._is_of_one_version(fact, found) or self._is_said_of_others(fact)
        return None if is_refused or self._is_doubtful(fact, decided) else found[1:]

    def _undecided(self, fact: Fact, pages: Iterable[Page], decided: Sequence[Stated]) -> Iterator[tuple[Page, Place]]:
        """The places that have the fact's name in any spelling and are not among those `decided`."""
        for page, place in self._spelt(fact, pages):
            if not _overlaps(decided, page.document, *place):
                yield page, place

    def _is_of_one_version(self, fact: Fact, found: Sequence[Stated]) -> bool:
        """Whether the docs have folders or pages for several versions, or the page again outside its version's folder,
        and no other version's page states the fact, nor one outside."""
        own = _version_of(fact.document.id)
        if not own:
            return False
        path = PurePosixPath(fact.document.id)
        again = str(own.parent / path.relative_to(own)) if path.is_relative_to(own) else ""
        others = {each for each in self._versions if each.parent == own.parent} - {own}
        stating = (PurePosixPath(document.id).with_suffix("") for document, _ in found)
        return bool(others or again in self._ids) and all(each.is_relative_to(own) for each in stating)

    def _is_said_of_others(self, fact: Fact) -> bool:
        """Whether the docs say the same of several classes: "a collection of any type"."""
        return fact.construct == "definitions" and self._defined[_answer(fact)] > 1

    def _full_name(self, fact: Fact) -> str:
        """The letters of the full name in the fact's row; empty if that is unknown."""
        return self._full_names.get((fact.document.id, fact.parts[0].quote[0]), "")

    def _claims(self, fact: Fact) -> Iterator[tuple[Page, Place, bool]]:
        """The places that name the thing and state the fact, and the lines of code below its table's heading, with
        whether they state it."""
        answer = Value(fact.parts[0].answer, self._language)
        for page, at, places in self._naming(fact.thing):
            stating = (place for place in places if Claim(fact, answer, self._language, page, at, place).states())
            yield from ((page, place, True) for place in islice(stating, 1))
        yield from ((page, place, answer.is_any([value])) for page, place, value in self._in_code(fact.thing))

    def _is_doubtful(self, fact: Fact, decided: Sequence[Stated]) -> bool:
        """Whether a block may state the fact that is not `decided`, and neither in the fact's own section nor a
        statement about another thing, unless it has the last name of the path."""
        doubt = Doubt(fact, self._language, self._product)
        for page in self._read:
            for place in doubt.places(page):
                if (
                    not self._is_own(fact, page, place[0])
                    and not _overlaps(decided, page.document, *place)
                    and (_names_last(page.text[slice(*place)], fact.thing) or self._may_be_of(fact, page, place))
                ):
                    return True
        return False

    def _may_be_of(self, fact: Fact, page: Page, place: Place) -> bool:
        """Whether a place may be about the fact's thing: whether it states no fact of another thing."""
        return all(_may_be_one(each, fact) for each in self._stated_at(page, place))

    def _stated_at(self, page: Page, place: Place) -> Iterator[Fact]:
        """The facts about keys that a place states."""
        return (each for each in self._keys if _overlaps([_places(each)], page.document, *place))

    def _repeats(self, fact: Fact, answer: Value, page: Page, place: Place) -> bool:
        """Whether a statement about another thing names this one beside it and has its value: the row of `RELAY_HOPS`
        may say that it is `front.hops`."""
        said = page.shown(*place)
        for each in self._stated_at(page, place):
            said = said.replace(each.thing, "")
        named = re.search(rf"(?<![\w-]){re.escape(fact.thing)}(?![\w-])", said, re.IGNORECASE)
        return named is not None and answer.is_in(said)

    @staticmethod
    def _is_own(fact: Fact, page: Page, at: int) -> bool:
        """Whether a place is in the fact's entry: its section, or below the heading that is a setting. A task's page
        may come back to it."""
        quote = fact.parts[0].quote[0]
        if page.document is not fact.document or fact.construct == "procedures":
            return page.document is fact.document
        is_entry = fact.construct != "defaults" or any(h.start <= quote < h.end for h in page.headings(quote)[-1:])
        return is_entry and page.section(at) == page.section(quote)

    def _in_code(self, path: str) -> Iterator[tuple[Page, Place, str]]:
        """The lines of code which give the default of a path's key: `port: 7480` below "relay:", where the heading
        speaks of defaults, is that of `relay.port`."""
        table, _, key = path.rpartition(".")
        line = re.compile(rf"^[ \t]*[\"']?{re.escape(key)}[\"']?[ \t]*[:=][ \t]*(.*?)[,;]?[ \t]*$", re.MULTILINE)
        for page in self._pages if table else ():
            # a search for plain words is faster than to read the examples of each page for each path
            is_there = all(each in page.small for each in path.casefold().split("."))
            for at in places_shown(page.document, path) if is_there else ():
                match = line.match(page.text, page.text.rfind("\n", 0, at) + 1)
                if match and self._language.says("of_defaults", page.heading(at).casefold()):
                    yield page, match.span(), match[1]

    def _may_tell(self, answer: Value, page: Page, place: Place) -> bool:
        """Whether a note on a change may tell a default: "Added `relay.port`" tells none."""
        said = page.shown(*place)
        return answer.is_in(said) or self._language.says("default_words", said.casefold())

    @staticmethod
    def _spelt(fact: Fact, pages: Iterable[Page]) -> Iterator[tuple[Page, Place]]:
        """The places that say something of what has a setting's name in any spelling: "scan depth", `SCAN_DEPTH`,
        `--scan-depth`. A table of contents only names it, and so does a picture. Of a class those on other pages."""
        words = re.findall(r"[^\W_]+", apart(fact.thing, at_capitals=True).casefold())
        spelt = re.compile(rf"(?<![^\W_]){_JOINT.join(words)}(?![^\W_])", re.IGNORECASE)
        is_class = fact.construct == "definitions"
        searched = pages if is_class or fact.construct == "defaults" else ()
        for page in (each for each in searched if not (is_class and each.document is fact.document)):
            for match in spelt.finditer(page.text) if all(word in page.small for word in words) else ():
                place = page.place_or_line(match.start())
                said = _ANCHOR.sub("", page.shown(*place))
                is_entry = "code" in page.nodes(match.start()) or page.is_heading(match.start())
                if spelt.search(said) and (is_entry or letters_of(spelt.sub("", said))):
                    yield page, place

    def _naming(self, thing: str) -> Iterator[tuple[Page, int, list[Place]]]:
        """Every place that names the thing, with its statements, without the addresses of links. A link in
        reStructuredText calls a setting's entry "setting-relay-port", and code calls `PORT_MAX` "relay.PORT_MAX"."""
        name = re.escape(thing).replace("_", r"\\?_")  # "loop\_wait"
        apart = r"(?<![\w-])" if "_" in thing.strip("_") else r"(?<![\w-])(?<!\w\.)"
        option = r"|(?<![\w-])--" if "-" in thing.strip("-") else ""  # `--wait-time` sets "wait-time"
        named = re.compile(rf"(?:{apart}|:\w+:`\w+-{option}){name}(?![\w-]|\.\w|`?\]:)", re.IGNORECASE)
        for page in self._pages:
            last = -1
            for match in named.finditer(page.text) if thing.casefold() in page.small else ():
                places = page.statements(match.start())
                if places and places[0][0] > last:
                    last = places[0][0]
                    yield page, match.start(), places


def _version_of(document: str) -> PurePosixPath | None:
    """The outermost folder of a document that has a version as name, or the document if it has: "book/v2" of
    "book/v2/relay.md" and of "book/v2.md". "book/2.md" is the second chapter."""
    path = PurePosixPath(document).with_suffix("")
    folder = next((each for each in reversed(path.parents) if _VERSION.fullmatch(each.name)), None)
    is_version = _VERSION.fullmatch(path.name) and not path.name.isdigit()
    return folder or (path if is_version else None)


def _names_last(said: str, path: str) -> bool:
    """Whether words have the last name of a path as code."""
    _, dot, last = path.rpartition(".")
    return bool(dot) and f"`{last}`" in said


def _may_be_one(one: Fact, other: Fact) -> bool:
    """Whether two things are one: one's name is a longer path to the other, or `--verify-host` is `RELAY_VERIFY_HOST`,
    or `host` of `verify` is."""
    shorter, longer = sorted((f".{each.thing}".casefold() for each in (one, other)), key=len)
    few, many = sorted(
        (apart(f"{each.owner.strip('`[]')} {each.thing}".casefold()).split() for each in (one, other)), key=len
    )
    alike = [*takewhile(lambda pair: pair[0] == pair[1], zip(reversed(few), reversed(many), strict=False))]
    least = min(len(apart(each.thing.casefold()).split()) for each in (one, other))
    short, long = sorted((letters_of(each.thing) for each in (one, other)), key=len)
    is_end = len(short) >= _LEAST_LETTERS and long.endswith(short)  # of `RELAY_SCANDEPTH` for `scanDepth`
    return longer.endswith(shorter) or len(alike) >= max(least, _LEAST_ALIKE) or is_end


def _answer(fact: Fact) -> str:
    return "\n".join(part.answer for part in fact.parts)


def _places(fact: Fact) -> Stated:
    return fact.document, [part.quote for part in fact.parts]


def _overlaps(known: Sequence[Stated], document: Document, start: int, end: int) -> bool:
    return any(each is document and start < places[-1][1] and places[0][0] < end for each, places in known)
