"""Counts of a run under way -> the line that people watch, and how long it may still take."""

from __future__ import annotations

from dataclasses import dataclass

# Calls for one accepted item, assumed until the run has a yield of its own: measured with the standard quality.
_CALLS_AN_ITEM = 4.5


@dataclass(frozen=True, slots=True)
class Done:
    """What is finished: `items`, and `used` of all `passages` to ask about (0 where the run does not count them)."""

    items: int
    used: int = 0
    passages: int = 0


@dataclass(frozen=True, slots=True)
class Live:
    """How far a run is: items, passages, calls, tokens.

    `before` of the `accepted` items existed when the run began. `cost` is in US dollars, None where unknown;
    `counting` is the word for a counted item: accepted, judged.
    """

    accepted: int
    wanted: int
    calls: int
    recorded: int
    tokens: int
    cost: float | None
    counting: str = "accepted"
    before: int = 0
    used: int = 0
    passages: int = 0

    def line(self, seconds: float) -> str:
        """One line for people: accepted / wanted, passages, calls, calls a second, tokens, money, time left.

        >>> Live(25, 100, 300, 0, 90_000, 0.12, used=40, passages=400).line(60.0)
        '25/100 accepted | 40/400 passages | 300 calls, 5.0/s | 90,000 tokens | $0.12 | about 3 min left'
        """
        parts = [f"{self.accepted}/{self.wanted} {self.counting}"]
        if self.passages:
            parts.append(f"{self.used:,}/{self.passages:,} passages")
        reused = f", {self.recorded:,} from the ledger" if self.recorded else ""
        parts.append(f"{self.calls:,} calls, {self.calls / max(seconds, 0.001):.1f}/s{reused}")
        parts.append(f"{self.tokens:,} tokens")
        parts.append("price unknown" if self.cost is None else f"${self.cost:.2f}")
        left = self.left(seconds)
        if left is not None:
            parts.append(f"about {_duration(left)} left")
        return " | ".join(parts)

    def left(self, seconds: float) -> float | None:
        """Seconds until all items are accepted or all passages used, whichever comes first; None while unknown.

        Items from before this run say nothing about its speed. Before the run's first item, the estimate uses the
        number of calls that an item usually takes.

        >>> Live(98, 100, 10, 0, 0, 0.0, before=98).left(9.0)
        0.0
        >>> round(Live(0, 10, 9, 0, 0, 0.0, used=0, passages=50).left(6.0) or 0, 6)
        24.0
        >>> round(Live(1, 100, 400, 0, 0, 0.0, used=45, passages=50).left(90.0) or 0, 6)
        10.0
        """
        if self.accepted >= self.wanted:
            return None
        missing = self.wanted - self.before
        new = self.accepted - self.before
        share = max(new / missing, self.used / self.passages if self.passages else 0.0)
        if new == 0:
            share = max(share, self.calls / (missing * _CALLS_AN_ITEM))
        if share <= 0:
            return None
        return max(0.0, seconds * (1 - share) / share)


@dataclass(frozen=True, slots=True)
class Asking(Live):
    """How far the asking of a live system is: questions answered of those wanted, and those that `failed`."""

    failed: int = 0

    @classmethod
    def at(cls, answered: int, wanted: int, asked: int, before: int, failed: int) -> Asking:
        """`before` of the `answered` questions were answered in an earlier session; a failed one counts as done.

        >>> Asking.at(25, 100, 20, 6, 1).line(30.0)
        '25/100 answered | 1 failed | 6 recorded before | about 2 min left'
        """
        return cls(answered, wanted, asked, before, 0, 0.0, "answered", before, asked, wanted - before, failed=failed)

    def line(self, seconds: float) -> str:
        parts = [f"{self.accepted:,}/{self.wanted:,} answered"]
        parts += [f"{self.failed:,} failed"] if self.failed else []
        parts += [f"{self.before:,} recorded before"] if self.before else []
        left = self.left(seconds)
        return " | ".join([*parts, *([] if left is None else [f"about {_duration(left)} left"])])


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
