"""Calls over several clients."""

from __future__ import annotations

from contextlib import ExitStack

from benchmill.chat.spread import Spread


def test_each_call_gets_the_client_with_the_least_under_way() -> None:
    made: list[int] = []

    def make(connections: int) -> str:
        made.append(connections)
        return f"client {len(made)}"

    spread = Spread(make, calls=100, each=32)
    assert len(made) == 4
    assert min(made) > 25
    with ExitStack() as under_way:
        given = [under_way.enter_context(spread.least_busy()) for _ in range(100)]
        assert [given.count(client) for client in spread.clients] == [25] * 4
    with spread.least_busy() as first:
        pass
    with spread.least_busy() as again:
        assert again == first
