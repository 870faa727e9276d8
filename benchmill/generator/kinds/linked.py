"""Chunks -> passages for comparison and ambiguous questions: they contrast two things, or define one name twice."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Protocol

from benchmill.generator.extractive.language import language
from benchmill.generator.extractive.verbs import is_step
from benchmill.generator.kinds.names import explained, is_identifier, is_lesson
from benchmill.generator.kinds.sections import TABLE_ROW, sections
from benchmill.generator.kinds.task import WritingTask
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
_FEWEST_SHARED = 3
_FEWEST_COLUMNS = 3
_SHORT = 30  # characters of a table's cell
_MOST_READINGS = 4


class Reading(Protocol):
    """What a chunk explains, and its prose where that gives measured values."""

    @property
    def explained(self) -> Mapping[str, str]: ...
    @property
    def measured(self) -> str: ...


def comparison_tasks(chunks: Sequence[Chunk], rank: Mapping[str, int]) -> Iterator[WritingTask]:
    """Tasks on chunks that contrast or tabulate things, and on similar neighbouring sections with the same parent."""
    for chunk in chunks:
        if chunk.id in rank and (weak := _contrast(chunk)) is not None:
            yield WritingTask("comparison", (chunk,), weak=weak)
    before: Chunk | None = None
    for section in sections(chunks):
        first = next((chunk for chunk in section if chunk.id in rank), None)
        if first and before and (weak := _siblings(before, first)) is not None:
            yield WritingTask("comparison", (before, first), weak=weak)
        before = first


def ambiguous_tasks(
    chunks: Sequence[Chunk], rank: Mapping[str, int], readings: Mapping[str, Reading]
) -> Iterator[WritingTask]:
    """Tasks on two to four chunks of different sections that give one name, or sections of one name, other values."""
    groups: dict[str, dict[object, tuple[Chunk, str]]] = defaultdict(dict)
    for chunk in chunks:
        if chunk.id not in rank:
            continue
        place = (chunk.document_id, chunk.headings[:-1])
        for name, told in readings[chunk.id].explained.items():
            groups[name.strip("`")].setdefault(place, (chunk, told))
        if (said := readings[chunk.id].measured) and not is_lesson(chunk):
            groups[_plain(chunk.headings[-1])].setdefault(place, (chunk, said))
    asked: set[frozenset[str]] = set()
    for name, places in sorted(groups.items()):
        own = [(chunk, told) for chunk, told in places.values() if _values(told)]
        passages = frozenset(chunk.id for chunk, _ in own)
        weak = _local(name, [told for _, told in own]) if name and 1 < len(passages) <= _MOST_READINGS else None
        if weak is not None and passages not in asked:
            asked.add(passages)  # two pages that share ten names give one task
            yield WritingTask("ambiguous", tuple(chunk for chunk, _ in own), name, weak=weak)


def _local(name: str, texts: Sequence[str]) -> int | None:
    """0 for a flag, or where each place gives a measured value; 1 for another name with numbers; else None.

    The places must give values of one sort, each another, and not describe the name in the same words. A common word,
    such as `type`, means another thing on each page, and nobody mixes them up.
    """
    values = [_values(told) for told in texts]
    sorts = [{value.partition(" ")[0] for value in own} for own in values]
    shared = set.intersection(*sorts)
    if len(set(values)) < len(values) or not shared:
        return None
    said = [set(content_words(told)) for told in texts]
    if any(2 * len(one & other) > len(one | other) for one, other in combinations(said, 2)):
        return None
    if name.startswith("-") or shared - {"code", "number"}:
        return 0
    return 1 if "number" in shared and is_identifier(name) else None


def measured_prose(text: str) -> str:
    """The sentences of a text where they give measured values; else nothing."""
    said = " ".join(prose_sentences(text))
    return said if _measures(said) else ""


def _contrast(chunk: Chunk) -> int | None:
    """0 for a sentence that contrasts two names or a table of things with several columns; None without a contrast.

    1 for a table of settings, and for settings with values of one unit: most of them nobody compares.
    """
    if any(_CONTRAST.search(said) and len(set(_NAME.findall(said))) > 1 for said in prose_sentences(chunk.text)):
        return 0
    if rows := _attributes(chunk.text):
        return 1 if all(row[0].strip("* ").startswith("`") for row in rows) or _short_columns(rows) < 2 else 0
    units = Counter(unit for told in explained(chunk).values() for unit in set(_units(told)))
    return 1 if any(count > 1 for count in units.values()) else None


def _attributes(text: str) -> list[list[str]]:
    """The rows of a table with three columns or more, one of them with short values that differ; or nothing."""
    rows = [[cell.strip() for cell in row.strip().strip("|").split("|")] for row in TABLE_ROW.findall(text)]
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
    """0 for sections whose headings share words, 1 for others and for tasks, None where nothing is comparable."""
    same_parent = (
        one.document_id == other.document_id
        and len(one.headings) == len(other.headings) > 1
        and one.headings[:-1] == other.headings[:-1]
    )
    if not same_parent or len(set(content_words(one.text)) & set(content_words(other.text))) < _FEWEST_SHARED:
        return None
    if not (_rows(one.text) & _rows(other.text) or set(_units(one.text)) & set(_units(other.text))):
        return None
    first, second = (set(content_words(each.headings[-1])) for each in (one, other))
    alike = 3 * len(first & second) >= len(first | second)  # "Bash for Linux", "Bash for macOS"
    english = language("en")
    tasks = english is not None and all(is_step(english, each.headings[-1] or "-") for each in (one, other))
    return 0 if alike and not tasks else 1  # nobody compares "Update a token" with "Delete a token"


def _rows(text: str) -> set[str]:
    """The first cells of table rows, and the words before the colon of list entries."""
    return {_plain(match["row"] or match["entry"]) for match in _NAMED_ROW.finditer(text)} - {""}


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
