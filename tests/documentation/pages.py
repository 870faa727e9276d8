"""A page of documentation -> its code fences, the commands it shows, its links."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from tests.architecture.house import ROOT

README = ROOT / "README.md"
DOCS = sorted((ROOT / "docs").glob("*.md"))
JOBS = [page for page in DOCS if page.name != "README.md"]
"""The pages of one job each; docs/README.md lists them."""
PAGES = sorted([README, ROOT / "CONTRIBUTING.md", *DOCS, *ROOT.glob("decisions/*.md"), *ROOT.glob("examples/*.md")])


def name_of(page: Path) -> str:
    """The page as a reader calls it: its path in the checkout."""
    return page.relative_to(ROOT).as_posix()


def blocks(text: str, *languages: str) -> list[list[str]]:
    """The lines of each code fence; of those in `languages` only, where any is named."""
    found = re.findall(r"^```(\w*)\n(.*?)^```", text, re.M | re.S)
    return [body.splitlines() for language, body in found if not languages or language in languages]


def shown_commands(text: str) -> list[list[str]]:
    """The words of every `benchmill` line in the code fences of a page, without the program itself."""
    lines = [line for block in blocks(text) for line in block]
    found = [re.match(r"(?:\$ )?(?:\S*/)?benchmill\s+(.*)", line) for line in lines]
    return [shlex.split(match.group(1), comments=True) for match in found if match]


def shown_targets(text: str) -> set[str]:
    """Every `make TARGET` of a page, in fences and in running text."""
    shown = [re.match(r"(?:\$ )?make ([a-z][a-z-]*)", line) for block in blocks(text) for line in block]
    return {match.group(1) for match in shown if match} | set(re.findall(r"`make\s+([a-z][a-z-]*)", text))


def lines_to_type(text: str) -> list[list[str]]:
    """The lines to type, `$ ...`, of each `console` fence, in the order of the page."""
    return [[line[2:] for line in block if line.startswith("$ ")] for block in blocks(text, "console")]
