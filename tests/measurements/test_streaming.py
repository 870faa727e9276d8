"""The streaming measurement, small: what it compares is comparable."""

from __future__ import annotations

from pathlib import Path

import pytest

from measurements.clients.corpus import write_docs
from measurements.streaming import CLIENTS, Client, run_client
from tests.servers.simulated import Latency, ServerPlan, SimulatedServer

SEEDS = 6
QUICK = ("bare_socket", "ours", "openai_asyncio")
SMALL = [client for client in CLIENTS if client.module in QUICK and not client.last_word]


@pytest.mark.parametrize("client", SMALL, ids=lambda client: client.module)
def test_each_client_asks_four_calls_a_seed_and_meets_the_same_latencies(client: Client, tmp_path: Path) -> None:
    plan = ServerPlan(seed=1, latency=Latency("lognormal", 0.02, 0.6), latency_by_arrival=True)
    expected = sum(plan.delay("", 0, arrival) for arrival in range(4 * SEEDS))
    with SimulatedServer(plan) as server:
        row = run_client(client, server, write_docs(tmp_path, SEEDS), SEEDS, 4)
        counters = server.counters()
    assert row.run.calls == counters.requests == 4 * SEEDS
    assert counters.by_purpose == dict.fromkeys(("generator", "standalone", "groundedness", "relevance"), SEEDS)
    assert row.ideal == pytest.approx(expected / 4)
    assert row.over_ideal >= 1
    assert counters.max_in_flight <= 4
