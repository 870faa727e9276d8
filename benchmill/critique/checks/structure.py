"""Case -> incomplete-list, step-order: lists that are not complete, and procedures out of order."""

from __future__ import annotations

import re

from benchmill.critique.checks.case import Case, show
from benchmill.records.candidate import AnswerComponent
from benchmill.records.corpus import Chunk, Document
from benchmill.records.numbers import answer_tokens
from benchmill.records.sentences import sentences

_ENTRY = re.compile(r"[ \t]*(?P<marker>[-*+]|\d{1,3}[.)]|\|)[ \t]?\S")


def enumeration(case: Case) -> str | None:
    """Requires two or more different components, each with a quote, in a list that its chunk's border does not cut."""
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
    if shared := _shared_place(components):
        return f"{show(shared)} has no place of its own in the quote it shares with another entry"
    document = case.facts.documents.get(case.seed.document_id)
    return _cut(components, case.seed, document) if document else None


def _shared_place(components: tuple[AnswerComponent, ...]) -> str:
    """The first entry without its own place in the quote that it shares; empty where each entry has a place.

    A sentence may list: "SIGTERM and SIGINT stop it" has a place for each. Entries on lines of their own are quoted
    one by one.
    """
    taken: dict[tuple[str, int, int], list[tuple[int, int]]] = {}
    quotes = [(e.span.document_id, e.span.start, e.span.end) for part in components for e in part.evidence[:1]]
    for component, quote in zip(components, quotes, strict=False):
        if quotes.count(quote) < 2:
            continue
        place = _free_place(component.text, component.evidence[0].span.text, taken.setdefault(quote, []))
        if place is None:
            return component.text
        taken[quote].append(place)
    return ""


def _free_place(entry: str, quote: str, taken: list[tuple[int, int]]) -> tuple[int, int] | None:
    """Where `entry` is in `quote`, outside the places that other entries have taken."""
    if len(sentences(quote)) > 1:
        return None
    for match in re.finditer(re.escape(entry.strip("`'\"*_ .").casefold()), quote.casefold()):
        if not any(match.start() < end and start < match.end() for start, end in taken):
            return match.span()
    return None


def ordered(case: Case) -> str | None:
    """Requires a procedure to have two or more steps, in the order of their document."""
    if case.candidate.kind != "procedure":
        return None
    components = case.candidate.components
    if len(components) < 2:
        return "a procedure needs two steps or more, and this one has fewer"
    starts = [component.evidence[0].span.start for component in components if component.evidence]
    for first, second, component in zip(starts, starts[1:], components[1:], strict=False):
        if second <= first:
            return f"the step {show(component.text)} comes after a step that the document has later"
    return None


def _cut(components: tuple[AnswerComponent, ...], seed: Chunk, document: Document) -> str | None:
    """An entry of the same kind right before or after the chunk, where the chunk's own entries reach its border."""
    inside = seed.text.strip("\n").split("\n")
    before = document.text[max(0, seed.span.start - 400) : seed.span.start].rstrip().rpartition("\n")[2]
    after = document.text[seed.span.end : seed.span.end + 400].lstrip("\n").partition("\n")[0]
    quoted = [e.span for component in components for e in component.evidence[:1]]
    for outer, inner in ((before, inside[0]), (after, inside[-1])):
        entry, neighbour = _ENTRY.match(inner), _ENTRY.match(outer)
        if not entry or not neighbour or _sort(entry["marker"]) != _sort(neighbour["marker"]):
            continue
        if any(span.text.strip() in inner or inner.strip() in span.text for span in quoted):
            return f"the list goes on outside its passage: {show(outer)}"
    return None


def _sort(marker: str) -> str:
    return "number" if marker[0].isdigit() else marker
