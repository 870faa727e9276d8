"""Sets, one after another -> the earlier sets that may be similar to a new one: rare features first, nothing lost.

The index is a set-similarity join (Bayardo, Ma and Srikant, "Scaling up all pairs similarity search", 2007). Two
similar sets have similar sizes, and they share one of their rarest features (records/prefix_filter.py). How many
features are the rarest depends on both sizes: the closer the sizes, the fewer. So the index has lists for each class
of sizes, and each list is sorted by the position of the feature in its set. The rarity of all features is counted again
whenever the index has four times as many sets.
"""

from __future__ import annotations

from array import array
from bisect import insort
from collections import Counter
from collections.abc import Callable, Iterable
from math import ceil

from benchmill.records.prefix_filter import prefix_length

_SLACK = 1e-9  # 0.9 * 10 may be a little more than 9
_POSITION, _NUMBER = 32, (1 << 32) - 1  # an entry of a list: position of the feature, then number of the set
_BITS = 509  # of a signature: many times the features of a question, so that few of them share a bit


class Blocking:
    """An index of sets. `share`: the least part of a set's features that any set similar to it has, too. `both`: how
    many features at least two similar sets of these sizes have in common. One feature more in one of the sets adds at
    most a half to it.
    """

    def __init__(self, share: float, both: Callable[[int, int], float]) -> None:
        if not 0 < share <= 1:
            raise ValueError(f"a share lies in (0, 1], not {share!r}")
        self._share, self._both = share, both
        self._sets: list[frozenset[str]] = []
        self._signatures: list[int] = []
        self._latest: tuple[frozenset[str], int, list[str]] | None = None
        self._rarity: dict[str, int] = {}
        self._lists: dict[int, dict[str, array[int]]] = {}  # by class of sizes and rare feature
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
        signatures, size = self._signatures, len(features)
        signature, ordered = self._looked_up(features)
        found: set[int] = set()
        least, most = ceil(self._share * size - _SLACK), int(size / self._share + _SLACK)
        start = _size_class(least)
        while start <= most:
            lists, low, start = self._lists.get(start, {}), start, start + _width(start)
            low, high = max(low, least), min(start - 1, most)
            shared = self._both(size, high)
            apart = int(size + high - 2 * shared + _SLACK)  # at most so many features has only one of the two
            end = int(high - shared + _SLACK) + 1 << _POSITION
            prefix = ordered[: max(0, int(size - self._both(size, low) + _SLACK) + 1)] if lists else ()
            for feature in prefix:
                for entry in lists.get(feature, ()):
                    if entry >= end:
                        break  # in the sets that follow, the feature is not rare enough for these sizes
                    if (signature ^ signatures[entry & _NUMBER]).bit_count() <= apart:
                        found.add(entry & _NUMBER)
        return found

    def add(self, features: frozenset[str]) -> None:
        """Give `features` the next number; no set is similar to an empty set."""
        self._sets.append(features)
        signature, ordered = self._looked_up(features)
        self._signatures.append(signature)
        if len(self._sets) >= self._renew_at:
            self._renew()
        else:
            self._list(len(self._sets) - 1, ordered)

    def _looked_up(self, features: frozenset[str]) -> tuple[int, list[str]]:
        """Signature and features, rarest first; a set is mostly added right after it was looked for."""
        if self._latest is None or self._latest[0] is not features:
            self._latest = features, _signature(features), self._ordered(features)
        return self._latest[1:]

    def _ordered(self, features: frozenset[str]) -> list[str]:
        rarity = self._rarity
        return [feature for _, feature in sorted([(rarity.get(each, 0), each) for each in features])]

    def _list(self, number: int, ordered: list[str]) -> None:
        """Enter the set `number` by as many of its rarest features as a similar set of any size needs."""
        lists = self._lists.setdefault(_size_class(len(ordered)), {})
        for position, feature in enumerate(ordered[: prefix_length(len(ordered), self._share)]):
            insort(lists.setdefault(feature, array("Q")), position << _POSITION | number)

    def _renew(self) -> None:
        self._rarity = dict(Counter(_all(self._sets)))
        self._lists = {}
        self._latest = None  # its rarest features may be others now
        self._renew_at = 4 * len(self._sets)
        for number, features in enumerate(self._sets):
            self._list(number, self._ordered(features))


def _width(size: int) -> int:
    """How many sizes are one class: 1 up to 31, 2 up to 63, 4 up to 127."""
    return 1 << max(0, size.bit_length() - 5)


def _size_class(size: int) -> int:
    """The smallest size of the class."""
    return size - size % _width(size)


def _signature(features: frozenset[str]) -> int:
    """A bit for each feature, by its hash; 0 where an even number of features share it."""
    found = 0
    for feature in features:
        found ^= 1 << (hash(feature) % _BITS)
    return found


def _all(sets: Iterable[frozenset[str]]) -> Iterable[str]:
    return (feature for features in sets for feature in features)
