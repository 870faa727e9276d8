"""Simulated systems with planted differences -> how often `compare` calls them real."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations

from benchmill.scorer.paired import LEVEL, holm, paired_difference

REPEATS = 200
DOCUMENTS, QUESTIONS = 100, 400
PLANTED = (0.0, 0.01, 0.03, 0.10)
"""How much lower the recall of each further system is than the first one's."""
AGREE = 0.8
"""The share of questions on which two equal systems give the same result: good retrievers fail on the same ones."""


def systems(rng: random.Random) -> list[list[float]]:
    """Five systems on the same questions: the first, and one for each planted difference."""
    level = [min(0.98, max(0.02, rng.gauss(0.7, 0.15))) for _ in range(DOCUMENTS)]  # documents differ in difficulty
    shared = [rng.random() for _ in range(QUESTIONS)]
    found = []
    for lost in (0.0, *PLANTED):
        luck = [one if rng.random() < AGREE else rng.random() for one in shared]
        found.append([float(luck[n] < level[n % DOCUMENTS] - lost) for n in range(QUESTIONS)])
    return found


def main(_: Sequence[str] = ()) -> None:
    """Print the table."""
    clusters = [f"d{n % DOCUMENTS}" for n in range(QUESTIONS)]
    alone, corrected, resolvable = [0] * 5, [0] * 5, 0.0
    for repeat in range(REPEATS):
        values = systems(random.Random(repeat))
        pairs = list(combinations(range(5), 2))
        found = [paired_difference(values[a], values[b], clusters, repeat) for a, b in pairs]
        adjusted = holm([one.p for one in found])
        for (first, second), one, p in zip(pairs, found, adjusted, strict=True):
            if first == 0:
                alone[second] += one.p < LEVEL
                corrected[second] += p < LEVEL
                resolvable += one.resolvable() / (4 * REPEATS)
    print(f"# Planted differences, {REPEATS} repeats\n")
    print(
        f"{QUESTIONS} questions of {DOCUMENTS} documents, five systems; recall about 0.7. Two systems alone can resolve"
    )
    print(f"differences from {resolvable:.3f} on (80 % power).\n")
    print("| planted difference | called real, two systems | called real, five systems (Holm) |")
    print("|---|---|---|")
    for number, lost in enumerate(PLANTED, start=1):
        print(f"| {lost:.2f} | {alone[number] / REPEATS:.1%} | {corrected[number] / REPEATS:.1%} |")


if __name__ == "__main__":
    main()
