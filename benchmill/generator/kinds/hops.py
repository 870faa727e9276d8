"""Chunks -> tasks for multi-hop questions: a chunk and up to three others, each of which a name leads to or from."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Generic, TypeVar

from benchmill.generator.kinds.book import Book, Explanation, is_one_word, section_of
from benchmill.generator.kinds.bridges import (
    LEAST,
    NO_PAIR,
    Bridge,
    are_apart,
    are_too_alike,
    bridges,
    describes,
    has_anchor,
    sentence_with,
)
from benchmill.generator.kinds.hop_words import is_used_for
from benchmill.generator.kinds.last_pairs import last_pairs
from benchmill.generator.kinds.names import Use, definition, is_example, is_proper, phrase_of
from benchmill.generator.kinds.pages import Reading
from benchmill.generator.kinds.respects import terms
from benchmill.generator.kinds.shared_names import is_generic
from benchmill.generator.kinds.task import WEAKER, Link, WritingTask
from benchmill.generator.languages import language
from benchmill.records import Chunk
from benchmill.records.languages import detect

_PARTNERS = 3  # passages beside the source chunk: one pair in three bears a question, so three are shown in one call
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
    own = sorted((chunk for chunk in chunks if chunk.id in rank), key=lambda chunk: rank[chunk.id])
    found = list(bridges(chunks, rank, readings))
    taken: set[frozenset[str]] = set()
    for chunk in own:
        for pair in _pairs(chunk, book):
            both = frozenset((chunk.id, pair.second.id))
            if both not in taken:
                taken.add(both)
                found.append(pair)
    return (each.task(each.passages) for each in grouped(found, lambda chunk: rank[chunk.id]))


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

    def task(self, passages: tuple[Chunk, ...]) -> WritingTask:
        return WritingTask("multi_hop", passages, self.links[0].name, weak=self.weak, links=self.links)


def grouped(found: Iterable[Bridge[T]], rank: Callable[[T], int]) -> Iterator[Together[T]]:
    """Each pair of chunks once, the best pairs first; pairs with a common chunk are together. `rank` is one of each
    chunk."""
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
        return list(islice(ends, _PARTNERS))

    for pair in best.values():
        ends = [chunk for chunk in (pair.first, pair.second) if pair in free(chunk)]
        if ends:
            source = max(ends, key=lambda chunk: len(free(chunk)))
            pairs = free(source)
            taken.update(map(id, pairs))
            named.update(each.name for each in pairs)
            together = Together.of(pairs, source, rank)
            shown.update(map(rank, together.passages))
            yield together


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
    return NO_PAIR if defined is None else _weakness(use, chunk, defined)


def _defined(use: Use, best: Explanation, *, german: bool) -> Explanation | None:
    """The explanation of a heading's words, where a link has the same words or a sentence says what they are; or None.

    Where a link or the writing shows that they are a name, all of the chunk explains it, else that sentence alone.
    """
    said = definition(use.name, best.told) or definition(phrase_of(best.chunk), best.told)
    if use.page is not None:
        return replace(best, defines=said) if said or _is_heading(use.name, best.chunk) else None
    if not said or is_one_word(use):
        return None
    is_name = is_proper(use.name, use.sentence, nouns_are_capital=german or detect(use.sentence) == "de")
    return replace(best, words=None if is_name else said, defines=said)


def _is_heading(text: str, chunk: Chunk) -> bool:
    """Whether the text of a link has the words of the heading that it leads to; of several words, one may have more.

    The longer of both names no thing where it says what to do.
    """
    title = chunk.headings[-1] if chunk.headings else ""
    said, heading = terms(text), terms(title)
    spoken = detect(chunk.text) or "en"
    if said == heading and spoken == "en":
        return bool(said)  # "store limits": in English a noun may be a verb, too
    known = language(spoken)
    longer = max(text, title, key=len) or "-"
    is_task = known is not None and known.is_step(longer)
    is_like = said == heading or (len(said) > 1 and bool(heading) and (said <= heading or heading <= said))
    return bool(said) and is_like and not is_task


def _weakness(use: Use, chunk: Chunk, other: Explanation) -> int:
    """0 where a sentence says what somebody uses the name for, and its explanation has a fact that is new.

    WEAKER where either passage only describes the name with words, and the other has a fact, that are new; LEAST where
    no name or number leads to the one thing. NO_PAIR where neither describes it.
    """
    said = sentence_with(use.sentence, chunk)
    if not are_apart(chunk, other.chunk) or are_too_alike(chunk, other.chunk, use.name):
        return NO_PAIR
    is_led_to = has_anchor(said, use.name, other.chunk)
    is_new = len(terms(other.told) - terms(chunk.text)) >= _FEWEST_NEW
    has_fact = any(found not in chunk.text for found in _FACT.findall(other.told))
    if is_new and has_fact and describes(said, use.name, other.chunk):
        return 0 if is_used_for(said, use.name) else WEAKER if is_led_to else LEAST
    return WEAKER if is_led_to and other.defines and describes(other.defines, use.name, chunk) else NO_PAIR


def _same_section(one: Chunk, other: Chunk) -> bool:
    return one.id == other.id or section_of(one) == section_of(other) or one.overlaps(other)
