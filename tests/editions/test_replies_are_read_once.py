"""A night does not read again what the replies of earlier nights hold, and writes what it would write if it did."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from benchmill.editions.next_edition import grow
from benchmill.settings import GrowSettings
from benchmill.workspace.ledger.store import Ledger
from benchmill.workspace.outcome import Outcome
from tests.editions.edits import retire_one
from tests.end_to_end.command import EXAMPLES
from tests.servers.simulated import SimulatedServer

FILES = ("benchmark.json", "items.jsonl", "rejected.jsonl", "CHANGES.md", "manifest.json")


def night(folder: Path, server: SimulatedServer) -> Outcome:
    settings = GrowSettings(questions=30, model="openai:simulated", base_url=server.base_url)
    return grow(folder / "docs", folder / "b", settings)


def forget_what_was_read(folder: Path) -> None:
    with sqlite3.connect(folder / "b" / "facts.sqlite") as facts:
        assert facts.execute("DELETE FROM whole WHERE name LIKE 'replies%'").rowcount
    facts.close()


def written(folder: Path) -> dict[str, bytes]:
    return {name: (folder / "b" / name).read_bytes() for name in FILES}


@pytest.fixture(scope="module")
def edited(server: SimulatedServer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A grown workspace, and docs in which the words of an item are gone since."""
    folder = tmp_path_factory.mktemp("grown")
    shutil.copytree(EXAMPLES, folder / "docs")
    night(folder, server)
    retire_one(folder / "docs", folder / "b", "factoid")
    return folder


def test_a_night_reads_few_replies_again_and_writes_the_same_files(
    edited: Path, server: SimulatedServer, tmp_path: Path
) -> None:
    folders = [Path(shutil.copytree(edited, tmp_path / name)) for name in ("knows", "reads")]
    forget_what_was_read(folders[1])
    knows, reads = (night(folder, server) for folder in folders)
    assert written(folders[0]) == written(folders[1])
    assert knows.usage.recorded < reads.usage.recorded


def test_a_call_that_is_no_longer_in_the_ledger_is_asked_again(
    edited: Path, server: SimulatedServer, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(edited, tmp_path / "copy"))
    with Ledger.open(folder / "b" / "ledger.sqlite") as ledger:
        refused = [json.loads(line) for line in ledger.refusals()]
        ledger.forget([each["request_key"] for each in refused] + [each["id"] for each in refused])
    before = night(Path(shutil.copytree(edited, tmp_path / "other")), server).usage.asked
    assert night(folder, server).usage.asked > before


def test_calls_that_a_night_does_not_read_again_count_as_used(
    edited: Path, server: SimulatedServer, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(edited, tmp_path / "copy"))
    night(folder, server)
    retire_one(folder / "docs", folder / "b", "factoid")
    night(folder, server)
    with Ledger.open(folder / "b" / "ledger.sqlite") as ledger:
        known = {json.loads(line)["request_key"] for line in ledger.rejections()}
        ledger.prune((), 1)
        assert ledger.calls.there(known) == known
