"""Whether a candidate waits for its critics, is at them, or is decided; and when it is called to them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass


@dataclass(eq=False, slots=True)
class CandidateState:
    """How far one candidate is with its critics; `passed` counts the critics that it has convinced.

    `under_way`: the number of critics that are asked about it now, if it is at the critics.
    `needless`: the selection has no room left for its task, so that no critic need be asked.
    """

    passed: int = 0
    under_way: int = 1
    needless: bool = False
    called: asyncio.Future[None] | None = None
    over: bool = False
    accepted: bool = False

    @property
    def waits(self) -> bool:
        return self.called is not None and not self.called.done() and not self.over

    @property
    def at_critics(self) -> bool:
        return not self.waits and not self.over

    def call(self) -> None:
        """Send the candidate to the critics."""
        if self.called is not None:
            self.called.set_result(None)
