"""Chunks -> bridges: a name that two passages share, where one passage describes it and the other states a fact of it.

Such a pair can bear a question of two hops: the question gives the description, the reader finds the name by it, and
with the name the fact. So the description may not be in the passage with the fact, nor the fact in the other passage.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, permutations
from typing import Generic, TypeVar

from benchmill.generator.kinds.hop_words import is_of_fields, is_used_for
from benchmill.generator.kinds.names import ARTICLE, is_example, points_elsewhere
from benchmill.generator.kinds.pages import Reading
from benchmill.generator.kinds.respects import likeness, terms
from benchmill.generator.kinds.sections import TABLE_ROW
from benchmill.generator.kinds.shared_names import (
    BARE,
    CODE,
    FENCED,
    TARGET,
    NameSort,
    name_as_heading,
    names_in,
    names_of,
    sort_of,
)
from benchmill.generator.kinds.task import WEAKER
from benchmill.records import Chunk
from benchmill.records.sentences import prose_sentences
from benchmill.records.words import words

_MOST_HOLDERS = 12  # a file that more chunks mention tells nothing apart
_MOST_ALIKE = 0.16  # of two passages with more words in common one is enough
_MOST_EXPLAINING, _MOST_HOLDING = 2, 8  # chunks that a name may have: more tell that everything has to do with it
_MOST_NAMES = 3  # in the sentence: of many names, no description leads to one
_FEWEST_WORDS = 5
_FEWEST_DESCRIBING = 3  # words of the description that the other passage does not have
_FEWEST_TOLD = 2  # words of the fact that the other passage does not have
_LONGEST = 400  # characters of a sentence: a longer one is a dump
ENOUGH = 4000
"""Bridges; nobody needs more."""
BEHIND_LINKS = 2
"""The weakness of the best names in code font: two of 17 pairs with one gave a question, six of 14 with a link."""
LEAST = WEAKER + 1
"""The weakness of pairs that give a question only by chance."""
NO_PAIR = 255
"""The weakness of two passages that make no question."""

_INSIDE_NAME = re.compile(r"[\W_]+|(?<=[a-z])(?=[A-Z])")
# What is left of a sentence without its names in code font may not look like a line of code.
_CODE_LINE = re.compile(r"[{}$;]|=>|->|\w\([^)\n]*\)\s*[.;{]|!\[")
_FACT = re.compile(r"`[^`\n]+`|(?<![\w.`])\d[\d.,]*(?!\w*\.\w)")
_ANCHOR = re.compile(rf"`[^`\n]+`|[\"“][^\"“”\n]{{2,30}}[\"”]|\b[A-Z]{{2}}[A-Z0-9_]+\b|\b\d[\d.,]*|{BARE.pattern}")
NUMBER = re.compile(r"(?<![\w.`\"“>-])\d+(?:[.,]\d+)?(?![.,]?\d)[ \t]?(?:%|[^\W\d_]{2,})")  # of something: no version
# What one thing was called before, what takes its place, or what a setting is if nobody sets it.
_SUCCEEDS = re.compile(
    r"\b(?:become|renamed|replace[sd]|superseded|equivalent|deprecated|formerly|successor|alias (?:of|for)|short for"
    r"|defaults to|umbenannt|ersetzt|entspricht|veraltet|früher|renombrad[oa]|reemplaz\w+|sustitu\w+|equivalente"
    r"|obsolet[oa]|renommée?|remplac\w+|équivalent\w*|obsolète)\b"
    r"|代わりに|置き換え|非推奨|改名|に相当|替代|取代|重命名|更名|弃用|等价于|相当于|默认为",
    re.I,
)
_NEAR = 60  # characters between such a word and the name
# An entry: a name, and after a colon or a dash what it is.
_ENTRY = re.compile(r"[\W_]*(?:`[^`\n]+`|\*\*[^*\n]+\*\*|[^\s:]+)[*_ ]*(?:\([^)\n]*\))?\s*(?:[:：]|[-–—]\s)")
# The type of a field or an argument.
_TYPED = re.compile(
    r"[:|(]\s*[`*]*(?:string|integer|int|bool(?:ean)?|number|float|double|object|array|list|map)\b", re.I
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Bridge(Generic[T]):
    """`first` describes what `name` is or does, `second` states a fact of it.

    One of both is about `name`, by a heading, an entry, a row or a sentence that begins with it; the other one only
    uses it. Of a file or an identifier both may only use the name. T is Chunk, or a number by which the caller knows a
    chunk. `weak` is 0 for the surest, and WEAKER or more for those that seldom bear a question.
    """

    first: T
    second: T
    name: str
    weak: int


@dataclass(frozen=True, slots=True)
class _Mention:
    """What a chunk says of a name. `is_subject`: the heading, the entry or the sentence is about it."""

    said: str
    is_subject: bool
    is_row: bool
    has_few_names: bool


def bridges(
    chunks: Sequence[Chunk], rank: Mapping[str, int], readings: Mapping[str, Reading]
) -> Iterator[Bridge[Chunk]]:
    """The bridges between eligible chunks, in the order of `rank`."""
    own = sorted((chunk for chunk in chunks if chunk.id in rank), key=lambda chunk: rank[chunk.id])
    holders: dict[str, list[Chunk]] = defaultdict(list)
    for chunk in own:
        for name in names_of(chunk):
            holders[name].append(chunk)
    found = (
        Bridge(first, second, name, weak)
        for name, held in holders.items()
        for first, second in pairs_of(held, [name in readings[chunk.id].explained for chunk in held], sort_of(name))
        if are_apart(first, second) and readings[first.id].language == readings[second.id].language
        if (weak := bridge_weakness(first, second, name)) != NO_PAIR
    )
    yield from islice(found, ENOUGH)


def pairs_of(held: Sequence[T], explains: Sequence[bool], sort: int) -> Iterator[tuple[T, T]]:
    """A chunk that explains the name with one that only uses it, in both orders; else of a file any two chunks.

    Two chunks that explain it say the same, or mean two things. So do all where more than two explain it.
    """
    explain = [chunk for chunk, is_one in zip(held, explains, strict=True) if is_one]
    if not explain and sort != NameSort.OTHER and len(held) <= _MOST_HOLDERS:
        yield from permutations(held, 2)
    elif len(explain) <= _MOST_EXPLAINING and len(held) <= (_MOST_HOLDERS if sort == NameSort.FILE else _MOST_HOLDING):
        for chunk in held:
            for other in explain if chunk not in explain else ():
                yield chunk, other
                yield other, chunk


def are_apart(one: Chunk, other: Chunk) -> bool:
    """Whether the chunks share no subject: neither is in the other's section, below it, or in a section beside it."""
    if one.document_id != other.document_id:
        return True
    if one.headings[:-1] == other.headings[:-1] and len(one.headings) > 1:
        return False
    return one.headings[: len(other.headings)] != other.headings and other.headings[: len(one.headings)] != one.headings


