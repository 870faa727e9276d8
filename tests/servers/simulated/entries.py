"""Markdown text -> its lists, numbered steps and table rows, each entry with a short answer that is in its quote."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from tests.servers.simulated.facts import first_value

FEWEST, MOST = 3, 7

_ENTRY = re.compile(r"^(?P<indent>[ \t]*)(?P<marker>[-*+]|\d{1,2}[.)])[ \t]+(?P<words>\S.*)$")
_FENCE = re.compile(r"^[ \t]*(```|~~~)")
_ROW = re.compile(r"^[ \t]*\|(?P<cells>.*)\|[ \t]*$")
_RULE = re.compile(r"^[ \t]*\|[ \t:|-]+\|[ \t]*$")
_NAMED = re.compile(r"^(?:\||\*\*)?[ \t]*(?P<name>`[^`\n]{2,40}`)(?P<rest>.*)$")
_EXPLAINED = re.compile(
    r"^(?:(?P<name>`[^`\n]{2,40}`|\*\*[^*\n]{2,40}\*\*)(?:[:,]| [-–—])|\|[ \t]*(?P<cell>[^|\n]{2,40}?)[ \t]*\|)"
    r"\s+(?P<rest>[^|\s][^|]*)"
)
_LEAD = re.compile(r"^(?P<lead>[^\n|#>`\s-][^\n]{15,})\n+(?:```|~~~)", re.MULTILINE)
_ENUMERATED = re.compile(r"`[^`\n]{1,40}`(?:,\s+`[^`\n]{1,40}`)+,?\s+(?:and|or|und|oder|sowie)\s+`[^`\n]{1,40}`")
_LONGEST_ANSWER, _LONGEST_STEP, _LONGEST_QUOTE = 12, 18, 40


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry, row or step: its words as they are in the text, and the answer that is part of them."""

    quote: str
    answer: str


def lists(text: str) -> Iterator[tuple[Entry, ...]]:
    """Every unnumbered list and every table of three to seven entries that begins and ends in the text."""
    for run in (*_runs(text), *_tables(text)):
        if FEWEST <= len(run) <= MOST and (found := _entries(text, run, _LONGEST_ANSWER)):
            yield found


def steps(text: str) -> Iterator[tuple[Entry, ...]]:
    """Every run of numbered steps, also with code and explanations between the steps."""
    run: list[str] = []
    last, fenced = 0, False
    for line in (*text.split("\n"), "0. end"):
        fenced ^= bool(_FENCE.match(line))
        match = None if fenced else _ENTRY.match(line)
        if match and match["marker"][0].isdigit() and len(match["indent"]) < 4:
            number = int(match["marker"][:-1])
            if number != last + 1 or not run:
                if 2 <= len(run) <= MOST and (found := _entries(text, run, _LONGEST_STEP)):
                    yield found
                run = []
            run.append(match["words"].strip())
            last = number
        elif line.startswith("#") and not fenced:
            last = -1


def walk_through(text: str) -> Iterator[tuple[Entry, ...]]:
    """The lines that lead to the blocks of code, where there are two or more: what is done first, and then."""
    leads = [match["lead"].strip() for match in _LEAD.finditer(text)]
    if 2 <= len(leads) <= MOST and (found := _entries(text, leads, _LONGEST_STEP)):
        yield found


def enumerated(text: str) -> Iterator[tuple[Entry, ...]]:
    """Three names or more in code font, one after the other in a sentence."""
    for run in _ENUMERATED.finditer(text):
        names = re.findall(r"`[^`\n]{1,40}`", run.group())
        if FEWEST <= len(names) <= MOST and len(set(names)) == len(names) and text.count(run.group()) == 1:
            borders = [run.group().index(name) for name in names]
            yield tuple(
                Entry(run.group()[start : start + len(name)], name) for start, name in zip(borders, names, strict=True)
            )


