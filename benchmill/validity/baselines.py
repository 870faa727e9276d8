"""Examined -> keyword retrievers' rankings of its passages, and the retrievers' scores item by item."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from benchmill.records.words import content_words
from benchmill.retrieving.bm25 import Bm25
from benchmill.retrieving.counted_words import CountedTexts
from benchmill.validity.examined import Examined, Gold, question_of

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
    questions = [question_of(examined.items[place]) for place in places]
    asked, chunks, language = examined.asked, examined.facts.chunks, examined.facts.language
    rankings = {"bm25": _rankings(asked.texts, questions)}
    rankings["bm25 + headings"] = _rankings(asked.whole, questions)
    rankings["headings"] = _rankings(asked.heads, questions)
    variants = {}
    if sum(chunk.end - chunk.start for chunk in chunks) <= MOST_TEXT:
        index = Bm25.of([pieces(chunk.text, language) for chunk in chunks], language="")
        rankings["word pieces"] = tuple(
            places_of(index.top(pieces(question, language), DEPTH)) for question in questions
        )
        # by whether a passage has a word, and by how often, whatever the passage's length
        variants = {
            "words present": _rankings(asked.texts, questions, k1=0.0, b=0.0),
            "words counted": _rankings(asked.texts, questions, k1=100.0, b=0.0),
        }
    return Baselines(
        places,
        tuple(examined.gold[place] for place in places),
        tuple(examined.documents[place] for place in places),
        rankings,
        variants,
    )


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


def _rankings(
    index: CountedTexts, questions: Sequence[str], *, k1: float = 1.5, b: float = 0.75
) -> tuple[Ranking, ...]:
    return tuple(places_of(index.top(question, DEPTH, k1=k1, b=b)) for question in questions)


def places_of(found: Iterable[tuple[int, float]]) -> Ranking:
    """The ranking without its scores."""
    return tuple(place for place, _ in found)
