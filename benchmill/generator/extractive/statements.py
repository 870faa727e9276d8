"""A document -> its statements: sentences, entries of listings, and names with what is said below them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import zip_longest
from pathlib import PurePosixPath

from benchmill.generator.extractive.answers import length
from benchmill.generator.extractive.fact import Place
from benchmill.generator.markup.node import Node
from benchmill.generator.markup.nodes import sections
from benchmill.records.corpus import Document
from benchmill.records.sentences import sentences

_MOST_QUOTED, _MOST_NODES = 60, 6
_ENTRY = re.compile(r"[ \t]*[*+-] [^\n]*\S")
_PARAGRAPH = 600  # characters


class Page:
    """A document with the statement at each place, the headings above it and the words around it."""

    def __init__(self, document: Document) -> None:
        self.document, self.text, self.small = document, document.text, document.text.casefold().replace(r"\_", "_")

    @cached_property
    def _sentences(self) -> list[Place]:
        return sentences(self.text)

    @cached_property
    def _sections(self) -> list[tuple[tuple[Node, ...], list[Node]]]:
        return list(sections(self.document))

    def section(self, at: int) -> int:
        """The number of the section that a place is in."""
        return max(bisect_right(self._sections, at, key=lambda one: one[0][-1].start if one[0] else 0) - 1, 0)

    def above(self, at: int) -> str:
        """The headings above a place and the file's name."""
        headings = [self.text[node.start : node.end] for node in self._sections[self.section(at)][0]]
        return " \n ".join((*headings, re.sub("[-_]", " ", PurePosixPath(self.document.id).stem)))

    def statements(self, at: int) -> list[Place]:
        """The statement at a place, and the entry of a list that it is in; a name with more and more of what is below
        it."""
        for name, nodes in _described(*self._sections[self.section(at)]):
            if name.start <= at < name.end:
                places = [(name.start, node.end) for node in nodes[:_MOST_NODES]]
                return [place for place in places if length(self.text[slice(*place)]) <= _MOST_QUOTED] or places[:1]
        number = bisect_right(self._sentences, at, key=lambda place: place[0]) - 1
        start, end = self._sentences[number] if number >= 0 else (at, at)
        line = self.text.rfind("\n", 0, at) + 1
        before = self.text[line:at]
        is_entry = not before.strip(" `*-")
        is_listed = self.text.startswith("-", at) or any(
            node.kind == "code" and node.start <= at < node.end for node in self._sections[self.section(at)][1]
        )  # a line of a paragraph may begin with a name, too
        if line > start and is_entry and is_listed:
            # An entry of a listing, as the help text of a program has it: its further lines are indented more.
            indent = len(before) - len(before.lstrip())
            further = re.compile(rf"[^\n]*(?:\n {{{indent + 1},}}\S[^\n]*)*").match(self.text, line)
            start, end = line + indent, min(end, further.end()) if further else end
        places = [(start, end)] if end > at else []
        entry = _ENTRY.match(self.text, line)
        if entry and is_entry and places and end < entry.end() <= end + _PARAGRAPH:
            places.append((start, entry.end()))  # a further sentence of the entry may say it
        return places

    def sentence_behind(self, place: Place) -> Place | None:
        """The sentence behind a place, in the same paragraph."""
        number = bisect_right(self._sentences, place[1] - 1, key=lambda each: each[0])
        after = self._sentences[number] if number < len(self._sentences) else None
        return after if after and not self.text[place[1] : after[0]].count("\n\n") else None

    def header(self, at: int) -> str:
        """The first row of the table that a place is in; empty outside tables."""
        first = self.text.rfind("\n\n", 0, at) + 2
        return self.text[first : at + 1].partition("\n")[0] if self.text[at : at + 1] == "|" else ""

    def around(self, start: int, end: int) -> str:
        """The table row of a sentence, or its paragraph up to 600 characters behind the sentence."""
        line = self.text.rfind("\n", 0, start) + 1
        if self.text[line : start + 1].lstrip().startswith("|"):
            return self.text[line:end]
        return self.text[self.text.rfind("\n\n", 0, start) + 1 : end + _PARAGRAPH]


def _described(above: Sequence[Node], below: Sequence[Node]) -> Iterator[tuple[Node, Sequence[Node]]]:
    """The heading with what is below it, terms with their definitions, and code with the paragraph behind it."""
    if above and below:
        yield above[-1], below
    for node, behind in zip_longest(below, below[1:]):
        if node.kind in ("definition", "directive") and len(node.children) > 1:
            yield node.children[0], node.children[1:]
        if node.kind == "code" and behind and behind.kind == "paragraph":
            yield node, [behind]  # "relay.port = 7480", and below it "Defaults to 7480"
