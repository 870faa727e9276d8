"""What critics said of a candidate: Verdict, Critique, and the one rule that decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from benchmill.records.candidate import Candidate

Criterion = Literal["standalone", "groundedness", "relevance"]
Decision = Literal["accepted", "rejected", "undecided"]

CRITERIA: tuple[Criterion, ...] = get_args(Criterion)


@dataclass(frozen=True, slots=True)
class Verdict:
    """One critic's rating of one candidate, 1 (worst) to 5 (best), with its reason.

    `model` is the model spec that judged, or `rules` where code did.
    """

    candidate_id: str
    criterion: Criterion
    rating: int
    rationale: str
    request_key: str = ""
    model: str = ""

    def __post_init__(self) -> None:
        if self.criterion not in CRITERIA:
            raise ValueError(f"criterion must be one of {', '.join(CRITERIA)}, not {self.criterion!r}")
        if type(self.rating) is not int or not 1 <= self.rating <= 5:
            raise ValueError(f"{self.criterion} rating must be 1 to 5, not {self.rating!r}")


@dataclass(frozen=True, slots=True)
class Critique:
    """A candidate with the verdicts it has. A verdict about other words is refused."""

    candidate: Candidate
    verdicts: tuple[Verdict, ...] = ()

    def __post_init__(self) -> None:
        criteria = [verdict.criterion for verdict in self.verdicts]
        if len(set(criteria)) != len(criteria):
            raise ValueError(f"one verdict a criterion, not {criteria}")
        for verdict in self.verdicts:
            if verdict.candidate_id != self.candidate.id:
                raise ValueError(f"the {verdict.criterion} verdict judged other words than this candidate's")

    def decide(self, minimum: int) -> Decision:
        """`rejected` when any rating is below `minimum`; `accepted` when every criterion reached it; else `undecided`.

        A missing verdict never accepts, and never counts as a low rating.
        """
        if any(verdict.rating < minimum for verdict in self.verdicts):
            return "rejected"
        return "accepted" if {verdict.criterion for verdict in self.verdicts} == set(CRITERIA) else "undecided"
