"""Questions, word facts of passages -> AskedWords: how often each passage has the words of questions, and no others.

BM25 over these words gives the same scores as over all words: a word that no question has only makes a passage longer.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any

from benchmill.critique.checks.facts import CorpusFacts, StemIndex
from benchmill.indexing.kept_facts import Row
from benchmill.indexing.word_facts import key_of, rows_of
from benchmill.records import Chunk, Document
from benchmill.records.words import content_words, words
from benchmill.retrieving.counted_words import CountedIndex, CountedTexts, CountedWords

if TYPE_CHECKING:
    from numpy.typing import NDArray

_OTHER, _NO_WORD = 0, -1
"""The numbers of a word that no question has, which only adds to a passage's length, and of a stop word."""

_TEXTS, _HEADED, _HEADS = range(3)
"""The parts of a passage: its text; words that only its headings have; its headings with its document's title."""

_KEPT = 1 << 16
"""Words whose numbers are kept: a corpus of code has hundreds of thousands, most of them once."""

_HEADINGS = 1 << 12
"""Headings whose words are kept: those of one document follow each other."""

_BATCH = 64
"""Documents whose words are counted together."""


class _Numbers(dict[str, int]):
    """word -> the number of its stem."""

    def __init__(self, vocabulary: Mapping[str, int], language: str) -> None:
        self._vocabulary, self._language = vocabulary, language

    def __missing__(self, word: str) -> int:
        if len(self) >= _KEPT:
            self.clear()
        stems = content_words(word, self._language)
        self[word] = number = self._vocabulary.get(stems[0], _OTHER) if stems else _NO_WORD
        return number


class _NumbersOfText(dict[str, tuple[list[int], int]]):
    """A heading or title -> the numbers of the questions' words in it, repeats included, and its length in words."""

    def __init__(self, vocabulary: Mapping[str, int], language: str) -> None:
        self._number_of = _Numbers(vocabulary, language)

    def __missing__(self, text: str) -> tuple[list[int], int]:
        if len(self) >= _HEADINGS:
            self.clear()
        numbers = [number for word in words(text) if (number := self._number_of[word]) != _NO_WORD]
        self[text] = found = [number for number in numbers if number != _OTHER], len(numbers)
        return found


