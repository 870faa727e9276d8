"""Calls -> running counts, for the progress line and the manifest."""

from __future__ import annotations

from dataclasses import dataclass, field, fields


@dataclass(slots=True)
class Count:
    """`asked`: requests sent; `answered` and `failed`: those of them with a reply and without one.

    `recorded`: replies that cost nothing now. `retried` and `hedged` are part of `asked`. Tokens as the servers counted
    them. `cost` in USD; `unpriced`: replies whose model has no known price, so that `cost` is only a lower bound where
    it is not 0.
    """

    asked: int = 0
    answered: int = 0
    failed: int = 0
    recorded: int = 0
    retried: int = 0
    hedged: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    cost: float = 0.0
    unpriced: int = 0

    @property
    def tokens(self) -> int:
        return self.input_tokens + self.output_tokens


@dataclass(slots=True)
class UsageCounter:
    """Live counts, by purpose (`critique/standalone`); `total` adds them up."""

    by_purpose: dict[str, Count] = field(default_factory=dict)

    def of(self, purpose: str) -> Count:
        """The count of `purpose`, to add to."""
        count = self.by_purpose.get(purpose)
        if count is None:
            count = self.by_purpose[purpose] = Count()
        return count

    @property
    def total(self) -> Count:
        total = Count()
        for count in self.by_purpose.values():
            for each in fields(Count):
                setattr(total, each.name, getattr(total, each.name) + getattr(count, each.name))
        return total
