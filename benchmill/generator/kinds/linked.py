"""Chunks -> pairs and groups that one question can need together: they are linked, similar, or share a name."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from posixpath import basename, splitext

from benchmill.generator.kinds.sections import sections
from benchmill.generator.kinds.task import WritingTask
from benchmill.records import Chunk
from benchmill.records.units import UNITS
from benchmill.records.words import content_words, words

_LINK = re.compile(r"\]\((?P<target>[^)\s#]*)(?:#(?P<anchor>[^)\s]*))?\)")
# A name in code font that begins an entry, a row or a heading is defined there.
_DEFINED = re.compile(
    r"^[ \t]{0,3}(?:(?:[-*+]|\d{1,2}[.)])[ \t]+|\|[ \t]*|#{1,6}[ \t]+)(?:\*\*)?`(?P<name>[^`\n]{2,40})`", re.M
)
_CODE = re.compile(r"`[^`\n]{2,40}`")
_ROW = re.compile(r"^[ \t]{0,3}\|.*\|[ \t]*$", re.MULTILINE)
_NAMED_ROW = re.compile(
    r"^[ \t]{0,3}(?:\|[ \t]*(?P<row>[^|\n]*[^|\s:-][^|\n]*)\||(?:[-*+][ \t]+)?\**(?P<entry>[^:|\n]{2,40}?)\**:(?=\s))",
    re.M,
)
_MEASURED = re.compile(r"\d[ \t]?(?P<unit>%|°?[^\W\d_]{1,12})(?![^\W_])")
_SHORTEST_NAME, _LONGEST_NAME = 4, 4  # the first counts letters, the second words
_COMMON = 0.05  # a name that more than this share of the chunks mentions links nothing
_FEWEST_SHARED = 3
_MOST_READINGS = 4
_PAIRS_A_CHUNK = 2


def comparison_tasks(chunks: Sequence[Chunk], rank: Mapping[str, int]) -> Iterator[WritingTask]:
    """Tasks on chunks that define two names or more, and on similar neighbouring sections with the same parent."""
    for chunk in chunks:
        if chunk.id in rank and _has_two_of_a_sort(chunk):
            yield WritingTask("comparison", (chunk,))
    before: Chunk | None = None
    for section in sections(chunks):
        first = next((chunk for chunk in section if chunk.id in rank), None)
        if first and before and _siblings(before, first):
            yield WritingTask("comparison", (before, first))
        before = first


def multi_hop_tasks(chunks: Sequence[Chunk], rank: Mapping[str, int]) -> Iterator[WritingTask]:
    """Tasks on pairs whose first chunk names the second's heading or a name it defines, or links to the second."""
    subjects = _Subjects(chunks, rank)
    by_page = _first_of_page(chunks, rank)
    for chunk in chunks:
        if chunk.id not in rank:
            continue
        found = 0
        for name, other in _mentions(chunk, subjects, by_page):
            if other.id != chunk.id and _section(other) != _section(chunk) and found < _PAIRS_A_CHUNK:
                found += 1
                yield WritingTask("multi_hop", (chunk, other), name)


def ambiguous_tasks(chunks: Sequence[Chunk], rank: Mapping[str, int]) -> Iterator[WritingTask]:
    """Tasks on two to four chunks of different sections that define the same name or have the same heading."""
    groups: dict[str, dict[object, Chunk]] = defaultdict(dict)
    for chunk in chunks:
        if chunk.id not in rank:
            continue
        names = {match.casefold() for match in _DEFINED.findall(chunk.text)}
        if len(chunk.headings) > 1:
            names.add(_plain(chunk.headings[-1]))
        for name in sorted(names):
            groups[name].setdefault((chunk.document_id, chunk.headings[:-1]), chunk)
    asked: set[frozenset[str]] = set()
    for name, places in sorted(groups.items()):
        passages = frozenset(chunk.id for chunk in places.values())
        if name and 1 < len(passages) <= _MOST_READINGS and passages not in asked:
            asked.add(passages)  # two pages that share ten names give one task
            yield WritingTask("ambiguous", tuple(places.values()), name)


def _siblings(one: Chunk, other: Chunk) -> bool:
    same_parent = (
        one.document_id == other.document_id
        and len(one.headings) == len(other.headings) > 1
        and one.headings[:-1] == other.headings[:-1]
    )
    if not same_parent or len(set(content_words(one.text)) & set(content_words(other.text))) < _FEWEST_SHARED:
        return False
    return bool(_rows(one.text) & _rows(other.text)) or bool(set(_units(one.text)) & set(_units(other.text)))


