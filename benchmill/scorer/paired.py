"""Two systems' values of the same questions -> their difference: interval, p-value, smallest detectable one.

Questions of one document correlate, so whole documents are resampled and exchanged. References: Smucker,
Allan and Carterette (CIKM 2007) on randomisation tests for retrieval; Holm (1979) on many pairs at once.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, fsum, sqrt
from statistics import NormalDist

from benchmill.scorer.bootstrap import interval, units

DRAWS = 4999
LEVEL = 0.05
POWER = 0.8
_EXACT = 12  # up to this many units all exchanges are tried


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """The mean of `second - first`, its 95 % interval, the p-value of a two-sided exchange test, its standard error."""

    questions: int
    units: int
    mean: float
    ci95: tuple[float, float]
    p: float
    error: float

    def resolvable(self, pairs: int = 1) -> float:
        """The smallest true difference found with 80 % power, at a level of 5 % divided by the number of `pairs`."""
        normal = NormalDist()
        return (normal.inv_cdf(1 - LEVEL / 2 / max(1, pairs)) + normal.inv_cdf(POWER)) * self.error

    def more_questions(self, pairs: int = 1) -> int | None:
        """How many more such questions would decide a difference of this size; None where the difference is 0."""
        if not self.mean:
            return None
        return max(0, ceil(self.questions * (self.resolvable(pairs) / self.mean) ** 2) - self.questions)


def paired_difference(
    first: Sequence[float], second: Sequence[float], clusters: Sequence[str] | None = None, seed: int = 0
) -> PairedDifference:
    """The difference of two systems on the same questions.

    >>> found = paired_difference([0.0, 0.5, 0.0, 0.5] * 10, [1.0, 0.5, 0.5, 0.5] * 10)
    >>> found.mean, found.ci95[0] > 0, found.p < 0.01
    (0.375, True, True)
    """
    if len(first) != len(second) or not first:
        raise ValueError(f"{len(first)} and {len(second)} values do not form pairs")
    changes = [b - a for a, b in zip(first, second, strict=True)]
    sums, sizes = units(changes, clusters)
    mean = fsum(changes) / len(changes)
    spread = fsum((total - mean * size) ** 2 for total, size in zip(sums, sizes, strict=True))
    error = sqrt(spread * len(sums) / (len(sums) - 1)) / len(changes) if len(sums) > 1 else 0.0
    return PairedDifference(
        len(changes), len(sums), mean, interval(changes, clusters=clusters, seed=seed), _p_value(sums, seed), error
    )


def holm(p_values: Sequence[float]) -> list[float]:
    """The p-values with Holm's correction for their number, in the order given.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    corrected = [0.0] * len(p_values)
    highest = 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, p_values[place] * (len(p_values) - rank)))
        corrected[place] = highest
    return corrected


def _p_value(sums: Sequence[float], seed: int) -> float:
    """The share of exchanges of whole units between the systems that give at least so large a difference."""
    moved = [abs(total) for total in sums if total]  # exchanging a unit without a difference changes nothing
    if not moved:
        return 1.0
    observed, whole = abs(fsum(sums)), fsum(moved)
    least = observed - 1e-9 * max(1.0, whole)
    if len(moved) <= _EXACT:
        count = 1 << len(moved)
        return sum(abs(whole - 2 * _part(moved, bits)) >= least for bits in range(count)) / count
    rng = random.Random(seed)  # noqa: S311 - chance for statistics, not for secrets
    hits = sum(abs(whole - 2 * _part(moved, rng.getrandbits(len(moved)))) >= least for _ in range(DRAWS))
    return (1 + hits) / (1 + DRAWS)


def _part(values: Sequence[float], bits: int) -> float:
    """The sum of the values whose bits are set."""
    total = 0.0
    for value in values:
        if bits & 1:
            total += value
        bits >>= 1
    return total
