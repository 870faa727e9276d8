"""A kind of question and the passages it needs -> WritingTask: the subject of one call of the writer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from benchmill.records import Chunk, Kind, short_digest
from benchmill.records.manner import UNASKED, Begin, Manner

ONE_A_CALL: frozenset[Kind] = frozenset(("procedure", "ambiguous"))
"""Kinds for which one call gives one question. For the other kinds a call may give two."""

WEAKER = 3
"""`weak` of the places that are asked about only where the better ones do not give what is wanted."""


@dataclass(frozen=True, slots=True)
class Link:
    """A name in two passages, by their numbers from 1: `first` describes it, `second` states a fact of it."""

    name: str
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class WritingTask:
    """One call of the writer. `kind` is None for the built-in writer, which asks all that a chunk supports.

    The writer sees `passages` in this order. The first passage is the source chunk, and the caps count items by source
    chunk. `shared` is the name that links the passages, both things that one passage compares, or empty; `links` are
    all names that link two passages. `manner` says how the writer should ask. `weak` is 0 for the best places of a
    kind: these are asked about first.
    """

    kind: Kind | None
    passages: tuple[Chunk, ...]
    shared: str = ""
    manner: Manner = UNASKED
    weak: int = 0
    links: tuple[Link, ...] = ()

    @property
    def is_weaker(self) -> bool:
        """Whether the place is one of those that are asked about last."""
        return self.weak >= WEAKER

    @property
    def is_linked(self) -> bool:
        """Whether a name links several passages: that it gave no question says nothing about one of them."""
        return bool(self.shared) and len(self.passages) > 1

    @property
    def begin(self) -> Begin | Literal[""]:
        """Which of two things a comparison names first: that which its passages mention first, or last.

        A hash of the passages decides, so that over many comparisons neither the first nor the larger of two leads.
        """
        if self.kind != "comparison":
            return ""
        odd = int(short_digest("begin", [passage.id for passage in self.passages]), 16) % 2
        return "last" if odd else "first"

    @property
    def seed(self) -> Chunk:
        return self.passages[0]
