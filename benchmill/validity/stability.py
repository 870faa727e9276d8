"""Baselines -> whether items agree about which retriever is better: discrimination, halves, the winner."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import fsum, sqrt
from statistics import median

from benchmill.validity.baselines import Baselines, reciprocal
from benchmill.validity.measured import Measured, share_of

_SPLITS = 200
# Fewer systems than this have no order worth comparing; fewer documents cannot be split into halves.
_FEWEST_SYSTEMS = 4
_FEWEST_DOCUMENTS = 4

Scores = Mapping[str, Sequence[float]]
"""System -> its score on each item, all in the same order."""


def stability(baselines: Baselines, runs: Scores | None = None, seed: int = 0) -> list[Measured]:
    """Item discrimination, split-half reliability and the winner's stability over the keyword retrievers.

    `runs` are further systems, scored on the same items.
    """
    pairs = {
        name: [reciprocal(ranking, gold) for ranking, gold in zip(rankings, baselines.gold, strict=True)]
        for name, rankings in {**baselines.rankings, **baselines.variants}.items()
    }
    systems: Scores = {**pairs, **(runs or {})}
    rng = random.Random(seed)  # noqa: S311 - chance for statistics, not for secrets
    return [
        _discrimination(systems),
        _halves(systems, baselines.documents, rng),
        _winner(systems, baselines.documents, rng),
    ]


def discrimination(systems: Scores) -> list[float]:
    """For each item on which systems differ: the correlation of its scores with the systems' means on all others.

    >>> [round(r, 2) for r in discrimination({"a": [1, 1, 0], "b": [0, 0, 1], "c": [0, 0, 0.5]})]
    [0.5, 0.5, -0.87]
    """
    scores = list(systems.values())
    totals = [fsum(one) for one in scores]
    found = []
    for item in range(len(scores[0]) if scores else 0):
        own = [one[item] for one in scores]
        rest = [total - value for total, value in zip(totals, own, strict=True)]
        if (r := correlation(own, rest)) is not None:
            found.append(r)
    return found


def correlation(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Pearson's r; None where either does not vary.

    >>> correlation([0, 1, 2], [1, 3, 5])
    1.0
    """
    n = len(one)
    means = fsum(one) / n, fsum(other) / n
    a, b = [x - means[0] for x in one], [y - means[1] for y in other]
    spread = sqrt(fsum(x * x for x in a) * fsum(y * y for y in b))
    if spread < 1e-12:
        return None
    return round(fsum(x * y for x, y in zip(a, b, strict=True)) / spread, 9)


def kendall(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Kendall's tau b of two lists of scores; None where one of them ties everything.

    >>> kendall([1, 2, 3], [1, 3, 2])
    0.3333333333333333
    """
    agree = untied_one = untied_other = 0
    for i, j in combinations(range(len(one)), 2):
        a, b = _sign(one[i] - one[j]), _sign(other[i] - other[j])
        agree += a * b
        untied_one += a * a
        untied_other += b * b
    both = untied_one * untied_other
    return agree / sqrt(both) if both else None


def _discrimination(systems: Scores) -> Measured:
    label = "Items on which better retrievers do worse"
    meaning = "Read an item that better retrievers miss and worse ones find. Near half, these retrievers do not differ."
    if len(systems) < _FEWEST_SYSTEMS:
        return Measured("negative_discrimination", label, None, 0, _few(systems), meaning)
    found = discrimination(systems)
    method = (
        f"correlation of an item's MRR@10 with the mean of all other items over {len(systems)} retrievers, below 0; "
        f"median {median(found):.2f}; items on which all score alike are left out"
        if found
        else "no item on which the retrievers differ"
    )
    return share_of("negative_discrimination", label, [r < 0 for r in found], meaning, method)


def _halves(systems: Scores, documents: Sequence[str], rng: random.Random) -> Measured:
    label = "Two halves of the items rank retrievers alike (Kendall's tau)"
    meaning = (
        "1: each half gives the same order. Near 0 or below, these retrievers do not differ and their order is chance."
    )
    places = _by_document(documents)
    if len(systems) < _FEWEST_SYSTEMS or len(places) < _FEWEST_DOCUMENTS:
        few = _few(systems) if len(systems) < _FEWEST_SYSTEMS else f"{len(places)} documents are too few for halves"
        return Measured("split_half", label, None, 0, few, meaning, "score")
    names = sorted(places)
    taus = []
    for _ in range(_SPLITS):
        rng.shuffle(names)
        half = [place for name in names[: len(names) // 2] for place in places[name]]
        rest = [place for name in names[len(names) // 2 :] for place in places[name]]
        if (tau := kendall(_means(systems, half), _means(systems, rest))) is not None:
            taus.append(tau)
    taus.sort()
    method = f"median over {len(taus)} random halves of the documents, MRR@10 of {len(systems)} retrievers; interval: "
    method += "the middle 95 % of the halves"
    if not taus:
        return Measured("split_half", label, None, 0, "the retrievers do not differ", meaning, "score")
    span = (taus[len(taus) * 25 // 1000], taus[-1 - len(taus) * 25 // 1000])
    return Measured("split_half", label, median(taus), len(documents), method, meaning, "score", span)


def _winner(systems: Scores, documents: Sequence[str], rng: random.Random) -> Measured:
    label = "Resampled benchmarks with the same best retriever"
    meaning = "Near 100 %, the first place does not depend on which questions were asked."
    places = _by_document(documents)
    if len(systems) < _FEWEST_SYSTEMS or len(places) < _FEWEST_DOCUMENTS:
        return Measured("same_winner", label, None, 0, "too few retrievers or documents", meaning)
    best = _best(_means(systems, range(len(documents))))
    names = sorted(places)
    same = 0
    for _ in range(_SPLITS):
        drawn = [place for name in rng.choices(names, k=len(names)) for place in places[name]]
        same += _best(_means(systems, drawn)) == best
    method = f"documents resampled {_SPLITS} times; MRR@10 of {len(systems)} retrievers; a share of resamples, itself"
    method += " drawn at random: no interval"
    return Measured("same_winner", label, same / _SPLITS, len(documents), method, meaning)


def _by_document(documents: Sequence[str]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = defaultdict(list)
    for place, name in enumerate(documents):
        places[name].append(place)
    return places


def _means(systems: Scores, places: Sequence[int]) -> list[float]:
    return [fsum(scores[place] for place in places) / len(places) for scores in systems.values()]


def _best(means: Sequence[float]) -> int:
    return max(range(len(means)), key=lambda at: means[at])


def _few(systems: Scores) -> str:
    return f"{len(systems)} retrievers on so large a corpus: at least {_FEWEST_SYSTEMS} are needed"


def _sign(value: float) -> int:
    return (value > 1e-12) - (value < -1e-12)
