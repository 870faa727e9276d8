"""Hashes of passages and a name -> how good a question they make, kept in facts.sqlite between runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from benchmill.indexing.facts_file import KeptFacts
from benchmill.records import Kind, digest

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MADE_BY: Mapping[Kind, int] = {"multi_hop": 15, "ambiguous": 5}
"""Raise a number with every change of what hops.py and bridges.py, or linked.py, make of the same texts."""


class Weights:
    """What earlier runs worked out, and what this run adds; groups that no passage makes any more are dropped."""

    def __init__(self, kept: KeptFacts, kind: Kind) -> None:
        import numpy as np

        self._kept, self._name = kept, f"weights {kind}"
        self._key = digest(_MADE_BY[kind])[:16]
        value = kept.value(self._name, self._key) or b""
        count = len(value) // 9
        self._keys = np.frombuffer(value, np.uint64, count)  # sorted
        self._weights = np.frombuffer(value, np.uint8, count, 8 * count)
        self._asked: list[tuple[NDArray[np.uint64], NDArray[np.uint8]]] = []

    def of(self, keys: NDArray[np.uint64], make: Callable[[int], int]) -> NDArray[np.uint8]:
        """The weight of each key; `make` gives that of the key at a place, where no earlier run has it."""
        import numpy as np

        keys, first, which = np.unique(keys, return_index=True, return_inverse=True)
        found = np.zeros(len(keys), np.uint8)
        at = np.searchsorted(self._keys, keys)
        known = at < len(self._keys)
        known[known] = self._keys[at[known]] == keys[known]
        found[known] = self._weights[at[known]]
        new = np.flatnonzero(~known)
        # in the order of the keys as they were given: this order reads one document after the other
        for place in new[np.argsort(first[new])].tolist():
            found[place] = make(int(first[place]))
        self._asked.append((keys, found))
        return found[which]

    def keep(self) -> None:
        """Write the weights that were asked for, for the next run."""
        import numpy as np

        keys, first = np.unique(np.concatenate([keys for keys, _ in self._asked]), return_index=True)
        weights = np.concatenate([weights for _, weights in self._asked])[first]
        if not np.array_equal(keys, self._keys):
            self._kept.keep(self._name, self._key, keys.tobytes() + weights.tobytes())
