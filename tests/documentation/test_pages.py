"""The docs cannot lie: what `--help` knows is explained, and what the pages show exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.architecture.house import ROOT
from tests.documentation.command_line import OPTION, commands, options
from tests.documentation.pages import DOCS, JOBS, PAGES, README, name_of, shown_commands, shown_targets

MANUAL = "\n".join(page.read_text(encoding="utf-8") for page in [README, *DOCS])
OPTIONS = (ROOT / "docs" / "options.md").read_text(encoding="utf-8")


def explained_options() -> dict[str, set[str]]:
    """Of each command the options that docs/options.md explains in a section whose heading names the command."""
    explained: dict[str, set[str]] = {}
    for section in re.split(r"^## ", OPTIONS, flags=re.M)[1:]:
        heading, _, body = section.partition("\n")
        named = re.findall(r"`([a-z-]+)`", heading) or list(commands())
        found = set(OPTION.findall(" ".join(re.findall(r"`[^`\n]+`", body))))
        for command in named:
            explained.setdefault(command, set()).update(found)
    return explained


def test_the_readme_has_at_most_nine_thousand_characters() -> None:
    assert len(README.read_text(encoding="utf-8")) <= 9_000


def test_every_page_is_short() -> None:
    """A page to look things up in, with a row for each option or check, has no limit."""
    read = [page for page in JOBS if page.name not in ("options.md", "checks.md")]
    lengths = {name_of(page): len(page.read_text(encoding="utf-8")) for page in read}
    assert {name: length for name, length in lengths.items() if length > 9_000} == {}


def test_every_page_is_listed() -> None:
    listed = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    assert [page.name for page in JOBS if f"]({page.name})" not in listed] == []


def test_every_command_is_shown_on_a_page() -> None:
    assert [name for name in commands() if f"benchmill {name}" not in MANUAL] == []


def test_every_option_is_explained_in_the_section_of_its_command() -> None:
    explained = explained_options()
    lacking = [(name, option) for name in commands() for option in options(name) - explained.get(name, set())]
    assert sorted(lacking) == [], "explain them in docs/options.md, in a section whose heading names the command"


def test_every_option_that_is_explained_exists() -> None:
    existing = options().union(*(options(command) for command in commands()), {"--help"})
    assert sorted(set().union(*explained_options().values()) - existing) == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_command_that_a_page_shows_exists(page: Path) -> None:
    wrong = []
    for words in shown_commands(page.read_text(encoding="utf-8")):
        known = {*options(), "--help"} if words[0].startswith("-") else {*commands()}
        used = {word.split("=")[0] for word in words if word.startswith("--")}
        taken = known if words[0].startswith("-") or words[0] not in known else options(words[0]) | {"--help"}
        if words[0] not in known or not used <= taken:
            wrong.append(words)
    assert wrong == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_make_target_that_a_page_shows_exists(page: Path) -> None:
    targets = set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    assert shown_targets(page.read_text(encoding="utf-8")) <= targets


def test_the_readme_shows_commands_at_all() -> None:
    """Else the tests above would hold for an empty page."""
    text = README.read_text(encoding="utf-8")
    assert {words[0] for words in shown_commands(text)} >= {"grow", "estimate", "retrieve", "score"}
    assert shown_targets(text) >= {"install", "demo", "check"}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_to_a_file_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_no_page_installs_a_name_that_nobody_has_claimed(page: Path) -> None:
    """There is no release: `pip install benchmill` would run whatever somebody else puts under that name."""
    lines = re.findall(r"pip install[^\n`]*", page.read_text(encoding="utf-8"))
    names = [line for line in lines if re.search(r"""[\s'"]benchmill(\[[^]]*\])?['"]?(\s*$|\s+[^@\s])""", line)]
    assert names == []


def test_the_makefile_lists_each_of_its_targets() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = set(re.search(r"^\.PHONY: (.*)$", makefile, re.M).group(1).split())  # type: ignore[union-attr]
    assert set(re.findall(r"^([a-z][a-z-]*):.*## ", makefile, re.M)) == phony
