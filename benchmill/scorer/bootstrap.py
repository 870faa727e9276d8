"""Values of questions -> their mean's 95 % interval, by resampling questions or whole documents."""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from math import fsum, sqrt

DRAWS = 2000
# From here on a normal interval differs from 2,000 draws by less than two sets of 2,000 draws differ.
MANY = 2000


def interval(
    values: Sequence[float],
    *,
    clusters: Sequence[str] | None = None,
    seed: int = 0,
    draws: int = DRAWS,
    bounds: tuple[float, float] | None = None,
) -> tuple[float, float]:
    """The 95 % percentile bootstrap interval (low, high) of the mean of `values`; equal seeds give equal intervals.

    With `clusters` (a document's name for each value) whole documents are drawn: questions of one document correlate,
    and drawing them singly would make the interval too narrow. With more than 2,000 units to draw from, the function
    returns the normal interval of the same resampling.

    `bounds`: the least and the largest value that a question can have. A sample in which nearly all values are equal
    shows too little of what differs: of 30 questions with a true share of 0.95, the plain interval holds that share
    four times in five. So one unit that was not seen is drawn with the others, at the lower bound for the low end and
    at the upper bound for the high end. For equal values this gives the rule of three, for shares about Wilson's
    interval. With exponential weights in place of draws it is the bound of Gaffke (2005), see Phan, Thomas and
    Learned-Miller, "Towards practical mean bounds for small samples" (ICML 2021).

    >>> interval([0.0, 1.0] * 50), interval([1.0] * 50)
    ((0.4, 0.59), (1.0, 1.0))
    >>> low, high = interval([1.0] * 50, bounds=(0, 1))
    >>> round(low, 2), high
    (0.94, 1.0)
    """
    if not values:
        raise ValueError("an interval needs at least one value")
    if clusters is not None and len(clusters) != len(values):
        raise ValueError(f"{len(clusters)} clusters for {len(values)} values")
    sums, sizes = units(values, clusters)
    if bounds:
        return _bounded(sums, sizes, bounds, seed, draws)
    if min(values) == max(values) or len(sums) == 1:
        mean = fsum(values) / len(values)
        return (mean, mean)
    if len(sums) > MANY:
        return _normal(sums, sizes)
    draw = _drawer(sums, sizes, seed)
    means = sorted(total / length for total, length in (draw(len(sums)) for _ in range(draws)))
    return (means[int(0.025 * draws)], means[-1 - int(0.025 * draws)])


def units(values: Sequence[float], clusters: Sequence[str] | None) -> tuple[list[float], list[int]]:
    """The sums and sizes of the units of resampling: each value alone, or the values of one cluster."""
    if clusters is None:
        return list(values), [1] * len(values)
    grouped: dict[str, list[float]] = {}
    for value, cluster in zip(values, clusters, strict=True):
        grouped.setdefault(cluster, []).append(value)
    return [fsum(group) for group in grouped.values()], [len(group) for group in grouped.values()]


def _bounded(
    sums: list[float], sizes: list[int], bounds: tuple[float, float], seed: int, draws: int
) -> tuple[float, float]:
    """The interval of the units and one more of their mean size, whose values are all at a bound."""
    size = sum(sizes) / len(sizes)
    low, high = (size * bound for bound in bounds)
    if len(sums) > MANY:
        return _normal([*sums, low], [*sizes, size])[0], _normal([*sums, high], [*sizes, size])[1]
    draw, rng = _drawer(sums, sizes, seed), random.Random(seed + 1)  # noqa: S311 - chance for statistics
    # how often the further unit is drawn is decided first, so that one draw of the others serves both ends
    chances = list(accumulate(_times_drawn(len(sums) + 1)))
    lows, highs = [], []
    for _ in range(draws):
        more = bisect(chances, rng.random())
        total, length = draw(len(sums) + 1 - more)
        lows.append((total + more * low) / (length + more * size))
        highs.append((total + more * high) / (length + more * size))
    return sorted(lows)[int(0.025 * draws)], sorted(highs)[-1 - int(0.025 * draws)]


def _times_drawn(count: int) -> Iterator[float]:
    """The chances that one of `count` units is drawn 0, 1, 2, ... times in `count` draws."""
    chance = (1 - 1 / count) ** count
    for times in range(min(count, 30)):
        yield chance
        chance *= (count - times) / (times + 1) / (count - 1)


def _drawer(sums: list[float], sizes: list[int], seed: int) -> Callable[[int], tuple[float, int]]:
    """A function that draws so many units and returns the sum and the number of their values."""
    rng = random.Random(seed)  # noqa: S311 - chance for statistics, not for secrets
    if len(set(sizes)) == 1:  # one look-up a unit instead of two
        return lambda count: (sum(rng.choices(sums, k=count)), count * sizes[0])
    pairs = list(zip(sums, sizes, strict=True))

    def draw(count: int) -> tuple[float, int]:
        drawn = rng.choices(pairs, k=count)
        return sum(part for part, _ in drawn), sum(size for _, size in drawn)

    return draw


def _normal(sums: Sequence[float], sizes: Sequence[float]) -> tuple[float, float]:
    total = sum(sizes)
    mean = fsum(sums) / total
    error = sqrt(fsum((part - mean * size) ** 2 for part, size in zip(sums, sizes, strict=True))) / total
    return (mean - 1.959964 * error, mean + 1.959964 * error)
