"""Candidate -> Failure or None: the checks that cost no call (quality.md 5.0, stage 3), cheapest first."""

from benchmill.critique.checks.case import Case
from benchmill.critique.checks.copying import overlap
from benchmill.critique.checks.elsewhere import possible_answers
from benchmill.critique.checks.facts import CorpusFacts
from benchmill.critique.checks.registry import CHECKS, Check, all_failures, first_failure
from benchmill.critique.checks.thresholds import CheckSettings

__all__ = [
    "CHECKS",
    "Case",
    "Check",
    "CheckSettings",
    "CorpusFacts",
    "all_failures",
    "first_failure",
    "overlap",
    "possible_answers",
]
