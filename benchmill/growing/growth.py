"""The values that go into a run and come out of it: what to recheck, and the run's result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from benchmill.chat.errors import EndOfRun
from benchmill.generator.extractive import Looked
from benchmill.growing.grown import Judged
from benchmill.growing.recheck import Kept
from benchmill.growing.residual import Residual
from benchmill.growing.selection import Selection
from benchmill.records import Criterion, Failure, Kind
from benchmill.workspace.outcome import Usage


@dataclass(frozen=True, slots=True)
class Stale:
    """What changed around the carried items since the last edition (benchmill/growing/recheck.py).

    `again`: criteria whose critic changed; `new_passages`: ids of passages that the last edition did not have;
    `decided`: candidate id -> how the last edition's critics refused the candidate, if they are unchanged. `given_up`:
    kind -> why the last edition asked for no more of it, if the same writer would be asked by the same prompts.
    `quotas`: how many items of each kind the last run came to, or still tried to reach where it found too few.
    """

    again: tuple[Criterion, ...] = ()
    new_passages: frozenset[str] = frozenset()
    decided: Mapping[str, Judged] = field(default_factory=dict)
    given_up: Mapping[Kind, str] = field(default_factory=dict)
    quotas: Mapping[Kind, int] = field(default_factory=dict)

    @property
    def found(self) -> bool:
        """Whether an item may have to be rechecked."""
        return bool(self.again or self.new_passages)


@dataclass(frozen=True, slots=True)
class Ahead:
    """What a run asked ahead of need and did not use. It depends on timing, so no file of the benchmark counts it.

    `calls` are keys. `passed` and `others` count candidates for which no place was left: those that all critics
    accepted, and the others. The ledger keeps all replies, so a run that wants more items does not pay again.
    """

    calls: frozenset[str] = frozenset()
    passed: int = 0
    others: int = 0

    def as_json(self, calls: int) -> dict[str, int]:
        return {"calls": calls, "candidates_passed": self.passed, "candidates_others": self.others}

    def note(self, calls: int) -> str:
        """A sentence for people; empty where nothing was asked ahead."""
        if not (calls or self.passed):
            return ""
        what = f"{calls:,} {'call was' if calls == 1 else 'calls were'} made ahead and not needed"
        if self.passed:
            plural = "s" if self.passed != 1 else ""
            what += f"; {self.passed} candidate{plural} passed the critics, but no place was left"
        return f"{what}: the replies are kept, and a run that wants more items does not pay for them again"


@dataclass(frozen=True, slots=True)
class Growth:
    """The result of a run. `skipped` are the chunks that are not eligible as source chunks.

    `grew` is False where no item was missing. `eligible` counts the eligible source chunks. `calls` are the keys of all
    calls behind the result. `looked` is what the built-in writer looked at. `mix` compares the wanted and the reached
    shares of styles, personas and so on. `residual` is what a sample of the items showed about unlabelled answers.
    `ahead` are the calls and candidates that were not needed. `refused_before` are candidates that unchanged critics
    refused in earlier runs and that this run did not come to: the next one need not pay for them again. `gave_up`:
    items are missing that `keep_going` would have gone on asking for. `quotas` are those of `Stale`, for the next run.
    """

    kept: Kept
    selection: Selection
    usage: Usage = field(default_factory=Usage)
    skipped: Sequence[Failure] = ()
    ended_by: EndOfRun | None = None
    grew: bool = True
    eligible: int = 0
    calls: frozenset[str] = frozenset()
    looked: Looked | None = None
    notes: tuple[str, ...] = ()
    mix: Mapping[str, object] = field(default_factory=dict)
    residual: Residual | None = None
    ahead: Ahead = field(default_factory=Ahead)
    refused_before: Sequence[Judged] = ()
    gave_up: bool = False
    quotas: Mapping[Kind, int] = field(default_factory=dict)
