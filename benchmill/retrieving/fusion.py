"""Several rankings of the same texts -> one ranking."""

from __future__ import annotations

from collections.abc import Sequence

Ranked = list[tuple[int, float]]
"""(place of the text, score), best first."""

_SMOOTHING = 60  # Cormack, Clarke and Buettcher (SIGIR 2009)


def fused(rankings: Sequence[Ranked], k: int, smoothing: int = _SMOOTHING) -> Ranked:
    """Reciprocal rank fusion: a text gains 1 / (smoothing + rank) in every ranking that has it. The less smoothing, the
    more a first place in one ranking counts against good places in all.

    >>> [place for place, _ in fused([[(0, 9.0), (1, 8.0)], [(1, 0.9), (2, 0.8)]], 2)]
    [1, 0]
    """
    scores: dict[int, float] = {}
    for ranking in rankings:
        for rank, (place, _) in enumerate(ranking, start=1):
            scores[place] = scores.get(place, 0.0) + 1 / (smoothing + rank)
    order = sorted(scores, key=lambda place: (-scores[place], place))[:k]
    return [(place, scores[place]) for place in order]
