"""A document -> the words it has, as hashes; those of all documents -> which documents may hold some words."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence

from benchmill.indexing.kept_facts import Cut, FactKind, Facts, Row
from benchmill.outputs.labels import words_in
from benchmill.records import Document


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

        own = facts.column("words")
        self._documents = facts.documents
        self._hashes = np.frombuffer(b"".join(own), np.uint32)
        self._ends = np.cumsum([len(words) // 4 for words in own])
        self._known: dict[str, frozenset[int]] = {}

    def holding(self, words: Iterable[str]) -> list[Document]:
        """The documents that have all the words, in order, and rarely one more: two words may have one hash."""
        found = [self._with(word) for word in set(words)]
        return [self._documents[number] for number in sorted(frozenset.intersection(*found))]

    def _with(self, word: str) -> frozenset[int]:
        import numpy as np

        if word not in self._known:
            places = np.flatnonzero(self._hashes == _hashed(word))
            self._known[word] = frozenset(np.searchsorted(self._ends, places, "right").tolist())
        return self._known[word]


def _hashed(word: str) -> int:
    return zlib.crc32(word.encode("utf-8", "surrogatepass"))
