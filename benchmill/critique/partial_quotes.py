"""A quote of a passage that a critic called partial -> the places of it that may state the answer or a part of it.

The label alone loses right places: a critic calls a passage partial that has one step of five, one side of a
comparison, or the answer beside an example. So each is asked about again, alone, and in one call for a candidate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import attrgetter

from benchmill.critique.answers import contradict, holds
from benchmill.critique.quoted_place import (
    LITERAL,
    Place,
    Quote,
    has,
    is_there,
    new_places,
    proof_around,
    same_subject,
    whole_sentences,
    with_answer,
    with_lines_above,
)
from benchmill.critique.unquoted_parts import own_words
from benchmill.records import AnswerComponent, Candidate, Chunk, Span
from benchmill.records.words import content_words

# The share of the words that only one step or entry has, from which a place without all of them may state it.
_HALF = 0.5


def in_part(candidate: Candidate, quote: Quote, language: str) -> Iterator[Place]:
    """The place that may hold the whole answer, of a passage that gives a part of it by the critic's label.

    Critics call a passage partial that states the answer with an example or a condition ("4 by default") or in words of
    its own; one that is asked about that piece alone is stricter or milder. Another number or name is no such answer.
    """
    chunk, component = quote.chunk, candidate.components[0]
    around = whole_sentences(quote.span, chunk)
    place = _wider(around, proof_around(quote.span, chunk, candidate.question, language), chunk)
    place = place if has(place, component) else with_answer(place, chunk, component) or place
    # there is one way to write it; of the command `relay freeze` a list of commands has "freeze" alone
    is_name = LITERAL.fullmatch(component.text) and " " not in component.text
    may_hold = has(place, component) or not (is_name or contradict(place.text, component.text))
    if may_hold and not is_there(component, around):
        yield Place(0, with_lines_above(place, chunk), chunk)


def in_parts(candidate: Candidate, quote: Quote, language: str) -> Iterator[tuple[Place, bool]]:
    """The quoted place, for each entry or step that a passage with a part of the answer states there, and whether code
    is sure of it. No step is sure: many pages have the same.
    """
    chunk, around = quote.chunk, whole_sentences(quote.span, quote.chunk)
    is_sure = candidate.kind == "list" and same_subject(candidate.question, around, chunk, language)
    held = [component for component in candidate.components if has(around, component)]
    stated = []
    for number, component in enumerate(candidate.components):
        # "keyfinder-cli" has the words of "KeyFinder", and does not name it
        inside = any(other is not component and holds(other.text, component.text) for other in held)
        if component in held and not inside and (is_sure or has(quote.span, component)):
            stated.append(number)
    if is_sure and stated:
        yield from ((place, True) for place in new_places(candidate, stated, around, chunk))
    else:
        stated = stated or _meant(candidate, quote, language)
        yield from ((place, False) for place in _compared(candidate, quote, stated))


def _meant(candidate: Candidate, quote: Quote, language: str) -> list[int]:
    """The components that a quote without their words may state: those of whose own words it has half, else the one of
    which it has most. Own are the words that no other component has; of a side of a comparison those of its name."""
    said = set(content_words(quote.span.text, language))
    text_of = side_name if candidate.kind == "comparison" else attrgetter("text")
    own = own_words([text_of(component) for component in candidate.components], language)
    shares = [len(each & said) / max(1, len(each)) for each in own]
    best = max(shares)
    is_one = best > 0 and shares.count(best) == 1
    return [number for number, share in enumerate(shares) if share >= _HALF or (is_one and share == best)]


def _compared(candidate: Candidate, quote: Quote, numbers: Sequence[int]) -> Iterator[Place]:
    """The quoted place, for each of these components."""
    chunk = quote.chunk
    for place in new_places(candidate, numbers, whole_sentences(quote.span, chunk), chunk):
        yield replace(place, span=with_lines_above(place.span, chunk))


def of_sides(candidate: Candidate, quote: Quote, language: str) -> Iterator[Place]:
    """The quoted place, for each side of a comparison of which it may tell."""
    return _compared(candidate, quote, _meant(candidate, quote, language))


def side_name(component: AnswerComponent) -> str:
    return component.text.removesuffix((component.short_answers or (component.text,))[0])


def _wider(one: Span, other: Span, chunk: Chunk) -> Span:
    offset = chunk.span.start
    return chunk.part(min(one.start, other.start) - offset, max(one.end, other.end) - offset)
