"""Chunks -> passages for comparison and ambiguous questions: they contrast two things, or define one name twice."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Protocol

from benchmill.generator.extractive.language import language
from benchmill.generator.extractive.verbs import is_step
from benchmill.generator.kinds.mixed_up import Sharing, mixed_up
from benchmill.generator.kinds.names import Spoken, explained, is_identifier, is_lesson
from benchmill.generator.kinds.respects import have_like_headings, share_a_respect
from benchmill.generator.kinds.sections import TABLE_ROW, sections
from benchmill.generator.kinds.task import WEAKER, WritingTask
from benchmill.records import Chunk
from benchmill.records.sentences import prose_sentences
from benchmill.records.units import UNITS
from benchmill.records.words import content_words, words

_NAMED_ROW = re.compile(
    r"^[ \t]{0,3}(?:\|[ \t]*(?P<row>[^|\n]*[^|\s:-][^|\n]*)\||(?:[-*+][ \t]+)\**(?P<entry>[^:|\n]{2,40}?)\**:(?=\s))",
    re.M,
)
_MEASURED = re.compile(r"(?P<number>\d[\d.,]*)[ \t]?(?P<unit>%|°?[^\W\d_]{1,12})(?![^\W_])")
_VALUE = re.compile(r"`[^`\n]{1,40}`|\d[\d.,]*")
# A sentence that sets two things against each other.
_CONTRAST = re.compile(
    r"\b(?:whereas|unlike|in contrast|compared (?:to|with)|difference between|differs? from|as opposed to"
    r"|on the other hand|vs\.?"
    r"|(?:faster|slower|larger|smaller|higher|lower|better|cheaper|safer|(?:more|less|fewer) \w+) than"
    r"|während|im (?:gegensatz|unterschied) zu|unterscheide\w+|hingegen|tandis que|contrairement à|alors que"
    r"|à la différence|mientras que|a diferencia de|en cambio|ao contrário|enquanto|a differenza di|mentre"
    r"|in tegenstelling)\b|一方|に対して|とは異なり|而不是|相比|不同于|与之相反",
    re.I,
)
_NAME = re.compile(
    r"`{1,2}[^`\n]{2,40}`{1,2}|\*{1,2}[^*\n]{2,40}\*{1,2}|(?<=[a-zäöüß,;(] )[A-Z][\w-]*(?: [A-Z][\w-]*)*|\b[A-Z]{2,}\b"
)
_FENCED = re.compile(r"^[ \t>]*(?P<fence>`{3,}|~{3,}).*?(?:^[ \t>]*(?P=fence)|\Z)", re.M | re.S)
_NUMBER = re.compile(r"\W*\d+\W*")
_STEP = re.compile(r"\W*(?:step|schritt|étape|paso|passo|stap|шаг)\b|第.*步|手順", re.I)
_FEWEST_SHARED = 3
_FEWEST_COLUMNS = 3
_SHORT = 30  # characters of a table's cell
_MOST_READINGS = 4
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


def comparison_tasks(chunks: Sequence[Chunk], rank: Mapping[str, int]) -> Iterator[WritingTask]:
    """Tasks on chunks that contrast or tabulate things, and on similar neighbouring sections with the same parent."""
    own = {chunk.id for chunk in chunks if chunk.id in rank and not _is_made_up(chunk)}
    for chunk in chunks:
        if chunk.id in own and (weak := _contrast(chunk)) is not None:
            yield WritingTask("comparison", (chunk,), weak=weak)
    before: Chunk | None = None
    for section in sections(chunks):
        first = next((chunk for chunk in section if chunk.id in own), None)
        if first and before and (weak := _siblings(before, first)) is not None:
            yield WritingTask("comparison", (before, first), weak=weak)
        before = first


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
            every = _in_one_language(places.values(), readings)
            own = [(chunk, told) for chunk, told in every if _values(told)][:_MOST_READINGS]
            new = {frozenset((one.id, other.id)) for (one, _), (other, _) in combinations(own, 2)}
            if 1 < len(places) <= _MOST_PLACES and new and not new & pairs and _differ(own):
                pairs |= new
                passages = tuple(chunk for chunk, _ in own)
                yield WritingTask("ambiguous", passages, name, weak=mixed_up(passages, name, sharing))


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
    """Whether each place gives values of its own in words of its own."""
    said = [set(content_words(told)) for _, told in own]
    alike = any(2 * len(one & other) > len(one | other) for one, other in combinations(said, 2))
    inside = any(_is_within(one, other) or _is_within(other, one) for (one, _), (other, _) in combinations(own, 2))
    return not alike and not inside and len({_values(told) for _, told in own}) == len(own)


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


def _is_made_up(chunk: Chunk) -> bool:
    """Whether the chunk is part of an example, or one step of several: nobody compares these."""
    return is_lesson(chunk) or any(_STEP.match(heading) for heading in chunk.headings[-1:])


def _contrast(chunk: Chunk) -> int | None:
    """0 for a sentence that contrasts two names or a table of things with several columns; None without a contrast.

    WEAKER for a table of settings, and for settings with values of one unit: most of them nobody compares.
    """
    if any(_CONTRAST.search(said) and len(set(_NAME.findall(said))) > 1 for said in prose_sentences(chunk.text)):
        return 0
    if (rows := _attributes(chunk.text)) and not all(_NUMBER.fullmatch(row[0]) for row in rows):
        return WEAKER if all(row[0].strip("* ").startswith("`") for row in rows) or _short_columns(rows) < 2 else 0
    units = Counter(unit for told in explained(chunk).values() for unit in set(_units(told)))
    return WEAKER if any(count > 1 for count in units.values()) else None


def _attributes(text: str) -> list[list[str]]:
    """The rows of a table with three columns or more, one of them with short values that differ; or nothing."""
    rows = [
        [cell.strip() for cell in row.strip().strip("|").split("|")] for row in TABLE_ROW.findall(_FENCED.sub("", text))
    ]
    rows = [row for row in rows if not re.fullmatch(r"[\s|:=+-]*", "|".join(row))]
    if len(rows) < 3 or len(rows[0]) < _FEWEST_COLUMNS:
        return []
    body = [row for row in rows[1:] if len(row) == len(rows[0])]
    return body if _short_columns(body) else []


def _short_columns(rows: Sequence[Sequence[str]]) -> int:
    """How many columns beside the first have short values that differ: what things are compared in."""
    columns = list(zip(*rows, strict=True))[1:]
    short = [set(column) for column in columns if all(0 < len(cell) <= _SHORT for cell in column)]
    return sum(len(column) > 1 for column in short)


def _siblings(one: Chunk, other: Chunk) -> int | None:
    """0 for sections whose headings share words, WEAKER for others and for tasks, None where nothing is comparable."""
    same_parent = (
        one.document_id == other.document_id
        and len(one.headings) == len(other.headings) > 1
        and one.headings[:-1] == other.headings[:-1]
    )
    if not same_parent or len(set(content_words(one.text)) & set(content_words(other.text))) < _FEWEST_SHARED:
        return None
    if not (_rows(one.text) & _rows(other.text) or set(_units(one.text)) & set(_units(other.text))):
        return None
    alike = have_like_headings(one, other)  # "Bash for Linux", "Bash for macOS"
    english = language("en")
    tasks = english is not None and all(is_step(english, each.headings[-1] or "-") for each in (one, other))
    if alike and not tasks:
        return 0  # nobody compares "Update a token" with "Delete a token"
    return WEAKER if alike and share_a_respect(one.text, other.text) else WEAKER + 1


def _rows(text: str) -> set[str]:
    """The first cells of table rows, and the words before the colon of list entries."""
    return {_plain(match["row"] or match["entry"]) for match in _NAMED_ROW.finditer(_FENCED.sub("", text))} - {""}


def _units(text: str) -> list[str]:
    """The base unit of each measured value: hours and minutes have the same base unit."""
    found = (UNITS.get(match["unit"].casefold()) for match in _MEASURED.finditer(text))
    return [unit[1] for unit in found if unit]


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
