"""`--split` -> the split each item belongs to: its kind, or a share drawn from its id, so that it never changes."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from benchmill.records import UsageError


@dataclass(frozen=True, slots=True)
class Splits:
    """How items are split. `shares` is name -> share of all items; without any, the split is the item's kind."""

    shares: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def parse(cls, texts: Sequence[str]) -> Splits:
        """`kind`, or one `NAME=SHARE` or several.

        >>> Splits.parse(["test=0.2", "dev=0.1"]).shares
        {'test': 0.2, 'dev': 0.1}

        Raises UsageError saying what is wrong.
        """
        if list(texts) in ([], ["kind"]):
            return cls()
        shares: dict[str, float] = {}
        for text in texts:
            name, _, number = text.partition("=")
            name = name.strip()
            try:
                share = float(number)
            except ValueError:
                share = 0.0
            if not name or name == "retired" or name in shares or not 0 < share <= 1:
                raise UsageError(f"--split {text}: write `kind`, or NAME=SHARE such as test=0.2, each name once")
            shares[name] = share
        if sum(shares.values()) > 1 + 1e-9:
            raise UsageError(f"--split: the shares add up to {sum(shares.values()):g}, which is more than 1")
        return cls(shares)

    def of(self, item_id: str, kind: str) -> str:
        """The split of an item: `base`, LangSmith's own word, for what no share takes.

        It depends on the item alone: a benchmark that grows moves no item from one split to another.
        """
        if not self.shares:
            return kind
        place = int(hashlib.sha256(item_id.encode()).hexdigest()[:12], 16) / 16**12
        for name, share in self.shares.items():
            if place < share:
                return name
            place -= share
        return "base"
