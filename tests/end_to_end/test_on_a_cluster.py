"""`grow --engine ray` on a cluster of three nodes, one of which is killed: the same benchmark as on one machine."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from benchmill.chat.cluster.ray_cluster import RayCluster
from tests.end_to_end.command import EXAMPLES, benchmill, started
from tests.servers.ray_nodes import RayNodes
from tests.servers.simulated import Latency, ServerPlan, SimulatedServer

CONCURRENCY = 8
FILES = ("benchmark.json", "items.jsonl", "rejected.jsonl")
JOINED = "machines that joined the cluster: 1; the run now sends calls from them, too"


class Named:
    """Knows which machine it is on."""

    async def machine(self) -> str:
        import ray

        name: str = ray.get_runtime_context().get_node_id()
        return name


def grow(server: SimulatedServer, out: Path, *more: object) -> tuple[object, ...]:
    """The words of the command."""
    # edges of time would show as other retries; a hedge is a second request on purpose
    options = ("--model", "openai:simulated", "--base-url", server.base_url, "--kinds=factoid,list", "--hedge", "off")
    return ("grow", EXAMPLES, "--out", out, *options, "--concurrency", CONCURRENCY, "--json", "--no-report", *more)


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A workspace with one item: its copies share the secret that marks documents in prompts, so requests are equal."""
    with SimulatedServer() as server:
        assert benchmill(*grow(server, tmp_path / "begun", "--questions", 1)).code == 0
    return tmp_path / "begun"


def test_a_cluster_that_gains_a_node_and_loses_one_grows_the_same_benchmark_and_pays_again_only_what_the_lost_one_held(
    begun: Path, tmp_path: Path
) -> None:
    alone, cluster = tmp_path / "alone", tmp_path / "cluster"
    shutil.copytree(begun, alone)
    shutil.copytree(begun, cluster)
    with SimulatedServer() as server:
        assert benchmill(*grow(server, alone, "--questions", 24)).code == 0
        needed = server.counters().requests
    # slow enough that calls are under way on the node when it dies; no run ends before the new node has been seen
    plan = ServerPlan(latency=Latency("constant", 0.2), hold_from=needed // 4)
    with RayNodes(3) as nodes, SimulatedServer(plan) as server:
        command = grow(server, cluster, "--questions", 24, "--engine", "ray")
        process = started(*command, RAY_ADDRESS=nodes.address)
        server.wait_for(needed // 4, of=process)
        nodes.add_one()
        assert process.stderr
        assert any(JOINED in line for line in process.stderr)
        server.release()
        server.wait_for(needed // 2, of=process)
        nodes.kill_one()
        _, errors = process.communicate()
        again = benchmill(*command, RAY_ADDRESS=nodes.address)
        asked, repeated = server.counters().requests, server.repeated()
    assert process.returncode == 0, errors
    for name in FILES:
        assert (cluster / name).read_bytes() == (alone / name).read_bytes(), name
    assert asked > needed // 2  # the nodes changed while the run went on
    # what the killed node was asked for and had not handed over is asked again: its share of what is under way at once
    assert len(repeated) <= CONCURRENCY // 2
    assert again.json["calls"]["asked"] == 0


def test_each_machine_has_one_copy_of_a_service(monkeypatch: pytest.MonkeyPatch) -> None:
    async def asked(cluster: RayCluster) -> set[object]:
        service, found = cluster.service(Named, 3, {}), set[object]()
        while len(found) < 3:  # the copies do not begin at the same time; the suite's own time-out is the guard
            found |= set(await asyncio.gather(*(service.call("machine") for _ in range(3))))
            await asyncio.sleep(0.1)
        await service.end()
        return found

    with RayNodes(3) as nodes:
        monkeypatch.setenv("RAY_ADDRESS", nodes.address)
        with RayCluster() as cluster:
            assert len(asyncio.run(asked(cluster))) == 3


def test_a_model_that_runs_inside_this_machine_is_refused_before_anything_starts(tmp_path: Path) -> None:
    model = tmp_path / "small.gguf"
    model.write_bytes(b"GGUF")
    ran = benchmill("grow", EXAMPLES, "--out", tmp_path / "b", "--model", f"gguf:{model}", "--engine", "ray")
    assert ran.code == 2
    assert "a gguf: model runs on this machine alone" in ran.err


def test_a_cluster_that_is_not_there_is_reported_at_once(tmp_path: Path) -> None:
    model = ("--model", "openai:simulated", "--base-url", "http://127.0.0.1:9/v1")
    ran = benchmill("grow", EXAMPLES, "--out", tmp_path / "b", *model, "--engine", "ray", RAY_ADDRESS="127.0.0.1:9")
    assert ran.code == 3
    assert "no Ray cluster answers at RAY_ADDRESS=127.0.0.1:9" in ran.err