def _has_two_of_a_sort(chunk: Chunk) -> bool:
    """Whether the chunk defines two names and has a table, whose columns compare them, or two values of one unit."""
    if len(set(_DEFINED.findall(chunk.text))) < 2:
        return False
    units = Counter(_units(chunk.text))
    return len(_ROW.findall(chunk.text)) > 3 or any(count > 1 for count in units.values())


def _rows(text: str) -> set[str]:
    """The first cells of table rows, and the words before the colon of list entries and other lines."""
    return {_plain(match["row"] or match["entry"]) for match in _NAMED_ROW.finditer(text)} - {""}


def _units(text: str) -> list[str]:
    """The base unit of each measured value: hours and minutes have the same base unit."""
    found = (UNITS.get(match["unit"].casefold()) for match in _MEASURED.finditer(text))
    return [unit[1] for unit in found if unit]


class _Subjects:
    """The first chunk about each name that few chunks mention, and the names that each chunk mentions."""

    def __init__(self, chunks: Sequence[Chunk], rank: Mapping[str, int]) -> None:
        first: dict[str, Chunk] = {}
        for chunk in chunks:
            if chunk.id in rank:
                for name in _names_of(chunk):
                    first.setdefault(name, chunk)
        begin: dict[str, set[str]] = defaultdict(set)  # first word of names -> the second words of those names
        for name in first:
            one, _, rest = name.partition(" ")
            if rest:
                begin[one].add(rest.partition(" ")[0])
        mentions: dict[str, int] = defaultdict(int)
        self._in: dict[str, tuple[str, ...]] = {}
        for chunk in chunks:
            found = tuple(_names_in(chunk.text, first, begin))
            for name in found:
                mentions[name] += 1
            if found and chunk.id in rank:
                self._in[chunk.id] = found
        most = max(4, _COMMON * len(chunks))
        self.first = {name: chunk for name, chunk in first.items() if mentions[name] <= most}

    def mentioned(self, chunk: Chunk) -> Iterator[str]:
        return (name for name in self._in.get(chunk.id, ()) if name in self.first)


def _names_of(chunk: Chunk) -> Iterator[str]:
    """The subjects of an eligible chunk: its heading and the names that it defines."""
    heading = _plain(chunk.headings[-1]) if len(chunk.headings) > 1 else ""
    if len(heading) >= _SHORTEST_NAME and len(heading.split()) <= _LONGEST_NAME:
        yield heading
    # The name keeps its backticks: `always` is a name, while always without backticks is a common word.
    yield from (f"`{name}`" for name in _DEFINED.findall(chunk.text))


def _names_in(text: str, names: Mapping[str, Chunk], begin: Mapping[str, set[str]]) -> Iterator[str]:
    """The names that `text` contains as whole words, shorter names first, then the names in code font.

    The search compares a longer name only where its first two words are. Otherwise a large corpus takes minutes.
    """
    tokens = words(text)
    yield from dict.fromkeys([token for token in tokens if token in names])
    starts = [
        start
        for start, (one, two) in enumerate(pairwise(tokens))
        if one in begin and two in begin[one]  # without the first test, `begin[one]` would add an entry to `begin`
    ]
    found = (" ".join(tokens[start : start + size]) for size in range(2, _LONGEST_NAME + 1) for start in starts)
    yield from dict.fromkeys(name for name in found if name in names)
    if "`" in text:
        yield from (code for code in dict.fromkeys(_CODE.findall(text)) if code in names)


def _mentions(chunk: Chunk, subjects: _Subjects, by_page: Mapping[str, Chunk]) -> Iterator[tuple[str, Chunk]]:
    for match in _LINK.finditer(chunk.text):
        anchor = _plain((match["anchor"] or "").replace("-", " "))
        page = splitext(basename(match["target"]))[0].casefold()
        if anchor in subjects.first:
            yield anchor, subjects.first[anchor]
        elif page in by_page and "://" not in match["target"]:
            yield page, by_page[page]
    for name in subjects.mentioned(chunk):
        yield name, subjects.first[name]


def _first_of_page(chunks: Sequence[Chunk], rank: Mapping[str, int]) -> dict[str, Chunk]:
    found: dict[str, Chunk] = {}
    for chunk in chunks:
        if chunk.id in rank:
            found.setdefault(splitext(basename(chunk.document_id))[0].casefold(), chunk)
    return found


def _plain(heading: str) -> str:
    return " ".join(words(heading))


def _section(chunk: Chunk) -> tuple[str, tuple[str, ...]]:
    return chunk.document_id, chunk.headings
