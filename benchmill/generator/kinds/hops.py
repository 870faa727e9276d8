"""Chunks -> tasks for multi-hop questions: a chunk and up to three others, each of which a name leads to or from."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field, replace

from benchmill.generator.extractive.language import language
from benchmill.generator.extractive.verbs import is_step
from benchmill.generator.kinds.book import Book, Explanation, is_one_word, section_of
from benchmill.generator.kinds.bridges import (
    Bridge,
    are_apart,
    are_too_alike,
    bridges,
    describes,
    has_anchor,
    is_generic,
    sentence_with,
)
from benchmill.generator.kinds.last_pairs import last_pairs
from benchmill.generator.kinds.names import Use, definition, is_example, is_proper, phrase_of
from benchmill.generator.kinds.pages import Reading
from benchmill.generator.kinds.respects import terms
from benchmill.generator.kinds.task import WEAKER, Link, WritingTask
from benchmill.records import Chunk
from benchmill.records.identity import fingerprint
from benchmill.records.languages import detect

_PARTNERS = 3  # passages beside the source chunk: one pair in three bears a question, so three are shown in one call
_TASKS_A_CHUNK = 2
_PAIRS_A_NAME = 3
_FEWEST_NEW = 3  # words that the explanation has and the first passage does not
_FACT = re.compile(r"\d+|`[^`\n]+`|\*\*[^*\n]{2,40}\*\*|[\"“„«][^\"“”«»\n]{2,30}[\"”“»]")
_PLENTY = 500  # nobody needs the last sort of pairs where so many of the best are
_NO_TASK = 255  # the weakness of a pair that makes no question


def multi_hop_tasks(
    chunks: Sequence[Chunk],
    rank: Mapping[str, int],
    readings: Mapping[str, Reading],
    known: MutableMapping[int, int] | None = None,
    *,
    last: bool = False,
) -> Iterator[WritingTask]:
    """Tasks on chunks that names lead from and to: one passage describes the name, the other states a fact of it.

    `known` has how weak pairs are, by a hash of what it follows from; the new ones are added. With `last` the last sort
    of pairs follows.
    """
    known = {} if known is None else known
    book = Book(chunks, rank, readings)
    own = sorted((chunk for chunk in chunks if chunk.id in rank), key=lambda chunk: rank[chunk.id])
    found = list(bridges(chunks, rank, readings, known))
    pairs = _Pairs(book, known)
    for chunk in own:
        found += pairs.of(chunk)
    best = list(_grouped(found, rank))
    yield from best
    if last and len(best) < _PLENTY:
        yield from (_task((pair,), pair.first) for pair in last_pairs(own, book, best))


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
    """Pairs of a chunk that uses a name, and the chunk that explains it: each pair once."""

    book: Book
    known: MutableMapping[int, int]
    taken: set[frozenset[str]] = field(default_factory=set)

    def of(self, chunk: Chunk) -> Iterator[Bridge]:
        """The pairs that begin with this chunk, best first."""
        found: list[tuple[int, int, Bridge]] = []
        for use in self.book.uses[chunk.id]:
            is_of_code = use.page is None and use.name.startswith("`")  # bridges.py has these
            is_no_name = is_of_code or is_generic(use.name) or is_example(use.name, use.sentence)
            other = None if is_no_name else self.book.explanation(use, chunk)
            if other and not _same_section(chunk, other.chunk):
                weak = self._weakness(use, chunk, other)
                if weak != _NO_TASK:
                    found.append((weak, len(found), Bridge(chunk, other.chunk, use.name, weak)))
        for *_, pair in sorted(found, key=lambda entry: entry[:2]):
            both = frozenset((chunk.id, pair.second.id))
            if both not in self.taken:
                self.taken.add(both)
                yield pair

    def _weakness(self, use: Use, chunk: Chunk, other: Explanation) -> int:
        """How weak a question the pair makes. It follows from a few texts, so only new texts are looked at."""
        german = self.book.languages[other.chunk.id] == "de"
        marks = (german, use.page is None, are_apart(chunk, other.chunk))
        texts = (use.name, use.sentence, other.chunk.place)
        key = fingerprint(f"{marks} {other.chunk.fingerprint} {chunk.fingerprint}", *texts)
        try:
            return self.known[key]
        except KeyError:
            defined = _defined(use, other, german=german)
            self.known[key] = weak = _NO_TASK if defined is None else _weakness(use, chunk, defined)
            return weak


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
    is_task = known is not None and is_step(known, longer)
    is_like = said == heading or (len(said) > 1 and bool(heading) and (said <= heading or heading <= said))
    return bool(said) and is_like and not is_task


def _weakness(use: Use, chunk: Chunk, other: Explanation) -> int:
    """_NO_TASK where neither passage describes the name with words, and the other has a fact, that are new.

    WEAKER where a description has no name or number: it seldom leads to one thing.
    """
    said = sentence_with(use.sentence, chunk)
    if not are_apart(chunk, other.chunk) or are_too_alike(chunk, other.chunk, use.name):
        return _NO_TASK
    is_led_to = has_anchor(said, use.name, other.chunk)
    is_new = len(terms(other.told) - terms(chunk.text)) >= _FEWEST_NEW
    has_fact = any(found not in chunk.text for found in _FACT.findall(other.told))
    if is_new and has_fact and describes(said, use.name, other.chunk):
        return 1 if is_led_to else WEAKER
    return 1 if is_led_to and other.defines and describes(other.defines, use.name, chunk) else _NO_TASK


def _same_section(one: Chunk, other: Chunk) -> bool:
    return one.id == other.id or section_of(one) == section_of(other) or one.overlaps(other)
