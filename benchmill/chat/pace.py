"""A rate a minute -> when the next call may start."""

from __future__ import annotations

# The stream is even: only this many seconds' worth of calls may come at once. A bucket of a whole window would let
# twice the rate through in its first window, and servers with short windows refuse that.
_BURST_SECONDS = 0.1


class Pace:
    """The generic cell rate algorithm (ITU-T I.371): `per_minute` units, evenly spread. Times in seconds, one clock."""

    def __init__(self, per_minute: float) -> None:
        self.per_minute = per_minute
        self._due = float("-inf")

    def wait(self, now: float) -> float:
        """Seconds until something may start; 0 where it may now. A large amount delays what comes after it."""
        return max(0.0, self._due - now - _BURST_SECONDS)

    def take(self, now: float, amount: float) -> None:
        self._due = max(now, self._due) + amount * 60.0 / self.per_minute

    def correct(self, difference: float) -> None:
        """Correct the amount taken once the real one is known: `difference` is real minus taken, below 0 for less."""
        self._due += difference * 60.0 / self.per_minute
