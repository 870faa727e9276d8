"""The workspace remembers what it was grown with; what is typed wins."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmill.editions.next_edition import grow
from benchmill.records import UsageError
from benchmill.settings import GrowSettings, resolve
from benchmill.workspace.ledger.store import Edition, Ledger
from benchmill.workspace.remembered import grow_again, in_words, remember, remembered
from tests.end_to_end.command import EXAMPLES, benchmill
from tests.servers.simulated import SimulatedServer

MODEL: dict[str, object] = {"model": "openai:m", "kinds": [], "questions": 14, "chunk_size": 800, "no_such_setting": 1}


def grown(folder: Path, stored: dict[str, object], settings: GrowSettings) -> Path:
    with Ledger.open(folder / "ledger.sqlite") as ledger:
        ledger.commit(Edition(1, "", {}, {"settings": stored}), items=[], chapters={})
        remember(ledger, settings, folder / "docs")
    return folder


def test_what_is_not_typed_is_as_it_was_and_what_is_typed_wins(tmp_path: Path) -> None:
    out = grown(tmp_path, MODEL, GrowSettings(model="openai:m", base_url="http://server.test/v1"))
    before = remembered(out, {"questions": 20})
    settings = resolve({"questions": 20}, None, before)
    assert (settings.model, settings.base_url) == ("openai:m", "http://server.test/v1")
    assert (settings.questions, settings.chunk_size) == (20, 800)
    assert in_words(before) == (
        "settings of the last edition, except those you type: model openai:m, chunk-size 800, "
        "base-url http://server.test/v1"
    )


def test_the_command_that_brings_a_workspace_up_to_date_names_its_docs_folder(tmp_path: Path) -> None:
    out = grown(tmp_path, MODEL, GrowSettings())
    assert grow_again(out) == f"benchmill grow {out / 'docs'} --out {out}"
    assert grow_again(tmp_path / "other") == f"benchmill grow with your docs folder and --out {tmp_path / 'other'}"


def test_another_writer_that_is_typed_does_not_get_the_address_and_kinds_of_the_first(tmp_path: Path) -> None:
    out = grown(tmp_path, {**MODEL, "critic_model": "openai:c"}, GrowSettings(base_url="http://server.test/v1"))
    before = remembered(out, {"model": "ollama:llama3"})
    settings = resolve({"model": "ollama:llama3"}, None, before)
    assert (settings.model, settings.critic, settings.base_url) == ("ollama:llama3", "ollama:llama3", None)
    assert settings.questions == 14


def test_a_writer_that_comes_back_is_asked_at_the_address_it_had(tmp_path: Path) -> None:
    server = "http://server.test/v1"
    grown(tmp_path, MODEL, GrowSettings(model="openai:m", base_url=server))
    with Ledger.open(tmp_path / "ledger.sqlite") as ledger:
        ledger.commit(Edition(2, "", {}, {"settings": {"model": "extractive"}}), items=[], chapters={})
        remember(ledger, GrowSettings(), tmp_path / "docs")
    assert "base_url" not in remembered(tmp_path, {})
    assert remembered(tmp_path, {"model": "openai:m"})["base_url"] == server
    assert remembered(tmp_path, {"model": "openai:m", "base_url": "http://other.test/v1"}).get("base_url") is None


def test_a_writer_that_comes_back_needs_an_address_with_a_password_again(tmp_path: Path) -> None:
    grown(tmp_path, MODEL, GrowSettings(model="openai:m", base_url="http://me:word-of-honour@server.test/v1"))
    with Ledger.open(tmp_path / "ledger.sqlite") as ledger:
        ledger.commit(Edition(2, "", {}, {"settings": {"model": "extractive"}}), items=[], chapters={})
        remember(ledger, GrowSettings(), tmp_path / "docs")
    with pytest.raises(UsageError, match=r"^openai:m was asked at an address with a password"):
        remembered(tmp_path, {"model": "openai:m"})


@pytest.mark.parametrize("before", ["", "http://other.test/v1,", "http://other.test/v1,openai:judge="])
def test_a_password_in_an_address_is_not_kept_and_asked_for_again(tmp_path: Path, before: str) -> None:
    url = f"{before}http://me:word-of-honour@server.test/v1"
    out = grown(tmp_path, MODEL, GrowSettings(model="openai:m", base_url=url))
    assert b"word-of-honour" not in (out / "ledger.sqlite").read_bytes()
    with pytest.raises(UsageError, match="--base-url again"):
        remembered(out, {})
    assert remembered(out, {"base_url": "http://server.test/v1"})["model"] == "openai:m"


def test_nothing_is_remembered_where_there_is_no_edition(tmp_path: Path) -> None:
    assert remembered(tmp_path, {}) == {}
    Ledger.open(tmp_path / "ledger.sqlite").close()
    assert remembered(tmp_path, {}) == {}


def test_a_second_run_without_a_model_goes_on_with_the_first_ones_model(tmp_path: Path) -> None:
    with SimulatedServer() as server:
        command = ("grow", EXAMPLES, "--out", tmp_path / "b", "--no-report", "--json")
        first = benchmill(*command, "--model", "openai:simulated", "--base-url", server.base_url, "--questions", 4)
        assert first.code == 0, first.err
        expected = benchmill("estimate", *command[1:4], "--questions", 6, "--json")
        again = benchmill(*command, "--questions", 6)
        assert again.code == 0, again.err
    assert again.json["model"] == "openai:simulated"
    assert "except those you type: model openai:simulated" in again.err
    assert again.json["items"]["kept"] == 4
    assert (expected.json["model"], "except those you type: model openai:simulated" in expected.err) == (
        "openai:simulated",
        True,
    )


def test_in_python_settings_are_given_whole(tmp_path: Path) -> None:
    grow(EXAMPLES, tmp_path / "b", GrowSettings(questions=3))
    assert grow(EXAMPLES, tmp_path / "b", GrowSettings(questions=5)).wanted == 5
