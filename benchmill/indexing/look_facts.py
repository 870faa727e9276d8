"""A document's chunks -> why each is no source chunk, judged alone, and its shingles; all of them -> Looks."""

from __future__ import annotations

import json
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise

from benchmill.generator.eligibility import Looks, Reason, look_at
from benchmill.indexing.kept_facts import Cut, FactKind, Facts, Row
from benchmill.records.lazy import Lazy


def look_facts(*settings: object) -> FactKind:
    """What each chunk looks like: refusals and shingles."""
    return FactKind("looks", 6, ("reasons", "refused", "shingles", "sizes"), _make, settings)


def _make(cut: Sequence[Cut]) -> Iterator[Row]:
    looks, shingles = look_at([chunk for _, chunks in cut for chunk in chunks])
    ends = [0, *accumulate(shingles.sizes.tolist())]
    first = 0
    for _, chunks in cut:
        last = first + len(chunks)
        reasons = [[place, *reason] for place, reason in enumerate(looks.reasons[first:last]) if reason]
        yield (
            json.dumps(reasons).encode(),
            looks.refused[first:last],
            shingles.values[ends[first] : ends[last]].tobytes(),
            shingles.sizes[first:last].tobytes(),
        )
        first = last


def looks_of(facts: Facts) -> Looks:
    """The looks of all chunks of all documents, in order."""
    sizes, (refused,) = facts.joined("refused")
    return Looks(_KeptReasons(facts, array("I", (0, *accumulate(sizes)))), bytes(refused))


@dataclass(frozen=True, slots=True, eq=False)
class _KeptReasons(Lazy[Reason | None]):
    """The reasons of all chunks; those of a document are decoded when one is asked for."""

    facts: Facts
    starts: array[int]

    def __len__(self) -> int:
        return self.starts[-1]

    def made(self, place: int) -> Reason | None:
        document = bisect_right(self.starts, place) - 1
        return _decoded(*self.facts.of(self.facts.documents[document].id, "reasons")).get(place - self.starts[document])

    def __iter__(self) -> Iterator[Reason | None]:
        sizes = (end - start for start, end in pairwise(self.starts))
        for (value,), size in zip(self.facts.each("reasons"), sizes, strict=True):
            yield from map(_decoded(value).get, range(size))


@lru_cache(maxsize=2)
def _decoded(value: bytes) -> dict[int, Reason]:
    return {place: (check, reason) for place, check, reason in json.loads(value)}
