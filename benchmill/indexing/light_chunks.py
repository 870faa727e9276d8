"""Chunk facts of all documents -> their chunks, which know where their words are and read them when asked."""

from __future__ import annotations

import json
import zlib
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property, lru_cache
from sys import intern
from typing import TYPE_CHECKING

from benchmill.records import Chunk, Document, Span
from benchmill.records.chunk_ids import id_of, number_of
from benchmill.records.lazy import Lazy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_DECODED = 1024  # documents whose headings are decoded at a time


@dataclass(frozen=True, slots=True)
class Heads:
    """The heading paths of a document, and the lead of each chunk that has one, by the chunk's number in it."""

    paths: Sequence[tuple[str, ...]]
    leads: Mapping[int, str]

    @classmethod
    def from_json(cls, paths: bytes, leads: bytes) -> Heads:
        return cls([tuple(map(intern, path)) for path in json.loads(paths)], dict(json.loads(leads)))


@dataclass(frozen=True, eq=False)
class AllChunks(Lazy[Chunk]):
    """The chunks of all documents as numbers, one document after the other; each access makes a small Chunk over them.

    `starts` is the number of each document's first chunk, and the number of chunks. `borders` has start and end of each
    chunk, `path_of` the number of its heading path in its document, `names` the hash of the path's name. `heads` reads
    the Heads of one document.
    """

    documents: Sequence[Document]
    starts: array[int]
    borders: array[int]
    path_of: array[int]
    ids: array[int]
    words: array[int]
    fingerprints: array[int]
    names: array[int]
    heads: Callable[[int], Heads]

    def __post_init__(self) -> None:
        # for this object alone: a cache of the class would keep the corpus alive behind the run
        object.__setattr__(self, "heads", lru_cache(maxsize=_DECODED)(self.heads))

    def __len__(self) -> int:
        return self.starts[-1]

    def made(self, place: int) -> Chunk:
        return LightChunk(self, bisect_right(self.starts, place) - 1, place)

    def __iter__(self) -> Iterator[Chunk]:
        for number in range(len(self.documents)):
            yield from self.of_document(number)

    def of_document(self, number: int) -> Iterator[Chunk]:
        """The chunks of one document."""
        return (LightChunk(self, number, place) for place in range(self.starts[number], self.starts[number + 1]))

    def is_headed(self, place: int, name: str) -> bool:
        """Whether the chunk's last heading has this name. Only a heading with the right hash is read: the 200 chunks
        that a search finds are in as many documents."""
        return self.names[place] == hash_of_name(name) and name_of(self[place].headings) == name

    @property
    def document_of(self) -> NDArray[np.uint32]:
        """The number of each chunk's document."""
        import numpy as np

        return np.repeat(np.arange(len(self.documents), dtype=np.uint32), np.diff(self.starts))

    def ids_of(self, numbers: NDArray[np.uint32]) -> ChunkIds:
        """The ids of the chunks with these numbers."""
        import numpy as np

        return ChunkIds(np.frombuffer(self.ids, np.uint64)[numbers].tolist())

    def which(self, names: Set[str]) -> dict[str, str]:
        """Document id -> which of its chunks are among those with these ids, in a few letters."""
        import numpy as np

        numbers = names.numbers if isinstance(names, ChunkIds) else map(number_of, names)
        wanted = np.fromiter(numbers, np.uint64, len(names))
        return self.marked(np.isin(np.frombuffer(self.ids, np.uint64), wanted))

    def marked(self, found: NDArray[np.bool_]) -> dict[str, str]:
        """Document id -> which of its chunks are `found`, in a few letters."""
        import numpy as np

        ranges = zip(self.documents, self.starts, self.starts[1:], strict=False)
        return {document.id: np.packbits(found[first:last]).tobytes().hex() for document, first, last in ranges}

    @cached_property
    def numbers(self) -> ChunkNumbers:
        """The number of each chunk, by its id."""
        return ChunkNumbers(self.ids)


