"""A kind and the passages it needs -> one value: what one call of the writer is about."""

from __future__ import annotations

from dataclasses import dataclass

from benchmill.records import Chunk, Kind
from benchmill.records.manner import UNASKED, Manner

ONE_A_CALL: frozenset[Kind] = frozenset(("procedure", "ambiguous"))
"""Kinds of which a passage gives one question; of the others a call may bring two."""


@dataclass(frozen=True, slots=True)
class WritingTask:
    """One call of the writer. `kind` is None for the built-in writer, which takes what a chunk gives.

    `passages` are shown in this order; the first is the source chunk, which the caps count. `shared` is the name that
    links them, where one does; `manner` is how the writer is asked to ask.
    """

    kind: Kind | None
    passages: tuple[Chunk, ...]
    shared: str = ""
    manner: Manner = UNASKED

    @property
    def seed(self) -> Chunk:
        return self.passages[0]
