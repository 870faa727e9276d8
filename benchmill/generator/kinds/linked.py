"""Chunks -> passages for ambiguous questions: each explains one name, or has one heading, and says another thing."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import combinations
from typing import Protocol

from benchmill.generator.kinds.mixed_up import Sharing, mixed_up
from benchmill.generator.kinds.names import Spoken, is_identifier, is_lesson
from benchmill.generator.kinds.respects import give_other_values
from benchmill.generator.kinds.task import WritingTask
from benchmill.records import Chunk
from benchmill.records.units import UNITS
from benchmill.records.words import content_words, words

_MEASURED = re.compile(r"(?P<number>\d[\d.,]*)[ \t]?(?P<unit>%|°?[^\W\d_]{1,12})(?![^\W_])")
_VALUE = re.compile(r"`[^`\n]{1,40}`|\d[\d.,]*")
_MOST_READINGS = 4
_ALIKE, _COPIED = 0.5, 0.75  # the words that two places share: of a copy, other values are only another edition
_LONGEST_TOPIC = 2  # words of a heading that longer headings may repeat
_MOST_PLACES = 6  # of a weaker place: a heading of more sections is the name of no one thing
_PLENTY = 200  # nobody needs weaker places where so many of the best are


class Reading(Protocol):
    """What a chunk explains, its sentences that use names, and whether it says something."""

    @property
    def explained(self) -> Mapping[str, str]: ...
    @property
    def spoken(self) -> Sequence[Spoken]: ...
    @property
    def has_facts(self) -> bool: ...
    @property
    def language(self) -> str: ...


def ambiguous_tasks(
    chunks: Sequence[Chunk], rank: Mapping[str, int], readings: Mapping[str, Reading]
) -> Iterator[WritingTask]:
    """Tasks on two to four chunks of different sections that explain one name, each otherwise; then the weaker ones."""
    groups: dict[str, dict[object, tuple[Chunk, str]]] = defaultdict(dict)
    for chunk in chunks:
        if chunk.id not in rank:
            continue
        for name, told in readings[chunk.id].explained.items():
            groups[name.strip("`")].setdefault(_place(name, chunk), (chunk, told))
    asked: set[frozenset[str]] = set()
    best = 0
    for name, places in sorted(groups.items()):
        every = _in_one_language(places.values(), readings)
        own = [(chunk, told) for chunk, told in every if name.startswith("-") or _values(told)]
        passages = frozenset(chunk.id for chunk, _ in own)
        weak = _local(name, [told for _, told in own]) if name and 1 < len(passages) <= _MOST_READINGS else None
        if weak is not None and passages not in asked:
            asked.add(passages)  # two pages that share ten names give one task
            best += 1
            yield WritingTask("ambiguous", tuple(chunk for chunk, _ in own), name, weak=weak)
    if best < _PLENTY:
        yield from _weaker(chunks, rank, readings, asked)


def _in_one_language(places: Iterable[tuple[Chunk, str]], readings: Mapping[str, Reading]) -> list[tuple[Chunk, str]]:
    """The places in the language of the first, and those too short to show one: a translation says the same."""
    found = list(places)
    spoken = [readings[chunk.id].language for chunk, _ in found]
    first = next(filter(None, spoken), "")
    return [place for place, language in zip(found, spoken, strict=True) if language in ("", first)]


def _place(name: str, chunk: Chunk) -> tuple[str, tuple[str, ...]]:
    """Where a name has one meaning: below a heading, and a flag below the heading of its command."""
    return chunk.document_id, chunk.headings if name.startswith("`-") else chunk.headings[:-1]


def _weaker(
    chunks: Sequence[Chunk], rank: Mapping[str, int], readings: Mapping[str, Reading], asked: set[frozenset[str]]
) -> Iterator[WritingTask]:
    """Tasks on sections of one heading, and on places that explain one name, where each says something of its own."""
    groups: dict[str, dict[object, tuple[Chunk, str]]] = defaultdict(dict)
    for chunk in chunks:
        if chunk.id not in rank or is_lesson(chunk):
            continue
        for name, told in readings[chunk.id].explained.items():
            groups[name.strip("`")].setdefault(_place(name, chunk), (chunk, told))
        if chunk.headings and readings[chunk.id].has_facts:
            groups[_plain(chunk.headings[-1])].setdefault(_place("", chunk), (chunk, chunk.text))
    pairs: set[frozenset[str]] = {frozenset(pair) for passages in asked for pair in combinations(sorted(passages), 2)}
    about, used = _by_heading(chunks, rank), _by_use(chunks, rank, readings)
    for found, sharing in ((groups, Sharing.EXPLAINED), (about, Sharing.IN_HEADING), (used, Sharing.USED)):
        for name, places in sorted(found.items()):
            # of more places a question would leave readings out; thousands of sections may have one heading
            if not 1 < len(places) <= _MOST_PLACES:
                continue
            every = _in_one_language(places.values(), readings)
            own = [(chunk, told) for chunk, told in every if _values(told)]
            if not 1 < len(own) <= _MOST_READINGS:
                continue
            new = {frozenset((one.id, other.id)) for (one, _), (other, _) in combinations(own, 2)}
            if not new & pairs and _differ(own):
                pairs |= new
                passages = tuple(chunk for chunk, _ in own)
                if (weak := mixed_up(passages, name, sharing)) is not None:
                    yield WritingTask("ambiguous", passages, name, weak=weak)


def _by_heading(chunks: Sequence[Chunk], rank: Mapping[str, int]) -> dict[str, dict[object, tuple[Chunk, str]]]:
    """Heading of one or two words -> the first chunk of each section whose heading has these words and maybe more."""
    named: dict[frozenset[str], dict[object, Chunk]] = defaultdict(dict)
    for chunk in chunks:
        if chunk.id in rank and chunk.headings and not is_lesson(chunk):
            place = (chunk.document_id, chunk.headings)
            named[frozenset(content_words(chunk.headings[-1]))].setdefault(place, chunk)
    holding: dict[str, set[frozenset[str]]] = defaultdict(set)
    for said in named:
        for word in said:
            holding[word].add(said)
    found: dict[str, dict[object, tuple[Chunk, str]]] = {}
    for said in named:
        if said and len(said) <= _LONGEST_TOPIC:
            longer = set.intersection(*(holding[word] for word in said))
            if 1 < len(longer) <= _MOST_PLACES:
                every = ((place, (chunk, chunk.text)) for one in longer for place, chunk in named[one].items())
                name = next(iter(named[said].values())).headings[-1]
                found[name] = dict(sorted(every, key=lambda entry: rank[entry[1][0].id]))
    return found


def _by_use(
    chunks: Sequence[Chunk], rank: Mapping[str, int], readings: Mapping[str, Reading]
) -> dict[str, dict[object, tuple[Chunk, str]]]:
    """Name in code font -> the first chunk of each section with a sentence that uses it."""
    found: dict[str, dict[object, tuple[Chunk, str]]] = defaultdict(dict)
    for chunk in chunks:
        if chunk.id in rank and not is_lesson(chunk):
            for said in readings[chunk.id].spoken:
                for use in said.uses:
                    if use.page is None:
                        found[use.name].setdefault((chunk.document_id, chunk.headings), (chunk, said.sentence))
    return found


def _differ(own: Sequence[tuple[Chunk, str]]) -> bool:
    """Whether each place gives values of its own, in words of its own or where the others have another value."""
    said = [(set(content_words(told)), told) for _, told in own]
    shares = ((_share(one, other), mine, yours) for (one, mine), (other, yours) in combinations(said, 2))
    alike = any(
        share > _COPIED or (share > _ALIKE and not give_other_values(mine, yours)) for share, mine, yours in shares
    )
    inside = any(_is_within(one, other) or _is_within(other, one) for (one, _), (other, _) in combinations(own, 2))
    return not alike and not inside and len({_values(told) for _, told in own}) == len(own)


def _share(one: Set[str], other: Set[str]) -> float:
    """The words that two places share, as a share of those of both; 1 where neither has a word beside code."""
    return len(one & other) / len(one | other) if one | other else 1.0


def _is_within(one: Chunk, other: Chunk) -> bool:
    """Whether a chunk belongs to the other's section or to one below it."""
    return one.document_id == other.document_id and one.headings[: len(other.headings)] == other.headings


