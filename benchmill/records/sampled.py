"""Values in order -> so many of them, chosen at random, in the same order."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def sampled(values: Sequence[T], number: int | None, seed: int) -> list[T]:
    """`number` of the values; all of them where there are no more, or where `number` is None.

    >>> sampled("abcdef", 3, seed=0)
    ['a', 'd', 'f']
    """
    if number is None or number >= len(values):
        return list(values)
    places = random.Random(seed).sample(range(len(values)), number)  # noqa: S311 - a choice for readers, no secret
    return [values[place] for place in sorted(places)]