def describes(said: str, name: str, other: Chunk) -> bool:
    """Whether `said` has words about `name` that the other passage, with its headings, does not have."""
    rest = terms(TARGET.sub("] ", said)) - _terms_of(name)
    new = rest - terms(f"{other.place}\n{other.text}")
    return len(new) >= _FEWEST_DESCRIBING and 2 * len(new) >= len(rest)


def _terms_of(name: str) -> Set[str]:
    """The words of a name: who reads `max_size` knows that it is about a size."""
    return terms(name) | terms(_INSIDE_NAME.sub(" ", name))


def has_anchor(said: str, name: str, other: Chunk) -> bool:
    """Whether `said` has a name in code font or a number that the other passage has not: it leads to one thing."""
    known, bare = f"{other.place}\n{other.text}".casefold(), name.strip("`").casefold()
    found = (match.strip('`"“”.,').casefold() for match in _ANCHOR.findall(TARGET.sub(" ", said)))
    return any(len(mark) > 1 and mark not in known and bare not in mark and mark not in bare for mark in found)


def sentence_with(said: str, chunk: Chunk) -> str:
    """The sentence or table row of the chunk that has these words; the words themselves where none has them."""
    return next((each for each in (*prose_sentences(chunk.text), *TABLE_ROW.findall(chunk.text)) if said in each), said)


def are_too_alike(one: Chunk, other: Chunk, name: str) -> bool:
    """Whether two passages have so much in common that one alone answers what both are asked; tags and addresses are no
    words of theirs."""
    return likeness(TARGET.sub(" ", one.text), TARGET.sub(" ", other.text), name) > _MOST_ALIKE


def bridge_weakness(first: Chunk, second: Chunk, name: str) -> int:
    """How weak the best pair of mentions is; NO_PAIR where there is none."""
    if are_too_alike(first, second, name):
        return NO_PAIR
    pairs = ((one, two) for one in _mentions(first, name) for two in _mentions(second, name))
    fitting = (
        _weakness(one, two, name) if one.is_subject or has_anchor(one.said, name, second) else LEAST
        for one, two in pairs
        if one.is_subject != two.is_subject or (not one.is_subject and sort_of(name) != NameSort.OTHER)
        if _is_description(one, name, second) and _is_fact(two, name, first)
    )
    best = max(BEHIND_LINKS, min(fitting, default=NO_PAIR), LEAST if first.document_id == second.document_id else 0)
    return max(best, LEAST) if any(map(is_of_fields, first.headings[-2:])) else best


