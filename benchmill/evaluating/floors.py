"""`recall@10=0.8` -> a floor that a score must reach, for nightly jobs."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from benchmill.evaluating.scores import Score
from benchmill.records import UsageError


@dataclass(frozen=True, slots=True)
class Floor:
    """The least mean that the metric `named` must have.

    >>> Floor.parse("recall@10=0.8")
    Floor(named='recall@10', least=0.8)
    """

    named: str
    least: float

    @classmethod
    def parse(cls, text: str) -> Floor:
        """The floor that METRIC=VALUE names; UsageError for anything else."""
        name, _, value = text.partition("=")
        try:
            least = float(value)
        except ValueError:
            least = math.nan
        if not math.isfinite(least):  # no score is below NaN: such a floor would let every score pass
            raise UsageError(f"a floor is METRIC=VALUE, e.g. recall@10=0.8, not {text!r}")
        return cls(name.strip(), least)

    def check(self, known: Iterable[str]) -> None:
        """Raise UsageError for a metric that is not one of `known`."""
        names = list(known)
        if self.named not in names:
            raise UsageError(f"there is no metric {self.named!r} here; there are: {', '.join(names)}")

    def value(self, score: Score) -> float:
        """The metric's mean; UsageError for an unknown metric, naming the known ones."""
        self.check(score.metrics)
        return score.metrics[self.named].mean

    def is_above(self, score: Score) -> bool:
        """Whether the score is below the floor."""
        return self.value(score) < self.least
