"""The second night: unchanged costs nothing, a change costs its own calls, and no item loses its id or number."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.command import EXAMPLES, benchmill
from tests.servers.simulated import ServerPlan, SimulatedServer


class Night:
    """A docs folder, a workspace and a server; `grow` is the nightly command."""

    def __init__(self, folder: Path, server: SimulatedServer) -> None:
        self.docs, self.bench, self.server = folder / "docs", folder / "bench", server
        shutil.copytree(EXAMPLES, self.docs)

    def grow(self, *more: object) -> Any:
        self.server.reset()
        ran = benchmill(
            *(
                "grow",
                self.docs,
                "--out",
                self.bench,
                "--model",
                "openai:simulated",
                "--kinds=factoid",
                "--quiet",
                "--json",
            ),
            *("--base-url", self.server.base_url, "--questions", 14, "--hedge", "off", *more),
        )
        assert ran.code == 0, ran.err
        assert ran.json["calls"]["asked"] == self.server.counters().requests
        return ran.json

    def purposes(self) -> set[str]:
        return {call.purpose for call in self.server.calls()}

    def items(self) -> dict[str, Any]:
        lines = (self.bench / "items.jsonl").read_text(encoding="utf-8").splitlines()
        return {item["id"]: item for item in map(json.loads, lines)}

    def edit(self, name: str, old: str, new: str) -> None:
        page = self.docs / name
        text = page.read_text(encoding="utf-8")
        assert old in text
        page.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Night]:
    with SimulatedServer(ServerPlan()) as server:
        yield Night(tmp_path, server)


def numbers(items: dict[str, Any]) -> dict[str, tuple[int, int]]:
    return {name: (item["chapter"], item["question_number"]) for name, item in items.items()}


def test_a_renamed_file_costs_no_call_and_keeps_its_items(night: Night) -> None:
    night.grow()
    before = night.items()
    name = next(iter(before.values()))["document"]
    (night.docs / "moved").mkdir()
    (night.docs / name).rename(night.docs / "moved" / "renamed.md")
    result = night.grow()
    assert result["calls"]["asked"] == 0
    assert result["items"]["moved"] == sum(item["document"] == name for item in before.values())
    assert numbers(night.items()) == numbers(before)


def test_a_line_added_above_moves_the_items_below_it_and_keeps_ids_and_numbers(night: Night) -> None:
    night.grow()
    before = night.items()
    name = next(iter(before.values()))["document"]
    page = night.docs / name
    page.write_text("Read this first.\n\n" + page.read_text(encoding="utf-8"), encoding="utf-8")
    result = night.grow()
    assert result["items"]["moved"] == sum(item["document"] == name for item in before.values()) > 0
    assert result["items"]["retired"] == 0
    assert numbers(night.items()) == numbers(before)


def test_a_line_added_at_the_end_costs_no_call_and_keeps_every_item(night: Night) -> None:
    night.grow()
    before = night.items()
    name = next(iter(before.values()))["document"]
    page = night.docs / name
    page.write_text(page.read_text(encoding="utf-8") + "\n\nThat is all.\n", encoding="utf-8")
    result = night.grow()
    assert result["calls"]["asked"] == 0
    assert result["items"]["kept"] == 14
    assert set(night.items()) == set(before)


def test_a_changed_fact_retires_its_item_and_only_its_own_calls_are_asked(night: Night) -> None:
    first = night.grow()
    before = night.items()
    victim = next(iter(before.values()))
    quote = victim["components"][0]["evidence"][0]["text"]
    night.edit(victim["document"], quote, quote[: len(quote) // 2] + " quite differently now.")
    result = night.grow()
    assert result["items"]["retired"] == 1
    assert result["accepted"] == 14
    assert 0 < result["calls"]["asked"] <= first["calls"]["asked"] / 3
    after = night.items()
    assert victim["id"] not in after
    common = before.keys() & after.keys()
    assert len(common) == 13
    assert {name: numbers(after)[name] for name in common} == {name: numbers(before)[name] for name in common}
    assert (victim["chapter"], victim["question_number"]) not in numbers(after).values()
    reported = benchmill("changes", night.bench, "--json").json
    assert [change["item_id"] for change in reported["retired"]] == [victim["id"]]
    assert victim["document"] in reported["retired"][0]["reason"]
    assert victim["id"] in (night.bench / "CHANGES.md").read_text(encoding="utf-8")


def test_the_fact_put_back_brings_its_item_back_under_its_old_number(night: Night) -> None:
    night.grow()
    before = night.items()
    victim = next(iter(before.values()))
    quote = victim["components"][0]["evidence"][0]["text"]
    other = quote[: len(quote) // 2] + " quite differently now."
    night.edit(victim["document"], quote, other)
    night.grow()
    night.edit(victim["document"], other, quote)
    result = night.grow("--questions", 30)  # so many that no other question takes its place
    assert result["accepted"] == 30
    assert numbers(night.items())[victim["id"]] == numbers(before)[victim["id"]]


def test_an_edited_critics_prompt_asks_only_that_critic_again(night: Night, tmp_path: Path) -> None:
    night.grow("--no-shared-critics")
    built_in = Path("benchmill/prompts/critique/relevance.md").read_text(encoding="utf-8")
    own = tmp_path / "prompts" / "critique" / "relevance.md"
    own.parent.mkdir(parents=True)
    own.write_text(built_in.replace("# User", "Be fair.\n\n# User", 1), encoding="utf-8")
    unread = benchmill("grow", night.docs, "--out", night.bench, "--prompts", tmp_path / "prompts", "--shared-critics")
    assert (unread.code, "relevance.md would not be read" in unread.err) == (2, True)
    result = night.grow("--prompts", tmp_path / "prompts", "--no-shared-critics")
    asked = [call.purpose for call in night.server.calls()]
    assert result["items"]["retired"] == 0
    assert asked == ["relevance"] * 14
    again = night.grow("--prompts", tmp_path / "prompts", "--no-shared-critics")
    assert again["calls"]["asked"] == 0


def test_new_pages_that_say_the_same_become_further_evidence(night: Night) -> None:
    night.grow()
    before = night.items()
    shutil.copytree(night.docs, night.docs / "zz-version-2")
    result = night.grow()
    assert night.purposes() == {"groundedness"}
    after = night.items()
    completed = [
        item
        for item in after.values()
        if any(evidence["document"].startswith("zz-") for part in item["components"] for evidence in part["evidence"])
    ]
    assert len(completed) == result["items"]["changed"] >= 1
    assert numbers(after) == numbers(before)
    assert night.grow()["calls"]["asked"] == 0


def test_fewer_questions_set_items_aside_and_more_bring_them_back_for_free(night: Night) -> None:
    night.grow()
    before = numbers(night.items())
    fewer = night.grow("--questions", 5)
    assert (fewer["accepted"], fewer["calls"]["asked"]) == (5, 0)
    assert set(night.items()) < set(before)
    more = night.grow("--questions", 14)
    assert (more["accepted"], more["calls"]["asked"]) == (14, 0)
    assert more["items"]["added"] == 9
    assert numbers(night.items()) == before


def test_a_question_that_a_person_added_stays_where_there_are_more_than_wanted(night: Night) -> None:
    night.grow()
    words = ("--question", "Which port does the HTTP API listen on?", "--answer", "7480")
    assert benchmill("add", night.bench, *words, "--quote", "index.md:listens on port 7480").code == 0
    (added,) = [id_ for id_, item in night.items().items() if item["answer"] == "7480"]
    (night.docs / "zz.md").write_text("# Of no use\n\nNothing to ask.\n", encoding="utf-8")
    later = night.grow()
    assert (later["accepted"], later["items"]["retired"]) == (14, 1)
    assert added in night.items()
    assert night.grow("--questions", 5)["accepted"] == 5
    assert added in night.items()


def test_changes_of_an_unchanged_night_say_so_with_the_exit_code(night: Night) -> None:
    night.grow()
    assert benchmill("changes", night.bench, "--exit-code").code == 1
    assert benchmill("changes", night.bench, "--edition", 7).code == 2
    night.grow("--questions", 15)
    reported = benchmill("changes", night.bench, "--json").json
    assert (reported["edition"], reported["counts"]["added"], reported["counts"]["kept"]) == (2, 1, 14)


def test_two_editions_are_compared_on_their_common_questions(night: Night, tmp_path: Path) -> None:
    night.grow()
    benchmill("retrieve", night.bench, "--out", tmp_path / "one.json")
    shutil.copy(night.bench / "benchmark.json", tmp_path / "one-gold.json")
    night.grow("--questions", 18)
    benchmill("retrieve", night.bench, "--k", 1, "--out", tmp_path / "two.json")
    ran = benchmill(
        *("score", "fastbook", tmp_path / "one-gold.json", tmp_path / "one.json", "--json"),
        *("--only-common", night.bench / "benchmark.json", tmp_path / "two.json"),
    )
    assert ran.code == 0, ran.err
    assert (ran.json["common"], ran.json["only_old"], ran.json["only_new"]) == (14, 0, 4)
    recall = ran.json["metrics"]["recall@10"]
    assert recall["difference"]["mean"] == pytest.approx(recall["new"]["mean"] - recall["old"]["mean"])
    assert recall["difference"]["mean"] <= 0
