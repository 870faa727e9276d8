"""What was found out about one answer: Judgement, with the values that the table counts."""

from __future__ import annotations

from dataclasses import dataclass

from benchmill.judging.judge_replies import Finding

RULES = "rules"


@dataclass(frozen=True, slots=True)
class Undecided:
    """An aspect that is not decided: `check` is the short word it is counted under, `reason` a sentence."""

    aspect: str
    check: str
    reason: str
    request_key: str = ""


@dataclass(frozen=True, slots=True)
class Judgement:
    """One answer, judged. None means not decided, or does not apply.

    `components` are in the reference's order, none for a question without answer; `abstained`: whether the answer
    declines; `statements` are the answer's, with `said` their words. `by` says who decided on correctness: `rules` or a
    model spec. A missing answer has all its components absent.
    """

    id: str
    kind: str
    document: str
    answerable: bool
    by: str
    missing: bool = False
    components: tuple[Finding, ...] | None = None
    abstained: bool | None = None
    abstention: Finding | None = None
    statements: tuple[Finding, ...] | None = None
    said: tuple[str, ...] = ()
    rationale: str = ""
    undecided: tuple[Undecided, ...] = ()
    request_keys: tuple[str, ...] = ()

    @property
    def correct(self) -> bool | None:
        """Every component is present; for a question without answer: the answer declines."""
        if not self.answerable:
            return self.abstained
        return None if self.components is None else all(one.label == "present" for one in self.components)

    @property
    def recall(self) -> float | None:
        """The share of the components that are present."""
        return self._share("present")

    @property
    def contradicted(self) -> float | None:
        """1 where the answer contradicts a component."""
        share = self._share("contradicted")
        return None if share is None or self.missing else float(share > 0)

    @property
    def grounded(self) -> float | None:
        """The share of the claims that the passages support; None where nothing is claimed."""
        claims = [one for one in self.statements or () if one.label != "no_claim"]
        return sum(one.label == "supported" for one in claims) / len(claims) if claims else None

    def as_json(self) -> dict[str, object]:
        """One line of `--per-question`."""
        statements = zip(self.said, self.statements or (), strict=False)
        return {
            "id": self.id,
            "kind": self.kind,
            "missing": self.missing,
            "by": self.by,
            "correct": self.correct,
            "component_recall": self.recall,
            "contradicted": None if self.contradicted is None else bool(self.contradicted),
            "abstained": self.abstained,
            "groundedness": self.grounded,
            "components": None if self.components is None else [_record(one) for one in self.components],
            "abstention": None if self.abstention is None else _record(self.abstention),
            "statements": None
            if self.statements is None
            else [{"statement": said, **_record(one)} for said, one in statements],
            "rationale": self.rationale,
            "undecided": [{"aspect": u.aspect, "check": u.check, "reason": u.reason} for u in self.undecided],
            "calls": list(self.request_keys),
        }

    def _share(self, label: str) -> float | None:
        if not self.answerable or self.components is None:
            return None
        return sum(one.label == label for one in self.components) / len(self.components)


def _record(finding: Finding) -> dict[str, object]:
    return {"label": finding.label, "quote": finding.quote}
