"""Observations -> Measured: one number of the validity report with n, 95 % interval and method."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum
from typing import Literal

from benchmill.scorer.bootstrap import interval
from benchmill.scorer.proportion import wilson

Unit = Literal["share", "points", "count", "ratio", "score"]


@dataclass(frozen=True, slots=True)
class Measured:
    """One number. `value` is None where nothing could be measured; `meaning` tells a reader how to use the number.

    A `share` and `points` are between 0 and 1 (points are shown times 100); `ci95` is None where no interval applies.
    """

    name: str
    label: str
    value: float | None
    n: int
    method: str
    meaning: str
    unit: Unit = "share"
    ci95: tuple[float, float] | None = None

    def as_json(self) -> dict[str, object]:
        return {
            "label": self.label,
            "value": _rounded(self.value),
            "unit": self.unit,
            "n": self.n,
            "ci95": [_rounded(bound) for bound in self.ci95] if self.ci95 else None,
            "method": self.method,
            "meaning": self.meaning,
        }


def share_of(name: str, label: str, flags: Sequence[bool], meaning: str, method: str = "counted") -> Measured:
    """The share of true flags with its Wilson interval."""
    n, hits = len(flags), sum(flags)
    method = f"{method}; {hits} of {n}; Wilson interval"
    return Measured(name, label, hits / n if n else None, n, method, meaning, ci95=wilson(hits, n) if n else None)


def mean_of(
    name: str,
    label: str,
    values: Sequence[float],
    meaning: str,
    *,
    clusters: Sequence[str],
    method: str,
    unit: Unit = "score",
) -> Measured:
    """The mean with a bootstrap interval that resamples whole documents."""
    if not values:
        return Measured(name, label, None, 0, method, meaning, unit)
    method = f"{method}; bootstrap over documents, 2,000 resamples"
    mean = fsum(values) / len(values)
    return Measured(name, label, mean, len(values), method, meaning, unit, interval(values, clusters=clusters))


def percentile(values: Sequence[float], percent: int) -> float | None:
    """The value below which `percent` of the values lie (nearest rank); None for no values.

    >>> percentile([3.0, 1.0, 2.0], 50)
    2.0
    """
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, percent * len(ordered) // 100)] if ordered else None


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
