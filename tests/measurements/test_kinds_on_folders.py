"""Every kind of question grows from a German folder through a model server, and each item is proven from the files."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmill.records import KINDS
from measurements.item_proofs import Folder, problems
from measurements.kinds_on_folders import DOHLENPOST, proven
from tests.end_to_end.command import benchmill
from tests.servers.simulated import ServerPlan, SimulatedServer

Item = dict[str, Any]


@pytest.fixture(scope="module")
def items(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Item]:
    """Two items of each kind were wanted; the first of each."""
    out = tmp_path_factory.mktemp("kinds") / "bench"
    kinds = ",".join(f"{kind}=2" for kind in KINDS)
    with SimulatedServer(ServerPlan(seed=1, fail_rates={})) as server:
        ran = benchmill(
            *("grow", DOHLENPOST, "--out", out, "--kinds", kinds, "--questions", 14, "--json", "--quiet"),
            *("--model", "openai:simulated", "--base-url", server.base_url, "--hedge", "off"),
            OPENAI_API_KEY="any",
        )
    assert ran.code == 0, ran.err
    found = [json.loads(line) for line in (out / "items.jsonl").read_text(encoding="utf-8").splitlines()]
    assert Counter(item["kind"] for item in found) == dict.fromkeys(KINDS, 2), ran.json["notes"]
    assert list(proven(found, DOHLENPOST)) == []
    return {item["kind"]: item for item in reversed(found)}


def _reversed_steps(item: Item) -> None:
    item["components"].reverse()


def _same_value(item: Item) -> None:
    item["components"][1] = item["components"][0]


def _other_place(item: Item) -> None:
    evidence = item["components"][0]["evidence"][0]
    evidence["start"] += 1


def _one_section(item: Item) -> None:
    item["hops"][1] = item["hops"][0]


def _answered_by_its_near_miss(item: Item) -> None:
    item["question"] = f"{item['near_miss']['evidence']['text']}?"
    item["near_miss"]["missing"] = item["near_miss"]["evidence"]["text"].split()[0]


def _one_reading(item: Item) -> None:
    del item["readings"][1:]


@pytest.mark.parametrize(
    ("kind", "spoil", "said"),
    [
        ("factoid", _other_place, "not in "),
        ("list", _same_value, "two parts are the same"),
        ("procedure", _reversed_steps, "not in the order"),
        ("comparison", _same_value, "one place"),
        ("multi_hop", _one_section, "both hops are in one section"),
        ("unanswerable", _answered_by_its_near_miss, "a paragraph may answer it"),
        ("ambiguous", _one_reading, "1 readings"),
    ],
    ids=KINDS,
)
def test_every_kind_is_proven_from_the_files_and_a_spoiled_item_is_not(
    items: dict[str, Item], kind: str, spoil: Callable[[Item], None], said: str
) -> None:
    folder = Folder(Path(DOHLENPOST))
    assert problems(items[kind], folder) == []
    spoiled = copy.deepcopy(items[kind])
    spoil(spoiled)
    assert said in " ".join(problems(spoiled, folder))
