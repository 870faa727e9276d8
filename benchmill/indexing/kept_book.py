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
from benchmill.indexing.name_facts import ChunkRows, LinkRows, Names
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
    def _links(self) -> LinkRows:
        return self.names.links()

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

    def uses(self) -> NDArray[np.int32]:
        """A row of six numbers for each use of a name that another chunk explains: the row of the chunk, that of the
        explaining one, the sentence, LINK or another number for phrases, and two that order the uses in the sentence.
        The last of a link is its number among all links.
        """
        import numpy as np

        found = np.concatenate((self._linked(), self._phrases()))
        one, other = found[:, 0], found[:, 1]
        start, end = (np.frombuffer(self.chunks.borders, np.uint32)[at::2][self.numbers] for at in (0, 1))
        section, document = self.own.section, self.own.document
        overlap = (document[one] == document[other]) & (start[one] < end[other]) & (start[other] < end[one])
        apart: NDArray[np.int32] = found[(section[one] != section[other]) & ~overlap]
        return apart

    def _linked(self) -> NDArray[np.int32]:
        import numpy as np

        own, links, rows = self.own, self._links, np.arange(len(self.numbers))
        alone = self.names.rows("page")[1][:, 0]  # a link without a heading leads to the first chunk of its page
        document, anchors = self.names.rows("anchors")
        named = np.concatenate((alone[own.document], own.page, anchors[:, 1]))
        here = _first_of(named, np.concatenate((rows, rows, self.rows_of(document, anchors[:, 0]))))
        _, first = np.unique(mixed(own.heading, own.section), return_index=True)
        _, at, sections = np.unique(own.heading[first], return_inverse=True, return_counts=True)
        first = first[sections[at] == 1]
        anywhere = _first_of(own.heading[first], first)
        user, target = self.rows_of(links.document, links.place), here(links.page)
        target = np.where((target < 0) & (links.heading != 0), anywhere(links.heading), target)
        sort, number = np.full(len(target), self.LINK), np.arange(len(target))
        columns = (user, target, links.sentence.astype(np.int64), sort, links.use.astype(np.int64), number)
        found: NDArray[np.int32] = np.stack(columns, axis=1).astype(np.int32)[(user >= 0) & (target >= 0)]
        return found

    def _phrases(self) -> NDArray[np.int32]:
        """The uses of names without code font."""
        import numpy as np

        phrases, explaining = self._explaining()
        found = [np.zeros((0, 6), np.int32)]
        if not len(phrases):
            return found[0]
        _, language = np.unique(self.own.language, return_inverse=True)
        counted, ids = [self._links_named(phrases)], np.frombuffer(self.chunks.ids, np.uint64)
        for some in phrases_in(self.names.tokens(), phrases):
            counted.append((ids[some.chunks], some.phrases))
            own = self._row_of[some.chunks]
            one, other = explaining[some.phrases, language[own]].T
            document = self.own.document
            is_own = (document[one] != document[own]) & (other >= 0) & (document[other] == document[own])
            target = np.where(is_own, other, one)
            sort = np.where(some.sizes > 1, self._WORDS, self._WORD)
            columns = (own, target, some.sentences, sort, some.begins, some.sizes)
            found.append(np.stack(columns, axis=1, dtype=np.int32, casting="same_kind")[(own >= 0) & (target >= 0)])
        uses, phrase = np.concatenate(found), self.own.phrase
        chunk, named = (np.concatenate(column) for column in zip(*counted, strict=True))
        _, first = np.unique(mixed(chunk, named.astype(np.uint64)), return_index=True)  # each chunk once a name
        common = np.bincount(named[first], minlength=len(phrases)) > most_uses(len(self.chunks))
        rare: NDArray[np.int32] = uses[~common[np.searchsorted(phrases, phrase[uses[:, 1]])]]
        return rare

    def _links_named(self, phrases: NDArray[np.uint64]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """The ids of chunks with a link whose words are a phrase, and the place of the phrase."""
        import numpy as np

        links = self._links
        is_phrase = np.isin(links.name, phrases)
        numbers = self._numbers(links.document[is_phrase], links.place[is_phrase])
        return np.frombuffer(self.chunks.ids, np.uint64)[numbers], np.searchsorted(phrases, links.name[is_phrase])

    def _explaining(self) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """(the phrases that chunks explain; for each, and each language, the rows of the two first that do so in it).

        A row is -1 where there is no chunk; both are where more than MOST_EXPLANATIONS explain the phrase. Phrases that
        are explained in no language are left out.
        """
        import numpy as np

        phrase = self.own.phrase
        phrases = np.unique(phrase[phrase != 0])
        _, first = np.unique(mixed(phrase, self.own.section), return_index=True)
        first = np.sort(first[phrase[first] != 0])
        by_phrase: dict[int, list[int]] = defaultdict(list)
        for number, row in zip(np.searchsorted(phrases, phrase[first]).tolist(), first.tolist(), strict=True):
            by_phrase[number].append(row)
        languages, language = np.unique(self.own.language, return_inverse=True)
        spoken, unknown = language.tolist(), languages.tolist().index(0) if 0 in languages else -1
        two = np.full((len(phrases), len(languages), 2), -1, np.int64)
        for number, rows in by_phrase.items():
            for mine in range(len(languages)):
                fits = (row for row in rows if spoken[row] in (mine, unknown) or mine == unknown)
                sections = list(islice(fits, MOST_EXPLANATIONS + 1))
                if len(sections) <= MOST_EXPLANATIONS:
                    two[number, mine, : len(sections)] = sections
        is_explained = (two[:, :, 0] >= 0).any(axis=1)
        return phrases[is_explained], two[is_explained]


def mixed(*columns: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """A hash of the numbers in each row."""
    import numpy as np

    found = np.full(len(columns[0]), _FACTOR, np.uint64)
    for column in columns:
        found = (found ^ column) * np.uint64(_FACTOR)
        found ^= found >> np.uint64(32)
    return found


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
