"""Verdicts that are just the minimum -> those to ask a second model about; and what its verdicts show.

A model that judges is lenient or strict in its own way. This matters most where its rating only just accepts: there a
model of another family gets the same request. As every rating must reach the minimum, its refusal refuses the
candidate.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from benchmill.critique.critic_request import PanelSettings
from benchmill.records import SECOND, Criterion, Critique, Verdict


def first_of(criterion: Criterion) -> Criterion:
    """The criterion that the second model judges under this name.

    >>> first_of("second-relevance")
    'relevance'
    """
    return criterion.removeprefix("second-")


def border_cases(wanted: Iterable[Criterion], verdicts: Sequence[Verdict], settings: PanelSettings) -> list[Criterion]:
    """Those of the `wanted` second criteria whose first verdict is a model's and just the minimum."""
    at_border = {v.criterion for v in verdicts if v.rating == (v.minimum or settings.minimum) and v.model != "rules"}
    return [criterion for criterion in wanted if first_of(criterion) in at_border]


def as_second(verdict: Verdict, minimum: int) -> Verdict:
    """The second model's verdict under its own name; `minimum`, since only CRITERIA may do without one."""
    return replace(verdict, criterion=f"second-{verdict.criterion}", minimum=minimum)


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often the second model was asked about a criterion, and how often it accepted, too."""

    criterion: Criterion
    asked: int
    agreed: int


def agreements(critiques: Iterable[Critique]) -> tuple[Agreement, ...]:
    """The second model's verdicts, by the criterion they follow."""
    asked, agreed = dict.fromkeys(SECOND, 0), dict.fromkeys(SECOND, 0)
    for verdict in (verdict for critique in critiques for verdict in critique.verdicts):
        if verdict.criterion in asked:
            asked[verdict.criterion] += 1
            agreed[verdict.criterion] += not verdict.refuses(verdict.minimum)
    return tuple(Agreement(first_of(name), asked[name], agreed[name]) for name in SECOND if asked[name])
