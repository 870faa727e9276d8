"""Examined -> keyword retrievers' rankings of its passages, and the retrievers' scores item by item."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from benchmill.critique.checks import CorpusFacts
from benchmill.records.words import content_words
from benchmill.retrieving.bm25 import Bm25
from benchmill.validity.asked_words import AskedWords
from benchmill.validity.examined import Examined, Gold

DEPTH = 30
K = 10
# More items would take longer and change no number in its second digit.
MOST_ITEMS = 600
# Characters of text up to which the index over pieces of words is built: about five seconds on one core.
MOST_TEXT = 5_000_000
PIECE = 4

Ranking = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Baselines:
    """Rankings by name of retriever, each with one ranking for every item of `places` (numbers of examined items)."""

    places: tuple[int, ...]
    gold: tuple[Gold, ...]
    documents: tuple[str, ...]
    rankings: dict[str, tuple[Ranking, ...]]
    variants: dict[str, tuple[Ranking, ...]] = field(default_factory=dict)
    """Rankings of cruder retrievers, for more systems to order; the report does not show their scores."""

    def full_text(self) -> dict[str, tuple[Ranking, ...]]:
        """The retrievers that read whole passages: people do not compare systems as weak as headings alone."""
        return {name: rankings for name, rankings in self.rankings.items() if name != "headings"}


def run_baselines(examined: Examined, seed: int = 0) -> Baselines:
    """Run four keyword retrievers on every item, or on 600 items chosen with the random seed.

    `bm25`: words. `bm25 + headings`: words of passage, headings and title. `headings`: headings and title alone.
    `word pieces`: runs of four characters within words, which find other forms of a word; left out for large corpora.
    """
    numbers = range(len(examined.items))
    rng = random.Random(seed)  # noqa: S311 - chance for statistics, not for secrets
    places = tuple(sorted(rng.sample(numbers, MOST_ITEMS))) if len(numbers) > MOST_ITEMS else tuple(numbers)
    questions = [examined.items[place].candidate.question[:4000] for place in places]
    rankings = {
        name: tuple(_ranking(index, question) for question in questions)
        for name, index in _indexes(examined.facts, questions)
    }
    chunks, language = examined.facts.chunks, examined.facts.language
    variants = {}
    if sum(len(chunk.text) for chunk in chunks) <= MOST_TEXT:
        index = Bm25.of([pieces(chunk.text, language) for chunk in chunks], language="")
        rankings["word pieces"] = tuple(_ranking(index, pieces(question, language)) for question in questions)
        variants = {
            name: tuple(_ranking(index, question) for question in questions)
            for name, index in _crude_indexes(examined.facts, questions)
        }
    return Baselines(
        places,
        tuple(examined.gold[place] for place in places),
        tuple(examined.documents[place] for place in places),
        rankings,
        variants,
    )


def _indexes(facts: CorpusFacts, questions: Sequence[str]) -> Iterator[tuple[str, Bm25]]:
    """One index after the other, since the index of a large corpus takes a hundred megabytes."""
    asked = AskedWords(questions, facts.language)
    texts = [asked.numbers(chunk.text) for chunk in facts.chunks]
    known: dict[tuple[str, tuple[str, ...]], list[int]] = {}
    heads = []
    for chunk in facts.chunks:
        key = (chunk.document_id, chunk.headings)
        if key not in known:
            known[key] = asked.numbers("\n".join((facts.title(chunk.document_id), *chunk.headings)))
        heads.append(known[key])

    def index(ids: list[list[int]]) -> Bm25:
        return Bm25.of_ids(ids, asked.vocabulary, language=facts.language)

    yield "bm25", index(texts)
    yield "bm25 + headings", index([head + text for head, text in zip(heads, texts, strict=True)])
    yield "headings", index(heads)


def _crude_indexes(facts: CorpusFacts, questions: Sequence[str]) -> Iterator[tuple[str, Bm25]]:
    """Two cruder retrievers: one by whether a passage has a word, one by how often, whatever the passage's length."""
    asked = AskedWords(questions, facts.language)
    texts = [asked.numbers(chunk.text) for chunk in facts.chunks]
    yield "words present", Bm25.of_ids(texts, asked.vocabulary, language=facts.language, k1=0.0, b=0.0)
    yield "words counted", Bm25.of_ids(texts, asked.vocabulary, language=facts.language, k1=100.0, b=0.0)


def pieces(text: str, language: str) -> str:
    """The runs of four characters within each content word, as words of their own.

    >>> pieces("the retries", "en")
    'retr etri'
    """
    return " ".join(
        word[at : at + PIECE] for word in content_words(text, language) for at in range(max(1, len(word) - PIECE + 1))
    )


def component_ranks(ranking: Sequence[int], gold: Gold) -> tuple[int | None, ...]:
    """For each component the first rank (from 1) of a passage that holds it, or None."""
    return tuple(next((rank for rank, place in enumerate(ranking, 1) if place in part), None) for part in gold)


def found(ranking: Sequence[int], gold: Gold, k: int = K) -> float:
    """1 where the first `k` passages hold every component, else 0."""
    return float(all(rank is not None and rank <= k for rank in component_ranks(ranking, gold)))


def reciprocal(ranking: Sequence[int], gold: Gold, k: int = K) -> float:
    """1 / the rank by which every component is found; 0 where one is not among the first `k`."""
    ranks = component_ranks(ranking, gold)
    deepest = max((rank or DEPTH + 1 for rank in ranks), default=DEPTH + 1)
    return 1 / deepest if deepest <= k else 0.0


def _ranking(index: Bm25, query: str) -> Ranking:
    return tuple(place for place, _ in index.top(query, DEPTH))
