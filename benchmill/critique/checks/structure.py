"""Case -> incomplete-list, step-order: lists that are not complete, and procedures out of order."""

from __future__ import annotations

import re
from itertools import pairwise
from statistics import mean

from benchmill.critique.checks.case import Case, show
from benchmill.critique.checks.cut_lists import cut_at
from benchmill.records.candidate import AnswerComponent
from benchmill.records.numbers import answer_tokens
from benchmill.records.sentences import sentences
from benchmill.records.words import content_words

_NUMBERED = re.compile(r"^ {0,3}(?:\d{1,2}[.)]|#\.)[ \t]", re.MULTILINE)
_POINT = re.compile(r"\n[ \t]+[-*+][ \t]")


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
        said = component.evidence[0].span.text
        if len(sentences(said)) > 1:
            return component.text
        if place := _free_place(component.text, said, taken.setdefault(quote, [])):
            taken[quote].append(place)
            continue
        others = set[str]().union(*words[:number], *words[number + 1 :])
        if not words[number] - others or not words[number] <= set(content_words(said, language)):
            return component.text
    return ""


def _free_place(entry: str, quote: str, taken: list[tuple[int, int]]) -> tuple[int, int] | None:
    """Where `entry` is in `quote`, outside the places that other entries have taken."""
    for match in re.finditer(re.escape(entry.strip("`'\"*_ .").casefold()), quote.casefold()):
        if not any(match.start() < end and start < match.end() for start, end in taken):
            return match.span()
    return None


def ordered(case: Case) -> str | None:
    """Requires a procedure to have two or more steps, in the order of their document.

    Steps of one sentence share a quote: there, the place where it says each of them tells which one is first, or, for
    steps in other words, the words that only one of them has. The order of the points below one numbered step is for
    the critic: the last may be "do not forget" what has to be there before.
    """
    if case.candidate.kind != "procedure":
        return None
    components = case.candidate.components
    if len(components) < 2:
        return "a procedure needs two steps or more, and this one has fewer"
    steps = [component for component in components if component.evidence]
    for first, second in pairwise(steps):
        if not (_follows(first, second, case.language) or _below_one_step(first, second, case)):
            return f"the step {show(second.text)} comes after a step that the document has later"
    return None


def _below_one_step(first: AnswerComponent, second: AnswerComponent, case: Case) -> bool:
    """Whether both are quoted from points of a list below the same numbered step."""
    start, end = sorted(part.evidence[0].span.start for part in (first, second))
    for chunk in case.sources:
        if chunk.span.start <= start and end < chunk.span.end:
            above, between = (
                chunk.text[at - chunk.span.start : until - chunk.span.start]
                for at, until in ((chunk.span.start, start), (start, end))
            )
            return bool(_NUMBERED.search(above) and _POINT.search(between) and not _NUMBERED.search(between))
    return False


def _follows(first: AnswerComponent, second: AnswerComponent, language: str) -> bool:
    one, other = first.evidence[0].span, second.evidence[0].span
    if one.start < other.start or not one.overlaps(other):
        return one.start < other.start
    longer = max(one, other, key=lambda span: len(span.text))
    at, last = longer.text.find(first.text), longer.text.rfind(second.text)
    if at >= 0 and last >= 0:
        return at < last
    said = content_words(longer.text, language)
    words = [set(content_words(step.text, language)) for step in (first, second)]
    places = [[n for n, word in enumerate(said) if word in own] for own in (words[0] - words[1], words[1] - words[0])]
    return all(places) and mean(places[0]) < mean(places[1])