def _weakness(one: _Mention, two: _Mention, name: str) -> int:
    """0 where an entry or a row says what the name is for, or a sentence what it takes the place of; 1 where a sentence
    says what somebody uses the name for, with something else that leads to it, and the fact has a number.

    WEAKER where a sentence is about the name, which seldom says what somebody wants it for, or one of both holds. LEAST
    for the rest, and where the name is one of several in the fact, that of a field, or a variable: what this does is
    said where it is used.
    """
    if name.isupper() or _is_one_of_several(name, two.said) or _TYPED.search(one.said):
        return LEAST
    bare = name.strip("`")
    if (not one.is_row or one.is_subject) and _is_near(_SUCCEEDS, one.said, bare):
        return 0
    if one.is_subject:
        entry = _ENTRY.match(one.said)
        return 0 if one.is_row or (entry and bare in entry.group()) else WEAKER
    is_used = _has_cell(one.said, bare) if one.is_row else is_used_for(one.said, name)
    has_number = NUMBER.search(two.said) is not None
    return 1 if is_used and has_number else WEAKER if is_used or has_number else LEAST


def _has_cell(row: str, name: str) -> bool:
    return any(cell.strip("`* ") == name for cell in row.split("|"))


def _is_near(words: re.Pattern[str], said: str, name: str) -> bool:
    """Whether one of the words is not far from the name."""
    at = said.find(name)
    return words.search(said[max(0, at - _NEAR) : at + len(name) + _NEAR]) is not None


def _is_one_of_several(name: str, said: str) -> bool:
    """Whether the name stands in a list of three or more.

    >>> _is_one_of_several("`disk`", "Set `redis`, `disk` or `memory`."), _is_one_of_several("`disk`", "`a` or `disk`.")
    (True, False)
    """
    one, code = re.escape(name.strip("`")), r"`[^`\n]+`(?:\]\([^)\n]*\))?"
    return (
        re.search(rf"{code}(?:,|、)\s*(?:\w+ )?\[?`{one}|`{one}`(?:\]\([^)\n]*\))?(?:,|、)\s*(?:\w+ )?\[?`", said)
        is not None
    )


def _is_description(one: _Mention, name: str, second: Chunk) -> bool:
    return (one.is_row or one.has_few_names) and describes(one.said, name, second)


def _is_fact(two: _Mention, name: str, first: Chunk) -> bool:
    """Whether the mention states something short that the first passage does not have: a value, a name, a cell."""
    if not (two.is_row or two.has_few_names):
        return False
    known, bare = first.text.casefold(), name.strip("`").casefold()
    told = [match.strip("`.,") for match in _FACT.findall(TARGET.sub(" ", two.said))]
    if two.is_row:
        told += [cell.strip() for cell in two.said.strip("| ").split("|") if any(map(str.isalpha, cell))]
    new = terms(two.said) - _terms_of(name) - terms(f"{first.place}\n{first.text}")
    return len(new) >= _FEWEST_TOLD and any(
        fact.casefold() not in known and bare not in fact.casefold() and fact.casefold() not in bare for fact in told
    )


@lru_cache(maxsize=4096)
def _mentions(chunk: Chunk, name: str) -> tuple[_Mention, ...]:
    """The sentences and rows with the name; where the chunk's heading is the name, all that say something short."""
    statements = _statements(chunk)
    if name in names_in(name_as_heading(chunk)):
        opening = " ".join(said for said, _ in statements[:2])
        facts = [
            _Mention(said, is_subject=True, is_row=False, has_few_names=True)
            for said, _ in statements
            if _FACT.search(said)
        ]
        return (_Mention(opening, is_subject=True, is_row=False, has_few_names=True), *facts[:3]) if opening else ()
    pattern = re.compile(rf"(?<![\w-]){re.escape(name.strip('`'))}(?![\w-])")
    begins = re.compile(rf"[\W_]*{ARTICLE}{re.escape(name.strip('`'))}", re.I)
    return tuple(
        _Mention(said, begins.match(said) is not None, is_row, _has_few_names(said))
        for said, is_row in statements
        if pattern.search(said) and not is_example(name, said)
    )


@lru_cache(maxsize=2048)
def _statements(chunk: Chunk) -> tuple[tuple[str, bool], ...]:
    """The sentences of the chunk that say something, then its table rows, each with whether it is a row."""
    prose = (
        (said, False)
        for said in prose_sentences(chunk.text)
        if len(said) <= _LONGEST
        and len(words(said)) >= _FEWEST_WORDS
        and not said.startswith("[")
        and not points_elsewhere(said)
        and not _CODE_LINE.search(CODE.sub("", TARGET.sub(" ", said)))
    )
    rows = (
        (row.strip(), True)
        for row in TABLE_ROW.findall(FENCED.sub("", chunk.text))
        if sum(any(map(str.isalnum, cell)) for cell in row.split("|")) > 1 and not points_elsewhere(row)
    )
    return (*prose, *rows)


def _has_few_names(said: str) -> bool:
    return len({match["name"] for match in CODE.finditer(said)}) <= _MOST_NAMES