class LightChunk(Chunk):
    """One of AllChunks: equal to the Chunk it was made from, but it keeps no words."""

    __slots__ = ("_all", "_document", "_place")
    _all: AllChunks
    _document: int
    _place: int

    def __init__(self, every: AllChunks, document: int, place: int) -> None:
        object.__setattr__(self, "_all", every)
        object.__setattr__(self, "_document", document)
        object.__setattr__(self, "_place", place)

    @property
    def span(self) -> Span:
        return Span.of(self._all.documents[self._document], self.start, self.end)

    @property
    def headings(self) -> tuple[str, ...]:
        return self._all.heads(self._document).paths[self._all.path_of[self._place]]

    @property
    def lead(self) -> str:
        return self._all.heads(self._document).leads.get(self._place - self._all.starts[self._document], "")

    @property
    def id(self) -> str:
        return id_of(self._all.ids[self._place])

    @property
    def text(self) -> str:
        return self._all.documents[self._document].text[self.start : self.end]

    @property
    def words(self) -> int:
        return self._all.words[self._place]

    @property
    def start(self) -> int:
        return self._all.borders[2 * self._place]

    @property
    def end(self) -> int:
        return self._all.borders[2 * self._place + 1]

    @property
    def fingerprint(self) -> int:
        return self._all.fingerprints[self._place]

    @property
    def document_id(self) -> str:
        return self._all.documents[self._document].id

    def __eq__(self, other: object) -> bool:
        if isinstance(other, LightChunk) and other._all is self._all:
            return other._place == self._place
        if not isinstance(other, Chunk) or self.id != other.id:
            return False
        return (self.span, self.headings) == (other.span, other.headings)

    def __hash__(self) -> int:
        return hash(self.id)

    def __reduce__(self) -> tuple[type[Chunk], tuple[Span, tuple[str, ...], str]]:
        """Another process gets the words."""
        return Chunk, (self.span, self.headings, self.lead)


def name_of(headings: Sequence[str]) -> str:
    """The last heading as a question names it; empty where there is none.

    >>> name_of(("API", "`Components()`"))
    'components'
    """
    return headings[-1].strip("`* ").removesuffix("()").casefold() if headings else ""


def hash_of_name(name: str) -> int:
    """32 bits."""
    return zlib.crc32(name.encode("utf-8", "surrogatepass"))


class ChunkIds(Set[str]):
    """The ids of chunks, from their numbers in the facts."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self.numbers = frozenset(numbers)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and number_of(name) in self.numbers

    def __iter__(self) -> Iterator[str]:
        return map(id_of, self.numbers)

    def __len__(self) -> int:
        return len(self.numbers)


class ChunkNumbers(Mapping[str, int]):
    """Id -> number of the chunk, of the last of chunks with one id."""

    def __init__(self, ids: array[int]) -> None:
        import numpy as np

        self._ids = np.frombuffer(ids, np.uint64)
        self._order: NDArray[np.uint32] = np.argsort(self._ids, kind="stable").astype(np.uint32)

    def __len__(self) -> int:
        return len(self._ids)

    def __iter__(self) -> Iterator[str]:
        return map(id_of, self._ids.tolist())

    def __getitem__(self, name: str) -> int:
        import numpy as np

        try:
            wanted = np.uint64(number_of(name))
        except (ValueError, OverflowError):
            raise KeyError(name) from None
        place = int(np.searchsorted(self._ids, wanted, "right", sorter=self._order)) - 1
        number = int(self._order[place]) if place >= 0 else 0
        if place < 0 or self._ids[number] != wanted:
            raise KeyError(name)
        return number


@dataclass(frozen=True, slots=True, eq=False)
class ChunkTexts(Lazy[str]):
    """The texts of chunks; each is read when it is asked for."""

    chunks: Sequence[Chunk]

    def __len__(self) -> int:
        return len(self.chunks)

    def made(self, place: int) -> str:
        return self.chunks[place].text
