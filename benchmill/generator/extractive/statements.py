"""A document -> its statements: sentences, rows, entries of listings, and names with what is said below them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise, zip_longest
from pathlib import PurePosixPath

from benchmill.generator.extractive.answers import length
from benchmill.generator.extractive.fact import Place
from benchmill.generator.languages import Language
from benchmill.generator.markup.inline import shown
from benchmill.generator.markup.node import Node
from benchmill.generator.markup.nodes import sections
from benchmill.records.corpus import Document
from benchmill.records.sentences import sentences

_MOST_QUOTED, _MOST_NODES = 60, 6
_AROUND = 600  # characters
_FENCE = re.compile(r"^[ \t]*(?:`{3,}|~{3,}).*$", re.MULTILINE)
_FENCES = ("```", "~~~", "..", "<")
_BEGINNING = 15  # characters of a sentence
_MARKS = ".!?。！？)*"  # lines of code end without one
_NAME = re.compile(r"[*`]+[\w.-]+[*`]+:?")


class Page:
    """A document with the statement at each place, and the headings and the table above it."""

    def __init__(self, document: Document, language: Language) -> None:
        self.document, self.text, self._language = document, document.text, language
        self.small = document.text.casefold().replace(r"\_", "_")

    @cached_property
    def sentences(self) -> list[Place]:
        return sentences(self.text)

    @cached_property
    def _sections(self) -> list[tuple[tuple[Node, ...], list[Node]]]:
        return list(sections(self.document))

    @cached_property
    def code_below(self) -> dict[str, list[Node]]:
        """The blocks of code below each heading."""
        found: dict[str, list[Node]] = defaultdict(list)
        for above, nodes in self._sections:
            if above:
                found[self.shown(above[-1].start, above[-1].end).strip("`* ")] += (n for n in nodes if n.kind == "code")
        return found

    def section(self, at: int) -> int:
        """The number of the section that a place is in."""
        return max(bisect_right(self._sections, at, key=lambda one: one[0][-1].start if one[0] else 0) - 1, 0)

    def heading(self, at: int) -> Sequence[Node]:
        """The innermost heading above a place, or nothing."""
        return self._sections[self.section(at)][0][-1:]

    def above(self, at: int) -> str:
        """The headings above a place, the document's title and the file's name."""
        headings = [self.text[node.start : node.end] for node in self._sections[self.section(at)][0]]
        return " \n ".join((*headings, self.document.title, re.sub("[-_]", " ", PurePosixPath(self.document.id).stem)))

    def nodes(self, at: int) -> dict[str, Node]:
        """The nodes that a place is in, by kind; of several of a kind the innermost."""
        found: dict[str, Node] = {}
        nodes: Sequence[Node] = self._sections[self.section(at)][1]
        while node := next((each for each in nodes if each.start <= at < each.end), None):
            found[node.kind] = node
            nodes = node.children
        return found

    def shown(self, start: int, end: int) -> str:
        """The text from `start` to `end` in plain words, without fences of code."""
        return shown(_FENCE.sub("", self.text[start:end]), self.document.media_type)

    def row(self, at: int) -> tuple[list[str], list[str]]:
        """The header and the cells of the table row that a place is in; empty outside tables."""
        nodes = self.nodes(at)
        rows = [nodes["table"].children[0], nodes["row"]] if "table" in nodes and "row" in nodes else []
        header, cells = [[self.shown(cell.start, cell.end) for cell in row.children] for row in rows] or [[], []]
        return header, cells

    def around(self, at: int) -> str:
        """The table row of a place, or what is near it in its paragraph or code and behind that."""
        nodes = self.nodes(at)
        if row := nodes.get("row"):
            return self.text[row.start : row.end]
        block = nodes.get("paragraph") or nodes.get("code")
        return self.text[max(block.start if block else at, at - _AROUND) : at + _AROUND]

    def statements(self, at: int) -> list[Place]:
        """The statement at a place, and with it what its paragraph says of the same; a name with more and more of what
        is below it."""
        for name, below in self._described(*self._sections[self.section(at)]):
            if name.start <= at < name.end:
                places = [(name.start, node.end) for node in below[:_MOST_NODES]]
                short = [place for place in places if length(self.text[slice(*place)]) <= _MOST_QUOTED]
                if short or name.kind != "code":
                    return short or places[:1]
        nodes = self.nodes(at)
        if row := nodes.get("row"):
            return [(row.start, row.end)]
        number = bisect_right(self.sentences, at, key=lambda place: place[0]) - 1
        start, end = self.sentences[number] if number >= 0 else (at, at)
        if end <= at:
            return []
        code = nodes.get("code")  # an indented block without a fence may be the text of an admonition
        if code and self.text[code.start : code.end].lstrip().startswith(_FENCES):
            stop = self.text.find("\n", at, end)
            return [(self.text.rfind("\n", start, at) + 1 or start, stop if stop > 0 else end)]
        block = nodes.get("paragraph") or code
        wider = [*self._with_neighbours(number, block)] if block else []
        if block and not self.text[block.start : at].strip("`* "):
            wider.append((start, max(end, block.end)))  # a further sentence of the entry may say it
        return [(start, end), *(place for place in wider if place[1] - place[0] <= _AROUND)]

    def _with_neighbours(self, number: int, block: Node) -> Iterator[Place]:
        """A sentence with the one before it, if that is about a default, and with the one behind it, if that begins
        with the default; with either, if the later one points to the other."""
        near = self.sentences[max(number - 1, 0) : number + 2]
        for (start, end), (behind, stop) in pairwise(place for place in near if block.start <= place[0] < block.end):
            begins = self.text[behind : behind + _BEGINNING]
            about = self.text[start:end] if behind == self.sentences[number][0] else begins
            is_default = self._language.says("default_words", about.casefold())
            if self.text[end - 1] in _MARKS and (is_default or self._language.is_pointing(begins.split()[0])):
                yield start, stop

    def _described(self, above: Sequence[Node], below: Sequence[Node]) -> Iterator[tuple[Node, Sequence[Node]]]:
        """The heading with what is below it, terms with their definitions, and code or a name of its own with the
        paragraph behind it."""
        if above and below:
            yield above[-1], below
        for node, behind in zip_longest(below, below[1:]):
            if node.kind in ("definition", "directive") and len(node.children) > 1:
                yield node.children[0], node.children[1:]
            is_name = node.kind == "code" or _NAME.fullmatch(self.text, node.start, node.end)
            if is_name and behind and behind.kind == "paragraph":
                yield node, [behind]  # "relay.port = 7480", and below it "Defaults to 7480"