class AskedWords:
    """The words of `asked` in every passage: in its text, and in its headings and title.

    `rows` are the word facts of each document, made from the passages where they are not given. `numbers` has for each
    passage that the facts are about its number in `chunks`, or -1 for one that is not there.
    """

    def __init__(
        self,
        asked: Iterable[str],
        chunks: Sequence[Chunk],
        documents: Mapping[str, Document],
        language: str,
        *,
        rows: Iterable[Row] | None = None,
        numbers: Sequence[int] | None = None,
    ) -> None:
        self._chunks, self._documents, self._language = chunks, documents, language
        self._vocabulary = {"": _OTHER}
        for text in asked:
            for stem in content_words(text, language):
                self._vocabulary.setdefault(stem, len(self._vocabulary))
        texts, headed, self._signatures = self._counted(
            rows_of(chunks, language) if rows is None else rows, range(len(chunks)) if numbers is None else numbers
        )
        self._index = CountedIndex([texts, headed, self._heads()], self._vocabulary, language)

    def _counted(self, rows: Iterable[Row], numbers: Sequence[int]) -> tuple[CountedWords, CountedWords, NDArray[Any]]:
        """The words of texts, the words that only headings have, and for each passage a number made of all its words.

        Passages with the same words, each as often, have the same number.
        """
        import numpy as np

        stems = sorted((key_of(stem), number) for stem, number in self._vocabulary.items() if stem)
        wanted = np.array([key for key, _ in stems] or [0], np.uint64)
        number_of = np.array([number for _, number in stems] or [0], np.uint32)
        lengths = np.zeros(len(self._chunks), np.uint32)
        signatures = np.zeros(len(self._chunks), np.uint64)
        texts, headed = CountedWords(), CountedWords()
        chunk_of = np.asarray(numbers, np.int64)
        at, rest = 0, iter(rows)
        while batch := list(islice(rest, _BATCH)):
            keys, counts, sizes, own_lengths = map(_joined, zip(*batch, strict=True), _KINDS)
            own, at = chunk_of[at : at + len(sizes)], at + len(sizes)
            lengths[own[own >= 0]] = own_lengths[own >= 0]
            ends = np.cumsum(sizes, dtype=np.int64)
            running = np.concatenate([np.zeros(1, np.uint64), np.cumsum(keys * counts, dtype=np.uint64)])
            signatures[own[own >= 0]] = (running[ends] - running[ends - sizes])[own >= 0]
            place = np.searchsorted(wanted, keys)
            place[place == len(wanted)] = 0
            having = np.repeat(own, sizes)
            found = np.flatnonzero((wanted[place] == keys) & (having >= 0))
            for part, chosen in ((texts, found[counts[found] > 0]), (headed, found[counts[found] == 0])):
                part.add_block(number_of[place[chosen]], having[chosen], np.maximum(counts[chosen], 1))
        if at != len(chunk_of):
            raise ValueError(f"the facts are about {at} passages, not {len(chunk_of)}")
        texts.lengths, headed.lengths = array("I", lengths.tobytes()), array("I", bytes(4 * len(lengths)))
        return texts, headed, signatures

    def _heads(self) -> CountedWords:
        """The words of headings and titles: a heading is above many passages, and its words are looked up once."""
        import numpy as np

        of_text = _NumbersOfText(self._vocabulary, self._language)
        words, places, lengths = array("I"), array("I"), array("I")
        title_of: dict[str, str] = {name: document.title for name, document in self._documents.items()}
        for number, chunk in enumerate(self._chunks):
            length = 0
            for text in (title_of.get(chunk.document_id, ""), *chunk.headings):
                found, size = of_text[text]
                length += size
                if found:
                    words.extend(found)
                    places.extend([number] * len(found))
            lengths.append(length)
        heads = CountedWords(lengths)
        keys = np.asarray(words).astype(np.uint64) << np.uint64(32) | np.asarray(places)
        entries, counts = np.unique(keys, return_counts=True)
        heads.add_block(entries >> np.uint64(32), entries & np.uint64(0xFFFFFFFF), np.minimum(counts, 0xFFFF))
        return heads

    @cached_property
    def texts(self) -> CountedTexts:
        """The passages by their texts."""
        return self._index.over(_TEXTS)

    @cached_property
    def heads(self) -> CountedTexts:
        """The passages by their headings and their documents' titles."""
        return self._index.over(_HEADS)

    @cached_property
    def whole(self) -> CountedTexts:
        """The passages by all of this."""
        return self._index.over(_HEADS, _TEXTS)

    @cached_property
    def _with_headings(self) -> CountedTexts:
        return self._index.over(_HEADED, _TEXTS)

    @cached_property
    def _all(self) -> StemIndex:
        return CorpusFacts.of(self._chunks, self._documents.values(), self._language).stems

    def may_hold(self, texts: Sequence[str]) -> Sequence[int] | None:
        """Numbers of the passages that may have all these words in their texts; None where no question has any."""
        stems = {stem for text in texts for stem in content_words(text, self._language)} & self._vocabulary.keys()
        return self.texts.holding(stems) if stems else None

    def alike(self) -> Iterator[list[int]]:
        """Numbers of passages with the same words, each as often: only these can have the same text."""
        import numpy as np

        order = np.argsort(self._signatures, kind="stable")
        in_order = self._signatures[order]
        borders = np.flatnonzero(np.concatenate([[True], in_order[1:] != in_order[:-1], [True]])).tolist()
        for start, end in pairwise(borders):
            if end - start > 1:
                yield order[start:end].tolist()

    # what the checks ask of the corpus is about words of questions: an index of all words is made only for others

    def places(self, stem: str) -> Sequence[int]:
        """Numbers of the passages that have `stem` in their text or headings, ascending."""
        return self._with_headings.places(stem) if stem in self._vocabulary else self._all.places(stem)

    def df(self, stem: str) -> int:
        """How many passages these are."""
        return self._with_headings.df(stem) if stem in self._vocabulary else self._all.df(stem)

    def stems_by_df(self) -> Mapping[int, int]:
        """Number of passages -> how many stems are in so many passages."""
        return self._all.stems_by_df()


_KINDS = ("uint64", "uint16", "uint32", "uint32")
"""The columns of word facts: keys, counts, sizes, lengths."""


def _joined(column: Sequence[bytes], kind: str) -> NDArray[Any]:
    import numpy as np

    return np.frombuffer(b"".join(column), kind)
