"""A run -> its Outcome: counts for people and machines; the only time in them is the run's seconds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from benchmill.chat.errors import EndOfRun
from benchmill.outputs.notebook import html_rows

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped, unused-ignore]

NAMED = 5
"""How many files the summary names."""
KINDS_OF_CHANGE = ("added", "kept", "moved", "changed", "retired")


@dataclass(frozen=True, slots=True)
class Change:
    """The change that an edition made to one item, and its reason."""

    item_id: str
    document: str
    question: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Changes:
    """How many items this edition added, kept, moved, changed and retired. `added` includes items that came back."""

    added: tuple[Change, ...] = ()
    kept: tuple[Change, ...] = ()
    moved: tuple[Change, ...] = ()
    changed: tuple[Change, ...] = ()
    retired: tuple[Change, ...] = ()

    def counts(self) -> dict[str, int]:
        return {name: len(getattr(self, name)) for name in KINDS_OF_CHANGE}


@dataclass(frozen=True, slots=True)
class Usage:
    """Calls and tokens of this run; `cost` in US dollars, None where a model's price is not known."""

    asked: int = 0
    recorded: int = 0
    retried: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = 0.0

    def __add__(self, other: Usage) -> Usage:
        """Both together; the cost is unknown where one of the costs is."""
        return Usage(
            self.asked + other.asked,
            self.recorded + other.recorded,
            self.retried + other.retried,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            None if self.cost is None or other.cost is None else self.cost + other.cost,
        )


@dataclass(frozen=True, slots=True)
class Unread:
    """Files of the docs folder that gave no document, for one reason; `words` follow "7 files" in the message."""

    check: str
    words: str
    files: tuple[str, ...]

    def as_json(self) -> dict[str, object]:
        """The count and the first names; `estimate --json` lists all."""
        return {"check": self.check, "reason": self.words, "count": len(self.files), "files": list(self.files[:NAMED])}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of `grow`. `ended_by` names what stopped the run early; the workspace keeps the finished work.

    `skipped` counts passages without a question; a skipped passage is not a failure. `shortfall` explains why there are
    fewer items than wanted, and what to change. `writer` counts what the built-in writer read. `ahead` counts calls and
    candidates that were not needed.
    """

    edition: int
    wanted: int
    accepted: int
    kinds: Mapping[str, int]
    changes: Changes
    candidates: int
    rejected: Mapping[str, int]
    failures: Mapping[str, int]
    engine: str
    model: str
    critic_model: str
    out: Path
    notes: tuple[str, ...] = ()
    unread: tuple[Unread, ...] = ()
    skipped: Mapping[str, int] = field(default_factory=dict)
    shortfall: str = ""
    writer: Mapping[str, object] = field(default_factory=dict)
    ahead: Mapping[str, int] = field(default_factory=dict)
    second_critic_model: str | None = None
    usage: Usage = field(default_factory=Usage)
    seconds: float = 0.0
    ended_by: EndOfRun | None = field(default=None, compare=False)

    def to_frame(self) -> pd.DataFrame:
        """Every candidate, accepted or rejected, with ratings and rationales as columns. Raises MissingExtra."""
        from benchmill.workspace.folder import load

        return load(self.out).to_frame(rejected=True)

    def __repr__(self) -> str:
        ended = f", ended by: {self.ended_by}" if self.ended_by else ""
        return f"<Outcome: {self.accepted} of {self.wanted} items in {self.out}, edition {self.edition}{ended}>"

    def _repr_html_(self) -> str:
        """The counts as a table, for notebooks."""
        rows = [
            ("kinds", ", ".join(f"{name} {number}" for name, number in self.kinds.items())),
            *((name, number) for name, number in self.changes.counts().items()),
            ("candidates", self.candidates),
            ("rejected", ", ".join(f"{name} {number}" for name, number in self.rejected.items())),
            ("calls", f"{self.usage.asked} asked, {self.usage.recorded} recorded"),
        ]
        return html_rows(f"{self.accepted} of {self.wanted} items in {self.out}", rows)

    def as_json(self) -> dict[str, object]:
        """The object that `grow --json` prints; keys are only ever added."""
        return {
            "edition": self.edition,
            "wanted": self.wanted,
            "accepted": self.accepted,
            "items": self.changes.counts(),
            "kinds": dict(self.kinds),
            "candidates": self.candidates,
            "rejected": dict(self.rejected),
            "failures": sum(self.failures.values()),
            "failed": dict(self.failures),
            "unread": [one.as_json() for one in self.unread],
            "skipped": dict(self.skipped),
            "shortfall": self.shortfall,
            "writer": dict(self.writer),
            "calls": {"asked": self.usage.asked, "recorded": self.usage.recorded, "retried": self.usage.retried},
            "ahead": dict(self.ahead),
            "tokens": {"input": self.usage.input_tokens, "output": self.usage.output_tokens},
            "cost": self.usage.cost,
            "seconds": round(self.seconds, 3),
            "engine": self.engine,
            "model": self.model,
            "critic_model": self.critic_model,
            **({"second_critic_model": self.second_critic_model} if self.second_critic_model else {}),
            "out": str(self.out),
            "notes": list(self.notes),
            "ended_by": str(self.ended_by) if self.ended_by else None,
        }
