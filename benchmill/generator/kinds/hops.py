"""Chunks -> tasks for multi-hop questions: a chunk and up to three others, each of which a name leads to or from."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import Generic, TypeVar

from benchmill.generator.kinds.book import Book, Explanation, is_one_word, section_of
from benchmill.generator.kinds.bridges import (
    BEHIND_LINKS,
    LEAST,
    NO_PAIR,
    NUMBER,
    Bridge,
    are_apart,
    are_too_alike,
    bridges,
    describes,
    has_anchor,
    sentence_with,
)
from benchmill.generator.kinds.hop_words import is_used_for
from benchmill.generator.kinds.inside import tells_of_the_inside
from benchmill.generator.kinds.last_pairs import last_pairs
from benchmill.generator.kinds.names import Use, definition, is_example, is_identifier, is_proper, phrase_of
from benchmill.generator.kinds.pages import Reading
from benchmill.generator.kinds.respects import terms
from benchmill.generator.kinds.shared_names import is_generic
from benchmill.generator.kinds.task import WEAKER, Link, WritingTask
from benchmill.records import Chunk
from benchmill.records.languages import detect
from benchmill.records.sentences import prose_sentences

PARTNERS = 3
"""Passages beside the source chunk: one pair in three bears a question, so three are shown in one call."""
_TASKS_A_CHUNK = 2
_PAIRS_A_NAME = 3
_FEWEST_NEW = 3  # words that the explanation has and the first passage does not
_FACT = re.compile(r"\d+|`[^`\n]+`|\*\*[^*\n]{2,40}\*\*|[\"“„«][^\"“”«»\n]{2,30}[\"”“»]")

T = TypeVar("T")


def multi_hop_tasks(
    chunks: Sequence[Chunk], rank: Mapping[str, int], readings: Mapping[str, Reading]
) -> Iterator[WritingTask]:
    """Tasks on chunks that names lead from and to: one passage describes the name, the other states a fact of it.

    indexing/kept_hops.py makes the same tasks of kept facts.
    """
    book = Book(chunks, rank, readings)
    eligible = [chunk for chunk in chunks if chunk.id in rank]
    at = {_place(chunk): number for number, chunk in enumerate(eligible)}
    own = sorted(eligible, key=lambda chunk: rank[chunk.id])
    found = list(bridges(chunks, rank, readings))
    taken: set[frozenset[str]] = set()
    for chunk in own:
        for pair in _pairs(chunk, book):
            both = frozenset((chunk.id, pair.second.id))
            if both not in taken:
                taken.add(both)
                found.append(pair)

    def following(chunk: Chunk) -> Sequence[Chunk]:
        start = at[_place(chunk)] + 1
        return [each for each in eligible[start : start + PARTNERS] if each.document_id == chunk.document_id]

    return (each.task(each.passages) for each in grouped(found, lambda chunk: rank[chunk.id], following))


def _place(chunk: Chunk) -> tuple[str, int]:
    """What tells chunks apart: a page may hold a passage twice, and a corpus makes a chunk each time it is read."""
    return chunk.id, chunk.span.start


def last_tasks(
    best: Sequence[WritingTask], chunks: Sequence[Chunk], rank: Mapping[str, int], book: Book
) -> Iterator[WritingTask]:
    """Tasks on the last sort of pairs, none of which is in a task of `best`."""
    own = sorted((chunk for chunk in chunks if chunk.id in rank), key=lambda chunk: rank[chunk.id])
    for pair in last_pairs(own, book, best):
        each = Together.of((pair,), pair.first, lambda chunk: rank[chunk.id])
        yield each.task(each.passages)


@dataclass(frozen=True, slots=True)
class Together(Generic[T]):
    """A source chunk and those that names link it with: the passages of one task."""

    passages: tuple[T, ...]
    links: tuple[Link, ...]
    weak: int

    @classmethod
    def of(cls, pairs: Sequence[Bridge[T]], source: T, rank: Callable[[T], int]) -> Together[T]:
        others = [pair.second if rank(pair.first) == rank(source) else pair.first for pair in pairs]
        place = {rank(chunk): number for number, chunk in enumerate((source, *others), start=1)}
        links = tuple(Link(pair.name, place[rank(pair.first)], place[rank(pair.second)]) for pair in pairs)
        return cls((source, *others), links, min(pair.weak for pair in pairs))

    def continued(self, behind: Sequence[T]) -> Together[T]:
        """With what comes behind the passage that the first name leads to, as far as there is room.

        A link leads to where a page or section begins, and what one asks for is often below.
        """
        more = [each for each in behind if each not in self.passages][: 1 + PARTNERS - len(self.passages)]
        begin, count = self.links[0], len(self.passages)
        links = (Link(begin.name, begin.first, count + number) for number in range(1, len(more) + 1))
        return replace(self, passages=(*self.passages, *more), links=(*self.links, *links))

    def task(self, passages: tuple[Chunk, ...]) -> WritingTask:
        return WritingTask("multi_hop", passages, self.links[0].name, weak=self.weak, links=self.links)


def grouped(
    found: Iterable[Bridge[T]], rank: Callable[[T], int], following: Callable[[T], Sequence[T]]
) -> Iterator[Together[T]]:
    """Each pair of chunks once, the best pairs first; pairs with a common chunk are together. `rank` is one of each
    chunk, `following` gives those behind it in its document."""
    best: dict[frozenset[int], Bridge[T]] = {}
    for pair in sorted(found, key=lambda pair: (pair.weak, rank(pair.first), rank(pair.second), pair.name)):
        best.setdefault(frozenset((rank(pair.first), rank(pair.second))), pair)
    of_chunk: dict[int, list[Bridge[T]]] = defaultdict(list)
    for pair in best.values():
        of_chunk[rank(pair.first)].append(pair)
        of_chunk[rank(pair.second)].append(pair)
    shown: Counter[int] = Counter()
    named: Counter[str] = Counter()
    taken: set[int] = set()  # of no two pairs are both chunks the same, so an object is a pair

    def free(chunk: T) -> list[Bridge[T]]:
        ends = (
            pair
            for pair in of_chunk[rank(chunk)]
            if id(pair) not in taken
            and named[pair.name] < _PAIRS_A_NAME
            and shown[rank(pair.first)] < _TASKS_A_CHUNK
            and shown[rank(pair.second)] < _TASKS_A_CHUNK
        )
        return list(islice(ends, PARTNERS))

    for pair in best.values():
        ends = [chunk for chunk in (pair.first, pair.second) if pair in free(chunk)]
        if ends:
            source = max(ends, key=lambda chunk: len(free(chunk)))
            # what comes behind a good link's target says more of it than another name
            pairs = [each for each in free(source) if each.weak < BEHIND_LINKS or pair.weak >= BEHIND_LINKS]
            taken.update(map(id, pairs))
            named.update(each.name for each in pairs)
            together = Together.of(pairs, source, rank)
            shown.update(map(rank, together.passages))
            yield together.continued(following(pairs[0].second)) if together.weak < BEHIND_LINKS else together


def _pairs(chunk: Chunk, book: Book) -> Iterator[Bridge[Chunk]]:
    """The chunk that uses a name and the chunk that explains it, the best pairs first."""
    found: list[Bridge[Chunk]] = []
    for use in book.uses[chunk.id]:
        other = None if is_of_code(use) else book.explanation(use, chunk)
        if other and not _same_section(chunk, other.chunk):
            weak = pair_weakness(use, chunk, other, german=book.languages[other.chunk.id] == "de")
            found.append(Bridge(chunk, other.chunk, use.name, weak))
    yield from sorted((pair for pair in found if pair.weak != NO_PAIR), key=lambda pair: pair.weak)


def is_of_code(use: Use) -> bool:
    """Whether a use is that of a name in code font: bridges.py has these."""
    return use.page is None and use.name.startswith("`")


def pair_weakness(use: Use, chunk: Chunk, other: Explanation, *, german: bool) -> int:
    """How weak a question the pair makes; NO_PAIR where it makes none. It follows from a few texts alone."""
    if is_generic(use.name) or is_example(use.name, use.sentence):
        return NO_PAIR
    defined = _defined(use, other, german=german)
    weak = NO_PAIR if defined is None else _weakness(use, chunk, defined)
    return weak if other.chunk.document_id != chunk.document_id else max(weak, LEAST)  # one page seldom needs two looks


def _defined(use: Use, best: Explanation, *, german: bool) -> Explanation | None:
    """The explanation with the sentence that says what the name is; None for words of a heading that none explains.

    Where a link or the writing shows that they are a name, all of the chunk explains it, else that sentence alone.
    """
    said = definition(use.name, best.told) or definition(phrase_of(best.chunk), best.told)
    if use.page is not None:
        return replace(best, defines=said)
    if not said or is_one_word(use):
        return None
    is_name = is_proper(use.name, use.sentence, nouns_are_capital=german or detect(use.sentence) == "de")
    return replace(best, words=None if is_name else said, defines=said)


def _weakness(use: Use, chunk: Chunk, other: Explanation) -> int:
    """0 where a sentence says what somebody uses something linked for, and the link leads to a number that is new.

    1 where one of both holds, and what the link leads to has another fact that is new. WEAKER where either
    passage only describes the name with words, and the other has a fact, that are new, or the fact may be further down:
    a name without a link seldom gives a question. LEAST where no name or number leads to the one thing. NO_PAIR where
    neither describes it.
    """
    said = sentence_with(use.sentence, chunk)
    if not are_apart(chunk, other.chunk) or are_too_alike(chunk, other.chunk, use.name):
        return NO_PAIR
    is_led_to = has_anchor(said, use.name, other.chunk)
    is_used = is_used_for(said, use.name)
    situation = _situation(said, chunk) if is_used and use.page is not None else said
    if len(terms(other.told) - terms(chunk.text)) >= _FEWEST_NEW and describes(situation, use.name, other.chunk):
        has_number = _is_new(NUMBER, other.told, chunk)
        is_good = use.page is not None and not _is_vague(use.name)
        is_good = is_good and not any(map(tells_of_the_inside, (chunk, other.chunk)))
        if has_number or _is_new(_FACT, other.told, chunk):
            best = 2 - is_used - has_number if is_good and (is_used or has_number) else WEAKER
            return best if is_used or is_led_to or is_good else LEAST
        if is_good and is_used:
            return WEAKER
    return WEAKER if is_led_to and other.defines and describes(other.defines, use.name, chunk) else NO_PAIR


def _situation(said: str, chunk: Chunk) -> str:
    """The sentence with the one before it and the heading: "To fix this, set [max_age](s.md)" says less alone."""
    before = (one for one, other in pairwise(("", *prose_sentences(chunk.text))) if other == said)
    return " ".join((*chunk.headings[-1:], next(before, ""), said))


def _is_new(fact: re.Pattern[str], told: str, chunk: Chunk) -> bool:
    return any(found not in chunk.text for found in fact.findall(told))


def _is_vague(name: str) -> bool:
    """Whether the words of a link are one plain word: many pages have to do with "rules" or "architecture"."""
    return len(terms(name)) < 2 and not is_identifier(name)


def _same_section(one: Chunk, other: Chunk) -> bool:
    return one.id == other.id or section_of(one) == section_of(other) or one.overlaps(other)
