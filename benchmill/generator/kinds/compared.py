"""Chunks of one document -> passages for comparisons: they say like things of two names, or set one against another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from benchmill.generator.kinds.alternatives import (
    announces_sorts,
    contrasts,
    is_of_settings,
    leads_to_ways,
    sets_apart,
    turns,
)
from benchmill.generator.kinds.names import is_lesson, points_elsewhere, says_something
from benchmill.generator.kinds.respects import give_other_values, share_a_respect, terms
from benchmill.generator.kinds.sections import TABLE_ROW, sections
from benchmill.generator.kinds.shared_names import FENCED
from benchmill.generator.kinds.task import WEAKER, WritingTask
from benchmill.generator.kinds.variants import MARKUP, are_variants
from benchmill.records import Chunk
from benchmill.records.around import LONGEST_SECTION
from benchmill.records.languages import detect
from benchmill.records.sentences import prose_sentences

# A name in code font may have any length: else the words between two names would be taken for one.
_MARKED = r"`{1,2}[^`\n]+`{1,2}|\*{2}[^*\n]{2,40}\*{2}|[\"“„«][^\"“”«»\n]{2,30}[\"”“»]|\b[A-Z]{2,}\b"
_NAME = re.compile(rf"{_MARKED}|(?<=[a-zäöüß,;(] )[A-Z][\w-]*(?: [A-Z][\w-]*)*")
_NAME_AMONG_CAPITAL_NOUNS = re.compile(_MARKED)
_ENTRY_NAME = re.compile(r"\W*(?P<name>[^\s:|`*\[\]][^:|`*\n\[\]]{1,30}?)\]?(?:[ \t]*:(?=\s)|：|[ \t]+[-–—→][ \t])")
_NUMBER = re.compile(r"\W*\d+\W*")
_COUNTED = re.compile(r"(?<!\w)\d[\d.]*[ºª°]?(?!\w)")
_DIGIT = re.compile(r"\d")
_STEP = re.compile(r"\W*(?:step|schritt|étape|paso|passo|stap|шаг)\b|第.*步|手順", re.I)
_IN_CODE = re.compile(r"[* ]*`|\w*[^\W_]_[^\W_]\w*$")
_VALUE = re.compile(r"`[^`\n]{1,40}`|\d")
_ENTRY = re.compile(r"^[ \t]*(?:[-*+]|\d{1,2}[.)、])[ \t]+|^[ \t]*\|", re.M)
_OF_BOTH = re.compile(r"between|\bvs\b", re.I)
_OPENS_A_CLAUSE = re.compile(r"(?:^|[,，;；:：.。(（—–-])[\s*_]*$")
_LITERAL = re.compile(r"[`*\"“„«]*[{\[<'\"\d]")  # no name: `{a: number}`, `[1]`, `'a'`
_VALUE_OR_PATH = re.compile(r"[*\"“„«「『]*\d+ ?[^\W\d_]|[`*]*/[\w.-]+/")  # "**6 months**", `/guide/basics`
_VERSION = re.compile(r"\W*v?\d+(?:\.(?:\d+|x))+\W*", re.I)
_ICON = re.compile(r":[a-z_]+:")
_MARK = re.compile(r"[<:]|\{\{|\]\(")
_EARLY = 25  # characters of a statement in which the name of its subject is
_LIKE, _VERY_LIKE, _FEWEST_SHARED = 0.2, 0.4, 3
_FEWEST_COLUMNS, _SHORT = 3, 30  # of a table; characters of a cell
_OPENING = 400  # characters in which a passage says that there are several ways
_MOST_STATEMENTS = 40  # of a passage


def comparison_tasks(chunks: Sequence[Chunk], rank: Mapping[str, int]) -> Iterator[WritingTask]:
    """Tasks on sections whose heading sets things apart, on chunks that contrast or tabulate things, and on similar
    neighbouring sections with the same parent.

    `shared` of a task names both things where they are known.
    """
    own = {chunk.id for chunk in chunks if chunk.id in rank and not _is_made_up(chunk)}
    for chunk in chunks:
        if chunk.id in own and not _is_choice(chunk) and (found := _contrast(chunk)) is not None:
            yield WritingTask("comparison", (chunk,), found.names, weak=found.weak)
    before: Chunk | None = None
    for section in sections(chunks):
        first = next((chunk for chunk in section if chunk.id in own), None)
        if first and _is_choice(first):
            at = section.index(first)
            yield WritingTask("comparison", section[at : at + LONGEST_SECTION], weak=1)
        elif first and before and (weak := _siblings(before, first)) is not None:
            yield WritingTask("comparison", (before, first), weak=weak)
        before = first


@dataclass(frozen=True, slots=True)
class Named:
    """A statement and the name that it is about."""

    name: str
    said: str


def said_alike(chunk: Chunk) -> Iterator[tuple[Named, Named]]:
    """The pairs of sentences or entries of the chunk that say much the same of two names."""
    if not _is_made_up(chunk):
        name = _NAME_AMONG_CAPITAL_NOUNS if detect(chunk.text) == "de" else _NAME
        yield from _parallel(prose_sentences(chunk.text), name)


def _is_choice(chunk: Chunk) -> bool:
    return any(map(sets_apart, chunk.headings[-1:]))


def _is_made_up(chunk: Chunk) -> bool:
    """Whether the chunk is part of an example, or one step of several: nobody compares these."""
    return is_lesson(chunk) or any(_STEP.match(heading) for heading in chunk.headings[-1:])


@dataclass(frozen=True, slots=True)
class _Contrast:
    """How weak a comparison a passage bears, and the names of both things, where they are known."""

    weak: int
    names: str = ""

    @classmethod
    def of(cls, one: str, other: str, weak: int = 0) -> _Contrast:
        return cls(weak, " / ".join(name.strip("`*:： ") for name in (one, other)))


def _contrast(chunk: Chunk) -> _Contrast | None:
    """The best comparison that a passage bears; None where it bears none.

    0 where a sentence sets things against each other, or statements say like things of two variants: values or sorts of
    one thing, or names that differ in the part before the last. 1 where a table has things, which nobody may mix up;
    2 where a sentence near the beginning leads to several ways to one end, and two of them follow. Statements about
    other names are WEAKER, since they mostly are the fields of one form, and so are sentences that only turn to another
    name; rows of settings come last.
    """
    name = _NAME_AMONG_CAPITAL_NOUNS if detect(chunk.text) == "de" else _NAME
    said = [MARKUP.sub(" ", one) if _MARK.search(one) else one for one in prose_sentences(chunk.text)]
    if both := next(filter(None, (_set_apart(one, name) for one in said)), None):
        return _Contrast.of(*both)
    announced: bool | None = None
    pair: tuple[str, str] | None = None
    for both in ((one.name, other.name) for one, other in _parallel(said, name)):
        if announced is None:
            announced = announces_sorts(_above(chunk))
        if are_variants(*both, chunk.text) or (announced and _begin(said, both)):
            return _Contrast.of(*both)
        pair = pair or both
    rows = TABLE_ROW.findall(FENCED.sub("", chunk.text))
    if _has_things(rows):
        return _Contrast(1)
    if _has_ways(chunk.text):
        return _Contrast(2)
    if pair:
        return _Contrast.of(*pair, weak=WEAKER)
    turned = next(filter(None, (_turned(one, name) for one in said)), None)
    if turned:
        return _Contrast.of(*turned, weak=WEAKER)
    return _Contrast(WEAKER + 1) if _are_parallel(rows, name) else None


def _above(chunk: Chunk) -> str:
    """The heading, and the line above the first list."""
    first = _ENTRY.search(chunk.text)
    before = chunk.text[: first.start()].strip().rpartition("\n")[2] if first else ""
    return "\n".join(filter(None, (*chunk.headings[-1:], chunk.lead, before)))


def _begin(said: Sequence[str], names: tuple[str, str]) -> bool:
    """Whether a statement begins with each of the names: an entry does."""
    return all(any(one.lstrip("-*+ \t1234567890.)、").startswith(name.lstrip("*")) for one in said) for name in names)


def _are_parallel(statements: Sequence[str], name: re.Pattern[str]) -> bool:
    """Whether two sentences, entries or rows say much the same of two names, and each something of its own."""
    return any(True for _ in _parallel(statements, name))


def _parallel(statements: Sequence[str], name: re.Pattern[str]) -> Iterator[tuple[Named, Named]]:
    """The pairs of statements that say much the same of two names, and each something of its own."""
    named: list[tuple[Named, frozenset[str]]] = []
    for said in statements[:_MOST_STATEMENTS]:
        subject = _subject(said, name)
        if _is_word(subject) and not _VALUE_OR_PATH.match(subject) and not points_elsewhere(said):
            named.append((Named(subject, said), frozenset(terms(said) - terms(subject))))
    for (one, mine), (other, yours) in combinations(named, 2):
        if _are_of_one_form(one.name, other.name) and _are_like(mine, yours):
            yield one, other


def _are_like(mine: frozenset[str], yours: frozenset[str]) -> bool:
    """Whether two statements share enough of their words, and each has one of its own."""
    shared, every = len(mine & yours), len(mine | yours)
    fewest = _FEWEST_SHARED if shared < _VERY_LIKE * every else 2
    return max(fewest, _LIKE * every) <= shared < min(len(mine), len(yours))


def _are_of_one_form(one: str, other: str) -> bool:
    bare, rest = (name.strip("`*").casefold() for name in (one, other))
    bare, rest = (_COUNTED.sub("", name).strip() or name for name in (bare, rest))  # "Figure 2", "Figure 3"
    return (one[0] in "`*") == (other[0] in "`*") and bare not in rest and rest not in bare


def _subject(said: str, name: re.Pattern[str]) -> str:
    """The name that a statement is about: the first one, near its beginning, or the words before a colon."""
    entry = _ENTRY_NAME.match(said)
    found = name.search(said, 0, _EARLY + 40)
    if found and found.start() <= _EARLY:
        return found.group()
    return entry["name"] if entry else ""


def _set_apart(said: str, name: re.Pattern[str]) -> tuple[str, str] | None:
    """The marked names that a sentence sets against each other; of "difference between" both may be after these words,
    as of "In contrast to" at the beginning."""
    for words in contrasts(said):
        before, after = _around(words, name)
        if _OF_BOTH.search(words.group()) or (len(after) == 2 and _OPENS_A_CLAUSE.search(said[: words.start()])):
            before = [*after[:1], *before]
        if both := _of_one_mark([one for one in before if one[0] in "`*"], after):
            return both
    return None


def _turned(said: str, name: re.Pattern[str]) -> tuple[str, str] | None:
    """The names of one form that a sentence has before and after a word that turns from one to the other."""
    return next(filter(None, (_of_one_mark(*_around(words, name)) for words in turns(said))), None)


def _around(words: re.Match[str], name: re.Pattern[str]) -> tuple[list[str], list[str]]:
    """The names before and after these words of a sentence."""
    before, after = words.string[: words.start()], words.string[words.end() :]
    return _names(before, name), _names(after, name)


def _names(said: str, name: re.Pattern[str]) -> list[str]:
    return [
        found for found in name.findall(said) if not found.isupper() and not _LITERAL.match(found) and _is_word(found)
    ]


def _is_word(found: str) -> bool:
    return any(map(str.isalnum, found))


def _of_one_mark(before: Sequence[str], after: Sequence[str]) -> tuple[str, str] | None:
    """The last of the first names and the first of the others that begin alike and are two names."""
    pairs = product(reversed(before), after)
    return next((pair for pair in pairs if pair[0][0] == pair[1][0] and not _is_plural(*pair)), None)


def _is_plural(one: str, other: str) -> bool:
    """Whether two names are one but for an ending or the marks in it: a text says how the thing is written."""
    bare = sorted(("".join(filter(str.isalnum, name.casefold())) for name in (one, other)), key=len)
    return bare[1].removeprefix(bare[0]) in ("", "s", "es")


def _has_things(found: Sequence[str]) -> bool:
    """Whether a table has two rows of things, no settings, with two columns of short values in words that differ.

    Nobody chooses between the versions that have a column each, and no answer quotes a tick of a matrix.
    """
    rows = [[cell.strip() for cell in row.strip().strip("|").split("|")] for row in found]
    rows = [row for row in rows if not re.fullmatch(r"[\s|:=+-]*", "|".join(row))]
    if len(rows) < 3 or len(rows[0]) < _FEWEST_COLUMNS or any(map(is_of_settings, rows[0])):
        return False
    if all(map(_VERSION.fullmatch, rows[0][1:])):
        return False
    body = [row for row in rows[1:] if len(row) == len(rows[0])]
    coded = sum(_NUMBER.fullmatch(row[0]) is not None or _IN_CODE.match(row[0]) is not None for row in body)
    if 2 * coded > len(body) or len({row[0] for row in body}) < 2:
        return False
    columns = [set(column) for column in list(zip(*body, strict=True))[1:]]
    return sum(len(column) > 1 and all(_is_short_word(cell) for cell in column) for column in columns) > 1


def _is_short_word(cell: str) -> bool:
    return len(cell) <= _SHORT and _is_word(_ICON.sub("", cell))


def _has_ways(text: str) -> bool:
    """Whether a sentence near the beginning leads to several ways, and two of them are there."""
    if (led := leads_to_ways(text[:_OPENING])) is None:
        return False
    ways = text[led.start() :]
    entries = len(_ENTRY.findall(ways))
    rest = text[led.end() :].partition("\n\n")[0]
    is_inside = led.group().endswith((":", "：")) and bool(rest.strip("*_ \n")) and not _ENTRY.search(rest)
    return is_inside or entries > 1 or (not entries and sum(map(says_something, ways.split("\n\n")[1:])) > 1)


def _siblings(one: Chunk, other: Chunk) -> int | None:
    """1 for sections of variants that state one thing of each, WEAKER for others that do, with other values."""
    same_parent = (
        one.document_id == other.document_id
        and len(one.headings) == len(other.headings) > 0
        and one.headings[:-1] == other.headings[:-1]
    )
    if not same_parent or not (says_something(one.text) and says_something(other.text)):
        return None
    is_shared = share_a_respect(one.text, other.text)
    named = [each.headings[-1] for each in (one, other)]
    if is_shared and not any(map(_DIGIT.search, named)) and are_variants(named[0], named[1], one.text):
        return 1  # "Week 1" and "Week 2" are steps
    if not all(_VALUE.search(each.text) for each in (one, other)):
        return None
    return WEAKER if is_shared and give_other_values(one.text, other.text) else None
