"""Chunks of one document -> passages for comparisons: they say like things of two names, or set one against another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from benchmill.generator.extractive.language import language
from benchmill.generator.extractive.verbs import is_step
from benchmill.generator.kinds.names import is_lesson, points_elsewhere, says_something
from benchmill.generator.kinds.respects import give_other_values, have_like_headings, share_a_respect, terms
from benchmill.generator.kinds.sections import TABLE_ROW, sections
from benchmill.generator.kinds.task import WEAKER, WritingTask
from benchmill.records import Chunk
from benchmill.records.languages import detect
from benchmill.records.sentences import prose_sentences

# Sentences that set two things against each other: the names may be anywhere in them.
_CONTRAST = re.compile(
    r"\b(?:in contrast to|compared (?:to|with)|difference between|differs? from|as opposed to|vs\.?"
    r"|(?:faster|slower|larger|smaller|higher|lower|better|cheaper|safer|(?:more|less|fewer) \w+) than"
    r"|im (?:gegensatz|unterschied) zu|unterscheide\w+|contrairement à|à la différence|a diferencia de|ao contrário"
    r"|a differenza di|in tegenstelling)\b|一方|に対して|とは異なり|而不是|相比|不同于|与之相反",
    re.I,
)
# Words between the names: one is before them, one after them.
_TURN = re.compile(
    r"\b(?:but(?! (?:\w+ )?also\b)|however|whereas|unlike|on the other hand|while|rather than|opposed|otherwise"
    r"|aber|jedoch|dagegen|hingegen|sondern|, während|sonst"
    r"|mais|cependant|tandis que|alors que|plutôt que|pero|sino|mientras que|en cambio|mas|enquanto|invece|mentre)\b",
    re.I,
)
_MARKED = r"`{1,2}[^`\n]{2,40}`{1,2}|\*{2}[^*\n]{2,40}\*{2}|[\"“„«][^\"“”«»\n]{2,30}[\"”“»]|\b[A-Z]{2,}\b"
_NAME = re.compile(rf"{_MARKED}|(?<=[a-zäöüß,;(] )[A-Z][\w-]*(?: [A-Z][\w-]*)*")
_NAME_AMONG_CAPITAL_NOUNS = re.compile(_MARKED)
_FENCED = re.compile(r"^[ \t>]*(?P<fence>`{3,}|~{3,}).*?(?:^[ \t>]*(?P=fence)|\Z)", re.M | re.S)
_ENTRY_NAME = re.compile(r"\W*(?P<name>[^\s:|`*][^:|`*\n]{1,30}?)(?:[ \t]*:(?=\s)|：|[ \t]+[-–—→][ \t])")
_NUMBER = re.compile(r"\W*\d+\W*")
_TYPE = re.compile(r"\W*(?:data[ -]?type|type|typ|tipo|тип|类型|類型|型|タイプ|유형)\W*", re.I)  # a column of settings
_STEP = re.compile(r"\W*(?:step|schritt|étape|paso|passo|stap|шаг)\b|第.*步|手順", re.I)
_VALUE = re.compile(r"`[^`\n]{1,40}`|\d")
_EARLY = 25  # characters of a statement in which the name of its subject is
_LIKE, _VERY_LIKE, _FEWEST_SHARED = 0.2, 0.4, 3
_FEWEST_COLUMNS, _SHORT = 3, 30  # of a table; characters of a cell
_MOST_STATEMENTS = 40  # of a passage


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


def _is_made_up(chunk: Chunk) -> bool:
    """Whether the chunk is part of an example, or one step of several: nobody compares these."""
    return is_lesson(chunk) or any(_STEP.match(heading) for heading in chunk.headings[-1:])


def _contrast(chunk: Chunk) -> int | None:
    """0 where sentences or entries say like things of two names or contrast two, or a table has things; else None.

    WEAKER for rows of settings that say like things, and for a sentence that only turns from one name to another.
    """
    name = _NAME_AMONG_CAPITAL_NOUNS if detect(chunk.text) == "de" else _NAME
    said = prose_sentences(chunk.text)
    if any(_CONTRAST.search(one) and len(set(name.findall(one))) > 1 for one in said):
        return 0
    rows = TABLE_ROW.findall(_FENCED.sub("", chunk.text))
    if _are_parallel(said, name) or _has_things(rows):
        return 0
    return WEAKER if _are_parallel(rows, name) or any(_turns_between(one, name) for one in said) else None


def _are_parallel(statements: Sequence[str], name: re.Pattern[str]) -> bool:
    """Whether two sentences, entries or rows say much the same of two names, and each something of its own."""
    return any(True for _ in _parallel(statements, name))


def _parallel(statements: Sequence[str], name: re.Pattern[str]) -> Iterator[tuple[Named, Named]]:
    """The pairs of statements that say much the same of two names, and each something of its own."""
    named: list[tuple[Named, frozenset[str]]] = []
    for said in statements[:_MOST_STATEMENTS]:
        subject = _subject(said, name)
        if subject and not points_elsewhere(said):
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
    bare, rest = one.strip("`*").casefold(), other.strip("`*").casefold()
    return (one[0] in "`*") == (other[0] in "`*") and bare not in rest and rest not in bare


def _subject(said: str, name: re.Pattern[str]) -> str:
    """The name that a statement is about: the first one, near its beginning, or the words before a colon."""
    entry = _ENTRY_NAME.match(said)
    found = name.search(said, 0, _EARLY + 40)
    if found and found.start() <= _EARLY:
        return found.group()
    return entry["name"] if entry else ""


def _turns_between(said: str, name: re.Pattern[str]) -> bool:
    """Whether a sentence sets one name against another of the same form: it names one before the turn, one after it."""
    for turn in _TURN.finditer(said):
        before, after = (
            {(found[0] in "`*", found) for found in name.findall(part) if not found.isupper()}
            for part in (said[: turn.start()], said[turn.end() :])
        )
        if any(one[0] == other[0] and one != other for one in before for other in after):
            return True
    return False


def _has_things(found: Sequence[str]) -> bool:
    """Whether a table has two rows of things, no settings, with two columns of short values that differ."""
    rows = [[cell.strip() for cell in row.strip().strip("|").split("|")] for row in found]
    rows = [row for row in rows if not re.fullmatch(r"[\s|:=+-]*", "|".join(row))]
    if len(rows) < 3 or len(rows[0]) < _FEWEST_COLUMNS or any(map(_TYPE.fullmatch, rows[0])):
        return False
    body = [row for row in rows[1:] if len(row) == len(rows[0])]
    if not body or all(_NUMBER.fullmatch(row[0]) or row[0].strip("* ").startswith("`") for row in body):
        return False
    columns = [set(column) for column in list(zip(*body, strict=True))[1:]]
    return sum(len(column) > 1 and all(0 < len(cell) <= _SHORT for cell in column) for column in columns) > 1


def _siblings(one: Chunk, other: Chunk) -> int | None:
    """0 for sections with like headings that state one thing of each, WEAKER for others that do, with other values.

    One more for sections with values that at least speak of the same things; None for the rest.
    """
    same_parent = (
        one.document_id == other.document_id
        and len(one.headings) == len(other.headings) > 0
        and one.headings[:-1] == other.headings[:-1]
    )
    if not same_parent or not (says_something(one.text) and says_something(other.text)):
        return None
    english = language("en")
    tasks = english is not None and all(is_step(english, each.headings[-1] or "-") for each in (one, other))
    is_shared = share_a_respect(one.text, other.text)
    if is_shared and have_like_headings(one, other) and not tasks:
        return 0  # nobody compares "Update a token" with "Delete a token"
    if not all(_VALUE.search(each.text) for each in (one, other)):
        return None
    if is_shared and give_other_values(one.text, other.text):
        return WEAKER
    return WEAKER + 1 if len(terms(one.text) & terms(other.text)) >= _FEWEST_SHARED else None
