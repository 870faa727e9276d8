"""Votes of two people on the same items -> their agreement beyond chance: Cohen's kappa, Gwet's AC1."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

Votes = Mapping[str, Mapping[str, bool]]
"""Item id -> reviewer -> whether they accept it."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two reviewers: the `n` items both judged, and on how many of these they `agreed`.

    `kappa` is None where it is not defined: both reviewers gave the same answer to every item.
    """

    first: str
    second: str
    n: int
    agreed: int
    kappa: float | None
    ac1: float

    @property
    def share(self) -> float:
        return self.agreed / self.n


def agreements(votes: Votes) -> list[Agreement]:
    """Every pair of reviewers that judged an item in common."""
    reviewers = sorted({reviewer for by_reviewer in votes.values() for reviewer in by_reviewer})
    found = []
    for first, second in combinations(reviewers, 2):
        both = [(by[first], by[second]) for by in votes.values() if first in by and second in by]
        if both:
            found.append(_of(first, second, both))
    return found


def disagreements(votes: Votes) -> list[str]:
    """The items on which two reviewers differ."""
    return [item for item, by_reviewer in votes.items() if len(set(by_reviewer.values())) > 1]


def kappa(pairs: list[tuple[bool, bool]]) -> float | None:
    """Cohen (1960): (observed - expected) / (1 - expected), expected from each rater's own shares.

    >>> kappa([(True, True)] * 20 + [(True, False)] * 5 + [(False, True)] * 10 + [(False, False)] * 15)
    0.4
    """
    n = len(pairs)
    one, other = sum(a for a, _ in pairs) / n, sum(b for _, b in pairs) / n
    expected = one * other + (1 - one) * (1 - other)
    return None if expected == 1 else round((_observed(pairs) - expected) / (1 - expected), 10)


def ac1(pairs: list[tuple[bool, bool]]) -> float:
    """Gwet (2008): expected agreement 2 q (1 - q), q the mean share of yes; usable also if nearly all votes are yes.

    >>> ac1([(True, True)] * 118 + [(True, False)] * 5 + [(False, True)] * 2)
    0.9407763376
    """
    q = sum(a + b for a, b in pairs) / (2 * len(pairs))
    expected = 2 * q * (1 - q)
    return round((_observed(pairs) - expected) / (1 - expected), 10)


def _observed(pairs: list[tuple[bool, bool]]) -> float:
    return sum(a == b for a, b in pairs) / len(pairs)


def _of(first: str, second: str, pairs: list[tuple[bool, bool]]) -> Agreement:
    return Agreement(first, second, len(pairs), sum(a == b for a, b in pairs), kappa(pairs), ac1(pairs))
