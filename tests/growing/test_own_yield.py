"""A workspace's yield: calls and items that its ledger records, by kind, with intervals; else the planning figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmill.chat.model import ChatReply, ChatRequest, Message
from benchmill.chat.recorded import RecordedCall
from benchmill.growing.estimate import estimate as estimate_run
from benchmill.growing.own_yield import counted_calls_an_item, own_yield
from benchmill.outputs.json_files import json_line
from benchmill.outputs.jsonl import ItemRecord, item_line
from benchmill.records import Kind
from benchmill.scorer.proportion import wilson
from benchmill.settings import GrowSettings
from benchmill.workspace.ledger.store import Edition, ItemRow, Ledger
from tests.end_to_end.command import EXAMPLES
from tests.growing.made import critique
from tests.workspace.workspaces import item, item_id

SETTINGS = GrowSettings(model="openai:m", critic_model="openai:c", questions=20)
CALLS = {"generator/factoid": 10, "generator/list": 10, "critique/clarity": 50}
ITEMS: Mapping[Kind, int] = {"factoid": 12, "list": 5}


def recorded(bench: Path, calls: Mapping[str, int] = CALLS, items: Mapping[Kind, int] = ITEMS) -> Path:
    """A workspace whose ledger has so many calls by purpose and so many judged items by kind."""
    asked = {name: getattr(SETTINGS, name) for name in ("quality", "shared_critics", "all_critics")}
    manifest: dict[str, Any] = {"settings": asked, "models": {"generator": "openai:m", "critic": "openai:c"}}
    manifest |= {"cost": {"calls": 68}, "accepted": sum(items.values())}
    names = [(kind, f"{kind} {number}") for kind, count in items.items() for number in range(count)]
    rows = []
    for number, (kind, name) in enumerate(names, 1):
        one = item(name, "7400", number)
        judged = critique(replace(one.candidate, kind=kind))
        record = json_line(item_line(ItemRecord(replace(one, critique=judged), ("Ports",)))).decode()
        rows.append(ItemRow(item_id(name), 1, number, "live", record, "", 1, 1))
    with Ledger.open(bench / "ledger.sqlite") as ledger:
        keys = [key for purpose, count in calls.items() for key in _asked(ledger, purpose, count)]
        edition = Edition(1, "f", {}, manifest)
        ledger.commit(edition, items=rows, chapters={}, corpus=None, findings=None, counted=keys)
    return bench


def _asked(ledger: Ledger, purpose: str, count: int) -> list[str]:
    """The keys of so many new calls of this purpose."""
    texts = [f"{purpose} {number}" for number in range(count)]
    requests = [ChatRequest("openai:m", (Message("user", text),), purpose, schema="{}") for text in texts]
    for request in requests:
        ledger.calls.save(RecordedCall(request.key, request, ChatReply("{}", "stop", 100, 10)))
    return [request.key for request in requests]


def test_the_yield_counts_calls_and_items_of_each_kind_with_intervals(tmp_path: Path) -> None:
    found = own_yield(recorded(tmp_path), SETTINGS)
    assert found is not None
    assert (found.calls, found.items, found.rate, found.critic_calls) == (70, 17, 17 / 20, 50 / 17)
    assert {one.kind: (one.calls, one.items) for one in found.kinds} == {"factoid": (10, 12), "list": (10, 5)}
    each, low, high = found.calls_an_item
    assert each == 70 / 17
    assert low < each < high
    shown = found.as_json()
    assert shown["calls_an_item"] == 4.12
    kinds: Any = shown["kinds"]
    # a call of the writer gives up to two items of most kinds, so the interval is that of 12 of 20
    assert kinds["factoid"]["ci95"] == [round(2 * end, 3) for end in wilson(12, 20)]
    assert kinds["list"]["items_a_call"] == 0.5


def test_calls_that_only_measure_the_critics_are_no_part_of_the_yield(tmp_path: Path) -> None:
    found = own_yield(recorded(tmp_path), SETTINGS)
    with Ledger.open(tmp_path / "ledger.sqlite", "calibrate") as ledger:
        _asked(ledger, "critique/groundedness", 40)
    after = own_yield(tmp_path, SETTINGS)
    assert found is not None
    assert after is not None
    assert after.as_json() == found.as_json()


def test_an_estimate_takes_a_workspace_s_own_yield_and_else_the_planning_figures(tmp_path: Path) -> None:
    planned = estimate_run(EXAMPLES, SETTINGS)
    assert sum(planned.skipped.values()) == planned.chunks - planned.seeds > 0
    assert dict(planned.rows())["skipped"].startswith("too-short ")
    assert estimate_run(EXAMPLES, SETTINGS, own_yield(tmp_path, SETTINGS)) == planned
    assert estimate_run(EXAMPLES, SETTINGS, own_yield(recorded(tmp_path), SETTINGS)) != planned


def test_an_estimate_plans_the_mix_of_the_run_and_the_calls_of_a_second_critic(tmp_path: Path) -> None:
    queries = tmp_path / "queries.csv"
    asked = [f"{word} setting default" for word in "abcdefghijklmnop"] + [f"how to set up {word}" for word in "abcd"]
    queries.write_text("\n".join(["query", *asked]), encoding="utf-8")
    like = estimate_run(EXAMPLES, replace(SETTINGS, like=str(queries)))
    assert like.kinds == {"factoid": 16, "procedure": 4}
    assert sum(like.mix["style"].values()) == sum(like.mix["length"].values()) == 20
    assert "factoid 16, procedure 4" in dict(like.rows())["kinds"]
    personas = estimate_run(EXAMPLES, replace(SETTINGS, persona=("nurse=3: on call", "clerk=1: files")))
    assert personas.mix == {"persona": {"nurse": 15, "clerk": 5}}
    assert max(personas.kinds.values()) <= 10

    prices = tmp_path / "prices.toml"
    prices.write_text("".join(f'[openai."{name}"]\ninput = 0.0\noutput = 0.0\n' for name in "mc"), encoding="utf-8")
    priced = replace(SETTINGS, prices=str(prices))
    free, second = (estimate_run(EXAMPLES, replace(priced, second_critic_model=name)) for name in (None, "openai:z"))
    assert free.cost == 0.0
    assert second.calls > free.calls
    assert second.cost is None  # nobody knows what the second critic costs
    assert "openai:z judges again" in dict(second.rows())["models"]


@pytest.mark.parametrize(
    ("calls", "items", "settings"),
    [
        ({**CALLS, "critique/clarity": 39}, ITEMS, SETTINGS),
        (CALLS, {"factoid": 4}, SETTINGS),
        (CALLS, ITEMS, replace(SETTINGS, model="openai:other")),
        (CALLS, ITEMS, replace(SETTINGS, quality="premium")),
    ],
)
def test_too_few_calls_or_items_and_other_models_say_nothing(
    tmp_path: Path, calls: Mapping[str, int], items: Mapping[Kind, int], settings: GrowSettings
) -> None:
    assert own_yield(recorded(tmp_path, calls, items), settings) is None


def test_the_stop_at_low_yield_counts_the_calls_of_the_last_manifest(tmp_path: Path) -> None:
    with Ledger.read(recorded(tmp_path) / "ledger.sqlite") as ledger:
        assert counted_calls_an_item(ledger, SETTINGS) == 4.0
        assert counted_calls_an_item(ledger, replace(SETTINGS, critic_model="openai:other")) is None
