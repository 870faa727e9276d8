"""The docs cannot lie: what `--help` knows is explained, and what the pages show exists."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.architecture.house import ROOT
from tests.documentation.command_line import OPTION, commands, options

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = sorted(
    [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("decisions/*.md"), *ROOT.glob("examples/*.md")]
)


def fences(text: str) -> list[str]:
    """The lines in all code fences of a page."""
    return [line for block in re.findall(r"^```\w*\n(.*?)^```", text, re.M | re.S) for line in block.splitlines()]


def shown_commands(text: str) -> list[list[str]]:
    """The words of every `benchmill` line in the code fences of a page, without the program itself."""
    found = [re.match(r"(?:\$ )?(?:\S*/)?benchmill\s+(.*)", line) for line in fences(text)]
    return [shlex.split(match.group(1), comments=True) for match in found if match]


def shown_targets(text: str) -> set[str]:
    """Every `make TARGET` of a page, in fences and in running text."""
    shown = [re.match(r"(?:\$ )?make ([a-z][a-z-]*)", line) for line in fences(text)]
    return {match.group(1) for match in shown if match} | set(re.findall(r"`make\s+([a-z][a-z-]*)", text))


def test_every_command_is_explained() -> None:
    assert [name for name in commands() if not re.search(rf"`benchmill {name}[ `]", README)] == []


def test_every_option_is_explained() -> None:
    explained = set(OPTION.findall(" ".join(re.findall(r"`[^`\n]+`", README))))
    assert sorted((command, option) for command in commands() for option in options(command) - explained) == []


def test_every_option_that_the_readme_explains_exists() -> None:
    existing = options().union(*(options(command) for command in commands()), {"--help"})
    explained = {option for span in re.findall(r"`(--[^`\n]+)`", README) for option in OPTION.findall(span)}
    assert len(explained) > 10
    assert sorted(explained - existing) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_command_that_a_page_shows_exists(page: Path) -> None:
    for words in shown_commands(page.read_text(encoding="utf-8")):
        if words[0].startswith("-"):
            assert words[0] in {*options(), "--help"}
            continue
        assert words[0] in commands()
        used = {word.split("=")[0] for word in words if word.startswith("--")}
        assert used <= options(words[0]) | {"--help"}, words


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_make_target_that_a_page_shows_exists(page: Path) -> None:
    targets = set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    assert shown_targets(page.read_text(encoding="utf-8")) <= targets


def test_the_readme_shows_commands_at_all() -> None:
    """Else the tests above would hold for an empty page."""
    assert {words[0] for words in shown_commands(README)} >= {"grow", "estimate", "retrieve", "score"}
    assert shown_targets(README) >= {"install", "demo", "check"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_to_a_file_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


def test_the_makefile_lists_each_of_its_targets() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = set(re.search(r"^\.PHONY: (.*)$", makefile, re.M).group(1).split())  # type: ignore[union-attr]
    assert set(re.findall(r"^([a-z][a-z-]*):.*## ", makefile, re.M)) == phony
