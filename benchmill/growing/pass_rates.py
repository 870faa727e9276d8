"""What critics said in this run -> the chance that the next critic accepts, over all kinds and for one of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from benchmill.records import Kind

# The prior share that a critic passes, and the number of observations that it counts for. What all kinds have shown
# counts as `_WEIGHT_OF_ALL` observations of one kind.
_PASSED, _WEIGHT, _WEIGHT_OF_ALL = 0.95, 8.0, 2.0
_STAGES = 12  # the last one stands for all behind it


@dataclass(eq=False, slots=True)
class PassRates:
    """Counts of candidates by the number of critics that had accepted them, and by their kind."""

    _tried: Counter[tuple[Kind | None, int]] = field(default_factory=Counter)
    _passed: Counter[tuple[Kind | None, int]] = field(default_factory=Counter)
    _all_tried: list[int] = field(default_factory=lambda: [0] * _STAGES)
    _all_passed: list[int] = field(default_factory=lambda: [0] * _STAGES)

    def learn(self, stage: int, kind: Kind | None, *, passed: bool) -> None:
        """Note whether the critic after `stage` others accepted a candidate of the kind."""
        stage = min(stage, _STAGES - 1)
        self._tried[kind, stage] += 1
        self._passed[kind, stage] += passed
        self._all_tried[stage] += 1
        self._all_passed[stage] += passed

    def of_all(self, stage: int) -> float:
        """The chance that the critic after `stage` others accepts a candidate."""
        stage = min(stage, _STAGES - 1)
        return (self._all_passed[stage] + _WEIGHT * _PASSED) / (self._all_tried[stage] + _WEIGHT)

    def of(self, kind: Kind | None, stage: int) -> float:
        """The same for a candidate of the kind."""
        stage = min(stage, _STAGES - 1)
        seen = self._passed[kind, stage] + _WEIGHT_OF_ALL * self.of_all(stage)
        return seen / (self._tried[kind, stage] + _WEIGHT_OF_ALL)
