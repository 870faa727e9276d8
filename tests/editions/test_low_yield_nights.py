"""A workspace whose items cost too much ends each of its nights early: none pays for what the first one refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from benchmill.chat.errors import LowYield
from benchmill.editions.next_edition import grow
from benchmill.settings import GrowSettings
from tests.servers.simulated import ServerPlan, SimulatedServer


def test_the_dear_items_of_earlier_nights_do_not_raise_the_limit_of_the_next(docs: Path, tmp_path: Path) -> None:
    with SimulatedServer(ServerPlan(seed=14, fail_rates={"relevance": 0.85})) as server:
        settings = GrowSettings(questions=100, model="openai:simulated", base_url=server.base_url)
        nights = [grow(docs, tmp_path / "b", settings) for _ in range(2)]
        further = grow(docs, tmp_path / "b", replace(settings, keep_going=True))

    assert nights[0].accepted >= 5  # so many that the workspace has a yield of its own
    assert [isinstance(night.ended_by, LowYield) for night in nights] == [True, True]
    assert not isinstance(further.ended_by, LowYield)
    assert further.usage.asked > nights[-1].usage.asked
