"""Candidate -> the earlier candidate that asks the same (duplicate), over the whole benchmark, or None."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import cached_property, lru_cache

from benchmill.critique.blocking import Blocking
from benchmill.critique.opposites import opposed
from benchmill.critique.own_answer import has_parts
from benchmill.critique.same_parts import same_parts
from benchmill.critique.same_way import TwoHops, same_way, two_hops
from benchmill.records.candidate import Candidate
from benchmill.records.corpus import Span
from benchmill.records.languages import CODE
from benchmill.records.names import Names
from benchmill.records.numbers import answer_tokens
from benchmill.records.words import contains, content_words, is_plain_word, words

TOKEN_JACCARD = 0.85
TRIGRAM_COSINE = 0.9
_SAME_QUOTE = 0.8  # share of the characters of either quote that both must share
_SAME_PLACE = 0.5  # the same of a quote and what a critic quoted there
_LONGEST = 4000
_SHORTEST_TOLD = 4  # characters: a question has `1` or `on` by chance
_NO_LETTERS = re.compile(r"\W+")
_SPACE_OR_QUOTE = re.compile(r"[\s`'\"]+")
_NEGATION_WORDS = """
    no not without never cannot unless except disable disabled disables don't doesn't isn't can't won't shouldn't
    nicht kein keine ohne nie pas sans jamais aucun sin nunca non senza não sem niet geen zonder"""
_NEGATIONS = frozenset(_NEGATION_WORDS.split())


@dataclass(frozen=True, slots=True)
class _Entry:
    """What is kept of each question: few objects, because a large benchmark has tens of thousands of them."""

    candidate: Candidate
    answer: tuple[str, ...]
    quotes: tuple[Span, ...]
    found: tuple[Span, ...]
    """Other places that critics or equal texts gave the same answer."""
    hops: TwoHops | None

    @property
    def question(self) -> str:
        return self.candidate.question[:_LONGEST]


class _Wording:
    """What decides whether two questions of nearly the same words ask for different things, worked out when needed."""

    def __init__(self, question: str, language: str) -> None:
        self._question, self._language = question, language
        self.order = words(question)

    @cached_property
    def names(self) -> frozenset[str]:
        return Names.of(self._question, self._language).tokens

    @cached_property
    def code(self) -> frozenset[str]:
        spans = CODE.findall(self._question)
        return frozenset(_SPACE_OR_QUOTE.sub("", span.casefold()).removesuffix("()") for span in spans)

    @cached_property
    def stems(self) -> frozenset[str]:
        return frozenset(content_words(self._question, self._language))


class Duplicates:
    """The questions of a benchmark, as an index that finds a new question's duplicate.

    Two questions are duplicates if their words (Jaccard >= 0.85) or character trigrams (cosine >= 0.9) agree, or if
    both have the same answer and quote, or one's quote is a further place of the other's answer; where the answers are
    nearly the same, the quotes must be equal, or each that of the other. They are no duplicates if only one of them has
    some number, identifier, name or negation. Nor are they if a content word, a word and its opposite (before, after)
    or the order of names differs, and answers and quotes differ, too. Two multi-hop questions with one fact at their
    end are compared by the way to it (same_way.py), and answers of several parts by these (same_parts.py). The search
    is exact: blocking by rare features misses no pair. 10,000 questions take two to three seconds.
    """

    def __init__(self, language: str = "en") -> None:
        self._language = language
        self._entries: list[_Entry] = []
        self._words, self._trigrams = words_index(), trigrams_index()
        self._latest: _Entry | None = None
        self._tokens: frozenset[str] = frozenset()  # of the latest
        self._grams: frozenset[str] = frozenset()
        self._left_out: set[int] = set()
        self._facts: dict[tuple[str, tuple[str, ...]], list[int]] = {}
        self._by_document: dict[str, list[int]] = {}
        self._by_quote: dict[Span, list[int]] = {}
        self._answers: dict[tuple[str, ...], list[int]] = {}  # those of several parts

    def __len__(self) -> int:
        return len(self._entries)

    def find(self, candidate: Candidate) -> Candidate | None:
        """The first of the added candidates that `candidate` repeats."""
        entry = self._entry(candidate)
        alike = {*self._words.near(self._tokens), *self._trigrams.near(self._grams)}
        told = {number for span in entry.quotes for number in self._facts.get((span.document_id, entry.answer), ())}
        if has_parts(candidate):
            told |= set(self._answers.get(entry.answer, ()))
        if entry.hops or has_parts(candidate):
            told |= {number for span in entry.quotes for number in self._by_document.get(span.document_id, ())}
        told |= {number for span in entry.found for number in self._by_document.get(span.document_id, ())}
        told |= {number for span in entry.quotes for number in self._by_quote.get(span, ())}
        for number in sorted((alike | told) - self._left_out):
            other = self._entries[number]
            way = same_way(entry.hops, other.hops) if entry.hops and other.hops else None
            same = (
                _same_fact(entry, other)
                or same_parts(candidate, other.candidate)
                or (number in alike and not _distinct(entry, other, self._language))
            )
            if same if way is None else way:
                return other.candidate
        return None

    def other_side(self, candidate: Candidate) -> Candidate | None:
        """The first added candidate that asks the same fact from its other side: one question holds the other's answer.

        Both have the same quote: "Which option sets the pool?" and "What does `pool_size` set?". With different quotes,
        a question may name an identifier that is another question's answer.
        """
        entry = self._entry(candidate)
        near = {number for span in entry.quotes for number in self._by_document.get(span.document_id, ())}
        for number in sorted(near - self._left_out):
            other = self._entries[number]
            if _share_quotes(entry, other, _SAME_QUOTE) and (
                _tells(entry, other, self._language) or _tells(other, entry, self._language)
            ):
                return other.candidate
        return None

    def add(self, candidate: Candidate) -> None:
        """Remember `candidate`; later ones are compared with it."""
        entry = self._entry(candidate)
        number = len(self._entries)
        self._entries.append(entry)
        self._words.add(self._tokens)
        self._trigrams.add(self._grams)
        if has_parts(candidate):
            self._answers.setdefault(entry.answer, []).append(number)
        for document_id in dict.fromkeys(span.document_id for span in (*entry.quotes, *entry.found)):
            self._facts.setdefault((document_id, entry.answer), []).append(number)
        for span in dict.fromkeys(entry.quotes):
            self._by_quote.setdefault(span, []).append(number)
        for document_id in dict.fromkeys(span.document_id for span in entry.quotes):
            self._by_document.setdefault(document_id, []).append(number)

    def leave_out(self, number: int) -> None:
        """Compare nothing any more with the candidate that was added as this number, from 0."""
        self._left_out.add(number)

    def _entry(self, candidate: Candidate) -> _Entry:
        if self._latest is not None and self._latest.candidate is candidate:
            return self._latest  # the caller adds a candidate right after a search that found no duplicate
        answer = "\n".join(part.text for part in candidate.components) or candidate.answer
        if not candidate.answer.strip():
            answer = ""  # imported without an answer: its component is a passage, which may answer many questions
        self._latest = _Entry(
            candidate=candidate,
            answer=tuple(answer_tokens(answer[:_LONGEST], self._language)),
            quotes=tuple(evidence.span for evidence in candidate.original_evidence),
            found=tuple(evidence.span for evidence in candidate.evidence if evidence.is_added),
            hops=two_hops(candidate, self._language),
        )
        self._tokens, self._grams = frozenset(words(self._latest.question)), trigrams(self._latest.question)
        return self._latest


def words_index() -> Blocking:
    """Finds sets with a Jaccard of 0.85 or more."""
    return Blocking(
        TOKEN_JACCARD,
        lambda one, other: TOKEN_JACCARD / (1 + TOKEN_JACCARD) * (one + other),
        lambda both, one, other: both / (one + other - both) >= TOKEN_JACCARD,
    )


def trigrams_index() -> Blocking:
    """Finds sets with a cosine of 0.9 or more."""
    return Blocking(
        TRIGRAM_COSINE**2,
        lambda one, other: TRIGRAM_COSINE * math.sqrt(one * other),
        lambda both, one, other: both / math.sqrt(one * other) >= TRIGRAM_COSINE,
    )


def jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    """The number of shared elements over the number of all elements; 0 for two empty sets.

    >>> jaccard(frozenset("ab"), frozenset("bc"))
    0.3333333333333333
    """
    shared = len(one & other)
    union = len(one) + len(other) - shared
    return shared / union if union else 0.0


def cosine(one: frozenset[str], other: frozenset[str]) -> float:
    """The cosine of two sets as 0/1 vectors; 0 where one is empty."""
    return len(one & other) / math.sqrt(len(one) * len(other)) if one and other else 0.0


def trigrams(text: str) -> frozenset[str]:
    """The character 3-grams of a text, after lower-casing, joining white space, and adding a space at either end."""
    line = " " + _NO_LETTERS.sub(" ", text[:_LONGEST].casefold()).strip() + " "
    return frozenset(map("".join, zip(line, line[1:], line[2:], strict=False)))


def _tells(one: _Entry, other: _Entry, language: str) -> bool:
    """Whether the question of `one` holds the answer of `other`; an answer of a letter or digit does not count."""
    return sum(map(len, other.answer)) >= _SHORTEST_TOLD and contains(_asked(one.question, language), other.answer)


def _same_fact(one: _Entry, other: _Entry) -> bool:
    if not one.answer or not other.answer:
        return False
    found = _is_found(one, other), _is_found(other, one)
    if one.answer == other.answer:
        return any(found) or _share_quotes(one, other, _SAME_QUOTE)
    if not _answers_agree(one.answer, other.answer):
        return False
    if len(one.candidate.components) > 1 or len(other.candidate.components) > 1:
        return all(found)
    return all(found) or (_nearly_one(one.answer, other.answer) and one.quotes == other.quotes)


def _nearly_one(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two answers, one inside the other, have a number in common or most of their words: "31 March", "on 31
    March"; one quote may have several answers."""
    shared = set(one) & set(other)
    return 2 * len(shared) >= max(len(one), len(other)) or any(word[0].isdigit() for word in shared)


