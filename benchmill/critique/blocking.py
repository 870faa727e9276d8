"""Sets, one after another -> the earlier sets that may be similar to a new one: rare features first, nothing lost.

Two sets that are similar share one of their rarest features (records/prefix_filter.py). The index is sorted again
whenever its size has doubled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from benchmill.records.prefix_filter import prefix_length


class Blocking:
    """An index of sets. `share`: the least part of a set's features that any set similar to it has, too."""

    def __init__(self, share: float) -> None:
        if not 0 < share <= 1:
            raise ValueError(f"a share lies in (0, 1], not {share!r}")
        self._share = share
        self._sets: list[frozenset[str]] = []
        self._rarity: dict[str, int] = {}
        self._lists: dict[str, list[int]] = {}
        self._renew_at = 64

    def __len__(self) -> int:
        return len(self._sets)

    def __getitem__(self, number: int) -> frozenset[str]:
        return self._sets[number]

    def near(self, features: frozenset[str]) -> set[int]:
        """Numbers of the earlier sets of about this size that share a rare feature: a superset of the similar sets."""
        lists, sets = self._lists, self._sets
        least, most = self._share * len(features) - 1e-9, len(features) / self._share + 1e-9
        found = {number for feature in self._prefix(features) if feature in lists for number in lists[feature]}
        return {number for number in found if least <= len(sets[number]) <= most}

    def add(self, features: frozenset[str]) -> None:
        """Give `features` the next number; no set is similar to an empty set."""
        self._sets.append(features)
        if len(self._sets) >= self._renew_at:
            self._renew()
        else:
            self._enter(len(self._sets) - 1)

    def _prefix(self, features: frozenset[str]) -> list[str]:
        count = prefix_length(len(features), self._share)
        rarity = self._rarity
        return [feature for _, feature in sorted([(rarity.get(each, 0), each) for each in features])[:count]]

    def _enter(self, number: int) -> None:
        for feature in self._prefix(self._sets[number]):
            self._lists.setdefault(feature, []).append(number)

    def _renew(self) -> None:
        self._rarity = dict(Counter(_all(self._sets)))
        self._lists = {}
        self._renew_at = 2 * len(self._sets)
        for number in range(len(self._sets)):
            self._enter(number)


def _all(sets: Iterable[frozenset[str]]) -> Iterable[str]:
    return (feature for features in sets for feature in features)
