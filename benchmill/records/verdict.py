"""What critics said of a candidate: Verdict, Critique, and the one rule that decides."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from benchmill.records.candidate import Candidate

Criterion = str
"""One of CRITERIA, or the name of a critic of the user's own."""
Decision = Literal["accepted", "rejected", "undecided"]

CRITERIA: tuple[Criterion, ...] = ("standalone", "groundedness", "relevance")
SECOND: tuple[Criterion, ...] = ("second-standalone", "second-groundedness", "second-relevance")
"""What `--second-critic-model` is asked where the first critic gave just the minimum: one name for each of CRITERIA."""
PREMIUM: tuple[Criterion, ...] = ("leave-gold-out", "closed-book", "paraphrase")
"""What `--quality premium` also asks, in its order. These verdicts have a minimum of their own."""
BUILT_IN: tuple[Criterion, ...] = (*CRITERIA, *SECOND, *PREMIUM)
"""All names that no critic of the user's own may have."""

# A paraphrase that a critic rates lower is answered otherwise, or not at all.
_SAME_ANSWER = 4
_OWN_NAME = re.compile(r"[a-z][a-z0-9_-]{1,39}")


@dataclass(frozen=True, slots=True)
class Witness:
    """A place that contradicts the question or another place, by a critic's finding. The document has the quote.

    `holds_for` is the version, platform, plan or thing that the passage names for it; empty where it names none.
    """

    document_id: str
    quote: str
    holds_for: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One critic's rating of one candidate, 1 (worst) to 5 (best), with its reason.

    `model` is the model spec that judged, or `rules` where code did. A critic of the user's own has a `minimum` of its
    own, and may rate from 1 to a lower `scale`; 0 is the run's minimum. `asked_as` is the paraphrase of the question
    that was judged, where one was. `conflict` are two places that answer the question differently, or one that denies
    what it assumes.
    """

    candidate_id: str
    criterion: Criterion
    rating: int
    rationale: str
    request_key: str = ""
    model: str = ""
    minimum: int = 0
    scale: int = 5
    asked_as: str = ""
    conflict: tuple[Witness, ...] = ()

    def __post_init__(self) -> None:
        if self.criterion not in CRITERIA and not (self.minimum and _OWN_NAME.fullmatch(self.criterion)):
            raise ValueError(f"criterion must be one of {', '.join(CRITERIA)}, not {self.criterion!r}")
        if not 2 <= self.scale <= 5 or not 0 <= self.minimum <= self.scale:
            raise ValueError(f"{self.criterion} minimum must be 0 to {self.scale}, on a scale of 2 to 5")
        if type(self.rating) is not int or not 1 <= self.rating <= self.scale:
            raise ValueError(f"{self.criterion} rating must be 1 to {self.scale}, not {self.rating!r}")

    def refuses(self, minimum: int) -> bool:
        """Whether the rating is below this critic's own minimum or, where it has none, below `minimum`."""
        return self.rating < (self.minimum or minimum)


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
                raise ValueError(f"the {verdict.criterion} verdict judged another text than this candidate's")

    @property
    def paraphrase(self) -> str:
        """The question in other words, to which a critic found the same answer; empty where there is none."""
        return next((v.asked_as for v in self.verdicts if v.asked_as and v.rating >= _SAME_ANSWER), "")

    def decide(self, minimum: int) -> Decision:
        """`rejected` when any rating is below `minimum`; `accepted` when every criterion reached it; else `undecided`.

        A critic of the user's own is held to its own minimum.

        A missing verdict never accepts, and never counts as a low rating.
        """
        if any(verdict.refuses(minimum) for verdict in self.verdicts):
            return "rejected"
        return "accepted" if {verdict.criterion for verdict in self.verdicts} >= set(CRITERIA) else "undecided"
