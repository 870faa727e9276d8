"""The help pages: what a command takes, in groups, with examples and exit codes; and the same words everywhere."""

from __future__ import annotations

import re

import pytest

from benchmill.cli import MODULES, application
from benchmill.cli.app import JOBS
from benchmill.cli.option_groups import GROUPS
from tests.cli.typed import typed
from tests.documentation.command_line import commands, help_of, options
from tests.documentation.pages import shown_commands


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_has_a_short_name_too(flag: str) -> None:
    assert "Commands to grow a benchmark:" in typed(flag).out
    assert "--questions" in typed("grow", flag).out


def test_each_command_is_listed_once_under_what_it_is_for_with_its_whole_sentence() -> None:
    page = " ".join(typed("--help").out.split())
    assert sorted(commands()) == sorted(name for names in JOBS.values() for name in names)
    for name in commands():
        sentence = help_of(name).split("\n\n")[1]
        assert " ".join(sentence.split()).partition(". ")[0].rstrip(".") in page, name


def test_growing_lists_its_options_in_groups() -> None:
    page = help_of("grow")
    assert [title for title in GROUPS if f"\n{title}:\n" not in page] == []


def test_growing_shows_examples_that_could_be_typed() -> None:
    page = help_of("grow")
    shown = shown_commands("```\n" + re.sub("^ +", "", page, flags=re.M) + "\n```\n")
    assert len(shown) == 3
    assert all(words[0] == "grow" for words in shown)
    assert {word for words in shown for word in words if word.startswith("--")} <= options("grow")


def test_growing_explains_its_exit_codes() -> None:
    page = help_of("grow")
    assert re.findall(r"^ +(\d+) {2,}\S", page, re.M) == ["0", "1", "2", "3", "4", "5", "130"]


def test_a_shell_can_complete_commands() -> None:
    assert "--install-completion" in typed("--help").out


def test_no_help_page_shows_names_of_python() -> None:
    words = re.compile(r"<Path>|--\S+ <list\[|\[\[|\.\.\.}|True\]|False\]|None")
    assert {name: found for name in commands() if (found := words.findall(help_of(name)))} == {}


def test_every_command_can_answer_in_json() -> None:
    assert [name for name in commands() if "--json" not in options(name)] == []


def test_each_module_registers_the_commands_by_which_it_is_found() -> None:
    found: dict[str, list[str]] = {}
    for command in application().registered_commands:
        assert command.callback is not None
        module = command.callback.__module__.rpartition(".")[2]
        found.setdefault(module, []).append(command.name or command.callback.__name__)
    assert {module: tuple(sorted(names)) for module, names in found.items()} == MODULES
