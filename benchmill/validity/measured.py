"""Observations -> Measured: one number of the validity report with n, 95 % interval and method."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, fsum
from typing import Literal

from benchmill.records.rounding import rounded_up
from benchmill.scorer.bootstrap import interval
from benchmill.scorer.proportion import wilson

Unit = Literal["share", "points", "count", "ratio", "score"]


@dataclass(frozen=True, slots=True)
class Measured:
    """One number. `value` is None where nothing could be measured; `meaning` tells a reader how to use the number.

    A `share` and `points` are between 0 and 1; points are a difference, shown times 100 and rounded up. `ci95` is None
    where no interval applies.
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
            "value": self._rounded(self.value),
            "unit": self.unit,
            "n": self.n,
            "ci95": [self._rounded(bound) for bound in self.ci95] if self.ci95 else None,
            "method": self.method,
            "meaning": self.meaning,
        }

    def _rounded(self, value: float | None) -> float | None:
        if value is None:
            return None
        return rounded_up(value, 4) if self.unit == "points" else round(value, 4)


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
    bounds: tuple[float, float] | None = None,
) -> Measured:
    """The mean with a bootstrap interval that resamples whole documents; items where all are of one document.

    One item has no interval. `bounds`: the least and the largest value that an item can have, if they are known.
    """
    if not values:
        return Measured(name, label, None, 0, method, meaning, unit)
    mean = fsum(values) / len(values)
    if len(values) == 1:
        return Measured(name, label, mean, 1, f"{method}; one item has no interval", meaning, unit)
    several = len(set(clusters)) > 1
    method += f"; bootstrap over {'documents' if several else 'items, all of one document'}, 2,000 resamples"
    ends = interval(values, clusters=clusters if several else None, bounds=bounds)
    return Measured(name, label, mean, len(values), method, meaning, unit, ends)


def percentile(values: Sequence[float], percent: int) -> float | None:
    """The least value that is not below `percent` of the values (nearest rank); None for no values.

    >>> percentile([3.0, 1.0, 2.0], 50), percentile([3.0, 1.0, 2.0, 4.0], 50)
    (2.0, 2.0)
    """
    ordered = sorted(values)
    return ordered[max(0, ceil(percent * len(ordered) / 100) - 1)] if ordered else None
