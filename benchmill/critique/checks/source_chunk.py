"""Case -> injected-passage: a source chunk that addresses a model (for candidates that others imported)."""

from __future__ import annotations

from benchmill.critique.checks.case import Case, show
from benchmill.records.injection import injection


def ineligible(case: Case) -> str | None:
    """Refuses a source chunk that addresses a model. Eligibility refuses other poor chunks before any call."""
    for chunk in case.sources:
        found = injection("\n".join((*chunk.headings, chunk.text)))
        if found:
            return f"its passage gives instructions to a model: {show(found)}"
    return None
