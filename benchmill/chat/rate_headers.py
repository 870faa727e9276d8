"""Headers of a refusal -> the rates that the server allows: requests and tokens a minute."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from dataclasses import dataclass

# OpenAI, Groq and vLLM's gateways write `x-ratelimit-limit-requests`, Anthropic `anthropic-ratelimit-requests-limit`.
_FORMS = ("x-ratelimit-{part}-{unit}", "anthropic-ratelimit-{unit}-{part}")
_DURATION = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h|d)?")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0, "": 1.0}
# The server refused the call because of a limit only where at most this share of the limit is left.
_USED_UP = 0.1


@dataclass(frozen=True, slots=True)
class Rates:
    """What a server said it allows a minute; None where it said nothing."""

    requests: float | None = None
    tokens: float | None = None


def rates_from(headers: Mapping[str, str], *, now: datetime.datetime | None = None) -> Rates:
    """The rate of each limit that is used up: `limit` in the time until all of it is free again.

    That time is at most the server's whole window, so the rate is never lower than the one allowed.

    >>> rates_from({"x-ratelimit-limit-requests": "1200", "x-ratelimit-remaining-requests": "0",
    ...     "x-ratelimit-reset-requests": "1m0s"})
    Rates(requests=1200.0, tokens=None)
    """
    return Rates(_rate(headers, "requests", now), _rate(headers, "tokens", now))


def _rate(headers: Mapping[str, str], unit: str, now: datetime.datetime | None) -> float | None:
    for form in _FORMS:
        limit, left = (_number(headers.get(form.format(part=part, unit=unit), "")) for part in ("limit", "remaining"))
        seconds = _seconds(headers.get(form.format(part="reset", unit=unit), ""), now)
        if limit and left is not None and left <= _USED_UP * limit and seconds:
            return (limit - left) * 60.0 / seconds
    return None


def _number(text: str) -> float | None:
    return float(text) if re.fullmatch(r"\d{1,12}", text.strip()) else None


def _seconds(text: str, now: datetime.datetime | None) -> float | None:
    """Seconds of `6m0s`, `1.5s`, `250ms`, `30`, or until a date like `2026-01-01T00:00:00Z`."""
    text = text.strip()
    if re.fullmatch(r"(?:\d{1,9}(?:\.\d+)?(?:ms|s|m|h|d)?)+", text):
        return sum(float(number) * _SECONDS[unit] for number, unit in _DURATION.findall(text))
    try:
        date = datetime.datetime.fromisoformat(text)
    except ValueError:
        return None
    if date.tzinfo is None:
        return None
    return max(0.0, (date - (now or datetime.datetime.now(tz=datetime.UTC))).total_seconds())
