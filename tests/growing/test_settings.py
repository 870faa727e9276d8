"""Settings: defaults, file and flags become one value, or one clear line."""

from __future__ import annotations

import tomllib
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmill.cli.setting_options import given as typed
from benchmill.cli.settings_text import as_toml, setting_help
from benchmill.records import UsageError
from benchmill.settings import GrowSettings, resolve


def file(folder: Path, text: str) -> Path:
    path = folder / "benchmill.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_flag_wins_over_the_file_and_the_file_over_the_default(tmp_path: Path) -> None:
    path = file(tmp_path, 'questions = 7\nper-document = 3\nmodel = "ollama:llama3"\n')
    settings = resolve({"questions": 9, "seed": None}, path)
    assert (settings.questions, settings.per_document, settings.seed) == (9, 3, 0)
    assert settings.critic == "ollama:llama3"


@pytest.mark.parametrize(
    ("kinds", "keep_going", "irreplaceable"),
    [
        ((), True, ()),
        (("multi_hop=20",), False, ("multi_hop",)),
        (("list=5", "multi_hop=5"), False, ()),
        (("list=5", "multi_hop=5"), True, ("list", "multi_hop")),
    ],
)
def test_no_other_kind_takes_the_place_of_one_named_alone_or_named_in_a_run_that_keeps_going(
    kinds: tuple[str, ...], keep_going: bool, irreplaceable: tuple[str, ...]
) -> None:
    assert GrowSettings(kinds=kinds, keep_going=keep_going).irreplaceable == irreplaceable


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("question = 7", "unknown setting 'question' (did you mean questions"),
        ("questions = 0", "questions: 0 is not greater than 0"),
        ('min_rating = "high"', 'min_rating: "high" is not a whole number'),
        ("questions = [", "not valid TOML"),
        ('quality = "luxury"', "is not one of lean, standard, premium"),
    ],
)
def test_what_is_wrong_in_the_file_is_named_with_the_file(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        resolve({}, file(tmp_path, text))
    assert message in str(caught.value)
    assert "benchmill.toml" in str(caught.value)


def test_a_file_that_an_editor_began_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    assert resolve({}, file(tmp_path, "\ufeffquestions = 7\r\n")).questions == 7


@pytest.mark.parametrize(("typed", "language"), [("DE", "de"), ("English", "en"), ("Swiss German", "Swiss German")])
def test_a_language_is_known_by_its_name_and_in_capitals(typed: str, language: str, tmp_path: Path) -> None:
    assert resolve({"language": typed}, file(tmp_path, "")).language == language


def test_what_is_wrong_in_a_flag_is_named_as_the_flag(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="--min-rating: 6 is not at most 5"):
        resolve({"min_rating": 6}, file(tmp_path, "questions = 3"))


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        ({"kinds": ["haiku"]}, "unknown kind 'haiku'"),
        ({"kinds": ["multi_hop"]}, "the extractive writer grows no multi_hop"),
        ({"model": "ollama:llama3", "kinds": ["list=0"]}, "above 0"),
        ({"model": "ollama:llama3", "kinds": ["list=some"]}, "must be a number"),
        ({"model": "ollama:llama3", "kinds": ["list=5", "factoid"]}, "gives every kind a share"),
        ({"chunk_size": 200, "chunk_overlap": 200}, "chunk_overlap"),
        ({"critic_model": "ollama:llama3"}, "--critic-model needs --model"),
        ({"prompts": "no/such/folder"}, "no such folder"),
    ],
)
def test_settings_that_do_not_fit_together_are_refused(flags: dict[str, object], message: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=message):
        resolve(flags, file(tmp_path, ""))


@given(
    audience=st.text(st.characters(exclude_categories=["Cs"])),
    include=st.lists(st.text(st.characters(exclude_categories=["Cs"])), max_size=3).map(tuple),
    cost=st.floats(0.01, 1e6),
)
def test_printed_settings_are_a_file_that_gives_the_same_run(
    audience: str, include: tuple[str, ...], cost: float
) -> None:
    settings = GrowSettings(audience=audience, include=include, max_cost=cost)
    table = tomllib.loads(as_toml(settings))
    read: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in table.items()}
    assert GrowSettings(**read) == settings


def test_every_setting_is_explained_in_the_file_that_init_writes() -> None:
    text = as_toml(GrowSettings(), explained=True)
    assert tomllib.loads(text) == {}
    for name in asdict(GrowSettings()):
        assert setting_help(name) in text
        assert f"# {name} =" in text


def test_a_typed_0_is_typed_and_a_switch_left_alone_is_not() -> None:
    flags = {"chunk_overlap": 0, "max_cost": 0.0, "include": [], "all_critics": None, "batch": False, "seed": None}

    assert typed(flags) == {"chunk_overlap": 0, "max_cost": 0.0, "batch": False}
