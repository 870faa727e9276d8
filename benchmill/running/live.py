"""Counts of a run under way -> the line that people watch."""

from __future__ import annotations

from dataclasses import dataclass

from benchmill.running.pace import Left


@dataclass(frozen=True, slots=True)
class Done:
    """What is finished: `items`, `used` of all `passages`, and `tries` of `all_tries`.

    A try asks about one passage for one kind of question, so there can be more tries than passages. A passage or try
    is finished once it was asked, or once it can no longer be asked. All counts only rise; the totals stay. `waiting`
    more candidates passed the critics and wait to be compared with those before them. `phase` names other work than
    growing, such as a recheck; then only `used` of `passages` count, which are items.
    """

    items: int
    used: int = 0
    passages: int = 0
    tries: int = 0
    all_tries: int = 0
    phase: str = ""
    waiting: int = 0


@dataclass(frozen=True, slots=True)
class Live:
    """How far a run is: items, passages, tries, calls, tokens, after so many `seconds`.

    `before` of the `accepted` items existed when the run began. `cost` is in US dollars, None where unknown;
    `counting` is the word for a counted item: accepted, judged. `waiting`: as in `Done`. `left` is None while unknown;
    `until` says what the run waits for meanwhile.
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
    tries: int = 0
    all_tries: int = 0
    phase: str = ""
    waiting: int = 0
    seconds: float = 0.0
    left: Left | None = None
    until: str = ""

    def line(self) -> str:
        """One line for people: accepted / wanted, passages, time left, calls, tokens, money.

        The time left comes before the costs: a narrow terminal cuts the line at its end.

        >>> Live(25, 100, 300, 0, 90_000, 0.12, used=40, passages=400, seconds=60.0, left=Left(180.0)).line()
        '25/100 accepted | 40/400 passages | about 3 min left | 300 calls, 5.0/s | 90,000 tokens | $0.12'
        >>> Live(25, 100, 3, 40, 9, None, used=9, passages=9, tries=14, all_tries=20, seconds=60.0).line()
        '25/100 accepted | 9/9 passages, 14/20 tries | 3 calls, 3.0/min, 40 from the ledger | 9 tokens | price unknown'
        """
        parts = list(self._pieces())
        parts += [str(self.left)] if self.left else [self.until] if self.until else []
        reused = f", {self.recorded:,} from the ledger" if self.recorded else ""
        parts.append(f"{self.calls:,} calls, {_rate(self.calls, self.seconds)}{reused}")
        parts.append(f"{self.tokens:,} tokens")
        parts.append("price unknown" if self.cost is None else f"${self.cost:.2f}")
        return " | ".join(parts)

    def _pieces(self) -> list[str]:
        if self.phase:
            return [f"{self.phase}: {self.used:,}/{self.passages:,} items" if self.passages else self.phase]
        waiting = f", {self.waiting:,} waiting" if self.waiting else ""
        pieces = [f"{self.accepted:,}/{self.wanted:,} {self.counting}{waiting}"]
        if self.passages:
            # each kind asks about a passage anew: what is left to do once every passage was used
            several = self.used == self.passages and self.all_tries > self.passages
            tries = f", {self.tries:,}/{self.all_tries:,} tries" if several else ""
            pieces.append(f"{self.used:,}/{self.passages:,} passages{tries}")
        return pieces


@dataclass(frozen=True, slots=True)
class Asking(Live):
    """How far the asking of a live system is: questions answered of those wanted, and those that `failed`."""

    failed: int = 0

    def line(self) -> str:
        """One line for people.

        >>> Asking(25, 100, 20, 0, 0, 0.0, before=6, failed=1, left=Left(112.5)).line()
        '25/100 answered | 1 failed | 6 recorded before | about 2 min left'
        """
        parts = [f"{self.accepted:,}/{self.wanted:,} answered"]
        parts += [f"{self.failed:,} failed"] if self.failed else []
        parts += [f"{self.before:,} recorded before"] if self.before else []
        return " | ".join([*parts, *([str(self.left)] if self.left else [])])


def _rate(calls: int, seconds: float) -> str:
    """Calls a second, or a minute where a server is slow."""
    rate = calls / max(seconds, 0.001) if seconds else 0.0
    return f"{rate:.1f}/s" if rate >= 0.1 or not calls else f"{60 * rate:.1f}/min"
