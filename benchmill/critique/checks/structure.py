"""Case -> incomplete-list, step-order: lists that are not complete, and procedures out of order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from benchmill.critique.checks.case import Case, show
from benchmill.critique.checks.cut_lists import cut_at
from benchmill.records.candidate import AnswerComponent
from benchmill.records.numbers import answer_tokens
from benchmill.records.sentences import sentences
from benchmill.records.words import content_words

_NUMBER = re.compile(r" {0,3}(\d{1,2})[.)][ \t]")


def enumeration(case: Case) -> str | None:
    """Requires two or more different components, each with a quote, in a list that no border of a chunk cuts."""
    if case.candidate.kind != "list":
        return None
    components = case.candidate.components
    if len(components) < 2:
        return "a list needs two entries or more, and this one has fewer"
    seen: dict[tuple[str, ...], str] = {}
    for component in components:
        key = tuple(answer_tokens(component.text, case.language)) or (component.text.strip(),)
        if key in seen:
            return f"the list names {show(component.text)} twice"
        seen[key] = component.text
    if shared := _shared_place(components, case.language):
        return f"{show(shared)} has no place of its own in the quote it shares with another entry"
    outer = cut_at(case)
    return f"the list goes on outside its passage: {show(outer)}" if outer else None


def _shared_place(components: tuple[AnswerComponent, ...], language: str) -> str:
    """The first entry without its own place in the quote that it shares; empty where each entry has a place.

    A sentence may list: "SIGTERM and SIGINT stop it" has a place for each, and "create and delete notes" words for
    "delete notes" that no other entry has. Entries on lines of their own are quoted one by one.
    """
    taken: dict[tuple[str, int, int], list[tuple[int, int]]] = {}
    quotes = [(e.span.document_id, e.span.start, e.span.end) for part in components for e in part.evidence[:1]]
    words = [set(content_words(component.text, language)) for component in components]
    for number, (component, quote) in enumerate(zip(components, quotes, strict=False)):
        if quotes.count(quote) < 2:
            continue
        sharing = [one.text for one, its in zip(components, quotes, strict=False) if its == quote]
        said = _sentence_with_all(sharing, component.evidence[0].span.text)
        if place := _free_place(component.text, said, taken.setdefault(quote, [])):
            taken[quote].append(place)
            continue
        others = set[str]().union(*words[:number], *words[number + 1 :])
        if not words[number] - others or not words[number] <= set(content_words(said, language)):
            return component.text
    return ""


def _sentence_with_all(entries: Sequence[str], quote: str) -> str:
    """The sentence of the quote that has all entries; the quote if it is one sentence; empty where there is none."""
    parts = [quote[slice(*place)] for place in sentences(quote)]
    if len(parts) < 2:
        return quote
    return next((part for part in parts if all(_free_place(entry, part, ()) for entry in entries)), "")


def _free_place(entry: str, quote: str, taken: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    """Where `entry` is in `quote`, outside the places that other entries have taken."""
    for match in re.finditer(re.escape(entry.strip("`'\"*_ .").casefold()), quote.casefold()):
        if not any(match.start() < end and start < match.end() for start, end in taken):
            return match.span()
    return None


def ordered(case: Case) -> str | None:
    """Requires a procedure to have two or more steps, those of a numbered list in the order of their numbers.

    Any other order is for the critic (steps.py): a warning may stand below the step that it comes before, and a command
    above the list that says when to run it.
    """
    if case.candidate.kind != "procedure":
        return None
    components = case.candidate.components
    if len(components) < 2:
        return "a procedure needs two steps or more, and this one has fewer"
    numbered = [(entry, part.text) for part in components if (entry := _numbered_entry(part, case))]
    for (first, _), (second, text) in pairwise(numbered):
        if first.chunk_id == second.chunk_id and first.at > second.at and first.number > second.number:
            return f"the step {show(text)} comes after a step that the document has later"
    return None


class _Entry(NamedTuple):
    """An entry of a numbered list: its passage, where it begins there, and its number."""

    chunk_id: str
    at: int
    number: int


def _numbered_entry(step: AnswerComponent, case: Case) -> _Entry | None:
    """The entry with whose first line the quote of a step begins; None where it begins elsewhere."""
    start = step.evidence[0].span.start if step.evidence else -1
    for chunk in case.sources:
        if chunk.span.start <= start < chunk.span.end:
            line = chunk.text.rfind("\n", 0, start - chunk.span.start) + 1
            found = _NUMBER.match(chunk.text, line)
            return _Entry(chunk.id, line, int(found[1])) if found else None
    return None
