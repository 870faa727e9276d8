"""Examined, Baselines, vectors -> how far matching words beats meaning, and what it loses on paraphrases."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from benchmill.critique.checks import overlap
from benchmill.retrieving.dense import Recorded, nearest
from benchmill.validity.baselines import DEPTH, Baselines, Ranking, places_of, reciprocal
from benchmill.validity.examined import Examined
from benchmill.validity.measured import Measured, mean_of

_HOW = "benchmill retrieve BENCH --retriever dense:SPEC, then benchmill report"


def wording_gap(examined: Examined, baselines: Baselines, recorded: Recorded | None) -> list[Measured]:
    """BM25's lead over an embedding model whose vectors are in the ledger, and how it grows with copied words.

    Without vectors word pieces take the model's place, which the method says.
    """
    dense = recorded is not None and not recorded.missing
    key = "bm25_dense" if dense else "bm25_pieces"
    name, other, note = _other(examined, baselines, recorded)
    lead = f"bm25 ranks the evidence higher than {name} (MRR@10)"
    grows = "How much this lead grows with the share of question words that are in the passage"
    meaning = "Above 0, and more where the overlap is high: the questions copy words, which flatters keyword search."
    if other is None:
        return [Measured(f"{key}_gap", lead, None, 0, note, meaning, "score")]
    gaps = [
        reciprocal(own, gold) - reciprocal(one, gold)
        for own, one, gold in zip(baselines.rankings["bm25"], other, baselines.gold, strict=True)
    ]
    cases = [examined.cases[place] for place in baselines.places]
    shares = [overlap(case) if case else 0.0 for case in cases]
    gap = mean_of(f"{key}_gap", lead, gaps, meaning, clusters=baselines.documents, method=f"paired; {note}")
    slopes = slope_values(shares, gaps)
    method = "slope of the lead on the overlap (0 to 1), least squares"
    slope = mean_of(f"{key}_slope", grows, slopes, meaning, clusters=baselines.documents, method=method)
    return [gap, slope]


def paraphrase_drop(examined: Examined, baselines: Baselines) -> list[Measured]:
    """What BM25 loses where the question is asked in the other words of `premium`; nothing without paraphrases."""
    asked = [
        (at, paraphrase)
        for at, place in enumerate(baselines.places)
        if (paraphrase := examined.items[place].critique.paraphrase)
    ]
    if not asked:
        return []
    losses = [
        reciprocal(baselines.rankings["bm25"][at], baselines.gold[at])
        - reciprocal(places_of(examined.asked.texts.top(paraphrase, DEPTH)), baselines.gold[at])
        for at, paraphrase in asked
    ]
    return [
        mean_of(
            "paraphrase_drop",
            "bm25 loses on paraphrases of the questions (MRR@10)",
            losses,
            "So much of its score it owes to the words of the questions, not to what they ask.",
            clusters=[baselines.documents[at] for at, _ in asked],
            method="the question and its paraphrase, to which the critic found the same answer; paired",
        )
    ]


def slope_values(x: Sequence[float], y: Sequence[float]) -> list[float]:
    """A value for each point; their mean is the slope of `y` on `x`, and resampling them gives its interval.

    The value is the slope plus the point's influence on it (infinitesimal jackknife). Empty where `x` does not vary.

    >>> [round(value, 6) for value in slope_values([0.0, 0.5, 1.0], [1.0, 2.0, 3.0])]
    [2.0, 2.0, 2.0]
    """
    n = len(x)
    if not n:
        return []
    middle, height = fsum(x) / n, fsum(y) / n
    spread = fsum((one - middle) ** 2 for one in x)
    if spread < 1e-9:
        return []
    slope = fsum((a - middle) * (b - height) for a, b in zip(x, y, strict=True)) / spread
    return [slope + n * (a - middle) * (b - height - slope * (a - middle)) / spread for a, b in zip(x, y, strict=True)]


def _other(
    examined: Examined, baselines: Baselines, recorded: Recorded | None
) -> tuple[str, Sequence[Ranking] | None, str]:
    """The name and rankings of what BM25 is compared with, and a note for the method."""
    if recorded is not None and not recorded.missing:
        texts = [recorded.vectors[chunk.text] for chunk in examined.facts.chunks]
        asked = [recorded.vectors[examined.items[place].candidate.question] for place in baselines.places]
        return recorded.model, [places_of(found) for found in nearest(asked, texts, DEPTH)], "vectors of the ledger"
    why = f"there are no vectors of an embedding model ({_HOW}; up to 50,000 passages)"
    if recorded is not None:
        why = f"{recorded.missing:,} texts have no vector of {recorded.model} yet ({_HOW})"
    pieces = baselines.rankings.get("word pieces")
    name = "word pieces" if pieces else "an embedding model"
    return name, pieces, f"{why}; word pieces take its place" if pieces else why
