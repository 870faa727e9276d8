"""Values of questions -> their mean's 95 % interval, by resampling questions or whole documents."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import fsum, sqrt

DRAWS = 2000
# From here on a normal interval differs from 2,000 draws by less than two sets of 2,000 draws differ.
MANY = 2000


def interval(
    values: Sequence[float], *, clusters: Sequence[str] | None = None, seed: int = 0, draws: int = DRAWS
) -> tuple[float, float]:
    """The 95 % percentile bootstrap interval (low, high) of the mean of `values`; equal seeds give equal intervals.

    With `clusters` (a document's name for each value) whole documents are drawn: questions of one document correlate,
    and drawing them singly would make the interval too narrow. With more than 2,000 units to draw from, the function
    returns the normal interval of the same resampling.

    >>> interval([0.0, 1.0] * 50)
    (0.4, 0.59)
    >>> interval([0.5])
    (0.5, 0.5)
    """
    if not values:
        raise ValueError("an interval needs at least one value")
    if clusters is not None and len(clusters) != len(values):
        raise ValueError(f"{len(clusters)} clusters for {len(values)} values")
    sums, sizes = units(values, clusters)
    if min(values) == max(values) or len(sums) == 1:
        mean = fsum(values) / len(values)
        return (mean, mean)
    if len(sums) > MANY:
        return _normal(sums, sizes)
    means = sorted(_draw(sums, sizes, random.Random(seed), draws))  # noqa: S311 - chance for statistics, not for secrets
    return (means[int(0.025 * draws)], means[-1 - int(0.025 * draws)])


def units(values: Sequence[float], clusters: Sequence[str] | None) -> tuple[list[float], list[int]]:
    """The sums and sizes of the units of resampling: each value alone, or the values of one cluster."""
    if clusters is None:
        return list(values), [1] * len(values)
    grouped: dict[str, list[float]] = {}
    for value, cluster in zip(values, clusters, strict=True):
        grouped.setdefault(cluster, []).append(value)
    return [fsum(group) for group in grouped.values()], [len(group) for group in grouped.values()]


def _draw(sums: list[float], sizes: list[int], rng: random.Random, draws: int) -> list[float]:
    count = len(sums)
    if len(set(sizes)) == 1:  # every draw has the same number of values: one look-up a unit instead of two
        divisor = count * sizes[0]
        return [sum(rng.choices(sums, k=count)) / divisor for _ in range(draws)]
    pairs = list(zip(sums, sizes, strict=True))
    means = []
    for _ in range(draws):
        drawn_sums, drawn_sizes = zip(*rng.choices(pairs, k=count), strict=True)
        means.append(sum(drawn_sums) / sum(drawn_sizes))
    return means


def _normal(sums: list[float], sizes: list[int]) -> tuple[float, float]:
    total = sum(sizes)
    mean = fsum(sums) / total
    error = sqrt(fsum((part - mean * size) ** 2 for part, size in zip(sums, sizes, strict=True))) / total
    return (mean - 1.959964 * error, mean + 1.959964 * error)
