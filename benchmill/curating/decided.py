"""The result of one decision, for people and machines."""

from __future__ import annotations

from dataclasses import dataclass

from benchmill.records import Failure


@dataclass(frozen=True, slots=True)
class Decided:
    """The result of one decision. `findings`: what the free checks found in the words, for the person to judge."""

    verb: str
    item_id: str
    question: str
    findings: tuple[Failure, ...] = ()

    def as_json(self) -> dict[str, object]:
        return {
            "verb": self.verb,
            "item_id": self.item_id,
            "question": self.question,
            "findings": [{"check": one.check, "reason": one.reason} for one in self.findings],
        }
