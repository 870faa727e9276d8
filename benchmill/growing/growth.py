"""What a run has to look at again, and what it came to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from benchmill.chat.errors import EndOfRun
from benchmill.generator.extractive import Looked
from benchmill.growing.recheck import Kept
from benchmill.growing.residual import Residual
from benchmill.growing.selection import Judged, Selection
from benchmill.records import Criterion, Failure
from benchmill.workspace.outcome import Usage


@dataclass(frozen=True, slots=True)
class Stale:
    """What changed around the carried items since the last edition (benchmill/growing/recheck.py).

    `again`: criteria whose critic changed; `new_passages`: ids of passages that were not there; `decided`: candidate id
    -> how the last edition's critics refused it, where they are the same today.
    """

    again: tuple[Criterion, ...] = ()
    new_passages: frozenset[str] = frozenset()
    decided: Mapping[str, Judged] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Growth:
    """What a run came to. `seed_failures` are chunks that no question may be asked about.

    `grew` is False where nothing was wanted; `eligible` counts the source chunks there are; `calls` are the keys of the
    calls behind all of it; `looked` is what the built-in writer looked at; `mix` what was wanted and found of styles,
    personas and alike; `residual` what a sample of the items showed about unlabelled answers.
    """

    kept: Kept
    selection: Selection
    usage: Usage = field(default_factory=Usage)
    seed_failures: tuple[Failure, ...] = ()
    ended_by: EndOfRun | None = None
    grew: bool = True
    eligible: int = 0
    calls: frozenset[str] = frozenset()
    looked: Looked | None = None
    notes: tuple[str, ...] = ()
    mix: Mapping[str, object] = field(default_factory=dict)
    residual: Residual | None = None
