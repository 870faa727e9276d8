"""The names of all documents -> where each name and link leads to: what book.py finds, as numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, ClassVar

from benchmill.generator.kinds.book import MOST_EXPLANATIONS, most_uses
from benchmill.indexing.light_chunks import AllChunks
from benchmill.indexing.name_facts import ChunkRows, Names
from benchmill.indexing.phrases import phrases_in
from benchmill.records import Chunk

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_FACTOR = 0xD6E8FEB86659FD93


@dataclass(frozen=True, eq=False)
class KeptBook:
    """An eligible chunk has a row, a number by which the arrays here name it: its place among the eligible chunks."""

    LINK: ClassVar[int] = 0
    _WORD: ClassVar[int] = 1
    _WORDS: ClassVar[int] = 2

    chunks: AllChunks
    names: Names

    def chunk(self, row: int) -> Chunk:
        return self.chunks[int(self.numbers[row])]

    @cached_property
    def own(self) -> ChunkRows:
        return self.names.chunks()

    @cached_property
    def numbers(self) -> NDArray[np.int64]:
        """The number of each row's chunk among all chunks."""
        return self._numbers(self.own.document, self.own.place)

    def _numbers(self, documents: NDArray[np.int64], places: NDArray[np.uint64]) -> NDArray[np.int64]:
        import numpy as np

        starts = np.frombuffer(self.chunks.starts, np.uint32).astype(np.int64)
        return starts[documents] + places.astype(np.int64)

    def rows_of(self, documents: NDArray[np.int64], places: NDArray[np.uint64]) -> NDArray[np.int64]:
        """The rows of chunks, given by their places in their documents; -1 for those that are not eligible."""
        found: NDArray[np.int64] = self._row_of[self._numbers(documents, places)]
        return found

    @cached_property
    def _row_of(self) -> NDArray[np.int64]:
        import numpy as np

        found = np.full(len(self.chunks), -1, np.int64)
        found[self.numbers] = np.arange(len(self.numbers))
        return found

    def uses(self) -> NDArray[np.int64]:
        """A row of six numbers for each use of a name that another chunk explains: the row of the chunk, that of the
        explaining one, the sentence, LINK or another number for phrases, and two that order the uses in the sentence.
        """
        import numpy as np

        found = np.concatenate((self._linked(), self._phrases()))
        one, other = found[:, 0], found[:, 1]
        start, end = (np.frombuffer(self.chunks.borders, np.uint32)[at::2][self.numbers] for at in (0, 1))
        section, document = self.own.section, self.own.document
        overlap = (document[one] == document[other]) & (start[one] < end[other]) & (start[other] < end[one])
        apart: NDArray[np.int64] = found[(section[one] != section[other]) & ~overlap]
        return apart

    def _linked(self) -> NDArray[np.int64]:
        import numpy as np

        own, links, rows = self.own, self.names.links(), np.arange(len(self.numbers))
        alone = self.names.rows("page")[1][:, 0]  # a link without a heading leads to the first chunk of its page
        here = _first_of(np.concatenate((alone[own.document], own.page)), np.concatenate((rows, rows)))
        _, first = np.unique(mixed(own.heading, own.section), return_index=True)
        _, at, sections = np.unique(own.heading[first], return_inverse=True, return_counts=True)
        first = first[sections[at] == 1]
        anywhere = _first_of(own.heading[first], first)
        user, target = self.rows_of(links.document, links.place), here(links.page)
        target = np.where((target < 0) & (links.heading != 0), anywhere(links.heading), target)
        zero = np.zeros(len(target), np.int64)
        columns = (user, target, links.sentence.astype(np.int64), zero + self.LINK, links.use.astype(np.int64), zero)
        found: NDArray[np.int64] = np.stack(columns, axis=1)[(user >= 0) & (target >= 0)]
        return found

    def _phrases(self) -> NDArray[np.int64]:
        """The uses of names without code font."""
        import numpy as np

        every = np.unique(self.own.phrase[self.own.phrase != 0])
        counted, found = [self._links_named(every)], []
        ids = np.frombuffer(self.chunks.ids, np.uint64)
        for some in phrases_in(self.names.tokens(), every):
            named = np.searchsorted(every, some.phrases)
            counted.append(_once(ids[some.chunks], named))
            own = self._row_of[some.chunks]
            sort = np.where(some.sizes > 1, self._WORDS, self._WORD)
            use = np.stack(
                (own, named, some.sentences, sort, some.begins, some.sizes), axis=1, dtype=np.int32, casting="same_kind"
            )
            found.append(use[own >= 0])
        uses = np.concatenate([np.zeros((0, 6), np.int64), *found])
        keys, named = (np.concatenate(column) for column in zip(*counted, strict=True))
        _, first = np.unique(keys, return_index=True)
        common = np.bincount(named[first], minlength=len(every)) > most_uses(len(self.chunks))
        uses = uses[~common[uses[:, 1]]]
        uses[:, 1] = self._explaining(uses[:, 0], every, uses[:, 1])
        explained: NDArray[np.int64] = uses[uses[:, 1] >= 0]
        return explained

    def _links_named(self, phrases: NDArray[np.uint64]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        import numpy as np

        links = self.names.links()
        is_phrase = np.isin(links.name, phrases)
        numbers = self._numbers(links.document[is_phrase], links.place[is_phrase])
        return _once(
            np.frombuffer(self.chunks.ids, np.uint64)[numbers], np.searchsorted(phrases, links.name[is_phrase])
        )

    def _explaining(
        self, own: NDArray[np.int64], phrases: NDArray[np.uint64], named: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """The row of the chunk that explains each name to the chunk `own`; -1 where there is none or more than two."""
        import numpy as np

        phrase, document = self.own.phrase, self.own.document
        _, first = np.unique(mixed(phrase, self.own.section), return_index=True)
        first = np.sort(first[phrase[first] != 0])
        by_phrase: dict[int, list[int]] = defaultdict(list)
        for number, row in zip(np.searchsorted(phrases, phrase[first]).tolist(), first.tolist(), strict=True):
            by_phrase[number].append(row)
        languages, language = np.unique(self.own.language, return_inverse=True)
        asked, which = np.unique(named * len(languages) + language[own], return_inverse=True)
        two = np.full((len(asked), 2), -1, np.int64)
        spoken, unknown = language.tolist(), languages.tolist().index(0) if 0 in languages else -1
        for place, each in enumerate(asked.tolist()):
            number, mine = divmod(each, len(languages))
            fits = (row for row in by_phrase[number] if spoken[row] in (mine, unknown) or mine == unknown)
            sections = list(islice(fits, MOST_EXPLANATIONS + 1))
            if len(sections) <= MOST_EXPLANATIONS:
                two[place, : len(sections)] = sections
        one, other = two[which].T
        is_own = (document[one] != document[own]) & (other >= 0) & (document[other] == document[own])
        found: NDArray[np.int64] = np.where(is_own, other, one)
        return found


def mixed(*columns: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """A hash of the numbers in each row."""
    import numpy as np

    found = np.full(len(columns[0]), _FACTOR, np.uint64)
    for column in columns:
        found = (found ^ column) * np.uint64(_FACTOR)
        found ^= found >> np.uint64(32)
    return found


def _once(ids: NDArray[np.uint64], named: NDArray[np.int64]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Each (chunk, name) once: a hash of both, and the name."""
    import numpy as np

    keys, first = np.unique(mixed(ids, named.astype(np.uint64)), return_index=True)
    return keys, named[first]


def _first_of(keys: NDArray[np.uint64], rows: NDArray[np.int64]) -> Callable[[NDArray[np.uint64]], NDArray[np.int64]]:
    """A function: keys -> for each the first of the `rows` that has it, or -1."""
    import numpy as np

    order = np.lexsort((rows, keys))
    known, first = np.unique(keys[order], return_index=True)
    chosen = rows[order][first]

    def find(asked: NDArray[np.uint64]) -> NDArray[np.int64]:
        at = np.searchsorted(known, asked)
        found = np.full(len(asked), -1, np.int64)
        there = at < len(known)
        there[there] = known[at[there]] == asked[there]
        found[there] = chosen[at[there]]
        return found

    return find
