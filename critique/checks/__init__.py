"""Candidate -> Failure or None: the checks that cost no call (quality.md 5.0, stage 3), cheapest first."""

from critique.checks.case import Case
from critique.checks.copying import overlap
from critique.checks.elsewhere import suspects
from critique.checks.facts import CorpusFacts
from critique.checks.registry import CHECKS, Check, all_failures, first_failure
from critique.checks.settings import CheckSettings

__all__ = [
    "CHECKS",
    "Case",
    "Check",
    "CheckSettings",
    "CorpusFacts",
    "all_failures",
    "first_failure",
    "overlap",
    "suspects",
]
