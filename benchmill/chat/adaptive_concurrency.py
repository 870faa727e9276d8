"""Ends of calls -> the width of the rate limiter: how many calls at once one server should get.

The width starts at a quarter of what the user allows and grows with every reply, as TCP's window does. A time-out
halves it. The width does not grow where replies already take half of the time-out, or where a larger width brought no
more replies. Where the server became slower and few calls were made at half the width, half the width is tried for a
while, to compare.
"""

from __future__ import annotations

import asyncio
import heapq
import math
from dataclasses import dataclass, field

from benchmill.chat.rate_limiter import RateLimiter, Slot

_STARTS_WITH = 0.25
_LEAST_START = 2
# Until the server shows a sign of overload, each reply makes room for three more calls: two rounds reach the most.
_QUICK_STEP = 3.0
_NARROWED_TO = 0.5
# The longest reply after which the width still grows, as a share of the time-out.
_SLOW = 0.5
# Twice the calls must bring at least 2^0.3 = 1.23 times the replies, else they only wait in the server.
_LEAST_GAIN = 0.3
_SURE = 1.0
_LEAST_SPREAD = 0.1
# After this many replies enough is known about a width: it counts as tried.
_ENOUGH = 8
# A server counts as slower than at first from this factor on.
_SLOWER = math.log(1.5)
_MEMORY = 64
# Nineteen of twenty calls take no longer than this many standard deviations above the mean (of logarithms).
_MOST = 1.65
_TRY_AGAIN_AFTER = 100


class AdaptiveConcurrency:
    """Sets the width of `limiter`, between 1 and its `most`. `timeout`: seconds for one call, None = unknown.

    A call that timed out while others were answered is a stuck call and says nothing about the server's load.
    """

    def __init__(self, limiter: RateLimiter, timeout: float | None = None) -> None:
        self._limiter = limiter
        self._timeout = timeout
        self._quick = True
        self._ceiling = float(limiter.most)
        self._ceiling_for = 0
        self._try_again_after = _TRY_AGAIN_AFTER
        self._times = _TimesByWidth()
        self._replies = 0
        self._judged_at = 0
        self._narrowed_at = float("-inf")
        self._compared_with = 0.0
        limiter.width = max(_LEAST_START, limiter.most * _STARTS_WITH)

    @property
    def narrowed(self) -> bool:
        """Whether the server showed signs of overload and gets fewer calls at once than the user allows."""
        return not self._quick and self._limiter.width < self._limiter.most

    @property
    def replies(self) -> int:
        """How many calls were answered so far."""
        return self._replies

    def succeeded(self, slot: Slot, purpose: str, seconds: float) -> None:
        """A call of `purpose` was answered after `seconds`."""
        limiter = self._limiter
        self._replies += 1
        self._times.finished(slot, purpose, seconds)
        if self._ceiling_for > 0:
            self._ceiling_for -= 1
            if self._ceiling_for == 0:
                self._ceiling = float(limiter.most)
                self._compare()
        if self._replies - self._judged_at >= limiter.width:
            self._judged_at = self._replies
            self._judge()
        if limiter.full and limiter.width < self._ceiling:
            step = _QUICK_STEP if self._quick else 1.0 / limiter.width
            wider = min(self._ceiling, limiter.width + step)
            # the server may answer calls one after the other: calls sent in between then make this reply later
            if self._timeout is None or seconds * wider / slot.in_flight <= self._timeout * _SLOW:
                limiter.width = wider

    def timed_out(self, slot: Slot, answered_meanwhile: int) -> None:
        """A call was not answered in time; `answered_meanwhile`: how many others were answered since it began."""
        if answered_meanwhile < 2 * self._limiter.in_flight:
            self.narrow(slot, _NARROWED_TO)

    def narrow(self, slot: Slot, factor: float) -> None:
        """The server had too much to do with the call in `slot`. Calls that were under way together count once."""
        self._quick = False
        if slot.began > self._narrowed_at:
            before = self._limiter.width
            self._narrow_to(factor * before)
            # learning about smaller widths is worth more now than a quick return to the old width
            power = _power_below(self._limiter.width)
            if factor <= _NARROWED_TO and self._times.hardly_tried(power):
                self._hold(power)

    def _judge(self) -> None:
        """Go back to the smaller width where the present one surely does not bring more replies.

        Where few calls were made at half the width, and the server shows that it has much to do, try half the width.
        """
        width = self._limiter.width
        worse = self._times.not_worth(width)
        if worse is not None:
            self._stay_at(worse)
            return
        half = 2.0 ** max(0, _bucket(width) - 1)
        if not self._compared_with and self._times.hardly_tried(half) and self._times.slower(width):
            self._compared_with = width
            self._hold(half)

    def _hold(self, width: float) -> None:
        """Stay at `width` until enough calls have shown how the server does at it."""
        self._ceiling = width
        # calls that are under way were sent among more others, and do not count for this width
        self._ceiling_for = self._limiter.in_flight + _ENOUGH
        self._narrow_to(width)

    def _compare(self) -> None:
        """After a smaller width was tried: stay there, or return to the width before the trial."""
        before, self._compared_with = self._compared_with, 0.0
        if not before:
            return
        worse = self._times.not_worth(before)
        if worse is not None:
            self._stay_at(worse)
        else:
            self._limiter.width = max(self._limiter.width, before)

    def _stay_at(self, worse: float) -> None:
        self._quick = False
        self._ceiling = max(1.0, worse)
        self._ceiling_for = self._try_again_after
        self._try_again_after *= 2
        self._narrow_to(self._ceiling)
        self._times.forget_above(self._ceiling)

    def _narrow_to(self, width: float) -> None:
        """Set a smaller width. Calls that were sent before and time out say nothing about it."""
        self._narrowed_at = asyncio.get_running_loop().time()
        self._limiter.width = width


