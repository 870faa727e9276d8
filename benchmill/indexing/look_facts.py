"""A document's chunks -> why each is no source chunk, judged alone, and its shingles; all of them -> Seeds."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import accumulate

from benchmill.generator.eligibility import Looks, look_at
from benchmill.indexing.kept_facts import Cut, FactKind, Facts, Row


def look_facts(*settings: object) -> FactKind:
    """What each chunk looks like: refusals and shingles."""
    return FactKind("looks", 1, ("reasons", "shingles", "sizes"), _make, settings)


def _make(cut: Sequence[Cut]) -> Iterator[Row]:
    looks = look_at([chunk for _, chunks in cut for chunk in chunks])
    ends = [0, *accumulate(looks.sizes.tolist())]
    first = 0
    for _, chunks in cut:
        last = first + len(chunks)
        refused = [[place, *reason] for place, reason in enumerate(looks.reasons[first:last]) if reason]
        shingles = looks.shingles[ends[first] : ends[last]]
        yield json.dumps(refused).encode(), shingles.tobytes(), looks.sizes[first:last].tobytes()
        first = last


def looks_of(facts: Facts) -> Looks:
    """The looks of all chunks of all documents, in order."""
    import numpy as np

    sizes = facts.column("sizes")
    reasons: list[tuple[str, str] | None] = []
    for refused, own in zip(facts.column("reasons"), sizes, strict=True):
        first = len(reasons)
        reasons.extend([None] * (len(own) // 4))
        for place, check, reason in json.loads(refused):
            reasons[first + place] = check, reason
    shingles = np.frombuffer(b"".join(facts.column("shingles")), np.uint32)
    return Looks(reasons, shingles, np.frombuffer(b"".join(sizes), np.uint32))
