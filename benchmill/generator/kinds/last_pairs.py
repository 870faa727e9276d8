"""Chunks and their best multi-hop tasks -> the last sort of pairs: a chunk that links to another or names its heading.

A model finds a question in one of ten such pairs, and in every second pair of hops.py. So a run does without them where
other kinds can take the place of multi-hop questions. They are asked about where the user wants this kind and no other.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from benchmill.generator.kinds.book import Book, is_one_word, section_of
from benchmill.generator.kinds.bridges import LEAST, Bridge
from benchmill.generator.kinds.names import Use, links_in, phrase_of
from benchmill.generator.kinds.respects import terms
from benchmill.generator.kinds.shared_names import FENCED
from benchmill.generator.kinds.task import WritingTask
from benchmill.records import Chunk

_A_CHUNK = 4  # pairs that begin with a chunk, and as many that end with it
_MOST_SECTIONS = 6  # with one heading: a heading of more names no one thing
_SHORTEST_WORD = 6  # letters of a heading of one word
_FEWEST_NEW = 3  # words that the second chunk has and the first does not
_FACT = re.compile(r"\d|`[^`\n]+`")


def last_pairs(own: Sequence[Chunk], book: Book, best: Iterable[WritingTask]) -> Iterator[Bridge[Chunk]]:
    """Pairs of the chunks `own` that no task of `best` has, in the order of `own`."""
    taken = {frozenset((task.seed.id, other.id)) for task in best for other in task.passages[1:]}
    headed: dict[str, list[Chunk]] = defaultdict(list)
    for chunk in own:
        headed[phrase_of(chunk)].append(chunk)
    begun: Counter[str] = Counter()
    ended: Counter[str] = Counter()
    for chunk in own:
        for use in (*links_in(chunk), *book.headings_in(chunk)):
            for other in _named(use, chunk, book, headed):
                both = frozenset((chunk.id, other.id))
                is_free = both not in taken and begun[chunk.id] < _A_CHUNK and ended[other.id] < _A_CHUNK
                if is_free and _is_second_hop(chunk, other):
                    taken.add(both)
                    begun[chunk.id] += 1
                    ended[other.id] += 1
                    yield Bridge(chunk, other, use.name, LEAST + 1)


def _named(use: Use, chunk: Chunk, book: Book, headed: Mapping[str, Sequence[Chunk]]) -> Sequence[Chunk]:
    """The chunk that a link leads to, or those that have the name as their heading."""
    if use.page is not None:
        linked = book.explanation(use, chunk)
        return (linked.chunk,) if linked else ()
    if is_one_word(use) and len(use.name) < _SHORTEST_WORD:
        return ()
    found = [one for one in headed.get(use.name, ()) if book.are_in_one_language(one, chunk)]
    return found if len(found) <= _MOST_SECTIONS and chunk not in found else ()


def _is_second_hop(chunk: Chunk, other: Chunk) -> bool:
    """Whether the other chunk is of another section and has a number or a name in code font that is new."""
    if section_of(chunk) == section_of(other) or chunk.overlaps(other):
        return False
    is_new = len(terms(other.text) - terms(chunk.text)) >= _FEWEST_NEW
    return is_new and any(fact not in chunk.text for fact in _FACT.findall(FENCED.sub(" ", other.text)))
