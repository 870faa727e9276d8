"""The size of a set -> how many of its elements must be looked up to find every set that is similar to it.

Prefix filtering (Chaudhuri, Ganti and Kaushik 2006): when two sets must share at least a part `share` of either one's
elements, then, with all elements in one order, their first n - ceil(share n) + 1 elements have one in common. Any order
gives the same result; rarest first makes the lists short.
"""

from __future__ import annotations

import math

_SLACK = 1e-9  # 0.9 * 10 may be a little more than 9


def prefix_length(size: int, share: float) -> int:
    """How many elements of a set of `size` make its prefix.

    >>> [prefix_length(size, 0.9) for size in (1, 9, 10, 20)]
    [1, 1, 2, 3]
    """
    return size - math.ceil(share * size - _SLACK) + 1
