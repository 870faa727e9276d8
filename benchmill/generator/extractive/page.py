"""A document -> Page: its blocks, which are sentences, rows and lines of code, and the statement at each place."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, zip_longest
from pathlib import PurePosixPath

from benchmill.generator.extractive.answers import length
from benchmill.generator.extractive.fact import Place
from benchmill.generator.extractive.leading_name import leading_name
from benchmill.generator.extractive.values import CODE
from benchmill.generator.languages import Language, letters_of
from benchmill.generator.markup.inline import shown
from benchmill.generator.markup.node import Node
from benchmill.generator.markup.nodes import sections
from benchmill.generator.markup.visible import visible
from benchmill.records.corpus import Document
from benchmill.records.sentences import sentences
from benchmill.records.words import apart, content_words

_MOST_QUOTED, _MOST_NODES = 60, 6
_LINES = 4  # of code that the paragraph behind it describes: a longer example has no one thing
_AROUND = 600  # characters
_FENCE = re.compile(r"^[ \t]*(?:`{3,}|~{3,}).*$", re.MULTILINE)
_OPTION = re.compile(r"^[ \t]*(?:-\w,? )?--\w", re.MULTILINE)
_COMMENT = ("#", "//", ";")
_FENCES = ("```", "~~~", "..", "<")
_BEGINNING = 15  # characters of a sentence
_MARKS = ".!?。！？)*"  # lines of code end without one
_ALONE = re.compile(r"[*`]+[\w.-]+[*`]+:?")
_LEAST_STEM = 4  # letters; the last one of a longer stem may be changed: "retri" for "retry"


@dataclass(frozen=True)
class Block:
    """A sentence, a row with its table's header, or a line of code. `entry` is the name that its entry, row or heading
    begins with; empty if that is no name. `words` are the stems of its content words, `above` those of the heading
    above it, with the words of names apart."""

    place: Place
    said: str
    words: frozenset[str]
    entry: str
    cells: Sequence[str]
    is_code: bool
    above: frozenset[str]

    @cached_property
    def codes(self) -> list[str]:
        """What is in code marks."""
        return CODE.findall(self.said)

    @cached_property
    def letters(self) -> str:
        return letters_of(self.said)


class Page:
    """A document with its blocks, and the headings and the table above each place."""

    def __init__(self, document: Document, language: Language) -> None:
        self.document, self.text, self._language = document, visible(document), language
        self.small = self.text.casefold().replace(r"\_", "_")
        self._blocks: dict[Place, Block] = {}

    @cached_property
    def _sentences(self) -> list[Place]:
        return sentences(self.text)

    @cached_property
    def sections(self) -> list[tuple[tuple[Node, ...], tuple[Node, ...]]]:
        """The sections in order: the headings above each, and its nodes."""
        return [(above, tuple(nodes)) for above, nodes in sections(self.document)]

    def section(self, at: int) -> int:
        """The number of the section that a place is in."""
        return max(bisect_right(self.sections, at, key=lambda one: one[0][-1].start if one[0] else 0) - 1, 0)

    def headings(self, at: int) -> Sequence[Node]:
        """The headings above a place."""
        return self.sections[self.section(at)][0]

    def heading(self, at: int) -> str:
        """The innermost heading above a place, in plain words."""
        return next((self._words_of(node) for node in self.headings(at)[-1:]), "")

    def is_heading(self, at: int) -> bool:
        """Whether a place is in a heading."""
        return any(node.start <= at < node.end for node in self.headings(at)[-1:])

    def _words_of(self, heading: Node) -> str:
        return self.shown(heading.start, heading.end).strip("`* ")

    def above(self, at: int) -> str:
        """The headings above a place, the document's title, and the names of its file and folders."""
        headings = [self.text[node.start : node.end] for node in self.headings(at)]
        path = str(PurePosixPath(self.document.id).with_suffix(""))
        return " \n ".join((*headings, self.document.title, re.sub("[-_/]", " ", path)))

    def nodes(self, at: int) -> dict[str, Node]:
        """The nodes that a place is in, by kind; of several of a kind the innermost."""
        found: dict[str, Node] = {}
        nodes: Sequence[Node] = self.sections[self.section(at)][1]
        while node := next((each for each in nodes if each.start <= at < each.end), None):
            found[node.kind] = node
            nodes = node.children
        return found

    def lead(self, at: int) -> str:
        """The paragraph right above the block that a place is in, in plain words."""
        for before, node in pairwise(self.sections[self.section(at)][1]):
            if node.start <= at < node.end and before.kind == "paragraph":
                return self.shown(before.start, before.end)
        return ""

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

    def place(self, at: int) -> Place:
        """The row, line of code or sentence at a place, or the sentence before it."""
        if row := self.nodes(at).get("row"):
            return row.start, row.end
        start, end = self._sentences[max(self._sentence(at), 0)] if self._sentences else (at, at)
        if at < end and (self._is_fenced(at) or ("code" in self.nodes(at) and end - start > _AROUND)):
            stop = self.text.find("\n", at, end)
            return self.text.rfind("\n", start, at) + 1 or start, stop if stop > 0 else end
        return start, end

    def place_or_line(self, at: int) -> Place:
        """The place, or the line of code that no sentence is in."""
        start, end = self.place(at)
        if start <= at < end:
            return start, end
        stop = self.text.find("\n", at)
        return self.text.rfind("\n", 0, at) + 1, stop if stop > 0 else len(self.text)

    def lines_beside(self, place: Place) -> tuple[str, str]:
        """The lines above and below a place; none of them is blank."""
        start, end = place
        return self.text[:start].rstrip().rpartition("\n")[2], self.text[end:].lstrip().partition("\n")[0]

    def _is_fenced(self, at: int) -> bool:
        """Whether a place is in code, and not in an indented block, which may be the text of an admonition."""
        code = self.nodes(at).get("code")
        return code is not None and self.text[code.start : code.end].lstrip().startswith(_FENCES)

    def _sentence(self, at: int) -> int:
        return bisect_right(self._sentences, at, key=lambda place: place[0]) - 1

    @cached_property
    def of_defaults(self) -> list[Block]:
        """The blocks that say what something is by default."""
        return self.blocks(str(self._language.data["default_words"]))

    def blocks_with(self, words: Collection[str]) -> list[Block]:
        """The blocks that hold all of some stems."""
        stems = [word[:-1] if len(word) > _LEAST_STEM else word for word in words]
        if not stems or not all(stem in self.small for stem in stems):
            return []
        rarest = min(stems, key=self.small.count)
        return [block for block in self.blocks(re.escape(rarest)) if block.words.issuperset(words)]

    def blocks(self, pattern: str) -> list[Block]:
        """The blocks that hold a pattern."""
        found = (self._block(match.start()) for match in re.finditer(pattern, self.text, re.IGNORECASE))
        return list({block.place: block for block in found}.values())

    def _block(self, at: int) -> Block:
        place = self.place(at)
        if place not in self._blocks:
            header, cells = self.row(at)
            said = " ".join((*header, *cells)) if cells else self.shown(*place)
            words, above = map(self._stems, (said, apart(self.heading(at), at_capitals=True)))
            self._blocks[place] = Block(place, said, words, self._entry(at), cells, "code" in self.nodes(at), above)
        return self._blocks[place]

    def _stems(self, said: str) -> frozenset[str]:
        return frozenset(content_words(said, self._language.code))

    def _entry(self, at: int) -> str:
        """The name of the innermost row, entry of a list, term or section."""
        nodes = self.nodes(at)
        around = [nodes[kind] for kind in ("row", "item", "directive", "definition") if kind in nodes]
        starts = [*(node.children[0] if node.children else node for node in around), *self.headings(at)[-1:]]
        names = (leading_name(self.text[node.start : node.end]) for node in starts)
        return next(filter(None, names), "")

    def statements(self, at: int) -> list[Place]:
        """The statement at a place, and with it what its paragraph says of the same; a name with more and more of what
        is below it."""
        for name, below in self._described(*self.sections[self.section(at)]):
            if name.start <= at < name.end:
                places = [(name.start, node.end) for node in below[:_MOST_NODES]]
                short = [place for place in places if length(self.text[slice(*place)]) <= _MOST_QUOTED]
                if short or name.kind != "code":
                    return short or places[:1]
        nodes, (start, end) = self.nodes(at), self.place(at)
        if not start <= at < end:
            return []
        block = nodes.get("paragraph") or nodes.get("code")
        if self._is_fenced(at):
            return [(start, end), *self._with_comment(start, end), *self._with_help(start, end)]
        if "row" in nodes or not block:
            return [(start, end)]
        wider = [*self._with_neighbours(at, block)]
        if not self.text[block.start : at].strip("`*[ "):
            wider.append((start, max(end, block.end)))  # a further sentence of the entry may say it
        return [(start, end), *(place for place in wider if place[1] - place[0] <= _AROUND)]

    def _with_comment(self, start: int, end: int) -> Iterator[Place]:
        """A line of code with the comment right above it, if that states a default."""
        above = self.text.rfind("\n", 0, max(start - 1, 0)) + 1
        comment = self.text[above:start].strip()
        if comment.startswith(_COMMENT) and self._language.pattern("default_inside").search(comment):
            yield above, end

    def _with_help(self, start: int, end: int) -> Iterator[Place]:
        """A line of a help screen with those below it, up to the next option."""
        if _OPTION.match(self.text, self.text.rfind("\n", 0, start) + 1):
            below = _OPTION.search(self.text, end)
            code = self.nodes(start).get("code")
            stop = min(below.start() if below else end, code.end if code else end)
            if end < stop <= start + 2 * _AROUND:
                yield start, stop

    def _with_neighbours(self, at: int, block: Node) -> Iterator[Place]:
        """A sentence with the one before it, if that is about a default, and with the one behind it, if that begins
        with the default; with either, if the later one points to the other."""
        number = self._sentence(at)
        near = self._sentences[max(number - 1, 0) : number + 2]
        for (start, end), (behind, stop) in pairwise(place for place in near if block.start <= place[0] < block.end):
            begins = self.text[behind : behind + _BEGINNING]
            first = begins.split()[:2]  # "This ...", "The setting ..."
            about = self.text[start:end] if behind <= at else begins
            is_default = self._language.says("default_words", about.casefold())
            if self.text[end - 1] in _MARKS and (
                is_default
                or any(map(self._language.is_pointing, first))
                or any(map(self._language.kind_of_key, first[1:]))
            ):
                yield start, stop

    def _described(self, above: Sequence[Node], below: Sequence[Node]) -> Iterator[tuple[Node, Sequence[Node]]]:
        """The heading with what is below it, terms with their definitions, and code or a name of its own with the
        paragraph behind it."""
        if above and below:
            yield above[-1], below
        for node, behind in zip_longest(below, below[1:]):
            if node.kind in ("definition", "directive") and len(node.children) > 1:
                yield node.children[0], node.children[1:]
            is_code = node.kind == "code" and self.text.count("\n", node.start, node.end) <= _LINES
            is_name = is_code or _ALONE.fullmatch(self.text, node.start, node.end)
            if is_name and behind and behind.kind == "paragraph":
                yield node, [behind]  # "relay.port = 7480", and below it "Defaults to 7480"
