"""A kind that the last edition gave up is asked for no more while a night lacks few items."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from benchmill.editions.next_edition import grow
from benchmill.settings import GrowSettings
from tests.editions.edits import retire_one
from tests.end_to_end.command import EXAMPLES
from tests.servers.simulated import SimulatedServer

WHY = "stopped after 9 calls of the writer, since none of them led to an item"


@pytest.fixture(scope="module")
def grown(server: SimulatedServer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with docs and a workspace whose last edition gave lists up, and the words of one list are gone since."""
    folder = tmp_path_factory.mktemp("grown")
    docs, out = folder / "docs", folder / "b"
    shutil.copytree(EXAMPLES, docs)
    grow(docs, out, settings(server))
    with sqlite3.connect(out / "ledger.sqlite") as ledger:
        (summary,) = ledger.execute("SELECT summary FROM editions").fetchone()
        mix = {"stopped": {"list": WHY}}
        ledger.execute("UPDATE editions SET summary = ?", (json.dumps({**json.loads(summary), "mix": mix}),))
    ledger.close()
    retire_one(docs, out, "list")
    return folder


@pytest.fixture
def after_lists(grown: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(grown, tmp_path / "copy"))


def settings(server: SimulatedServer, questions: int = 24, **more: Any) -> GrowSettings:
    kinds = ("factoid", "list")  # the example docs bear the quotas of both
    return GrowSettings(questions=questions, model="openai:simulated", base_url=server.base_url, kinds=kinds, **more)


def items(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out / "items.jsonl").read_text("utf-8").splitlines()]


def kinds(out: Path) -> list[str]:
    return sorted(item["kind"] for item in items(out))


def stopped(out: Path) -> dict[str, str]:
    mix = json.loads((out / "manifest.json").read_text("utf-8"))["counts"].get("mix", {})
    return dict(mix.get("stopped", {}))


def test_a_night_that_lacks_one_item_takes_another_kind_and_says_so(after_lists: Path, server: SimulatedServer) -> None:
    docs, out = after_lists / "docs", after_lists / "b"
    before = kinds(out)
    outcome = grow(docs, out, settings(server))
    assert outcome.accepted == 24
    assert kinds(out).count("list") == before.count("list") - 1
    assert stopped(out) == {"list": f"in an earlier run {WHY}"}
    assert any(f"; in an earlier run {WHY}" in note for note in outcome.notes)


def test_it_is_remembered_in_the_same_words_from_night_to_night(after_lists: Path, server: SimulatedServer) -> None:
    docs, out = after_lists / "docs", after_lists / "b"
    grow(docs, out, settings(server))
    retire_one(docs, out, "factoid")
    grow(docs, out, settings(server))
    assert stopped(out) == {"list": f"in an earlier run {WHY}"}


@pytest.mark.parametrize(("more", "wanted"), [({"keep_going": True}, 24), ({}, 32)], ids=["keep going", "many missing"])
def test_it_is_asked_for_again_where_the_user_wants_that_or_many_items_are_missing(
    after_lists: Path, server: SimulatedServer, more: dict[str, Any], wanted: int
) -> None:
    docs, out = after_lists / "docs", after_lists / "b"
    before = kinds(out)
    grow(docs, out, settings(server, wanted, **more))
    assert kinds(out).count("list") >= before.count("list")
    assert stopped(out) == {}
