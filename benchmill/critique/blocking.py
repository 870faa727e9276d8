"""Sets, one after another -> the earlier sets that may be similar to a new one: rare features first, nothing lost.

Two sets that are similar share one of their rarest features (records/prefix_filter.py). The index is sorted again
whenever its size has doubled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from math import ceil

from benchmill.records.prefix_filter import prefix_length

_BITS = 509  # of a signature: many times the features of a question, so that few of them share a bit


class Blocking:
    """An index of sets. `share`: the least part of a set's features that any set similar to it has, too. `both`: how
    many features at least two similar sets of these sizes have in common."""

    def __init__(self, share: float, both: Callable[[int, int], float]) -> None:
        if not 0 < share <= 1:
            raise ValueError(f"a share lies in (0, 1], not {share!r}")
        self._share, self._both = share, both
        self._sets: list[frozenset[str]] = []
        self._signatures: list[int] = []
        self._latest: tuple[frozenset[str], int, list[str]] | None = None
        self._rarity: dict[str, int] = {}
        self._lists: dict[str, list[int]] = {}
        self._renew_at = 64

    def __len__(self) -> int:
        return len(self._sets)

    def __getitem__(self, number: int) -> frozenset[str]:
        return self._sets[number]

    def near(self, features: frozenset[str]) -> set[int]:
        """Numbers of the earlier sets that share a rare feature, as far as size and signature say nothing against it: a
        superset of the similar sets.

        The lists of features that many sets have grow with the index. Signatures rule most of their sets out: a feature
        that only one of two sets has changes at most one bit.
        """
        lists, sets, signatures = self._lists, self._sets, self._signatures
        size = len(features)
        signature, prefix = self._looked_up(features)
        found = {number for feature in prefix if feature in lists for number in lists[feature]}
        # size of another set -> how many features at most only one of the two has
        sizes = range(ceil(self._share * size - 1e-9), int(size / self._share + 1e-9) + 1)
        apart = {other: size + other - 2 * ceil(self._both(size, other) - 1e-9) for other in sizes}
        return {
            number
            for number in found
            if (signature ^ signatures[number]).bit_count() <= apart.get(len(sets[number]), -1)
        }

    def add(self, features: frozenset[str]) -> None:
        """Give `features` the next number; no set is similar to an empty set."""
        self._sets.append(features)
        self._signatures.append(self._looked_up(features)[0])
        if len(self._sets) >= self._renew_at:
            self._renew()
        else:
            for feature in self._looked_up(features)[1]:
                self._lists.setdefault(feature, []).append(len(self._sets) - 1)

    def _looked_up(self, features: frozenset[str]) -> tuple[int, list[str]]:
        """Signature and rarest features; a set is mostly added right after it was looked for."""
        if self._latest is None or self._latest[0] is not features:
            self._latest = features, _signature(features), self._prefix(features)
        return self._latest[1:]

    def _prefix(self, features: frozenset[str]) -> list[str]:
        count = prefix_length(len(features), self._share)
        rarity = self._rarity
        return [feature for _, feature in sorted([(rarity.get(each, 0), each) for each in features])[:count]]

    def _renew(self) -> None:
        self._rarity = dict(Counter(_all(self._sets)))
        self._lists = {}
        self._latest = None  # its rarest features may be others now
        self._renew_at = 2 * len(self._sets)
        for number, features in enumerate(self._sets):
            for feature in self._prefix(features):
                self._lists.setdefault(feature, []).append(number)


def _signature(features: frozenset[str]) -> int:
    """A bit for each feature, by its hash; 0 where an even number of features share it."""
    found = 0
    for feature in features:
        found ^= 1 << (hash(feature) % _BITS)
    return found


def _all(sets: Iterable[frozenset[str]]) -> Iterable[str]:
    return (feature for features in sets for feature in features)