def _local(name: str, texts: Sequence[str]) -> int | None:
    """0 for a flag, or where each place gives a measured value; 1 for another name with numbers; else None.

    The places must not describe the name in the same words, and give values of one sort, each another; a flag needs no
    value. A common word, such as `type`, means another thing on each page, and nobody mixes them up.
    """
    said = [set(content_words(told)) for told in texts]
    if any(2 * len(one & other) > len(one | other) for one, other in combinations(said, 2)):
        return None
    if name.startswith("-"):
        return 0
    values = [_values(told) for told in texts]
    sorts = [{value.partition(" ")[0] for value in own} for own in values]
    shared = set.intersection(*sorts)
    if len(set(values)) < len(values) or not shared:
        return None
    if shared - {"code", "number"}:
        return 0
    return 1 if "number" in shared and is_identifier(name) else None


def _measures(text: str) -> frozenset[str]:
    """The measured values of a text, each after its base unit."""
    found = ((UNITS.get(match["unit"].casefold()), match.group()) for match in _MEASURED.finditer(text))
    return frozenset(f"{unit[1]} {said}" for unit, said in found if unit)


def _values(told: str) -> frozenset[str]:
    """What an explanation says that an answer can be: measured values, else other numbers and names in code font."""
    rest = frozenset(f"{'code' if said[0] == '`' else 'number'} {said}" for said in _VALUE.findall(told))
    return _measures(told) or rest


def _plain(heading: str) -> str:
    return " ".join(words(heading))
