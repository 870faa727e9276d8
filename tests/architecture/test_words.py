"""The field's words are used, and the old ones do not come back: code, comments, docstrings, messages and pages."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tests.architecture.house import ROOT, repository_files

# Old word -> the word that took its place; ordinary English words are looked for in the old sense only.
WORDS = {
    r"the door|a door|\bDoor\b|_door\b|doors\b": "model client",
    r"\bRate?Gate\b|the gate\b.*calls|chat\.gate": "rate limiter",
    r"liveness": "circuit breaker",
    r"\bPatience\b|_patience\b": "RetryPolicy",
    r"\btally\b|\btallies\b|_tally\b": "usage, counts",
    r"puppets?\b": "fake model",
    r"sittings?\b": "session",
    r"settlements?\b|_unsettled\b": "selection",
    r"\btwins?\b": "duplicate",
    r"look-?alikes?\b(?! letters)": "similar passages",
    r"\bpromoted evidence\b": "added evidence",
    r"\bupkeep\b|\bwhat_aged\b": "recheck, stale",
    r"\banchorage\b|\bhung on\b": "aligner, aligned with",
    r"\bfind_folded\b|\bis folded\b": "normalised",
    r"\b(?:is|are|was|were) told\b": "reported, shown",
    r"\blikest\b": "most similar",
    r"\bdrawing of lots\b|\bdraws? lots\b": "random seed",
    r"\bbut for (?:the|its|a|spaces)\b": "except",
    r"has (?:its|their) own ways|ways of its own": "(say what differs)",
}


@cache
def texts() -> list[tuple[str, str]]:
    """(path, text) of what we wrote: code, prompts, pages; not data of tests, and not this table."""
    return [
        (path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
        for path in repository_files()
        if path.suffix in {".py", ".md", ".sh", ".yml", ".toml"} and is_ours(path)
    ]


def is_ours(path: Path) -> bool:
    """Whether the words in the file are ours: example docs and golden files are not, nor are the lists of old words."""
    parts = path.relative_to(ROOT).parts
    lists = (Path(__file__), ROOT / "measurements" / "results" / "house.md")
    return "golden" not in parts and parts[:2] != ("examples", "docs") and path not in lists


def uses(old: str, among: list[tuple[str, str]]) -> list[str]:
    """The lines of the texts that still use an old word, each with its place."""
    pattern = re.compile(old)
    return [
        f"{name}:{number}: {line.strip()[:90]}"
        for name, text in among
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


@pytest.mark.parametrize("old", WORDS, ids=list(WORDS.values()))
def test_an_old_word_is_used_nowhere(old: str) -> None:
    places = uses(old, texts())
    assert not places, f"write {WORDS[old]!r} instead:\n" + "\n".join(places)
