"""Chunks -> pairs and groups of chunks that one question can need together: linked, alike, or named alike."""

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
_SHORTEST_NAME, _LONGEST_NAME = 4, 4  # letters, words
_COMMON = 0.05  # of the chunks: a heading in the text of more of them links nothing
_FEWEST_SHARED = 3
_MOST_READINGS = 4
_PAIRS_A_CHUNK = 2


def comparison_tasks(chunks: Sequence[Chunk], rank: Mapping[str, int]) -> Iterator[WritingTask]:
    """Neighbouring sections of one parent that speak of like things, and chunks that define two names or more."""
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
    """Pairs in which the first chunk names what the second is about: a heading, a defined name, or a link to it."""
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
    """Groups of two to four chunks, of different sections, that define the same name or have the same heading."""
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
            asked.add(passages)  # two pages that share ten names are asked about once
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
    """Two names that are defined, and either a table, whose columns compare them, or two values of one unit."""
    if len(set(_DEFINED.findall(chunk.text))) < 2:
        return False
    units = Counter(_units(chunk.text))
    return len(_ROW.findall(chunk.text)) > 3 or any(count > 1 for count in units.values())


def _rows(text: str) -> set[str]:
    """What the rows of tables, the entries of lists and the lines before a colon are called."""
    return {_plain(match["row"] or match["entry"]) for match in _NAMED_ROW.finditer(text)} - {""}


def _units(text: str) -> list[str]:
    """The base unit of each measured value: hours and minutes are of one unit."""
    found = (UNITS.get(match["unit"].casefold()) for match in _MEASURED.finditer(text))
    return [unit[1] for unit in found if unit]


class _Subjects:
    """Name -> the first chunk about it, for names that few chunks mention; and which names each chunk mentions."""

    def __init__(self, chunks: Sequence[Chunk], rank: Mapping[str, int]) -> None:
        first: dict[str, Chunk] = {}
        for chunk in chunks:
            if chunk.id in rank:
                for name in _names_of(chunk):
                    first.setdefault(name, chunk)
        begin: dict[str, set[str]] = defaultdict(set)  # first word of a name -> the second words of all that begin so
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
    """What an eligible chunk is about: its heading, and the names that it defines."""
    heading = _plain(chunk.headings[-1]) if len(chunk.headings) > 1 else ""
    if len(heading) >= _SHORTEST_NAME and len(heading.split()) <= _LONGEST_NAME:
        yield heading
    # with its marks: `always` is a name, always is a word
    yield from (f"`{name}`" for name in _DEFINED.findall(chunk.text))


def _names_in(text: str, names: Mapping[str, Chunk], begin: Mapping[str, set[str]]) -> Iterator[str]:
    """The names that are in `text` as whole words, shorter ones first, then those in code font.

    Longer names are compared only where their first two words are: else this pass over a large corpus takes minutes.
    """
    tokens = words(text)
    yield from dict.fromkeys([token for token in tokens if token in names])
    starts = [
        start
        for start, (one, two) in enumerate(pairwise(tokens))
        if one in begin and two in begin[one]  # `begin[one]` alone would make an entry
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
