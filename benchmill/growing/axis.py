"""A trait whose values share out the questions (style, persona, difficulty, length, topic) -> its quotas."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from benchmill.generator.kinds import WritingTask
from benchmill.generator.kinds.mix import shared_out
from benchmill.records import Candidate


@dataclass(frozen=True)
class Axis:
    """One trait whose values share out the questions: the shares, and a function for the value of a candidate or task.

    `asked` is None for a task that does not set the trait. `soft`: the shares come from real queries. The run gives up
    a soft quota that it cannot meet, and reports the remaining distance.
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
    """A value of an axis in words for people.

    >>> named((3, 8)), named("easy"), named(None)
    ('3 to 8 words', 'easy', 'none')
    """
    return f"{value[0]} to {value[1]} words" if isinstance(value, tuple) else str(value or "none")
