"""A workspace that lived through a hundred nights: the next one costs what it costs in a young workspace."""

from __future__ import annotations

import cProfile
import shutil
from dataclasses import replace
from pathlib import Path

from benchmill.editions.next_edition import grow
from benchmill.settings import GrowSettings
from benchmill.workspace.ledger.store import Ledger
from tests.editions.edits import retire_one
from tests.servers.simulated import SimulatedServer

NIGHTS = 100
_EACH = 500  # CHANGES.md tells of each edition, and the backup holds each item; the night itself makes 250,000 calls


def calls_of_a_night(folder: Path, settings: GrowSettings) -> int:
    """How many functions are called, counted: seconds depend on what else the machine does."""
    retire_one(folder / "docs", folder / "b", "factoid")
    profile = cProfile.Profile()
    profile.runcall(grow, folder / "docs", folder / "b", settings)
    return sum(entry.callcount for entry in profile.getstats())


def age(out: Path) -> None:
    """Give the workspace the editions of a hundred nights, each of which retired an item."""
    with Ledger.open(out / "ledger.sqlite") as ledger:
        last, live = ledger.last_edition(), ledger.items("live")
        assert last
        changes = {**last.summary["changes"], "added": last.summary["changes"]["added"][:1]}
        last = replace(last, summary={**last.summary, "changes": changes})
        lost = next(row for row in live if row.chapter != live[0].chapter)
        for night in range(1, NIGHTS + 1):
            name = f"q-{night:016x}"
            record = lost.record.replace(lost.id, name)
            row = replace(lost, id=name, question_number=1000 + night, state="retired", record=record, cause="evidence")
            ledger.commit(replace(last, number=last.number + night), items=[row], chapters={})


def test_each_night_that_a_workspace_lived_through_adds_next_to_nothing_to_what_the_next_one_does(
    docs: Path, tmp_path: Path, server: SimulatedServer
) -> None:
    settings = GrowSettings(questions=12, model="openai:simulated", base_url=server.base_url, kinds=("factoid",))
    grow(docs, tmp_path / "b", settings)
    old = Path(shutil.copytree(tmp_path, tmp_path.with_name("old")))
    age(old / "b")
    young, aged = calls_of_a_night(tmp_path, settings), calls_of_a_night(old, settings)
    assert aged - young < _EACH * NIGHTS
