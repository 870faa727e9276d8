"""A heading and the nodes below it -> Section, which each construct (a rule that finds facts) reads."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import PurePosixPath

from benchmill.generator.extractive.corpus import ALIKE, Corpus, is_name
from benchmill.generator.languages import Language, letters_of
from benchmill.generator.markup.inline import shown
from benchmill.generator.markup.node import Node
from benchmill.generator.markup.nodes import nodes_of
from benchmill.records import Document
from benchmill.records.sentences import sentences
from benchmill.records.words import apart, words

OF_A_CLASS = ("parameter", "attribute")  # on a page about settings the page's word for a setting
_KEY = re.compile(r"`[^`]+`|[a-z][\w.-]*")
_PART = re.compile(r"\b(?:[A-Z]{2,}|[A-Z][a-z]+[A-Z]\w*)\b")
_FUNCTION = re.compile(r"\w\(|^`?[a-z]+[A-Z]\w*`?$")


@dataclass(frozen=True)
class Section:
    """A heading with its content, the `nodes`. `above` holds the headings over it, the section's own heading last."""

    document: Document
    language: Language
    above: tuple[Node, ...] = ()
    nodes: tuple[Node, ...] = ()
    corpus: Corpus = field(default_factory=Corpus)

    @property
    def name(self) -> str:
        """The product's name, or empty."""
        return self.corpus.product.name

    @cached_property
    def headings(self) -> list[str]:
        """The headings over the content in plain words, the innermost first."""
        return [self.shown(node).strip() for node in reversed(self.above)]

    @property
    def heading(self) -> str:
        """The section's own heading in plain words; the document's title if the section has none."""
        return self.headings[0] if self.above else self.document.title

    @cached_property
    def titles(self) -> list[str]:
        """The headings, the innermost first, and the document's title."""
        return [*self.headings, self.document.title]

    @property
    def with_lead(self) -> Iterator[tuple[str, Node]]:
        """Each node with the last sentence of the paragraph right above it, or with an empty string."""
        for before, node in zip((None, *self.nodes), self.nodes, strict=False):
            places = self.sentences(before) if before and before.kind == "paragraph" else []
            yield self.words(*places[-1]) if places else "", node

    def shown(self, node: Node) -> str:
        return self.words(node.start, node.end)

    def words(self, start: int, end: int) -> str:
        """The document's text from `start` to `end` in plain words, with code in backticks."""
        return shown(self.document.text[start:end], self.document.media_type)

    def sentences(self, node: Node) -> list[tuple[int, int]]:
        """The sentences of a paragraph."""
        text = self.document.text[node.start : node.end]
        return [(node.start + start, node.start + end) for start, end in sentences(text)]

    @property
    def title(self) -> list[str]:
        """The heading that is the page's title."""
        return self.headings[-1:] if self.above and self.above[0].level == 1 else []

    @cached_property
    def is_about_settings(self) -> bool:
        """Whether the title, the file's name or its folder says that the page is about settings."""
        path = PurePosixPath(self.document.id)
        about = [*map(apart, (*self.title, self.document.title, path.stem, path.parent.name))]
        return any(map(self.language.names_settings, about))

    @cached_property
    def component(self) -> str | None:
        """The component whose settings follow: what is above a heading about settings that the page has several times,
        such as "Properties" of each widget, or the title of a page that is not about settings, if such a heading is
        right below it. "Caches > `relaydb` > Settings" are those of one of several caches. None if the settings are a
        component's, and it is not certain whose."""
        below = self.headings[: len(self.headings) - len(self.title)]
        if any("`" in said and self.language.names_settings(said) for said in below):
            return None  # "Options of `pebble-fast`" are those of a part of the component
        for at, (said, of) in enumerate(pairwise(below)):
            times = headings_of(self.document)[said] if self._says_settings(said) else 1
            if times > 1:
                is_right_above = at == 0 or (at == 1 and _KEY.fullmatch(below[0]))
                is_own = headings_of(self.document)[of] == 1  # "Server changes" of each version has "New settings"
                is_certain = is_own and times >= ALIKE and is_right_above and is_name(of, self.language)
                return of if is_certain and not _FUNCTION.search(of) else None
        title = self.corpus.components.get(self.document.id, "") if not self.is_about_settings else ""
        return title if any(map(self.language.names_settings, below[-1:])) else ""

    def _says_settings(self, heading: str) -> bool:
        """Whether a heading is about settings; "Properties" is so on a page about settings, else it is of a class."""
        is_of_page = self.is_about_settings and self.language.kind_of_key(heading) in OF_A_CLASS
        return is_of_page or self.language.names_settings(heading)

    def is_titled_beside(self, name: str) -> bool:
        """Whether the title has a word that is no general one, nor of the product's name or the `name` of a setting:
        "Redis configuration" may be of what Redis has."""
        return self.is_beside(self.document.title, name)

    def is_beside(self, title: str, name: str) -> bool:
        """Whether a title or heading has such a word."""
        known = letters_of(f"{self.name}{name}")
        return not self.language.is_general(" ".join(each for each in words(title) if letters_of(each) not in known))

    def is_titled_by_part(self, name: str) -> bool:
        """Whether the title names a part of the product by its initials, or by a name with capitals inside, and the
        `name` of a setting does not: "PD configuration" is of the Pebblewire Dispatcher, "MessageEdge" is a program."""
        known = letters_of(f"{self.name}{name}")
        product = letters_of(self.name)
        names = (each for each in _PART.findall(self.document.title) if product not in letters_of(each))
        return any(letters_of(each) not in known and not self.language.is_general(each) for each in names)

    def is_page(self, kind: str) -> bool:
        """Whether a folder, the file's name or the title says that the page is `internal`, for those who work on the
        product, or `of_others`, which tells of an example or of another program."""
        pattern, stem = self.language.pattern(kind), PurePosixPath(self.document.id).stem
        is_so = any(pattern.fullmatch(said.casefold()) for said in (stem, *self.titles[-2:]))
        return is_so or self.is_in_folder(kind)

    def is_in_folder(self, kind: str) -> bool:
        """Whether a folder of the page says that it is of that kind."""
        folders = PurePosixPath(self.document.id).parts[:-1]
        return any(map(self.language.pattern(kind).fullmatch, map(str.casefold, folders)))

    @property
    def is_fragment(self) -> bool:
        """Whether the file is a part of pages that include it, and which say whose the settings are: "_options.rst"."""
        stem = PurePosixPath(self.document.id).stem
        return stem.startswith("_") and stem != "_index"

    @cached_property
    def is_of_program(self) -> bool:
        """Whether the page's title or the section's heading names a program beside the product, whose settings may
        follow: "Behind a proxy (nginx)"."""
        named = (self.language.pattern("program").search(said.casefold()) for said in (self.titles[0], self.titles[-1]))
        return any(each and each[0] not in self.name.casefold() for each in named)

    def part(self, said: str) -> str:
        """The part of the product that the section is about, by its headings or the document's title. Mostly empty, and
        where `said` names the product itself: `pebblewire.port` is the product's on each page."""
        parts, name = words(apart(said)), letters_of(self.name)
        if any(letters_of("".join(parts[at:])).startswith(name) for at in range(len(parts))):
            return ""  # "ory" is not in `DIRECTORY_SYNC`
        programs = self.corpus.programs.get(self.document.id, {})
        named = (programs.get(title) or self.corpus.part_in(title, self.language) for title in self.titles)
        return next(filter(None, named), "") or self.corpus.part_of(self.document.id)

    def scope(self, said: str) -> str:
        """ " in NAME", of the product or of its part; nothing if no name is certain or the words `said` contain it."""
        asked, scope = said.casefold(), self.part(said) or self.name
        name = scope.casefold()
        are_there = all(word in asked and len(word) > 4 for word in name.split())
        if not name or are_there or re.search(rf"\b{re.escape(name)}\b", asked):
            return ""
        return str(self.language.data["company" if self.corpus.product.company else "scope"]).format(name=scope)


@lru_cache(maxsize=4)
def headings_of(document: Document) -> Counter[str]:
    """How many times the document has each heading, in plain words."""
    headings = (node for node in nodes_of(document) if node.kind == "heading")
    return Counter(shown(document.text[each.start : each.end], document.media_type).strip() for each in headings)
