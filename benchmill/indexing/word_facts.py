"""A document's chunks -> for each chunk the stems that it and its headings have, how often, and its length in stems.

A stem is a 40-bit hash, so a document's facts need no other document's: in a corpus of 300,000 stems two share a hash
with a chance of 1 in 25, and then only count as one.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from hashlib import blake2b
from itertools import groupby

from benchmill.indexing.kept_facts import Cut, FactKind, Row
from benchmill.records import Chunk
from benchmill.records.words import Stems, words

CHUNK_BITS = 24
"""A key holds the stem's hash in its upper 40 bits and leaves the lower 24 for the chunk's number."""
_MOST = 0xFFFF


def word_facts(language: str, *settings: object) -> FactKind:
    """The stems of each chunk, by the stop words and endings of `language`."""
    return FactKind("words", 2, ("keys", "counts", "sizes", "lengths"), partial(_make, language), (language, *settings))


def key_of(stem: str) -> int:
    """The key of a stem, with 0 as the chunk's number."""
    hashed = blake2b(stem.encode("utf-8", "surrogatepass"), digest_size=5).digest()
    return (int.from_bytes(hashed, "big") or 1) << CHUNK_BITS


class _Keys(dict[str, int]):
    """word -> the key of its stem, worked out once; 0 for a stop word."""

    def __init__(self, language: str) -> None:
        self._stems = Stems(language)

    def __missing__(self, word: str) -> int:
        stem = self._stems[word]
        self[word] = key = key_of(stem) if stem else 0
        return key


def rows_of(chunks: Iterable[Chunk], language: str) -> Iterator[Row]:
    """The word facts of each run of chunks of one document."""
    return _counted(language, (own for _, own in groupby(chunks, key=lambda chunk: chunk.document_id)))


def _make(language: str, cut: Sequence[Cut]) -> Iterator[Row]:
    return _counted(language, (chunks for _, chunks in cut))


def _counted(language: str, documents: Iterable[Iterable[Chunk]]) -> Iterator[Row]:
    of_word = _Keys(language).__getitem__
    for chunks in documents:
        keys, counts, sizes, lengths = array("Q"), array("H"), array("I"), array("I")
        for chunk in chunks:
            counted = Counter(map(of_word, words(chunk.text)))
            counted.pop(0, None)
            lengths.append(counted.total())
            # a stem that only the headings have counts 0 times in the text
            for key in map(of_word, words("\n".join(chunk.headings))):
                if key:
                    counted.setdefault(key, 0)
            keys.extend(counted)
            counts.extend(min(count, _MOST) for count in counted.values())
            sizes.append(len(counted))
        yield keys.tobytes(), counts.tobytes(), sizes.tobytes(), lengths.tobytes()
