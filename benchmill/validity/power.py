"""Baselines -> which difference between two retrievers the benchmark can detect, clustered by document."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import ceil, fsum, sqrt
from statistics import median

from benchmill.scorer.proportion import wilson
from benchmill.validity.baselines import Baselines, found
from benchmill.validity.measured import Measured

# (1.96 + 0.84): a two-sided test at 5 % that finds a true difference of this size in 80 % of cases.
_FACTOR = 2.80
# The least share of items on which two systems are assumed to disagree, since other retrievers differ more than ours.
_LEAST_DISAGREEMENT = 0.10
_FEW_DOCUMENTS = 5
_ASSUMED_CORRELATION = 0.1


@dataclass(frozen=True, slots=True)
class Power:
    """These items are worth `n_effective` independent items; `detectable` is a difference in hit@10, 0 to 1."""

    n: int
    documents: int
    design_effect: float
    disagreement: float
    separable: float | None
    pairs: int
    asked: int = 0
    """The number of items on which the retrievers ran."""

    @property
    def n_effective(self) -> float:
        return self.n / self.design_effect

    @property
    def detectable(self) -> float | None:
        """The minimum detectable difference: 2.80 sqrt(disagreement / n_effective); None without items."""
        return min(1.0, _FACTOR * sqrt(self.disagreement / self.n_effective)) if self.n else None

    @property
    def detectable_ci95(self) -> tuple[float, float] | None:
        """The detectable difference at both ends of the disagreement's interval; None at the assumed minimum."""
        if not self.n or self.disagreement <= _LEAST_DISAGREEMENT:
            return None
        low, high = wilson(round(self.disagreement * self.asked), self.asked)
        least = max(low, _LEAST_DISAGREEMENT)
        return min(1.0, _FACTOR * sqrt(least / self.n_effective)), min(1.0, _FACTOR * sqrt(high / self.n_effective))

    def more_items_for(self, difference: float) -> int:
        """How many more items of this sort would bring the detectable difference down to `difference`."""
        if not self.n:
            return ceil(_FACTOR**2 * self.disagreement / difference**2)
        return max(0, ceil(self.design_effect * self.disagreement * (_FACTOR / difference) ** 2) - self.n)


def power_of(baselines: Baselines, items: int, documents: Sequence[str]) -> Power:
    """The power from the differences of all pairs of full-text baselines, for `items` items of these documents."""
    differences = [
        [found(one, gold) - found(other, gold) for one, other, gold in zip(a, b, baselines.gold, strict=True)]
        for a, b in combinations(baselines.full_text().values(), 2)
    ]
    names = baselines.documents
    spread = [fsum(x * x for x in d) / len(d) for d in differences if d]
    apart = [separated(d, names) for d in differences] if names else []
    return Power(
        n=items,
        documents=len(set(documents)),
        design_effect=_effect_of_all(differences, names, items, documents),
        disagreement=max(_LEAST_DISAGREEMENT, median(spread)) if spread else _LEAST_DISAGREEMENT,
        separable=sum(apart) / len(apart) if apart else None,
        pairs=len(differences),
        asked=len(names),
    )


def _effect_of_all(
    differences: Sequence[Sequence[float]], asked: Sequence[str], items: int, documents: Sequence[str]
) -> float:
    """The design effect for all items, measured on those in the documents `asked`; assumed where documents are few."""
    effects = [_design_effect(d, asked) for d in differences]
    effect = max(1.0, median(effects)) if effects else 1.0
    if len(asked) < items and (sampled := _others_in_cluster(asked)):
        effect = 1 + (effect - 1) * _others_in_cluster(documents) / sampled
    count = len(set(documents))
    if 0 < count < _FEW_DOCUMENTS:
        effect = max(effect, 1 + (len(documents) / count - 1) * _ASSUMED_CORRELATION)
    return effect


def clustered_error(differences: Sequence[float], clusters: Sequence[str]) -> float:
    """The standard error of the mean where items of one cluster are not independent.

    >>> round(clustered_error([1.0, 1.0, -1.0, -1.0], ["a", "a", "b", "b"]), 3)
    1.0
    """
    mean = fsum(differences) / len(differences)
    sums: dict[str, float] = defaultdict(float)
    for value, cluster in zip(differences, clusters, strict=True):
        sums[cluster] += value - mean
    count = len(sums)
    correction = sqrt(count / (count - 1)) if count > 1 else 1.0
    return correction * sqrt(fsum(part * part for part in sums.values())) / len(differences)


def separated(differences: Sequence[float], clusters: Sequence[str]) -> bool:
    """Whether the mean difference is further from 0 than chance explains (clustered, two-sided, 5 %)."""
    if len(set(clusters)) < 2:
        return False  # one cluster has no spread
    return abs(fsum(differences) / len(differences)) > 1.959964 * clustered_error(differences, clusters)


def as_numbers(power: Power, documents: Sequence[str]) -> list[Measured]:
    """The power of the benchmark as numbers of the report."""
    per_document = Counter(documents)
    most = max(per_document.values(), default=0)
    return [
        Measured(
            "minimum_detectable_difference",
            "Minimum detectable difference (hit@10)",
            power.detectable,
            power.n,
            f"2.80 x sqrt(disagreement {power.disagreement:.2f} / effective items {power.n_effective:.0f}); 80 % power"
            f" at 5 %; median of {power.pairs} pairs of keyword retrievers, at least {_LEAST_DISAGREEMENT:.2f};"
            " Wilson's interval of the disagreement",
            "Smaller differences between two retrievers are noise.",
            "points",
            power.detectable_ci95,
        ),
        Measured(
            "design_effect",
            "Design effect of documents",
            power.design_effect,
            power.n,
            "(clustered / independent standard error)^2, median over pairs"
            + f"; from {power.asked:,} sampled items, for as many a document as all have" * (0 < power.asked < power.n)
            if power.documents >= _FEW_DOCUMENTS
            else "too few documents to measure: a correlation of 0.1 within documents is assumed",
            "Items of one document resemble each other: this many of them are worth one independent item.",
            "ratio",
        ),
        Measured(
            "effective_items",
            "Effective number of items",
            power.n_effective if power.n else 0.0,
            power.n,
            "items / design effect",
            "Intervals depend on this number; below 50 a benchmark is a smoke test.",
            "count",
        ),
        Measured(
            "separable_pairs",
            "Pairs of keyword retrievers told apart",
            power.separable,
            power.pairs,
            "paired difference in hit@10, clustered by document",
            "How many of these pairs the benchmark can order.",
        ),
        Measured(
            "most_items_in_a_document",
            "Share of items in the document with most",
            most / power.n if power.n else None,
            power.n,
            "counted",
            "Over one half: the benchmark is about one document.",
        ),
    ]


def _others_in_cluster(clusters: Sequence[str]) -> float:
    """How many others of its cluster an item has on average: the design effect grows with this number (Kish, 1965)."""
    return sum(count * (count - 1) for count in Counter(clusters).values()) / max(1, len(clusters))


def _design_effect(differences: Sequence[float], clusters: Sequence[str]) -> float:
    n = len(differences)
    if n < 2:
        return 1.0
    mean = fsum(differences) / n
    variance = fsum((value - mean) ** 2 for value in differences) / (n - 1)
    return clustered_error(differences, clusters) ** 2 / (variance / n) if variance else 1.0
