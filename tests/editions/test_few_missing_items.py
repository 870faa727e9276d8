"""A night that cannot replace the few items it lost ends well, says so, and asks no more until something changes."""

from __future__ import annotations

from pathlib import Path

from benchmill.editions.next_edition import grow
from benchmill.settings import GrowSettings
from tests.editions.edits import retire_one
from tests.servers.simulated import ServerPlan, SimulatedServer

WANTED = 30  # with more, the kind stops first: eleven calls of the writer led to no item


def test_few_items_that_cannot_be_replaced_do_not_make_a_failed_night(docs: Path, tmp_path: Path) -> None:
    out = tmp_path / "b"
    with SimulatedServer() as server:
        assert grow(docs, out, settings(server)).accepted == WANTED
    with SimulatedServer(ServerPlan(fail_rates={"standalone": 1.0})) as server:
        for _ in range(10):  # the first nights find what the critics accepted and no place was left for
            retire_one(docs, out, "factoid")
            night = grow(docs, out, settings(server))
            if night.accepted < WANTED:
                break
        again = grow(docs, out, settings(server))
        further = grow(docs, out, settings(server, keep_going=True))
    assert night.ended_by is None
    assert night.accepted < WANTED
    assert any(
        f"{WANTED - night.accepted} of {WANTED} items stay missing, low yield: " in note for note in night.notes
    ), night.notes
    assert night.shortfall
    assert again.usage.asked == 0
    assert again.edition == night.edition
    assert further.usage.asked > 0


def settings(server: SimulatedServer, *, keep_going: bool = False) -> GrowSettings:
    """One call at a time: what is asked ahead of its turn depends on timing, and so does what later nights find."""
    return GrowSettings(
        questions=WANTED, model="openai:simulated", base_url=server.base_url, concurrency=1, keep_going=keep_going
    )
