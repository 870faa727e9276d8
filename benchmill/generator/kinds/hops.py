"""Chunks -> tasks for multi-hop questions: a chunk and up to three others, each of which a name leads to or from."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field, replace

from benchmill.generator.kinds.book import Book, Explanation, is_one_word, section_of
from benchmill.generator.kinds.bridges import (
    FENCED,
    Bridge,
    are_apart,
    bridges,
    describes,
    has_anchor,
    is_generic,
    sentence_with,
)
from benchmill.generator.kinds.names import Use, definition, is_identifier, is_proper, links_in
from benchmill.generator.kinds.pages import Reading
from benchmill.generator.kinds.respects import terms
from benchmill.generator.kinds.task import LAST_RESORT, WEAKER, Link, WritingTask
from benchmill.records import Chunk
from benchmill.records.identity import fingerprint
from benchmill.records.languages import detect

_WEAKER_A_CHUNK = 4  # weaker pairs that begin with a chunk, and as many that end with it
_PLENTY = 500  # nobody needs weaker pairs where so many of the best are
_PARTNERS = 3  # passages beside the source chunk: one pair in three bears a question, so three are shown in one call
_TASKS_A_CHUNK = 2
_PAIRS_A_NAME = 3
_FEWEST_NEW = 3  # words that the explanation has and the first passage does not
_FACT = re.compile(r"\d|`[^`\n]+`")
_NO_TASK = 255  # the weakness of a pair that makes no question


def multi_hop_tasks(
    chunks: Sequence[Chunk],
    rank: Mapping[str, int],
    readings: Mapping[str, Reading],
    known: MutableMapping[int, int] | None = None,
) -> Iterator[WritingTask]:
    """Tasks on chunks that names lead from and to: one passage describes the name, the other states a fact of it.

    The weaker pairs follow, whose first chunk only points to the second, or names its heading.
    `known` has how weak pairs are, by a hash of what it follows from; the new ones are added.
    """
    known = {} if known is None else known
    book = Book(chunks, rank, readings)
    own = sorted((chunk for chunk in chunks if chunk.id in rank), key=lambda chunk: rank[chunk.id])
    found = list(bridges(chunks, rank, readings, known))
    pairs = _Pairs(book, known)
    for chunk in own:
        found += pairs.of(chunk, book.uses[chunk.id], book.explanation)
    best = list(_grouped(found, rank))
    yield from best
    if len(best) < _PLENTY:
        pairs.taken.update(frozenset((task.seed.id, other.id)) for task in best for other in task.passages[1:])
        weaker: list[Bridge] = []
        for chunk in own:
            uses = (*book.uses[chunk.id], *links_in(chunk), *book.phrases_in(chunk))
            weaker += pairs.of(chunk, uses, book.weaker_explanation, least=WEAKER)
        yield from _grouped((pair for pair in weaker if pair.weak < LAST_RESORT), rank)
        yield from (_task((pair,), pair.first) for pair in weaker if pair.weak >= LAST_RESORT)


def _grouped(found: Iterable[Bridge], rank: Mapping[str, int]) -> Iterator[WritingTask]:
    """Tasks that have each pair of chunks once, the best pairs first; pairs with a common chunk share a task."""
    best: dict[frozenset[str], Bridge] = {}
    for pair in sorted(found, key=lambda pair: (pair.weak, rank[pair.first.id], rank[pair.second.id], pair.name)):
        best.setdefault(frozenset((pair.first.id, pair.second.id)), pair)
    of_chunk: dict[str, list[Bridge]] = defaultdict(list)
    for pair in best.values():
        of_chunk[pair.first.id].append(pair)
        of_chunk[pair.second.id].append(pair)
    shown: Counter[str] = Counter()
    named: Counter[str] = Counter()
    taken: set[Bridge] = set()

    def free(chunk: Chunk) -> list[Bridge]:
        ends = (
            pair
            for pair in of_chunk[chunk.id]
            if pair not in taken
            and named[pair.name] < _PAIRS_A_NAME
            and shown[pair.first.id] < _TASKS_A_CHUNK
            and shown[pair.second.id] < _TASKS_A_CHUNK
        )
        return list(ends)[:_PARTNERS]

    for pair in best.values():
        ends = [chunk for chunk in (pair.first, pair.second) if pair in free(chunk)]
        if ends:
            source = max(ends, key=lambda chunk: len(free(chunk)))
            together = free(source)
            taken.update(together)
            named.update(each.name for each in together)
            task = _task(together, source)
            shown.update(chunk.id for chunk in task.passages)
            yield task


def _task(pairs: Sequence[Bridge], source: Chunk) -> WritingTask:
    """A task on `source` and the other chunk of each pair."""
    others = [pair.second if pair.first.id == source.id else pair.first for pair in pairs]
    passages = (source, *others)
    place = {chunk.id: number for number, chunk in enumerate(passages, start=1)}
    links = tuple(Link(pair.name, place[pair.first.id], place[pair.second.id]) for pair in pairs)
    return WritingTask("multi_hop", passages, pairs[0].name, weak=min(pair.weak for pair in pairs), links=links)


@dataclass
class _Pairs:
    """Pairs by the names that a chunk uses: each pair once, and of the weaker ones no chunk in too many."""

    book: Book
    known: MutableMapping[int, int]
    taken: set[frozenset[str]] = field(default_factory=set)
    about: Counter[str] = field(default_factory=Counter)
    beginning: Counter[str] = field(default_factory=Counter)

    def of(
        self,
        chunk: Chunk,
        uses: Iterable[Use],
        explanation: Callable[[Use, Chunk], Explanation | None],
        least: int = 0,
    ) -> Iterator[Bridge]:
        """The pairs that begin with this chunk, best first."""
        found: list[tuple[int, int, Bridge]] = []
        for use in uses:
            other = explanation(use, chunk) if not is_generic(use.name) else None
            if other and not _same_section(chunk, other.chunk) and use.name not in self.book.explained[chunk.id]:
                weak = self._weakness(use, chunk, other, least)
                if weak != _NO_TASK:
                    found.append((weak, len(found), Bridge(chunk, other.chunk, use.name, weak)))
        for *_, pair in sorted(found, key=lambda entry: entry[:2]):
            both = frozenset((chunk.id, pair.second.id))
            is_free = self.beginning[chunk.id] < _WEAKER_A_CHUNK and self.about[pair.second.id] < _WEAKER_A_CHUNK
            if both not in self.taken and (not least or is_free):
                self.taken.add(both)
                if least:
                    self.about[pair.second.id] += 1
                    self.beginning[chunk.id] += 1
                yield pair

    def _weakness(self, use: Use, chunk: Chunk, other: Explanation, least: int) -> int:
        """How weak a question the pair makes. It follows from a few texts, so only new texts are looked at."""
        is_term = not least and use.page is None and not other.is_code and not is_identifier(use.name)
        german = is_term and self.book.languages[other.chunk.id] == "de"
        is_common = least > 0 and self.book.is_common(use)
        marks = (least, is_term, german, other.is_code, use.page is None, other.words is None, is_common)
        texts = (use.name, use.sentence, other.words or "", other.chunk.place)
        apart = are_apart(chunk, other.chunk)
        key = fingerprint(f"{marks} {apart} {other.chunk.fingerprint} {chunk.fingerprint}", *texts)
        try:
            return self.known[key]
        except KeyError:
            explanation = _term(use, other, german=german) if is_term else other
            weak = _NO_TASK if explanation is None else _weakness(use, chunk, explanation, least, apart=apart)
            weak = LAST_RESORT if is_common and weak != _NO_TASK else weak
            self.known[key] = weak
            return weak


def _term(use: Use, best: Explanation, *, german: bool) -> Explanation | None:
    """The explanation of a heading's words: where they are a name, all of the chunk, else the defining sentence."""
    said = definition(use.name, best.told)
    if not said or is_one_word(use):
        return None
    if is_proper(use.name, use.sentence, nouns_are_capital=german or detect(use.sentence) == "de"):
        return best
    return replace(best, words=said)


def _weakness(use: Use, chunk: Chunk, other: Explanation, least: int, *, apart: bool) -> int:
    """_NO_TASK where the explanation says nothing new, or has no new number or name in code font."""
    if len(terms(other.told) - terms(chunk.text)) < _FEWEST_NEW:
        return _NO_TASK
    facts = _FACT.findall(FENCED.sub(" ", other.told) if least else other.told)
    if not other.is_code and all(found in chunk.text for found in facts):
        return _NO_TASK if not least or not _FACT.search(other.told) else LAST_RESORT
    said = sentence_with(use.sentence, chunk)
    is_described, is_led_to = apart and describes(said, use.name, other.chunk), has_anchor(said, use.name, other.chunk)
    if least:
        by_chance = is_one_word(use) or (use.page is None and not is_led_to) or not is_described
        return LAST_RESORT if by_chance else least + 1 - is_led_to
    if not is_described:
        return _NO_TASK
    weak = 1 + (not other.is_code) - is_led_to
    return weak if weak < 2 else WEAKER + 1  # a link with no name or number beside it leads to no one thing


def _same_section(one: Chunk, other: Chunk) -> bool:
    return one.id == other.id or section_of(one) == section_of(other) or one.overlaps(other)
