"""How batches are made and waited for: BatchPlan; and BatchSubmitted, the end of a run that does not wait."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from benchmill.records.errors import BenchmillError


class BatchSubmitted(BenchmillError):
    """Batches are under way and the user asked not to wait. This is not a failure: the same command continues later."""

    exit_code = 0

    def __init__(self, ids: Sequence[str], requests: int) -> None:
        many = "1 batch" if len(ids) == 1 else f"{len(ids)} batches"
        super().__init__(
            f"{many} with {requests} requests under way ({', '.join(ids)}); run the same command later to go on"
        )
        self.ids = tuple(ids)
        self.requests = requests


@dataclass(frozen=True, slots=True)
class BatchPlan:
    """How batches are made. `wait`: stay until they are done, else BatchSubmitted.

    `requests` and `megabytes` are the most that one file may hold (OpenAI: 50,000 and 200); `quiet`: seconds without a
    new request after which a batch is sent; `first`, `longest`: seconds between two looks at a batch, growing;
    `attempts`: in how many batches a request may stay unanswered. `report` gets messages for people.
    """

    wait: bool = True
    requests: int = 50_000
    megabytes: float = 190.0
    quiet: float = 0.2
    first: float = 0.5
    longest: float = 60.0
    attempts: int = 3
    report: Callable[[str], None] = lambda _: None
