"""Real queries and a corpus -> shares of style, length, kind and topic; and how far a benchmark is from them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from posixpath import dirname
from typing import TypeVar

from benchmill.critique.blocking import Blocking
from benchmill.critique.checks.length import length
from benchmill.critique.duplicates import trigrams, trigrams_index, words_index
from benchmill.records import Candidate, Failure, Kind
from benchmill.records.manner import Style
from benchmill.records.styles import style_of
from benchmill.records.words import words

V = TypeVar("V", bound=Hashable)
Length = tuple[int, int]
Topic = Callable[[str], str]
"""A document's id -> the topic it belongs to."""

_COMPARED = re.compile(
    r"\b(?:differ\w*|vs|versus|compar\w+|unterschied\w*|vergleich\w*|diff[ée]ren\w+|diferencia\w*|diferença\w*|verschil\w*)\b"
    r"|отлич\w+|разниц\w+|区别|差异|違い|차이",
    re.IGNORECASE,
)
_HOW_TO = re.compile(
    r"^\W*(?:how (?:to|do|can|would|should|does one)|steps? (?:to|for)|wie (?:kann|muss|soll|\w+ (?:ich|wir|man))"
    r"|comment|cómo|como (?:posso|faço|fazer)|come (?:posso|si|faccio)|hoe (?:kan|moet|\w+ ik)|как\b(?! долго| часто))"
    r"|如何|怎么|怎样|どうやって|方法|어떻게",
    re.IGNORECASE,
)
_LISTED = re.compile(
    r"\b(?:which|what) (?:\w+ ){0,3}(?:are|options|types|formats|kinds|values|ways)\b|\blist of\b|\ball (?:the )?\w+s\b"
    r"|^welche \w+(?:e|en|er) (?:gibt|sind|werden)|^quel(?:le)?s \w+ sont|^(?:qué|cuáles) \w+s|哪些|一覧",
    re.IGNORECASE,
)


def kind_of_query(text: str) -> Kind:
    """What a query asks for, by its words: a comparison, steps, a list, else a fact. Words do not show other kinds.

    >>> [kind_of_query(text) for text in ("a vs b", "how to set it", "which formats are read", "default port")]
    ['comparison', 'procedure', 'list', 'factoid']
    """
    line = " ".join(text.split())
    if _COMPARED.search(line):
        return "comparison"
    if _HOW_TO.search(line):
        return "procedure"
    return "list" if _LISTED.search(line) else "factoid"


def topics_of(documents: Iterable[str]) -> Topic:
    """A document's folder (`.` for the docs folder itself) where there are two or more, else the document itself."""
    folders = {dirname(name) for name in documents}
    return (lambda name: dirname(name) or ".") if len(folders) > 1 else str


@dataclass(frozen=True)
class Likeness:
    """The mix of real queries. `topics` has each query's topic, by its best passage; None where no passage fits.

    `left_out`: the records of their file that could not be read.
    """

    queries: tuple[str, ...]
    topics: tuple[str | None, ...]
    topic_of: Topic
    left_out: tuple[Failure, ...] = ()

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        return tuple(sorted(length(text) for text in self.queries))

    @cached_property
    def bins(self) -> tuple[Length, ...]:
        """Up to three ranges of words, each with about a third of the queries."""
        own = self.lengths
        edges: list[Length] = []
        for third in (1, 2, 3):
            end = own[min(len(own) - 1, round(third * len(own) / 3) - 1)]
            start = edges[-1][1] + 1 if edges else own[0]
            if end >= start:
                edges.append((start, end))
        return tuple(edges)

    def bin_of(self, text: str) -> Length:
        """The range a question belongs to; a question shorter or longer than all ranges belongs to the nearest."""
        ends = [low for low, _ in self.bins]
        return self.bins[max(0, bisect_right(ends, length(text)) - 1)]

    @cached_property
    def forms(self) -> dict[tuple[Style, Length], float]:
        """Style and length together: keywords are short, symptoms long."""
        return _shares(self._each_form)

    @cached_property
    def kinds(self) -> dict[Kind, float]:
        return _shares(kind_of_query(text) for text in self.queries)

    @cached_property
    def topic_shares(self) -> dict[str, float]:
        return _shares(topic for topic in self.topics if topic is not None)

    @cached_property
    def _indexes(self) -> tuple[Blocking, Blocking]:
        """Of the queries' words and of their trigrams: a file may have 100,000 queries."""
        by_words, by_trigrams = words_index(), trigrams_index()
        for text in self.queries:
            by_words.add(frozenset(words(text)))
            by_trigrams.add(trigrams(text))
        return by_words, by_trigrams

    def copies(self, question: str) -> bool:
        """Whether the question is nearly one of the queries, by the measures that find duplicates."""
        by_words, by_trigrams = self._indexes
        return bool(by_words.near(frozenset(words(question))) or by_trigrams.near(trigrams(question)))

    def distances(self, candidates: Sequence[Candidate]) -> dict[str, float]:
        """How far questions are from the queries, 0 to 1: the share of questions that would have to differ.

        Style, kind, topic: total variation distance. Length: the largest difference of the two distributions
        (Kolmogorov-Smirnov).
        """
        if not candidates:
            return {}
        styles = _shares(style for style, _ in self._each_form)
        found = {
            "style": _variation(styles, _shares(c.manner.style or style_of(c.question) for c in candidates)),
            "length": _largest_gap(self.lengths, sorted(length(c.question) for c in candidates)),
            "kind": _variation(self.kinds, _shares(c.kind for c in candidates)),
        }
        if self.topic_shares:
            found["topic"] = _variation(self.topic_shares, _shares(self.topic_of(c.document_id) for c in candidates))
        return {name: round(value, 3) for name, value in found.items()}

    @cached_property
    def _each_form(self) -> list[tuple[Style, Length]]:
        return [(style_of(text), self.bin_of(text)) for text in self.queries]


def _shares(values: Iterable[V]) -> dict[V, float]:
    counts = Counter(values)
    return {value: count / counts.total() for value, count in sorted(counts.items(), key=lambda pair: str(pair[0]))}


def _variation(one: Mapping[V, float], other: Mapping[V, float]) -> float:
    return sum(abs(one.get(key, 0.0) - other.get(key, 0.0)) for key in {**one, **other}) / 2


def _largest_gap(one: Sequence[int], other: Sequence[int]) -> float:
    """The Kolmogorov-Smirnov distance of two sorted samples."""
    return max(abs(bisect_right(one, at) / len(one) - bisect_right(other, at) / len(other)) for at in {*one, *other})
