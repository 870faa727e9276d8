"""The entries of a list, each with its quote -> the entries with what their words belong to: a row's name, a condition.

A model that lists "8 GB or more; 100 GB" from a table leaves out of what, and of "the language of the translation (if
it is on)" the condition.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from benchmill.generator.debris import without_debris
from benchmill.records.any_language import of_any_language
from benchmill.records.list_marks import MARK
from benchmill.records.words import words

_BORDER = re.compile(r"(?<!\\)\|")
_REMARK = re.compile(r"\s*[(（](?P<said>[^()（）]{2,80})[)）]\W*$")

_MARKER = re.compile(rf"^\s*(?:•|{MARK})\s+")
_GOES_ON = re.compile(r"\s+[^\W\d]")
_STOP = re.compile(r"[.!?;]\s|[。！？；]")
_MOST_NAMED = 5  # words
_FEWEST_WHOLE = 2
_LONGEST = 20  # words


def whole_entries(entries: Sequence[tuple[str, str]]) -> list[str]:
    """Each entry, given as (answer, quote), with the name of its row or its condition; most stay as they are.

    >>> whole_entries([("8 GB", "| **RAM** | 8 GB |"), ("100 GB", "| Disk | 100 GB |")])
    ['RAM: 8 GB', 'Disk: 100 GB']
    >>> whole_entries([("`lang`", "`lang`: its language (if it is\\n known)"), ("`url`", "`url`: its page (below)")])
    ['`lang` (if it is known)', '`url`']
    >>> whole_entries([("legible", "- legible"), ("usual", "- usual"), ("Tools", "- Tools are for YAML only.")])
    ['legible', 'usual', 'Tools are for YAML only']
    """
    names = [_name_of_row(answer, quote) for answer, quote in entries]
    if all(names) and len(set(names)) == len(names) > 1:
        return [f"{name}: {answer}" for name, (answer, _) in zip(names, entries, strict=True)]
    return [_with_condition(answer, quote) for answer, quote in _completed(entries)]


def _name_of_row(answer: str, quote: str) -> str:
    """The first cell of a table's row of which the answer is a later cell; empty where it is none."""
    row = quote.strip()
    if not (row.startswith("|") and row.endswith("|")) or "\n" in row:
        return ""
    name, *values = (without_debris(cell) for cell in _BORDER.split(row)[1:-1])
    is_value = words(answer) in [words(value) for value in values]
    is_name = re.search(r"[^\W\d_]", name) is not None and len(words(name)) <= _MOST_NAMED
    return name if is_name and is_value and words(answer) else ""


def _completed(entries: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The entries; one that is the beginning of its sentence, while the others are all that their quotes say, is whole,
    too: "New features" of "New features are in YAML files only" is no reason for YAML."""
    said = [_MARKER.sub("", " ".join(quote.split())).rstrip(" .。;:") for _, quote in entries]
    cut = [at for at, (answer, _) in enumerate(entries) if words(answer) != words(said[at])]
    if len(cut) != 1 or len(entries) <= _FEWEST_WHOLE:
        return list(entries)
    answer, quote = entries[cut[0]]
    goes_on = said[cut[0]].startswith(answer) and _GOES_ON.match(said[cut[0]], len(answer))
    is_whole = goes_on and not _STOP.search(said[cut[0]]) and len(words(said[cut[0]])) <= _LONGEST
    return [*entries[: cut[0]], (said[cut[0]] if is_whole else answer, quote), *entries[cut[0] + 1 :]]


def _with_condition(answer: str, quote: str) -> str:
    remark = _REMARK.search(quote)
    if remark is None or not _conditions().match(remark["said"]) or _STOP.search(remark["said"]):
        return answer
    said = " ".join(remark["said"].split())
    return answer if set(words(said)) <= set(words(answer)) else f"{answer} ({said})"


@cache
def _conditions() -> re.Pattern[str]:
    return re.compile(of_any_language(__package__, "entries.toml", "condition"), re.IGNORECASE)
