"""A document -> its blocks that hold some words: sentences, rows and lines of code, with what each is about."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from benchmill.generator.extractive.fact import Place
from benchmill.generator.extractive.statements import Page
from benchmill.generator.extractive.values import CODE
from benchmill.generator.languages import Language, letters_of
from benchmill.records.words import content_words

_NAME = re.compile(r"[*`\s|]*(?P<mark>[*`]*)(?P<name>[A-Za-z$\[-][\w.$\[\]/-]*)(?P<end>[*`]*)(?:\W|$)")
_MARKED = re.compile(r"[._-]|[a-z][A-Z]")
_LEAST_STEM = 4  # letters; the last one of a longer stem may be changed: "retri" for "retry"


@dataclass(frozen=True)
class Block:
    """A sentence, a row with its table's header, or a line of code. `entry` is the name that its entry, row or heading
    begins with; empty if that is no name. `cells` are those of a row. `words` are the stems of the content words."""

    place: Place
    said: str
    words: frozenset[str]
    entry: str
    cells: Sequence[str] = ()
    is_code: bool = False

    @cached_property
    def codes(self) -> list[str]:
        """What is in code marks."""
        return CODE.findall(self.said)

    @cached_property
    def letters(self) -> str:
        return letters_of(self.said)


class Blocks:
    """The blocks of a page, found by what they say."""

    def __init__(self, page: Page, language: Language) -> None:
        self._page, self._language = page, language
        self._at: dict[Place, Block] = {}

    @cached_property
    def of_defaults(self) -> list[Block]:
        """Those that say what something is by default."""
        return self._matching(str(self._language.data["default_words"]))

    def holding(self, value: str) -> list[Block]:
        """Those that hold a value as it is written."""
        is_there = value.casefold() in self._page.small
        return self._matching(rf"(?<![\w.-]){re.escape(value)}(?![\w-]|\.\w)") if is_there else []

    def with_all(self, words: Collection[str]) -> list[Block]:
        """Those that hold all of some stems."""
        stems = [word[:-1] if len(word) > _LEAST_STEM else word for word in words]
        if not stems or not all(stem in self._page.small for stem in stems):
            return []
        rarest = min(stems, key=self._page.small.count)
        return [block for block in self._matching(re.escape(rarest)) if block.words.issuperset(words)]

    def _matching(self, pattern: str) -> list[Block]:
        blocks = (self._block(match.start()) for match in re.finditer(pattern, self._page.text, re.IGNORECASE))
        return list({block.place: block for block in blocks}.values())

    def _block(self, at: int) -> Block:
        page, nodes = self._page, self._page.nodes(at)
        header, cells = page.row(at)
        if row := nodes.get("row"):
            place, said = (row.start, row.end), " ".join((*header, *cells))
        elif code := nodes.get("code"):
            stop = page.text.find("\n", at, code.end)
            place = page.text.rfind("\n", 0, at) + 1, stop if stop > 0 else code.end
            said = page.text[slice(*place)]
        else:
            number = bisect_right(page.sentences, at, key=lambda place: place[0]) - 1
            place = page.sentences[max(number, 0)]
            said = page.shown(*place)
        if place not in self._at:
            entry = self._entry(at)
            words = frozenset(content_words(said, self._language.code))
            self._at[place] = Block(place, said, words, entry, cells, is_code="code" in nodes and not cells)
        return self._at[place]

    def _entry(self, at: int) -> str:
        """The name of the innermost row, entry of a list, term or section."""
        nodes = self._page.nodes(at)
        around = [nodes[kind] for kind in ("row", "item", "directive", "definition") if kind in nodes]
        starts = [*(node.children[0] if node.children else node for node in around), *self._page.heading(at)]
        names = (_name(self._page.text[node.start : node.end]) for node in starts)
        return next(filter(None, names), "")


def _name(said: str) -> str:
    """The name of code that words begin with."""
    found = _NAME.match(said)
    is_name = found and (found["mark"] or found["end"] or (_MARKED.search(found["name"]) and " " not in said.strip()))
    return found["name"] if found and is_name else ""
