"""A document -> its statements: sentences, entries of listings, and names with what is said below them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import PurePosixPath

from benchmill.generator.extractive.answers import length
from benchmill.generator.extractive.fact import Place
from benchmill.generator.markup.node import Node
from benchmill.generator.markup.nodes import sections
from benchmill.records.corpus import Document
from benchmill.records.sentences import sentences

_MOST_QUOTED, _MOST_NODES = 60, 6
_COMMENTED = re.compile(r"[ \t]*(?P<said>(?:#|//|;)[^\n]*\n(?:[ \t]*(?:#|//|;)[^\n]*\n)*[^\n]*)")
_ENTRY = re.compile(r"[ \t]*[*+-] [^\n]*\S")
_PARAGRAPH = 600  # characters


class Page:
    """A document with the statement at each place, the headings above it and the words around it."""

    def __init__(self, document: Document) -> None:
        self.document, self.text, self.small = document, document.text, document.text.casefold()

    @cached_property
    def _sentences(self) -> list[Place]:
        return sentences(self.text)

    @cached_property
    def _read(self) -> list[tuple[tuple[Node, ...], list[Node]]]:
        return list(sections(self.document))

    @cached_property
    def _sections(self) -> list[tuple[int, str]]:
        """Where each section begins, and the headings above its content."""
        above = [headings for headings, _ in self._read]
        said = [" \n ".join(self.text[node.start : node.end] for node in nodes) for nodes in above]
        return [(nodes[-1].start if nodes else 0, words) for nodes, words in zip(above, said, strict=True)]

    @cached_property
    def _named(self) -> list[tuple[Node, list[Place]]]:
        """Each heading, term or argument, with the places from it to the end of each node below it."""
        described = [(above[-1], below) for above, below in self._read if above and below]
        described += [one for _, below in self._read for one in _described(below)]
        found = []
        for name, nodes in described:
            places = [(name.start, node.end) for node in nodes[:_MOST_NODES]]
            short = [place for place in places if length(self.text[slice(*place)]) <= _MOST_QUOTED]
            found.append((name, short or places[:1]))
        return found

    @cached_property
    def _code(self) -> list[Place]:
        """The blocks of code that stand alone or in an entry of a list, in order."""
        return sorted(
            (node.start, node.end)
            for node in _inside(node for _, nodes in self._read for node in nodes)
            if node.kind == "code"
        )

    def is_code(self, at: int) -> bool:
        """Whether a place is in a block of code."""
        number = bisect_right(self._code, at, key=lambda place: place[0]) - 1
        return number >= 0 and at < self._code[number][1]

    def commented(self, at: int) -> list[Place]:
        """The comment of a block of code that a place is in, from the place's line to the line that it is about."""
        line = self.text.rfind("\n", 0, at) + 1
        found = _COMMENTED.match(self.text, line) if self.is_code(at) else None
        return [found.span("said")] if found else []

    @property
    def before_code(self) -> str:
        """What the page says before its first block of code."""
        return self.text[: self._code[0][0]] if self._code else self.text

    def section(self, at: int) -> int:
        """The number of the section that a place is in."""
        return max(bisect_right(self._sections, at, key=lambda section: section[0]) - 1, 0)

    def above(self, at: int) -> str:
        """The headings above a place and the file's name."""
        return f"{self._sections[self.section(at)][1]} \n {re.sub('[-_]', ' ', PurePosixPath(self.document.id).stem)}"

    def statements(self, at: int) -> list[Place]:
        """The statement at a place; a name with more and more of what is below it."""
        named = next((places for name, places in self._named if name.start <= at < name.end), None)
        if named:
            return named
        number = bisect_right(self._sentences, at, key=lambda place: place[0]) - 1
        start, end = self._sentences[number] if number >= 0 else (at, at)
        line = self.text.rfind("\n", 0, at) + 1
        before = self.text[line:at]
        entry = _ENTRY.match(self.text, line) if not before.strip(" `*-") else None
        if line > start and not before.strip(" `*-"):
            # An entry of a listing, as the help text of a program has it: its further lines are indented more.
            indent = len(before) - len(before.lstrip())
            further = re.compile(rf"[^\n]*(?:\n {{{indent + 1},}}\S[^\n]*)*").match(self.text, line)
            start, end = line + indent, min(end, further.end()) if further else end
        places = [(start, end)] if end > at else []
        if entry and places and end < entry.end() <= end + _PARAGRAPH:
            places.append((start, entry.end()))  # a further sentence of the entry may say it
        return places

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


def _inside(nodes: Iterable[Node]) -> Iterator[Node]:
    """The nodes and those inside them, at any depth."""
    for node in nodes:
        yield node
        yield from _inside(node.children)


def _described(nodes: Sequence[Node]) -> Iterator[tuple[Node, list[Node]]]:
    """The names and bodies of definitions and directives at any depth, and code with the paragraph behind it."""
    for node in _inside(nodes):
        if node.kind in ("definition", "directive") and len(node.children) > 1:
            yield node.children[0], list(node.children[1:])
    for node, behind in pairwise(nodes):
        if node.kind == "code" and behind.kind == "paragraph":  # "relay.port = 7480", and below it "Defaults to 7480"
            yield node, [behind]
