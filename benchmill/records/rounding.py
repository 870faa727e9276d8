"""A number that promises something -> the same number, rounded so that the promise still holds."""

from __future__ import annotations

from math import ceil


def rounded_up(value: float, digits: int = 0) -> float:
    """The least number with so many digits that is not below `value`, for "differences of so much or more".

    >>> rounded_up(8.08), rounded_up(8.0), rounded_up(0.15004, 4), rounded_up(100 * 0.07)
    (9.0, 8.0, 0.1501, 7.0)
    """
    scale = 10.0**digits
    return ceil(scale * value - 1e-9) / scale  # 100 * 0.07 is 7.000000000000001
