"""manifest.json: the same bytes for the same replies, however they were timed; skips are no failures."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from benchmill.editions.next_edition import grow
from benchmill.settings import GrowSettings
from benchmill.workspace.ledger.store import Ledger
from tests.end_to_end.command import EXAMPLES
from tests.servers.simulated import Latency, ServerPlan, SimulatedServer


def manifest(out: Path, server: SimulatedServer, concurrency: int) -> bytes:
    out.parent.mkdir()
    shutil.copytree(out.parents[1] / "start", out)  # one secret for all, or every request would be another
    settings = GrowSettings(
        questions=8, model="openai:simulated", base_url=server.base_url, concurrency=concurrency, hedge="off"
    )
    grow(EXAMPLES, out, settings)
    return (out / "manifest.json").read_bytes()


@pytest.mark.usefixtures("no_key_needed")
def test_timing_changes_no_byte_of_the_manifest(tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "start" / "ledger.sqlite") as ledger:
        assert ledger.secret
    with SimulatedServer() as server:
        one = manifest(tmp_path / "one" / "b", server, 1)
        narrow = server.counters().requests
    with SimulatedServer(ServerPlan(latency=Latency("lognormal", 0.01, 1.0))) as server:
        other = manifest(tmp_path / "two" / "b", server, 16)
        assert server.counters().requests != narrow  # else this would show nothing
    assert one == other
    assert 0 < json.loads(one)["cost"]["calls"] <= narrow


@pytest.fixture
def no_key_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")


def test_passages_that_are_not_asked_about_are_skipped_and_not_failed(tmp_path: Path) -> None:
    outcome = grow(EXAMPLES, tmp_path / "b", GrowSettings(questions=100))
    told = outcome.as_json()
    assert (told["failures"], told["failed"]) == (0, {})
    assert outcome.skipped["too-short"] > 0
    assert "too-short" not in outcome.failures
    with Ledger.open(tmp_path / "b" / "ledger.sqlite") as ledger:
        rows = Counter(failure.check for failure in ledger.failures())
    assert list(outcome.skipped.items()) == rows.most_common()
    assert "passages that can be asked about were used" in outcome.shortfall
    assert grow(EXAMPLES, tmp_path / "b", GrowSettings(questions=100)).shortfall == outcome.shortfall
    assert grow(EXAMPLES, tmp_path / "b", GrowSettings(questions=5)).shortfall == ""
