"""Chunks, quotes -> for every quote the few chunks that share most of its rare words."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence, Set
from heapq import nlargest
from math import log

from benchmill.mapping.index_chunks import IndexChunk

_RARE = 12
_TELLING = 30
_FEW = 5
_NEAR = 24  # chunks that are searched for a quote that no chunk holds whole
_ALL = 400  # chunks that may hold the whole quote: enough for a line that every page repeats
_SCORED = 3000  # chunks that are scored for a quote: a large index has ever more with one of its commoner words
_ASCII = re.compile(r"[a-z0-9]+")
_CJK = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_ANY = re.compile(rf"[^\W_{_CJK}]+|[{_CJK}]")


def index_words(text: str) -> list[str]:
    """The words by which chunks are found; case and ligatures do not count.

    >>> index_words("Set `max_tokens`: ﬁve")
    ['set', 'max', 'tokens', 'five']
    """
    if text.isascii():
        return _ASCII.findall(text.lower())
    return _ANY.findall(unicodedata.normalize("NFKC", text.replace("\u00ad", "")).casefold())


def telling_words(text: str) -> list[str]:
    """The longest words of a text; the linker recognises the surroundings of a quote by them."""
    return sorted(set(index_words(text)), key=lambda word: (-len(word), word))[:_TELLING]


class Candidates:
    """An index of the chunks by the words of the quotes alone, so that one pass over a large corpus suffices."""

    def __init__(self, chunks: Sequence[IndexChunk], wanted: Iterable[str]) -> None:
        words = frozenset(wanted)
        self._count = len(chunks)
        self._many = max(_FEW, self._count // 10)
        self._postings: defaultdict[str, list[int]] = defaultdict(list)
        self._sets: dict[str, frozenset[int]] = {}
        for number, chunk in enumerate(chunks):
            for word in words.intersection(index_words(chunk.text)):
                self._postings[word].append(number)

    def near(self, words: Iterable[str], among: Collection[int] = ()) -> list[int]:
        """Numbers of the chunks that share most of the rare `words`, best first; only of those in `among`, if given.

        Chunks that share every rare word come first, so that no chunk with the whole text is missed.
        """
        rare = self._rare(words)
        weights = {word: log(1 + self._count / len(self._postings[word])) for word in rare}
        scores = dict.fromkeys(among or self._first(rare), 0.0)
        for word, weight in weights.items():
            for number in self._known(word).intersection(scores):
                scores[number] += weight
        full = sum(weights.values()) * 0.999
        least = min([full, *nlargest(_NEAR, scores.values())[-1:]])
        best = [number for number, score in scores.items() if score >= least and score]
        order = sorted(best, key=lambda number: (-scores[number], number))
        whole = sum(1 for number in order[:_ALL] if scores[number] >= full)
        return order[: max(whole, _NEAR)]

    def _first(self, rare: Sequence[str]) -> Set[int]:
        """The chunks to score: those with the rarest words, so many words that there are enough chunks.

        A chunk with all the words is among them. Those that have only the commonest words of a quote are left out in a
        large index; without this limit the time for a quote grows with the index.
        """
        found: Set[int] = frozenset()
        for word in rare:
            more = self._known(word)
            if len(found) + len(more) <= _SCORED:
                found |= more
            elif not found:
                found = more
            elif len(found) > _SCORED:
                found = found & more or found
            else:
                break
        return found

    def share(self, words: Collection[str], number: int) -> float:
        """The share of the rare `words` that the chunk has; words of the neighbouring chunks count a third."""
        common = {word for word in words if len(self._postings.get(word, ())) > self._many}
        rare = set(words) - common or set(words)
        if not rare:
            return 0.0
        own = sum(1 for word in rare if number in self._known(word))
        beside = sum(
            1
            for word in rare
            if number not in self._known(word) and not self._known(word).isdisjoint((number - 1, number + 1))
        )
        return (own + beside / 3) / len(rare)

    def _known(self, word: str) -> frozenset[int]:
        if word not in self._sets:
            self._sets[word] = frozenset(self._postings.get(word, ()))
        return self._sets[word]

    def _rare(self, words: Iterable[str]) -> list[str]:
        """The rarest words that any chunk has; words in every tenth chunk are used only where there are few others."""
        known = sorted((w for w in set(words) if w in self._postings), key=lambda w: (len(self._postings[w]), w))
        rare = [word for word in known if len(self._postings[word]) <= self._many]
        return (rare if len(rare) >= 3 else known[: max(4, len(rare))])[:_RARE]
