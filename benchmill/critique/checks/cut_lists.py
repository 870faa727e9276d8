"""Case of a list -> the entry at which the list goes on outside the passages that its writer saw, if there is one."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from benchmill.critique.checks.case import Case
from benchmill.records.around import around
from benchmill.records.corpus import Span
from benchmill.records.list_marks import MARK

_ENTRY = re.compile(rf"(?P<indent>[ \t]*)(?P<marker>(?:{MARK})(?=[ \t]+\S)|\|(?=[ \t]*\S))")
_RULE = re.compile(r"[\s|:=+-]*-[\s|:=+-]*")
_FARTHEST = 20_000  # characters: no list that can be an answer is longer


@dataclass(frozen=True, slots=True)
class _Entry:
    """A list entry or table row of a document. `end` is where the next one begins, or the list ends."""

    start: int
    end: int
    text: str


def cut_at(case: Case) -> str:
    """The first entry, after or before those that are quoted, that the answer leaves out since a chunk ends there.

    The writer saw the chunks around the source chunk in its section. Where the list goes on outside all of these, an
    answer that reaches the last entry inside is cut. Where it goes on in another chunk of these, an answer is cut if it
    has each entry on one side of the border and none on the other; any other choice is one that the question makes, as
    in "Which fields are required?".
    """
    document = case.facts.documents.get(case.seed.document_id)
    if document is None:
        return ""
    spans = [e.span for part in case.candidate.components for e in part.evidence[:1]]
    quoted = [span for span in spans if span.document_id == document.id]
    seen = _seen(case)
    start, end = min(span.start for span in seen), max(span.end for span in seen)
    known: set[int] = set()
    for span in quoted:
        if span.start in known or not (start <= span.start < end):
            continue
        entries = _list_at(document.text, span.start)
        known |= {other.start for other in quoted if entries and entries[0].start <= other.start < entries[-1].end}
        has = [any(other.start < entry.end and entry.start < other.end for other in quoted) for entry in entries]
        borders = [(border, border not in (start, end)) for border in sorted({s.end for s in seen} | {start})]
        for border, is_seen in borders:
            at = next((n for n, entry in enumerate(entries) if entry.start >= border), len(entries))
            if not 0 < at < len(entries) or any(has[:at]) == any(has[at:]):
                continue
            inner, outer = (has[:at], entries[at]) if any(has[:at]) else (has[at:][::-1], entries[at - 1])
            if all(inner) if is_seen else inner[-1]:
                return outer.text
    return ""


def _seen(case: Case) -> list[Span]:
    """The chunks of the source chunk's section that its writer saw, and those that follow each other with them."""
    number = case.facts.numbers.get(case.seed.id)
    chunks = (case.seed,) if number is None else around(case.facts.chunks, number)
    return sorted((chunk.span for chunk in chunks), key=lambda span: span.start)


def _list_at(text: str, place: int) -> list[_Entry]:
    """The entries of one list, those at the level of the entry at `place`; empty where no entry is there."""
    low, high = max(0, place - _FARTHEST), place + _FARTHEST
    low = text.rfind("\n", 0, low) + 1 if low else 0
    lines: list[tuple[int, str]] = []
    at = low
    for line in text[low:high].split("\n"):
        lines.append((at, line))
        at += len(line) + 1
    here = bisect_right([start for start, _ in lines], place) - 1
    while here > 0 and lines[here][1].strip() and not _ENTRY.match(lines[here][1]):
        here -= 1  # a line that carries on an entry
    sort = _sort(lines[here][1])
    if sort is None:
        return []
    first, last = here, here
    while first > 0 and _belongs(lines[first - 1][1], sort):
        first -= 1
    while last + 1 < len(lines) and _belongs(lines[last + 1][1], sort):
        last += 1
    own = [(start, line) for start, line in lines[first : last + 1] if _sort(line) == sort]
    if len(own) > 1 and sort[0] == "|":
        own = own[2:] if _RULE.fullmatch(own[1][1]) else own
        own = [(start, line) for start, line in own if not _RULE.fullmatch(line)]
    stop = lines[last][0] + len(lines[last][1]) + 1
    ends = [*(start for start, _ in own[1:]), stop]
    return [_Entry(start, end, line.strip()) for (start, line), end in zip(own, ends, strict=True)]


def _sort(line: str) -> tuple[str, int] | None:
    """The marker and the indent of an entry; None for any other line."""
    found = _ENTRY.match(line)
    if not found:
        return None
    marker = "number" if found["marker"][0].isdigit() else found["marker"]
    return marker, 0 if marker == "|" else len(found["indent"].expandtabs(4))


def _belongs(line: str, sort: tuple[str, int]) -> bool:
    """Whether a line is in a list of this sort: an entry of it, a blank line, or a line below an entry."""
    if sort[0] == "|":
        return _sort(line) == sort
    return not line.strip() or _sort(line) == sort or len(line) - len(line.lstrip()) > sort[1]
