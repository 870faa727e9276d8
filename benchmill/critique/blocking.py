"""Sets, one after another -> the earlier sets that are similar to a new one: rare features first, nothing lost.

The index is a set-similarity join (Bayardo, Ma and Srikant, "Scaling up all pairs similarity search", 2007). Two
similar sets have similar sizes, and they share one of their rarest features (records/prefix_filter.py). How many
features are the rarest depends on both sizes: the closer the sizes, the fewer. So the list of a feature is sorted by
the sizes of its sets, and an entry has the position of the feature in its set. The rarity of all features is counted
again whenever the index has four times as many sets.

A large benchmark has tens of thousands of sets. So a set is no object here but a row of three arrays: its features'
numbers, its size, its signature. numpy looks at all entries of the lists at once.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, insort
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from benchmill.records.prefix_filter import prefix_length

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SLACK = 1e-9  # 0.9 * 10 may be a little more than 9
_SIZE, _POSITION = 48, 32  # an entry of a list: size of the set, position of the feature in it, number of the set
_NUMBER, _POSITIONS = (1 << 32) - 1, (1 << 16) - 1
_WORDS = 4  # of 64 bits, a signature: several times the features of a question, so that few of them share a bit
_BITS = [1 << bit for bit in range(248)]  # the number of differing bits fits into a byte


@dataclass(frozen=True, slots=True)
class _Limits:
    """What a set of some size can have in common with other sets. The entries of similar sets lie, in the list of its
    n-th rarest feature, between `least` and the n-th of `ends`. By the other set's size: the last position there of the
    rarest feature that both have, and how many features at most only one of them has.
    """

    least: int
    ends: list[int]
    positions: NDArray[np.int64]
    apart: NDArray[np.int64]


class Blocking:
    """An index of sets. `share`: the least part of a set's features that any set similar to it has, too. `both`: how
    many features at least two similar sets of these sizes have in common. One feature more in one of the sets adds at
    most a half to it. `similar`: whether two sets are, by the number of shared features and both sizes.
    """

    def __init__(
        self, share: float, both: Callable[[int, int], float], similar: Callable[[int, int, int], bool]
    ) -> None:
        if not 0 < share <= 1:
            raise ValueError(f"a share lies in (0, 1], not {share!r}")
        self._share, self._both, self._similar = share, both, similar
        self._features: dict[str, int] = {}  # feature -> its number
        self._ranks: list[int] = []  # by number of the feature, rarest first
        self._members, self._ends = array("I"), array("Q", [0])  # the features of all sets, one set after the other
        self._sizes, self._signatures = array("I"), bytearray()
        self._limits: dict[int, _Limits] = {}  # by size
        self._latest: tuple[Collection[str], list[int], list[int], int] | None = None
        self._lists: dict[int, array[int]] = {}  # by rank of the feature
        self._renew_at = 64

    def __len__(self) -> int:
        return len(self._sizes)

    def near(self, features: Collection[str]) -> list[int]:
        """Numbers of the earlier sets that are similar to `features`, each once."""
        numbers, ordered, signature = self._looked_up(features)
        found = self._not_ruled_out(ordered, signature)
        if not found:
            return found
        wanted, size = set(numbers), len(numbers)
        shared = ((each, len(wanted.intersection(self._set(each).tolist()))) for each in found)
        return [each for each, both in shared if self._similar(both, size, self._sizes[each])]

    def add(self, features: Collection[str]) -> None:
        """Give `features`, each of them once, the next number; no set is similar to an empty set."""
        numbers, ordered, signature = self._looked_up(features)
        self._members.extend(numbers)
        self._ends.append(len(self._members))
        self._sizes.append(len(numbers))
        self._signatures += signature.to_bytes(8 * _WORDS, "little")
        if len(self) >= self._renew_at:
            self._renew()
        else:
            for entries, entry in self._entries(len(self) - 1, ordered):
                insort(entries, entry)

    def _set(self, number: int) -> array[int]:
        return self._members[self._ends[number] : self._ends[number + 1]]

    def _not_ruled_out(self, ordered: list[int], signature: int) -> list[int]:
        """The sets that share a rare feature, where neither sizes nor positions nor signatures say anything against it.

        A feature that only one of two sets has changes at most one bit of the signature.
        """
        import numpy as np  # late: a command that compares no questions need not wait for it

        limits = self._limits_of(len(ordered))
        entries = array("Q")
        for rank, end in zip(ordered, limits.ends, strict=False):
            if listed := self._lists.get(rank):
                entries.extend(listed[bisect_left(listed, limits.least) : bisect_left(listed, end)])
        if not entries:
            return []
        found = np.frombuffer(entries, np.int64)
        sizes = found >> _SIZE
        in_prefix = (found >> _POSITION & _POSITIONS) <= limits.positions.take(sizes)
        found, sizes = found[in_prefix] & _NUMBER, sizes[in_prefix]
        theirs = np.frombuffer(self._signatures, np.uint64).reshape(-1, _WORDS).take(found, axis=0).ravel()
        bits = np.bitwise_count(
            theirs ^ np.frombuffer(signature.to_bytes(8 * _WORDS, "little") * len(found), np.uint64)
        )
        # The four bytes of a set are added by one multiplication: their sum is its highest byte.
        apart = bits.view(np.uint32) * np.uint32(0x01010101) >> np.uint32(24)
        return list(dict.fromkeys(found[apart <= limits.apart.take(sizes)].tolist()))

    def _limits_of(self, size: int) -> _Limits:
        if size not in self._limits:
            import numpy as np

            least, most = ceil(self._share * size - _SLACK), int(size / self._share + _SLACK)
            both = {other: self._both(size, other) for other in range(least, most + 1)}
            positions = {other: int(size - both[other] + _SLACK) for other in both}  # fewer, the larger the other
            self._limits[size] = _Limits(
                least << _SIZE,
                [
                    max(other for other in both if positions[other] >= at) + 1 << _SIZE
                    for at in range(positions[least] + 1)
                ],
                np.array([0] * least + [int(other - both[other] + _SLACK) for other in both]),
                np.array([0] * least + [int(size + other - 2 * both[other] + _SLACK) for other in both]),
            )
        return self._limits[size]

    def _looked_up(self, features: Collection[str]) -> tuple[list[int], list[int], int]:
        """The numbers of the features, their ranks in order, and the signature: a bit for each feature, 0 where an even
        number of features share it. A set is mostly added right after it was looked for.
        """
        if self._latest is None or self._latest[0] is not features:
            known, ranks = self._features, self._ranks
            numbers = [known.setdefault(each, len(known)) for each in features]
            ranks.extend(range(-1 - len(ranks), -1 - len(known), -1))  # a new feature is rarer than all others
            signature = 0
            for number in numbers:
                signature ^= _BITS[number % len(_BITS)]
            self._latest = features, numbers, sorted([ranks[number] for number in numbers]), signature
        return self._latest[1:]

    def _entries(self, number: int, ordered: list[int]) -> Iterator[tuple[array[int], int]]:
        """The lists of as many of a set's rarest features as a similar set of any size needs, and the entry of each."""
        lists, size = self._lists, len(ordered) << _SIZE
        for position, rank in enumerate(ordered[: prefix_length(len(ordered), self._share)]):
            entries = lists.get(rank)
            if entries is None:
                entries = lists[rank] = array("Q")
            yield entries, size | position << _POSITION | number

    def _renew(self) -> None:
        import numpy as np

        counts = np.bincount(np.frombuffer(self._members, np.uint32), minlength=len(self._features))
        ranks = np.empty(len(counts), np.int64)
        ranks[np.argsort(counts, kind="stable")] = np.arange(len(counts))
        self._ranks = ranks.tolist()
        self._lists = {}
        self._latest = None  # its ranks are others now
        self._renew_at = 4 * len(self)
        for number in range(len(self)):
            for entries, entry in self._entries(number, sorted([self._ranks[each] for each in self._set(number)])):
                entries.append(entry)
        self._lists = {rank: array("Q", sorted(entries)) for rank, entries in self._lists.items()}
