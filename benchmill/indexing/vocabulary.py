"""A document -> the words it has, as hashes; those of all documents -> which documents may hold some words."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence

from benchmill.indexing.kept_facts import Cut, FactKind, Facts, Row
from benchmill.outputs.labels import words_in
from benchmill.records import Document

_FEW = 100  # documents


def vocabulary_facts() -> FactKind:
    """The words of each document."""
    return FactKind("vocabulary", 1, ("words",), _make)


def _make(cut: Sequence[Cut]) -> Iterator[Row]:
    import numpy as np

    for document, _ in cut:
        hashes = sorted({_hashed(word) for word in words_in(document.text)})
        yield (np.array(hashes, np.uint32).tobytes(),)


class Vocabulary:
    """Finds the documents with given words, without reading the others."""

    def __init__(self, facts: Facts) -> None:
        import numpy as np

        self._documents = facts.documents
        sizes, (words,) = facts.joined("words")
        self._hashes = np.frombuffer(words, np.uint32)
        self._starts = np.cumsum([0, *(size // 4 for size in sizes)])
        self._known: dict[str, frozenset[int]] = {}

    def holding(self, words: Iterable[str]) -> list[Document]:
        """The documents that have all the words, in order, and rarely one more: two words may have one hash."""
        longest, *others = sorted(set(words), key=lambda word: (-len(word), word))
        found = self._with(longest)
        for word in others:
            if len(found) <= _FEW:  # to look into a few documents takes much less time than to look for a word in all
                found = frozenset(number for number in found if self._has(number, word))
            else:
                found &= self._with(word)
        return [self._documents[number] for number in sorted(found)]

    def _with(self, word: str) -> frozenset[int]:
        import numpy as np

        if word not in self._known:
            places = np.flatnonzero(self._hashes == _hashed(word))
            self._known[word] = frozenset((np.searchsorted(self._starts, places, "right") - 1).tolist())
        return self._known[word]

    def _has(self, number: int, word: str) -> bool:
        import numpy as np

        own, hashed = self._hashes[self._starts[number] : self._starts[number + 1]], np.uint32(_hashed(word))
        place = int(own.searchsorted(hashed))
        return place < len(own) and bool(own[place] == hashed)


def _hashed(word: str) -> int:
    return zlib.crc32(word.encode("utf-8", "surrogatepass"))
