"""The outcome of one writing task: its candidates with their verdicts, its failures and the calls behind them."""

from __future__ import annotations

from dataclasses import dataclass

from benchmill.generator.kinds import WritingTask
from benchmill.records import Critique, Failure


@dataclass(frozen=True, slots=True)
class Judged:
    """One candidate with its outcome: `failure` is the reason for rejection; None means accepted."""

    critique: Critique
    failure: Failure | None = None


@dataclass(frozen=True, slots=True)
class Grown:
    """The results of one task: its candidates, and the failures before there was a candidate."""

    task: WritingTask
    judged: tuple[Judged, ...] = ()
    failures: tuple[Failure, ...] = ()
    calls: frozenset[str] = frozenset()

    @property
    def accepted(self) -> int:
        return sum(judged.failure is None for judged in self.judged)

    @property
    def abstained(self) -> bool:
        """Whether the writer found nothing to ask."""
        return any(failure.check == "abstained" for failure in self.failures)
