"""A night that lost an item puts another of its kind in its place, though the mix wants others by now."""

from __future__ import annotations

import json
from pathlib import Path

from benchmill.editions.next_edition import grow
from benchmill.settings import GrowSettings
from benchmill.workspace.ledger.store import Ledger
from tests.editions.edits import retire_one
from tests.servers.simulated import SimulatedServer

WANTED = 24


def settings(server: SimulatedServer, *kinds: str, wanted: int = WANTED) -> GrowSettings:
    return GrowSettings(questions=wanted, model="openai:simulated", base_url=server.base_url, kinds=kinds)


def kinds(out: Path) -> set[str]:
    return {json.loads(line)["kind"] for line in (out / "items.jsonl").read_text("utf-8").splitlines()}


def writers_asked(out: Path) -> set[str]:
    with Ledger.read(out / "ledger.sqlite") as ledger:
        return {purpose for purpose in ledger.calls.by_purpose() if purpose.startswith("generator/")}


def test_a_night_asks_for_the_kind_that_it_lost_and_a_run_that_lacks_more_for_the_mix(
    docs: Path, tmp_path: Path, server: SimulatedServer
) -> None:
    out = tmp_path / "b"
    grow(docs, out, settings(server, "factoid"))
    (docs / "news.md").write_text("# News\n\nNothing new.\n", "utf-8")
    assert grow(docs, out, settings(server, "factoid", "list")).usage.asked == 0  # a night that loses nothing
    retire_one(docs, out, "factoid")
    assert grow(docs, out, settings(server, "factoid", "list")).accepted == WANTED
    assert kinds(out) == {"factoid"}
    assert writers_asked(out) == {"generator/factoid"}
    assert grow(docs, out, settings(server, "factoid", "list", wanted=30)).accepted == 30
    assert kinds(out) == {"factoid", "list"}
