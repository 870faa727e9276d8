"""Names of all documents, the order of chunks -> tasks for multi-hop questions: those of hops.py, in the same order.

hops.py looks up names in the texts of all chunks. Here they are numbers that each document's facts keep, and an earlier
run knows how good most pairs are, so a night reads only the passages of new pairs and of the tasks that it asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from benchmill.generator.kinds.book import Explanation, is_about
from benchmill.generator.kinds.bridges import ENOUGH, NO_PAIR, Bridge, are_apart, bridge_weakness, pairs_of
from benchmill.generator.kinds.hops import PARTNERS, Together, grouped, pair_weakness
from benchmill.generator.kinds.names import Use, phrase_of
from benchmill.generator.kinds.pages import Reading
from benchmill.generator.kinds.task import WritingTask
from benchmill.indexing.kept_book import KeptBook, mixed
from benchmill.indexing.weights import Weights
from benchmill.records.identity import fingerprint

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_AT_ONCE = 4096  # bridges whose weakness is looked up together
_GERMAN = fingerprint("de")


@dataclass(frozen=True, eq=False)
class Hops:
    """`rank` gives the places of chunks, by their numbers, in the order; `readings` those of a document's chunks."""

    book: KeptBook
    weights: Weights
    rank: Callable[[NDArray[np.int64]], NDArray[np.int64]]
    readings: Callable[[str], Sequence[Reading]]

    def tasks(self) -> list[WritingTask]:
        """All tasks, best first."""
        place = self._rank.tolist()
        pairs = [*self._bridges(), *self._explained()]
        self.weights.keep()
        found = sorted(
            grouped(pairs, place.__getitem__, self._following),
            key=lambda each: (each.weak, place[each.passages[0]], each.links[0].name),
        )
        return [self._task(each) for each in found]

    def _task(self, together: Together[int]) -> WritingTask:
        return together.task(tuple(self.book.chunk(row) for row in together.passages))

    def _following(self, row: int) -> list[int]:
        document, after = self.book.own.document, range(row + 1, min(row + 1 + PARTNERS, len(self.book.numbers)))
        return [each for each in after if document[each] == document[row]]

    @cached_property
    def _rank(self) -> NDArray[np.int64]:
        return self.rank(self.book.numbers)

    def _bridges(self) -> list[Bridge[int]]:
        """As `bridges` finds them."""
        import numpy as np

        book, name = self.book, self.book.names.spelled("names")
        document_of, rows = book.names.rows("names")
        found: list[Bridge[int]] = []
        rest = self._ordered(rows, book.rows_of(document_of, rows[:, 0]))
        while len(found) < ENOUGH and (some := list(islice(rest, _AT_ONCE))):
            one, other, at = np.array(some, np.int64).T
            keys = mixed(rows[at, 1], book.own.identity[one], book.own.identity[other])

            def make(place: int, some: Sequence[tuple[int, int, int]] = some) -> int:
                first, second, at = some[place]
                one, other = book.chunk(first), book.chunk(second)
                return bridge_weakness(one, other, name(at)) if are_apart(one, other) else NO_PAIR

            weights = self.weights.of(keys, make)
            for place in np.flatnonzero(weights != NO_PAIR).tolist():
                first, second, at = some[place]
                found.append(Bridge(first, second, name(at), int(weights[place])))
        return found[:ENOUGH]

    def _ordered(self, rows: NDArray[np.uint64], own: NDArray[np.int64]) -> Iterator[tuple[int, int, int]]:
        """Two chunks and the place of the name that both have; names in the order in which the chunks have them."""
        import numpy as np

        language = self.book.own.language.tolist()
        order = np.lexsort((np.arange(len(rows)), own, self._rank[own]))
        _, first, which, counts = np.unique(rows[order, 1], return_index=True, return_inverse=True, return_counts=True)
        order = order[np.argsort(first[which], kind="stable")]  # those of one name behind each other
        sizes = counts[np.argsort(first)]
        ends = np.cumsum(sizes)
        for end, size in zip(ends[sizes > 1].tolist(), sizes[sizes > 1].tolist(), strict=True):
            places = order[end - size : end]
            held = own[places].tolist()
            for one, other in pairs_of(held, rows[places, 3].tolist(), int(rows[places[0], 2])):
                if language[one] == language[other]:
                    yield one, other, int(places[0])

    def _explained(self) -> list[Bridge[int]]:
        """As hops.py finds the pairs of a chunk that uses a name and one that explains it, each pair once."""
        import numpy as np

        book, uses = self.book, self.book.uses()
        one, other, sentence, sort, begin, _ = uses.T
        marks = np.where(sort == book.LINK, begin.astype(np.uint64), book.own.phrase[other])
        keys = mixed(marks, book.own.identity[one], book.own.identity[other], sentence.astype(np.uint64))
        weights = self.weights.of(keys, lambda place: self._weakness(*uses[place].tolist()))
        good = np.flatnonzero(weights != NO_PAIR)
        uses, weights, one = uses[good], weights[good], one[good]
        # in the order of the chunks, the best first; of equal ones that which comes first in the chunk
        order = np.lexsort((*uses.T[:1:-1], weights, one, self._rank[one]))
        taken, found, linked = set[frozenset[int]](), list[Bridge[int]](), book.names.spelled("links")
        for place in order.tolist():
            first, second, _, sort, _, number = uses[place].tolist()
            both = frozenset(self._rank[[first, second]].tolist())
            if both not in taken:
                taken.add(both)
                name = linked(number) if sort == book.LINK else phrase_of(book.chunk(second))
                found.append(Bridge(first, second, name, int(weights[place])))
        return found

    def _use(self, one: int, other: int, sentence: int, sort: int, begin: int, _: int) -> Use:
        chunk = self.book.chunk(one)
        first = self.book.chunks.starts[int(self.book.own.document[one])]
        said = self.readings(chunk.document_id)[int(self.book.numbers[one]) - first].spoken[sentence]
        return said.uses[begin] if sort == self.book.LINK else Use(phrase_of(self.book.chunk(other)), said.sentence)

    def _weakness(self, *use: int) -> int:
        one, other = self.book.chunk(use[0]), self.book.chunk(use[1])
        named = self._use(*use)
        if named.page is not None and not is_about(named, other):
            return NO_PAIR
        german = int(self.book.own.language[use[1]]) == _GERMAN
        return pair_weakness(named, one, Explanation(other), german=german)