@dataclass(slots=True)
class _Logs:
    """Means of the logarithms of widths and seconds, the last `_MEMORY` calls weighing most."""

    count: int = 0
    width: float = 0.0
    seconds: float = 0.0
    spread: float = 0.0

    def add(self, width: float, seconds: float) -> None:
        self.count = min(self.count + 1, _MEMORY)
        share = 1.0 / self.count
        log = math.log(max(seconds, 1e-6))
        before = log - self.seconds
        self.width += share * (math.log(width) - self.width)
        self.seconds += share * before
        self.spread += share * (before * (log - self.seconds) - self.spread)


@dataclass(slots=True)
class _TimesByWidth:
    """Per purpose: how long calls took, by the power of two above the number of calls under way."""

    by_purpose: dict[str, dict[int, _Logs]] = field(default_factory=dict)
    _all: _Logs = field(default_factory=_Logs)
    _waiting: list[tuple[float, int, str, float, float]] = field(default_factory=list)
    _number: int = 0

    def finished(self, slot: Slot, purpose: str, seconds: float) -> None:
        """A call counts when most calls that began with it have finished.

        Of the calls that began together the short ones finish first. Counted at once, each width would look quick until
        its long calls have finished, and the width that is left soon would look quick for ever.
        """
        self._number += 1
        self._all.add(1.0, seconds)
        heapq.heappush(self._waiting, (slot.began, self._number, purpose, slot.in_flight, seconds))
        most = math.exp(self._all.seconds + _MOST * math.sqrt(self._all.spread))
        while self._waiting and self._waiting[0][0] + most <= slot.began + seconds:
            _, _, of, width, took = heapq.heappop(self._waiting)
            self.add(of, width, took)

    def add(self, purpose: str, width: float, seconds: float) -> None:
        buckets = self.by_purpose.setdefault(purpose, {})
        bucket = _bucket(width)
        if bucket not in buckets:
            buckets[bucket] = _Logs()
        buckets[bucket].add(width, seconds)

    def forget_above(self, width: float) -> None:
        for buckets in self.by_purpose.values():
            for bucket in [one for one in buckets if one > _bucket(width)]:
                del buckets[bucket]

    def hardly_tried(self, width: float) -> bool:
        """Whether few calls were made at about `width`."""
        bucket = _bucket(width)
        return sum(buckets[bucket].count for buckets in self.by_purpose.values() if bucket in buckets) < _ENOUGH

    def comparable(self, low: float, high: float) -> bool:
        """Whether enough calls of the same purposes were made at both widths. The first replies are not enough: they
        are those of the shortest calls."""
        one, other = _bucket(low), _bucket(high)
        pairs = ((buckets.get(one), buckets.get(other)) for buckets in self.by_purpose.values())
        return sum(_surety(small, large) for small, large in pairs if small and large) >= _ENOUGH / 2

    def slower(self, width: float) -> bool:
        """Whether calls surely take longer at `width` than at the smallest width that was tried."""
        high = _bucket(width)
        weight = more = spread = 0.0
        for buckets in self.by_purpose.values():
            low = min(buckets, default=high)
            if low < high and high in buckets:
                one, other = buckets[low], buckets[high]
                sure = _surety(one, other)
                weight += sure
                more += sure * (other.seconds - one.seconds)
                spread += sure * (one.spread + other.spread) / 2
        return weight > 0.0 and more / weight > _SLOWER + _SURE * math.sqrt(
            max(spread / weight, _LEAST_SPREAD) / weight
        )

    def not_worth(self, width: float) -> float | None:
        """A smaller width that surely brings about as many replies as `width` does; None where there is none."""
        high = _bucket(width)
        for low in range(high - 1, -1, -1):
            if not self.comparable(2.0**low, width):
                continue
            weight = gain = wanted = spread = 0.0
            for buckets in self.by_purpose.values():
                one, other = buckets.get(low), buckets.get(high)
                if one and other:
                    sure = _surety(one, other)
                    weight += sure
                    wanted += sure * (other.width - one.width)
                    gain += sure * (other.width - other.seconds - one.width + one.seconds)
                    spread += sure * (one.spread + other.spread) / 2
            if weight == 0.0:
                continue
            error = _SURE * math.sqrt(max(spread / weight, _LEAST_SPREAD) / weight)
            if gain / weight + error < _LEAST_GAIN * wanted / weight:
                return 2.0**low
        return None


def _surety(one: _Logs, other: _Logs) -> float:
    """The weight of the difference of two means: it grows with the number of calls behind each mean."""
    return 1.0 / (1.0 / one.count + 1.0 / other.count)


def _power_below(width: float) -> float:
    """The largest power of two that is not above `width`; 1 at least.

    >>> [_power_below(width) for width in (0.5, 1, 3.9, 4, 9)]
    [1.0, 1.0, 2.0, 4.0, 8.0]
    """
    return 2.0 ** max(0, math.floor(math.log2(width) + 1e-9))


def _bucket(width: float) -> int:
    """0 for 1, 1 for 2, 2 for 3 and 4, 3 for 5 to 8 ...

    >>> [_bucket(width) for width in (1, 1.5, 2, 3, 4, 5, 8, 9)]
    [0, 1, 1, 2, 2, 3, 3, 4]
    """
    return max(0, math.ceil(math.log2(width) - 1e-9))
