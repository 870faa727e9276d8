"""Response headers -> how many seconds the server asks to wait."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime


def retry_after(headers: Mapping[str, str], *, now: float | None = None) -> float | None:
    """Seconds from `retry-after-ms`, or `Retry-After` as seconds or HTTP date; None where there is neither.

    `now`: seconds since 1970, for a date. Header names are looked up in lower case (HTTP libraries do not mind).

    >>> retry_after({"retry-after-ms": "250"}), retry_after({"retry-after": "2"}), retry_after({})
    (0.25, 2.0, None)
    >>> retry_after({"retry-after": "Thu, 01 Jan 1970 00:01:00 GMT"}, now=30)
    30.0
    """
    for name, divisor in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        seconds = _number(headers.get(name, ""))
        if seconds is not None:
            return max(0.0, seconds / divisor)
    try:
        date = parsedate_to_datetime(headers.get("retry-after", "")).timestamp()
    except (ValueError, TypeError, OverflowError, OSError):
        return None
    return max(0.0, date - (time.time() if now is None else now))


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None
