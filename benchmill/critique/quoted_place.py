"""A place that a critic quoted, and what code can say of it: which part of an answer it has, and of whom it tells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmill.critique.answers import holds
from benchmill.records import AnswerComponent, Candidate, Chunk, Span
from benchmill.records.list_marks import MARK
from benchmill.records.sentences import sentences
from benchmill.records.widening import LONGEST, naming, proving
from benchmill.records.words import content_words, length

# The share of the question's content words that a sentence must contain before code believes that both have one
# subject. Code shows a sentence with fewer of them to a critic by itself.
_ENOUGH_SHARED, _ENOUGH_SHARE = 2, 0.5
# The share of the content words of a step or entry that a place must surpass to prove it in words of its own.
_MOST = 0.5
# Names on a screen, code and numbers: a translated page states the same ones, or another answer.
LITERAL = re.compile(
    r"[„“”\"«‹「『]([^„“”\"«»‹›「」『』\n]+)[“”\"»›」』]|`([^`\n]+)`|(?<![\w.])(\d[\d.,:/-]*\d|\d)(?![\w])"
)
_UNFINISHED = re.compile(r"(?:[^.!?。！？…\s]|<br ?/?>)[ \t*_]*\Z")  # the text ends no sentence
_ENTRY = re.compile(rf"[ \t>]*(?:[|#]|{MARK})[ \t|#]")


@dataclass(frozen=True, slots=True)
class Quote:
    """What the critic quoted from `chunk`. `is_full`: it labelled the passage full, else partial."""

    chunk: Chunk
    span: Span
    is_full: bool = True


@dataclass(frozen=True, slots=True)
class Place:
    """Another place, in `chunk`, that may give the answer component number `component`.

    `question` and `answer`: what a critic compares it with; empty for those of the candidate.
    """

    component: int
    span: Span
    chunk: Chunk
    question: str = ""
    answer: str = ""


def new_places(candidate: Candidate, numbers: Sequence[int], span: Span, chunk: Chunk) -> Iterator[Place]:
    """The place, for each of these components that has no evidence there."""
    return (Place(number, span, chunk) for number in numbers if not is_there(candidate.components[number], span))


def is_there(component: AnswerComponent, place: Span) -> bool:
    """Whether the component has evidence at the place already."""
    return any(evidence.span.overlaps(place) for evidence in component.evidence)


def has(span: Span, component: AnswerComponent) -> bool:
    return any(holds(span.text, text) for text in (component.text, *component.short_answers))


def has_most(span: Span, component: AnswerComponent, language: str) -> bool:
    """Whether the place has the component, or most of its content words."""
    stems = set(content_words(component.text, language))
    return has(span, component) or len(stems & set(content_words(span.text, language))) > _MOST * len(stems)


def gives_part(candidate: Candidate, place: Place) -> bool:
    """Whether the place has the words of some component of the answer; of a reading's, where there are readings."""
    parts = candidate.components
    return any(has(place.span, part) for part in (parts[place.component :][:1] if candidate.readings else parts))


def with_lines_above(span: Span, chunk: Chunk) -> Span:
    """The place, with the lines above that say whose it is where it is no sentence: "Tel.: 0351 46340" below a name.

    A heading, an entry of a list, a row, code and a finished sentence end these lines.
    """
    text, start, end = chunk.text, span.start - chunk.span.start, span.end - chunk.span.start
    first = text.rfind("\n", 0, start) + 1
    if _ENTRY.match(text[first:]) or text[:start].count("```") % 2 or not _UNFINISHED.search(text[start:end]):
        return span
    while above := text[:first].rstrip():
        line = above.rfind("\n") + 1
        if not _UNFINISHED.search(above) or _ENTRY.match(above[line:]) or "```" in above[line:]:
            break
        if length(text[line:end]) > LONGEST:
            break
        start = first = line
    return chunk.part(start, end)


def proof_around(span: Span, chunk: Chunk, question: str, language: str) -> Span:
    """The quote, widened until it proves the answer alone: "11 days" becomes its whole sentence."""
    offset = chunk.span.start
    start, end = proving(chunk.text, span.start - offset, span.end - offset, question, language)
    return chunk.part(start, end)


def whole_sentences(span: Span, chunk: Chunk) -> Span:
    """The whole sentences that the span touches."""
    offset = chunk.span.start
    touched = list(sentences_touched(chunk.text, span.start - offset, span.end - offset))
    if not touched:
        return span
    start, end = min(touched[0][0], span.start - offset), max(touched[-1][1], span.end - offset)
    return chunk.part(start, end)


def with_answer(span: Span, chunk: Chunk, component: AnswerComponent) -> Span | None:
    """The place with its neighbours, where only these have the answer: a command, and the output that shows it."""
    offset = chunk.span.start
    texts = (component.text, *component.short_answers)
    found = naming(
        chunk.text, span.start - offset, span.end - offset, lambda said: any(holds(said, text) for text in texts)
    )
    return chunk.part(*found) if found else None


def sentences_touched(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    return (place for place in sentences(text) if place[0] < end and start < place[1])


def same_subject(question: str, around: Span, chunk: Chunk, language: str) -> bool:
    """Whether the place and its headings have enough of the question's words."""
    asked = set(content_words(question, language))
    said = set(content_words("\n".join((*chunk.headings, around.text)), language))
    shared = len(asked & said)
    return shared >= min(_ENOUGH_SHARED, len(asked)) and shared >= _ENOUGH_SHARE * len(asked) > 0
