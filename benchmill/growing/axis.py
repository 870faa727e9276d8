"""A trait that questions are shared out by (style, persona, difficulty, length, topic) -> its quotas."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from benchmill.generator.kinds import WritingTask
from benchmill.generator.kinds.mix import shared_out
from benchmill.records import Candidate


@dataclass(frozen=True)
class Axis:
    """One trait that questions are shared out by: its values' shares, and what a candidate or a task has of it.

    `asked` is None for a task that does not decide it. `soft`: learned from real queries, so that a quota that cannot
    be met is given up in the end, and the distance that remains is reported.
    """

    name: str
    shares: Mapping[Any, float]
    of: Callable[[Candidate], Any]
    asked: Callable[[WritingTask], Any]
    soft: bool = False

    def quotas(self, wanted: int) -> dict[Any, int]:
        """How many of `wanted` questions each value may have: largest remainders."""
        return shared_out(wanted, self.shares)


def named(value: object) -> str:
    """A value of an axis for people.

    >>> named((3, 8)), named("easy"), named(None)
    ('3 to 8 words', 'easy', 'none')
    """
    return f"{value[0]} to {value[1]} words" if isinstance(value, tuple) else str(value or "none")
