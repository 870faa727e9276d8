"""Hits of n observations -> the interval of the share."""

from __future__ import annotations

from math import sqrt

_Z = 1.959964


def wilson(hits: float, n: float) -> tuple[float, float]:
    """The 95 % Wilson interval of a share; (0, 1) where nothing was observed. `n` may be an effective number.

    >>> [round(bound, 3) for bound in wilson(0, 30)]
    [0.0, 0.114]
    """
    if not n:
        return (0.0, 1.0)
    share = hits / n
    middle = (share + _Z * _Z / (2 * n)) / (1 + _Z * _Z / n)
    half = _Z * sqrt(share * (1 - share) / n + _Z * _Z / (4 * n * n)) / (1 + _Z * _Z / n)
    return (max(0.0, middle - half), min(1.0, middle + half))
