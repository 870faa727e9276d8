"""Case -> D13: a seed no question may rest on (the generator judged it; this catches what others imported)."""

from __future__ import annotations

from benchmill.critique.checks.case import Case, show
from benchmill.records.injection import injection


def ineligible(case: Case) -> str | None:
    """D13: the seed does not address a model. What else makes a poor seed was refused before anybody was asked."""
    found = injection(case.seed.text)
    return f"its passage gives orders to a model: {show(found)}" if found else None
