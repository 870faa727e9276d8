"""Scores of simulated systems -> how often each interval holds the true mean, and how wide it is.

`python -m measurements.intervals > measurements/results/intervals.md`
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import product
from math import fsum

from benchmill.scorer.bootstrap import interval
from benchmill.scorer.proportion import wilson

SAMPLES, DRAWS = 400, 400
RANKS = (1.0, 1 / 2, 1 / 3, 1 / 4, 1 / 5, 1 / 10, 0.0)
Values = list[float]


def hits(rng: random.Random, share: float, count: int) -> tuple[Values, float]:
    """Hit or miss, and the true mean."""
    return [float(rng.random() < share) for _ in range(count)], share


def ranks(rng: random.Random, share: float, count: int) -> tuple[Values, float]:
    """Reciprocal ranks: rank 1 with this share, else each other rank alike."""
    weights = [share, *[(1 - share) / (len(RANKS) - 1)] * (len(RANKS) - 1)]
    return rng.choices(RANKS, weights, k=count), fsum(w * rank for w, rank in zip(weights, RANKS, strict=True))


METHODS: dict[str, Callable[[Sequence[float]], tuple[float, float]]] = {
    "plain bootstrap": lambda values: interval(values, draws=DRAWS),
    "with an unseen question": lambda values: interval(values, draws=DRAWS, bounds=(0.0, 1.0)),
    "Wilson": lambda values: wilson(sum(values), len(values)),
}


def main() -> None:
    print("# How often an interval holds the true mean")
    print()
    print(f"{SAMPLES} simulated samples a row; share of 95 % intervals that hold the true mean, and their mean width.")
    print("`score` uses the interval with an unseen question. Wilson's is for shares, the column for comparison only.")
    print()
    print("| metric | questions | true share of hits or first ranks | " + " | ".join(METHODS) + " |")
    print("|---|---|---|" + "---|" * len(METHODS))
    rng = random.Random(0)
    for draw, count, share in product((hits, ranks), (5, 10, 30, 100), (0.5, 0.8, 0.95, 0.99)):
        held, width = dict.fromkeys(METHODS, 0), dict.fromkeys(METHODS, 0.0)
        for _ in range(SAMPLES):
            values, mean = draw(rng, share, count)
            for name, method in METHODS.items():
                low, high = method(values)
                held[name] += low - 1e-9 <= mean <= high + 1e-9
                width[name] += high - low
        cells = (f"{held[name] / SAMPLES:.0%}, {width[name] / SAMPLES:.2f}" for name in METHODS)
        metric = "hit rate" if draw is hits else "MRR"
        print(f"| {metric} | {count} | {share} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
