"""Many calls at once -> several clients, each with few: HTTP pools look through all their connections at each call."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Generic, TypeVar

T = TypeVar("T")


class Spread(Generic[T]):
    """As many clients as `calls` at once need at `each` a client; every call gets the one with the least under way.

    `make` gets the number of connections that a client needs.
    """

    def __init__(self, make: Callable[[int], T], *, calls: int, each: int) -> None:
        count = -(-calls // each)
        # a quarter more than its share, and a few: second questions (hedging) must not wait in the pool
        connections = -(-calls // count)
        connections += connections // 4 + 4
        self.clients: Sequence[T] = [make(connections) for _ in range(count)]
        self._under_way = [0] * count

    @contextmanager
    def least_busy(self) -> Iterator[T]:
        number = min(range(len(self.clients)), key=self._under_way.__getitem__)
        self._under_way[number] += 1
        try:
            yield self.clients[number]
        finally:
            self._under_way[number] -= 1