def _is_found(one: _Entry, other: _Entry) -> bool:
    """Whether each quote of one is a further place of the other's answer, which a critic may have quoted longer."""
    return all(any(_overlap(quote, place) >= _SAME_PLACE for place in other.found) for quote in one.quotes)


def _share_quotes(one: _Entry, other: _Entry, part: float) -> bool:
    return any(_overlap(a, b) >= part for a in one.quotes for b in other.quotes)


def _overlap(one: Span, other: Span) -> float:
    shared = one.shared(other)
    return shared / (max(one.end, other.end) - min(one.start, other.start)) if shared else 0.0


@lru_cache(maxsize=4096)
def _asked(question: str, language: str) -> tuple[str, ...]:
    return tuple(answer_tokens(question, language))


@lru_cache(maxsize=4096)
def _wording(question: str, language: str) -> _Wording:
    return _Wording(question, language)


def _distinct(one_entry: _Entry, other_entry: _Entry, language: str) -> bool:
    """Whether two questions with nearly the same words ask for different things."""
    one, other = _wording(one_entry.question, language), _wording(other_entry.question, language)
    difference = set(one.order) ^ set(other.order)
    if any(not is_plain_word(word) or word in _NEGATIONS for word in difference):
        return True
    # `(cat)` and `((cat))` are the same words.
    if len(one.code) == len(other.code) and one.code != other.code:
        return True
    marks = one.names | other.names
    if not difference.isdisjoint(marks):
        return True
    if _answers_agree(one_entry.answer, other_entry.answer) or _share_quotes(one_entry, other_entry, 0.0001):
        return False
    # "the connect timeout" and "the read timeout", "before" and "after", "from A to B" and "from B to A", with answers
    # of their own.
    replaced = bool(one.stems - other.stems) and bool(other.stems - one.stems)
    contrary = opposed(one_entry.question, other_entry.question, language)
    return replaced or contrary or [w for w in one.order if w in marks] != [w for w in other.order if w in marks]


def _answers_agree(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    short, long = sorted((set(one), set(other)), key=len)
    return short <= long and bool(short)
