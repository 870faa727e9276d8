"""Hashes of two passages and a name -> how good a multi-hop question they make, kept in facts.sqlite between runs."""

from __future__ import annotations

from array import array

from benchmill.indexing.kept_facts import KeptFacts
from benchmill.records import digest
from benchmill.version import VERSION

_NAME, _MADE_BY = "pair_weights", 8  # raise with every change of what hops.py or bridges.py makes of the same texts


class PairWeights(dict[int, int]):
    """What this run asked for; what earlier runs worked out is taken over when it is asked for again."""

    def __init__(self, kept: KeptFacts) -> None:
        super().__init__()
        self._kept = kept
        value = kept.value(_NAME, self._key) or b""
        count = len(value) // 9
        keys, weights = array("Q", value[: 8 * count]), value[8 * count :]
        self._before = dict(zip(keys, weights, strict=True))

    def __missing__(self, key: int) -> int:
        self[key] = weight = self._before[key]
        return weight

    def __enter__(self) -> PairWeights:
        return self

    def __exit__(self, *_error: object) -> None:
        """Write them for the next run, without those that no pair needs any more."""
        if self and self.keys() != self._before.keys():
            keys = array("Q", sorted(self))
            self._kept.keep(_NAME, self._key, keys.tobytes() + bytes(self[key] for key in keys))

    @property
    def _key(self) -> str:
        return digest(VERSION, _MADE_BY)[:16]