@cache
def defined(text: str) -> Mapping[str, Entry]:
    """Name in code font -> the row or entry that it begins, with the first value there; names without value are out."""
    found: dict[str, Entry] = {}
    for line in text.split("\n"):
        entry, row = _ENTRY.match(line), _ROW.match(line)
        quote = entry["words"].strip() if entry else line.strip() if row else ""
        named = _NAMED.match(quote)
        value = first_value(named["rest"]) if named else ""
        if named and value and value != named["name"].strip("`") and len(quote.split()) <= _LONGEST_QUOTE:
            found.setdefault(named["name"], Entry(quote, value))
    return found


def explained(text: str) -> Iterator[Mapping[str, Entry]]:
    """Of each list and table: the name that an entry begins with -> the entry, with what it says first of the name."""
    for run in (*_runs(text), *_tables(text)):
        found = [(quote, match) for quote in run if (match := _EXPLAINED.match(quote))]
        said = {
            (match["name"] or match["cell"]).strip("*"): Entry(
                _short(quote), _answer(match["rest"].strip(), _LONGEST_ANSWER)
            )
            for quote, match in found
        }
        yield {name: entry for name, entry in said.items() if entry.answer and entry.answer in entry.quote}


def _short(quote: str) -> str:
    """A long quote without what follows its first sentence."""
    return quote if len(quote.split()) <= _LONGEST_QUOTE else re.split(r"(?<=[.!?])\s", quote)[0]


def _runs(text: str) -> Iterator[list[str]]:
    """The unnumbered entries that follow each other at one depth; an entry may go on in the lines below it."""
    run: list[str] = []
    indent = before = ""
    for line in (*text.split("\n"), "", "end"):
        match = _ENTRY.match(line)
        if match and not match["marker"][0].isdigit() and (not run or match["indent"] == indent):
            indent = match["indent"]
            run.append(match["words"].strip())
        elif line.strip() and before.strip() and run and not match and not _FENCE.match(line):
            run[-1] += f"\n{line.rstrip()}"
        elif line.strip():
            yield run
            run = []
        before = line


def _tables(text: str) -> Iterator[list[str]]:
    """The rows of each table that has its header in the text."""
    run: list[str] | None = None
    for line in (*text.split("\n"), ""):
        if _RULE.match(line):
            run = []
        elif _ROW.match(line) and run is not None:
            run.append(line.strip())
        elif run is not None:
            yield run
            run = None


def _entries(text: str, quotes: list[str], longest: int) -> tuple[Entry, ...]:
    """The entries with their answers; none where one has no answer, or where quotes or answers are not unique."""
    answers = [_answer(quote, longest) for quote in quotes]
    unique = len(set(answers)) == len(answers) and all(text.count(quote) == 1 for quote in quotes)
    short = all(len(quote.split()) <= _LONGEST_QUOTE for quote in quotes)
    return tuple(map(Entry, quotes, answers)) if unique and short and all(answers) else ()


def _answer(quote: str, longest: int) -> str:
    """A name or the first cell; else the words up to a border that a reader accepts as an end; "" where none fits."""
    if quote.startswith("|"):
        quote = quote.strip("| ").split("|")[0].strip()
    if longest < _LONGEST_STEP and (name := re.match(r"(?:\*\*)?(`[^`\n]{2,40}`|\*\*[^*\n]{2,40}\*\*)", quote)):
        return name.group(1)
    for end in (r"[.;:]*$", r"[.;:](?=\s)", r",(?=\s)", r" [(–—-]"):
        for match in re.finditer(end, quote):
            words = quote[: match.start()]
            if len(words) >= 2 and len(words.split()) <= longest and _whole(words):
                return words
    return ""


def _whole(words: str) -> bool:
    """Whether brackets and code fonts that begin also end."""
    return all(words.count(one) == words.count(other) for one, other in ("()", "[]", "{}")) and not any(
        words.count(mark) % 2 for mark in ("`", "**", '"')
    )
