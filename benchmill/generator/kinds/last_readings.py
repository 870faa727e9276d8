"""Chunks and their best ambiguous tasks -> the last sorts: sections with like headings, entries that say like things.

Who asks about "the transport" may mean the WSGI or the ASGI one, and who asks for "the limit" one of two entries of a
list. Often only one of them is likely, so a run does without these tasks where other kinds can take the place of
ambiguous questions. They are asked about where the user wants this kind and no other.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations

from benchmill.generator.kinds.compared import said_alike
from benchmill.generator.kinds.names import is_lesson, says_something
from benchmill.generator.kinds.respects import (
    are_of_other_values,
    have_like_headings,
    likeness,
    share_a_respect,
    statements,
    terms,
)
from benchmill.generator.kinds.task import WEAKER, WritingTask
from benchmill.records import Chunk
from benchmill.records.words import words

_MOST_READINGS = 4
_LAST = WEAKER + 3
_LEAST, _COPIED = 0.1, 0.7  # the words that two passages have in common: about like things, and no copy
_FEW = 40  # statements with one word: a word of more says little of what they are about
_TARGET = re.compile(r"\]\([^)\n]*\)|<[^>\n]*>|https?://\S+")
_LINKED = re.compile(r"\W*\[")
_VALUE = re.compile(r"`[^`\n]{1,60}`|(?<![\w.])\d[\d.,]*")


def last_readings(
    chunks: Sequence[Chunk], rank: Mapping[str, int], best: Collection[WritingTask]
) -> Iterator[WritingTask]:
    """Tasks on passages that no task of `best` has: with like headings, with like statements, then single passages."""
    taken = {pair for task in best for pair in _pairs(task.passages)}
    own = [chunk for chunk in chunks if chunk.id in rank and not is_lesson(chunk)]
    for weak, found in enumerate((_with_like_headings(own), _with_like_statements(own)), start=_LAST):
        for passages in found:
            new = _pairs(passages)
            if taken.isdisjoint(new):
                taken.update(new)
                yield WritingTask("ambiguous", passages, _common_words(passages), weak=weak)
    alone = {task.seed.id for task in best if len(task.passages) == 1}
    for chunk in own:
        if chunk.id not in alone and any(1 < len(group) <= _MOST_READINGS for group in _mixed_up_names(chunk)):
            yield WritingTask("ambiguous", (chunk,), weak=_LAST + 2)


def _with_like_statements(own: Sequence[Chunk]) -> Iterator[tuple[Chunk, ...]]:
    """Two to four sections that say one thing with other values: all there are, and no copies of each other.

    Only words of few statements bring two of them together: so this takes no longer than reading the chunks.
    """
    told = [(place, each) for place, chunk in enumerate(own) for each in statements(_TARGET.sub(" ", chunk.text))]
    having: dict[str, list[int]] = defaultdict(list)
    for number, (_, (said, _)) in enumerate(told):
        for word in said:
            having[word].append(number)
    partners: dict[int, set[int]] = defaultdict(set)
    for numbers in having.values():
        for one, other in combinations(numbers if len(numbers) <= _FEW else (), 2):
            (first, mine), (second, yours) = told[one], told[other]
            if first != second and are_of_other_values(mine, yours) and _are_apart(own[first], own[second]):
                partners[first].add(second)
                partners[second].add(first)
    for place in sorted(partners):
        group = {place, *partners[place]}
        if len(group) <= _MOST_READINGS and place == min(group) and all(partners[each] < group for each in group):
            yield tuple(own[each] for each in sorted(group))


def _are_apart(one: Chunk, other: Chunk) -> bool:
    """Whether two chunks are of two sections, about like things, and neither a copy of the other."""
    apart = (one.document_id, one.headings) != (other.document_id, other.headings)
    return apart and _LEAST <= likeness(one.text, other.text) <= _COPIED


def _mixed_up_names(chunk: Chunk) -> list[set[str]]:
    """The names of which sentences of the chunk say like things, those together that belong together.

    Two of them must have a value or a name of code, and be no entry of links. The others count, too: of more than four
    names a question would leave some out.
    """
    groups: list[set[str]] = []
    valued: set[str] = set()
    for one, other in said_alike(chunk):
        joined = [group for group in groups if not group.isdisjoint((one.name, other.name))]
        groups = [group for group in groups if group not in joined] + [{one.name, other.name}.union(*joined)]
        if all(
            (each.name[0] in "`*" or _VALUE.search(each.said)) and not _LINKED.match(each.said) for each in (one, other)
        ):
            valued |= {one.name, other.name}
    return [group for group in groups if len(group & valued) > 1]


def _with_like_headings(own: Sequence[Chunk]) -> Iterator[tuple[Chunk, ...]]:
    """Two to four sections of one parent whose headings share words, and that speak of the same: all there are."""
    families: dict[tuple[str, tuple[str, ...]], dict[str, Chunk]] = defaultdict(dict)
    for chunk in own:
        if chunk.headings and says_something(chunk.text):
            family, heading = families[chunk.document_id, chunk.headings[:-1]], chunk.headings[-1]
            # the text above a page's first heading has that heading, too: the section itself comes first
            if heading not in family or (heading in chunk.text and heading not in family[heading].text):
                family[heading] = chunk
    for family in families.values():
        left = list(family.values())
        while left:
            first, left = left[0], left[1:]
            like = [other for other in left if _may_be_mixed_up(first, other)]
            left = [other for other in left if other not in like]
            group = (first, *like)
            if 1 < len(group) <= _MOST_READINGS and all(have_like_headings(*pair) for pair in combinations(group, 2)):
                yield group


def _may_be_mixed_up(one: Chunk, other: Chunk) -> bool:
    return have_like_headings(one, other) and share_a_respect(one.text, other.text)


def _common_words(passages: Sequence[Chunk]) -> str:
    """The words that the last headings have in common, in the order of the first."""
    shared = frozenset.intersection(*(frozenset(terms(chunk.headings[-1])) for chunk in passages))
    return " ".join(word for word in words(passages[0].headings[-1]) if terms(word) & shared)


def _pairs(passages: Sequence[Chunk]) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in combinations([chunk.id for chunk in passages], 2)}
